import { expect, test } from 'vitest'
import { SpareMemory } from './buffer-pool.ts'

const MIB = 2 ** 20
const firstOf = (memory: ArrayBuffer) => new Uint8Array(memory)[0]
const filled = (bytes: number, value: number) => new Uint8Array(bytes).fill(value).buffer

test('reuses a buffer that was given back, and empties its old views', () => {
  const spares = new SpareMemory(10 * MIB)
  const memory = filled(MIB, 7)
  const view = Buffer.from(memory, 5, 20)
  spares.give(memory)
  expect([memory.byteLength, view.length, view[0]]).toEqual([0, 0, undefined])
  expect(firstOf(spares.allocate(MIB))).toBe(7)
})

test('a buffer that was given back twice is reused once', () => {
  const spares = new SpareMemory(10 * MIB)
  const memory = filled(MIB, 7)
  spares.give(memory)
  spares.give(memory)
  expect(spares.allocate(MIB)).not.toBe(spares.allocate(MIB))
})

test('returns the smallest buffer that fits, and none that is much larger', () => {
  const spares = new SpareMemory(20 * MIB)
  for (const size of [8, 2, 3]) spares.give(filled(size * MIB, size))
  expect(firstOf(spares.allocate(2 * MIB - 1))).toBe(2)
  expect(spares.allocate(MIB).byteLength).toBe(MIB)
  expect(firstOf(spares.allocate(2 * MIB))).toBe(3)
  expect(firstOf(spares.allocate(8 * MIB))).toBe(8)
})

test('keeps at most its bound', () => {
  const spares = new SpareMemory(2 * MIB)
  for (let i = 1; i <= 3; i++) spares.give(filled(MIB, i))
  expect([1, 2, 3].map(() => firstOf(spares.allocate(MIB))).filter((value) => value === 1 || value === 2)).toHaveLength(
    2,
  )
})
