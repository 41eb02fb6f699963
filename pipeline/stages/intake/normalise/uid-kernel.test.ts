import fc from 'fast-check'
import { expect, test } from 'vitest'
import xxhash from 'xxhash-wasm'
import { UidKernel } from './uid-kernel.ts'

const { h64Raw } = await xxhash()
const kernel = new UidKernel()
const SEEDS = [7n, 0xfedc_ba98_7654_3210n] as const

function hashesOf(body: Buffer, start: number, end: number): bigint[] {
  kernel.hash(body, start, end, SEEDS)
  const [a = 0, b = 0, c = 0, d = 0] = kernel.hashes
  return [BigInt(a) | (BigInt(b) << 32n), BigInt(c) | (BigInt(d) << 32n)]
}

function expected(body: Buffer, start: number, end: number): bigint[] {
  return SEEDS.map((seed) => h64Raw(body.subarray(start, end), seed))
}

test('hashes ranges of any length and offset like another implementation', () => {
  const body = fc.uint8Array({ maxLength: 300 })
  const range = fc.tuple(fc.nat(300), fc.nat(300))
  fc.assert(
    fc.property(body, fc.array(range, { minLength: 1, maxLength: 5 }), (bytes, ranges) => {
      const text = Buffer.from(bytes)
      for (const [from, length] of ranges) {
        const start = Math.min(from, text.length)
        const end = Math.min(start + length, text.length)
        expect(hashesOf(text, start, end)).toEqual(expected(text, start, end))
      }
    }),
    { numRuns: 500 },
  )
})

test('copies a body that is too large range by range', () => {
  const large = Buffer.alloc((2 << 20) + 1, 'abcdefghijk')
  const small = Buffer.from('one line')
  for (const [start, end] of [
    [0, 40],
    [2 << 20, (2 << 20) + 1],
    [5, 1 << 20],
  ] as const) {
    expect(hashesOf(large, start, end)).toEqual(expected(large, start, end))
    expect(hashesOf(small, 0, 8)).toEqual(expected(small, 0, 8))
  }
})

test('other seeds give other hashes of the same body', () => {
  const body = Buffer.from('the same body')
  const before = hashesOf(body, 0, body.length)
  kernel.hash(body, 0, body.length, [1n, 2n])
  const [a = 0, b = 0] = kernel.hashes
  expect(BigInt(a) | (BigInt(b) << 32n)).toBe(h64Raw(body, 1n))
  expect(hashesOf(body, 0, body.length)).toEqual(before)
})
