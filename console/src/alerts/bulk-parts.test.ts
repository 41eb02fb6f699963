import { expect, test } from 'vitest'
import { changedWords, changeInParts, undoParts } from './bulk-parts.ts'

const ids = Array.from({ length: 1_001 }, (_, n) => `alert ${n}`)
const sentAll = () => {
  const sent: (readonly string[])[] = []
  const send = async (part: readonly string[]) => {
    sent.push(part)
    return { bulk_id: `bulk ${sent.length}`, changed: part.length, refused: [] }
  }
  return { sent, send }
}

test('a thousand alerts are changed in requests of 500, each once, and undone from the last one', async () => {
  const { sent, send } = sentAll()
  const result = await changeInParts(ids, send)
  expect(sent.map(({ length }) => length)).toEqual([500, 500, 1])
  expect(sent.flat()).toEqual(ids)
  expect(changedWords(result)).toBe(`${(1_001).toLocaleString()} changed`)
  const undone: string[] = []
  const words = await undoParts(result, async (id) => {
    undone.push(id)
    return { restored: ['a', 'b'], kept: id === 'bulk 1' ? ['c'] : [] }
  })
  expect(undone).toEqual(['bulk 3', 'bulk 2', 'bulk 1'])
  expect(words).toBe('6 restored, 1 not, because they changed since')
})

test('a failure after the first request keeps what can be undone, and says that the rest was not changed', async () => {
  const { send } = sentAll()
  let requests = 0
  const result = await changeInParts(ids, (part) => {
    requests++
    if (requests === 2) throw new Error('too many requests')
    return send(part)
  })
  expect(result.parts.map(({ bulk_id: id }) => id)).toEqual(['bulk 1'])
  expect(changedWords(result)).toBe('500 changed; the rest was not: too many requests')
})

test('a failure of the first request is thrown, and refused alerts are counted with a reason', async () => {
  await expect(changeInParts(ids, async () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  const refused = [{ reason: 'it is closed' }, { reason: 'it is closed' }]
  const result = await changeInParts(['a', 'b', 'c'], async () => ({ bulk_id: 'bulk', changed: 1, refused }))
  expect(changedWords(result)).toBe('1 changed, 2 not: it is closed')
})
