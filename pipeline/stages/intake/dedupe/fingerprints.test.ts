import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fingerprints } from './fingerprints.ts'

/** Fingerprints with only a few different bits, so that table positions collide all the time. */
const narrow = (n: number) => Uint32Array.of(n & 7, n, 0, 0)
const wide = (n: number) => Uint32Array.of(Math.imul(n, 0x9e37_79b1), n, ~n, 7)

/** Keeps the last `max` different fingerprints in a list. */
class Oracle {
  readonly held: number[] = []
  readonly max: number
  constructor(max: number) {
    this.max = max
  }
  add(n: number): boolean {
    if (this.held.includes(n)) return false
    this.held.push(n)
    if (this.held.length > this.max) this.held.shift()
    return true
  }
}

test('remembers exactly the last `max` fingerprints', () => {
  const numbers = fc.array(fc.nat(400), { maxLength: 1500 })
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom(64, 128, 256),
      fc.constantFrom(narrow, wide),
      fc.nat(1000),
      (value, max, uid, first) => {
        const prints = new Fingerprints(max, first)
        const oracle = new Oracle(max)
        for (const n of value) expect(prints.add(uid(n))).toBe(oracle.add(n))
        expect(prints.size).toBe(oracle.held.length)
        expect(prints.size).toBeLessThanOrEqual(max)
        const words = new Uint32Array(new Uint8Array(prints.slice(prints.first, prints.next)).buffer)
        expect(oracle.held.flatMap((n) => [...uid(n)])).toEqual([...words])
      },
    ),
    { numRuns: 200 },
  )
})

test('memory is bounded by the limit, however many come', () => {
  const prints = new Fingerprints(1024)
  for (let n = 0; n < 100_000; n++) expect(prints.add(wide(n))).toBe(true)
  expect([prints.first, prints.next, prints.size]).toEqual([98_976, 100_000, 1024])
  expect(prints.bytes).toBe(1024 * 24)
})

test('distinguishes fingerprints that differ in one bit', () => {
  const prints = new Fingerprints(1024)
  for (let word = 0; word < 4; word++) {
    for (let bit = 0; bit < 32; bit++) {
      const uid = Uint32Array.of(1, 2, 3, 4)
      uid[word] = ((uid[word] as number) ^ (1 << bit)) >>> 0
      expect(prints.add(uid)).toBe(true)
      expect(prints.add(uid)).toBe(false)
    }
  }
})
