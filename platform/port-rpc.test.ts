import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { type Answer, Calls } from './port-rpc.ts'

const ports: { close(): void }[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function pair(answer: (question: string) => Promise<Answer> | Answer) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1)
  new Calls(port1, answer)
  return new Calls<string>(port2, () => ({ value: null }))
}

test('matches answers to requests in any order', async () => {
  const first = Promise.withResolvers<Answer>()
  const calls = pair((question) => (question === 'first' ? first.promise : { value: `${question}!` }))
  const waiting = calls.ask('first')
  expect(await calls.ask('second')).toBe('second!')
  first.resolve({ value: 1 })
  expect(await waiting).toBe(1)
})

test('rethrows an error of the other side, and answers the next request', async () => {
  const calls = pair((question) => {
    if (question === 'bad') throw new Error('no such thing')
    return { value: 'fine' }
  })
  await expect(calls.ask('bad')).rejects.toThrow('no such thing')
  expect(await calls.ask('good')).toBe('fine')
})

test('memory moves with an answer', async () => {
  const memory = new ArrayBuffer(16)
  const calls = pair(() => ({ value: memory, moved: [memory] }))
  expect(((await calls.ask('memory')) as ArrayBuffer).byteLength).toBe(16)
  expect(memory.byteLength).toBe(0)
})

test('rejects every request when the other side is gone', async () => {
  const calls = pair(() => new Promise<Answer>(() => undefined))
  const waiting = calls.ask('for ever')
  calls.close(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(calls.ask('too late')).rejects.toThrow('gone')
})
