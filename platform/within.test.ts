import { expect, test } from 'vitest'
import { within } from './within.ts'

const NEVER = new AbortController().signal
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test('gives the result of work that ends in its time, and its error', async () => {
  expect(await within(60_000, NEVER, async () => 5)).toBe(5)
  await expect(within(60_000, NEVER, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('gives null when the time is over', async () => {
  expect(await within(1, NEVER, untilAborted)).toBeNull()
})

test('rejects when the caller left', async () => {
  const gone = new AbortController()
  const ended = within(60_000, gone.signal, untilAborted)
  gone.abort(new Error('gone'))
  await expect(ended).rejects.toThrow('gone')
})
