import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOfProfile,
  DAY_SHIFT_MAX,
  DAY_SPREAD_MAX,
  expectedOf,
  HOURS_OF_WEEK,
  type HourlyProfile,
  learn,
  newProfile,
  PROFILE_BYTES,
  readProfile,
  SETTLED_HOURS,
  tailProbability,
  writeProfile,
} from './hourly-profile.ts'
import { KNOWN_BYTES, KnownItems } from './known-items.ts'
import { BASELINE_LIMITS } from './limits.ts'
import { addItem, countOf, fingerprintOf, KEPT, type Sketch } from './sketch.ts'

const value = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000), fc.constant(Number.MAX_SAFE_INTEGER))
/** A settled profile with an arbitrary past. */
const settled = fc
  .record({
    week: fc.array(value, { minLength: HOURS_OF_WEEK, maxLength: HOURS_OF_WEEK }),
    weeks: fc.constantFrom(2, 3, 6),
  })
  .map(({ week, weeks }) => {
    const profile = newProfile(true, 0)
    for (let hour = 0; hour < weeks * HOURS_OF_WEEK; hour++)
      learn(profile, hour, Math.log1p(week[hour % HOURS_OF_WEEK] as number))
    return { profile, hour: weeks * HOURS_OF_WEEK }
  })

const written = (profile: HourlyProfile): Buffer => {
  const bytes = Buffer.alloc(bytesOfProfile(profile))
  expect(writeProfile(bytes, 0, profile)).toBe(bytes.length)
  return bytes
}
const copyOf = (profile: HourlyProfile): HourlyProfile =>
  readProfile(written(profile), 0, profile.season !== null).profile
const hoursOf = (profile: HourlyProfile) =>
  Array.from({ length: HOURS_OF_WEEK }, (_, hour) => expectedOf(profile, hour))

test('one day of any values moves a settled profile by at most the bound', () => {
  const day = fc.array(value, { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(settled, day, fc.nat(HOURS_OF_WEEK), ({ profile, hour }, poison, offset) => {
      const before = hoursOf(profile)
      const widest = Math.max(...before.map(({ spread }) => spread))
      const { scale } = profile
      expect(profile.hours).toBe(SETTLED_HOURS)
      for (const [at, one] of poison.entries()) learn(profile, hour + offset + at, Math.log1p(one))
      for (const [at, { center }] of hoursOf(profile).entries())
        expect(Math.abs(center - (before[at]?.center ?? 0))).toBeLessThan(DAY_SHIFT_MAX * widest + 1 / 32)
      expect(profile.scale).toBeLessThanOrEqual(DAY_SPREAD_MAX * Math.max(scale, 0.05))
    }),
    { numRuns: 60 },
  )
})

test('a day of poisoned values does not hide the same values on the next day', () => {
  const profile = newProfile(true, 0)
  for (let hour = 0; hour < 4 * HOURS_OF_WEEK; hour++)
    learn(profile, hour, Math.log1p(hour % 24 > 8 && hour % 24 < 17 ? 6 : 0))
  const noon = 4 * HOURS_OF_WEEK + 12
  const before = tailProbability(expectedOf(profile, noon), Math.log1p(500))
  for (let hour = 0; hour < 24; hour++) learn(profile, noon - 12 + hour, Math.log1p(500))
  const after = tailProbability(expectedOf(profile, noon + 24), Math.log1p(500))
  expect(before).toBeLessThan(BASELINE_LIMITS.probabilities[1])
  expect(after).toBeLessThan(BASELINE_LIMITS.probabilities[0])
})

test('distinguishes the hours of the week', () => {
  const profile = newProfile(true, 0)
  for (let hour = 0; hour < 4 * HOURS_OF_WEEK; hour++) learn(profile, hour, Math.log1p(hour % 24 === 10 ? 40 : 0))
  expect(expectedOf(profile, 10).center).toBeGreaterThan(2.5)
  expect(expectedOf(profile, 11).center).toBeLessThan(0.5)
})

test('a stored and restored profile continues bit for bit, in a fixed size', () => {
  fc.assert(
    fc.property(settled, fc.array(value, { maxLength: 30 }), ({ profile, hour }, more) => {
      const restored = copyOf(profile)
      for (const [at, one] of more.entries())
        for (const learner of [profile, restored]) learn(learner, hour + at, Math.log1p(one))
      expect(restored).toEqual(profile)
      expect(written(profile).length).toBe(PROFILE_BYTES)
    }),
    { numRuns: 30 },
  )
  expect(PROFILE_BYTES).toBeLessThanOrEqual(300)
  expect(written(newProfile(false, 0)).length + KNOWN_BYTES).toBeLessThanOrEqual(300)
})

test('a larger value is never more likely', () => {
  fc.assert(
    fc.property(settled, value, value, ({ profile, hour }, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((one) =>
        tailProbability(expectedOf(profile, hour), Math.log1p(one)),
      ) as [number, number]
      expect(more).toBeLessThanOrEqual(less)
      expect(more).toBeGreaterThanOrEqual(0)
      expect(less).toBeLessThanOrEqual(1)
    }),
    { numRuns: 30 },
  )
})

test('different items are counted, exactly while they are few, in any order', () => {
  const sketchOf = (texts: readonly string[]) => {
    const sketch: Sketch = new Map()
    for (const text of texts) addItem(sketch, text)
    return sketch
  }
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 300 }), (texts) => {
      const there = sketchOf(texts)
      expect(new Map([...sketchOf([...texts].reverse())].sort())).toEqual(new Map([...there].sort()))
      const different = new Set(texts).size
      if (different < KEPT) expect(countOf(there)).toBe(different)
      expect(there.size).toBeLessThanOrEqual(KEPT)
    }),
  )
  const many = countOf(sketchOf(Array.from({ length: 20_000 }, (_, n) => `host-${n}`)))
  expect(many).toBeGreaterThan(15_000)
  expect(many).toBeLessThan(25_000)
})

test('recognises seen items, with few false positives until it is full', () => {
  const known = new KnownItems()
  const [seen, unseen] = ['seen', 'unseen'].map((of) =>
    Array.from({ length: 250 }, (_, n) => fingerprintOf(`${of} ${n}`)),
  )
  for (const one of seen ?? []) known.add(one)
  expect(seen?.every((one) => known.has(one))).toBe(true)
  expect(unseen?.filter((one) => known.has(one)).length).toBeLessThan(25)
  expect(known.isFull).toBe(false)
  for (let n = 0; n < 5_000; n++) known.add(fingerprintOf(`more ${n}`))
  expect(new KnownItems(Buffer.from(known.bytes)).isFull).toBe(true)
})
