import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hash32, partitionOf } from './hash.ts'

/** Published test values of FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('%j has the hash that it has everywhere and for ever', (text, hash) => {
  expect(hash32(text)).toBe(hash)
})

test('a key always has the same valid partition', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 64 }), (key, partitions) => {
      const partition = partitionOf(key, partitions)
      expect(Number.isInteger(partition) && partition >= 0 && partition < partitions).toBe(true)
      expect(partitionOf(key, partitions)).toBe(partition)
    }),
  )
})

test('keys spread over the partitions', () => {
  const counts = [0, 0, 0, 0]
  for (let i = 0; i < 4000; i++) {
    const partition = partitionOf(`tenant-${i}/connector`, 4)
    counts[partition] = (counts[partition] ?? 0) + 1
  }
  for (const count of counts) expect(count).toBeGreaterThan(800)
})
