import { expect, test } from 'vitest'
import { bytesOf } from './bytes.ts'

test('bytes are in the unit that a person would use', () => {
  expect([0, 999, 1_000, 12_345, 999_600, 123_456_789, 2.5e12].map(bytesOf)).toEqual([
    ...['0 bytes', '999 bytes', '1 kB', '12.3 kB', '1 MB', '123 MB', '2.5 TB'],
  ])
})
