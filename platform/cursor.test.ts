import { expect, test } from 'vitest'
import {
  joinedCursor,
  jsonCursor,
  momentCursor,
  momentPosition,
  numberOfCursor,
  partsOfJoined,
  partsOfJson,
} from './cursor.ts'
import { InvalidInput } from './invalid-input.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'

test('a cursor gives back the parts that it was made of', () => {
  expect(partsOfJson(jsonCursor([1.5, 'a|b']))).toEqual([1.5, 'a|b'])
  expect(partsOfJoined(joinedCursor([7, ID]))).toEqual(['7', ID])
  expect(momentPosition(momentCursor({ timeMs: 1_700_000_000_000, id: ID }))).toEqual({
    timeMs: 1_700_000_000_000,
    id: ID,
  })
  expect(momentPosition(undefined)).toBeNull()
  expect(numberOfCursor('120', 6)).toBe(120)
})

test('a cursor of another list is refused', () => {
  const others = [
    joinedCursor(['x', ID]),
    joinedCursor([1, 'no id']),
    joinedCursor([1, ID, 2]),
    jsonCursor([1, ID]),
    '%',
  ]
  for (const cursor of others) expect(() => momentPosition(cursor)).toThrow(InvalidInput)
  for (const cursor of ['', '-1', '1e3', '1234567']) expect(() => numberOfCursor(cursor, 6)).toThrow(InvalidInput)
  expect(partsOfJson('%')).toEqual([])
  expect(partsOfJson(Buffer.from('{}').toString('base64url'))).toEqual([])
})
