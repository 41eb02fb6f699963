import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bytesOfHabit,
  DAY_SHIFT_MAX,
  DAY_SPREAD_MAX,
  expectedOf,
  HABIT_BYTES,
  type Habit,
  HOURS_OF_WEEK,
  learn,
  newHabit,
  readHabit,
  SETTLED_HOURS,
  tailProbability,
  writeHabit,
} from './hourly-profile.ts'
import { KNOWN_BYTES, KnownItems } from './known-items.ts'
import { BASELINE_LIMITS } from './limits.ts'
import { addItem, countOf, fingerprintOf, KEPT, type Sketch } from './sketch.ts'

const value = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000), fc.constant(Number.MAX_SAFE_INTEGER))
/** A settled habit with an arbitrary past. */
const settled = fc
  .record({
    week: fc.array(value, { minLength: HOURS_OF_WEEK, maxLength: HOURS_OF_WEEK }),
    weeks: fc.constantFrom(2, 3, 6),
  })
  .map(({ week, weeks }) => {
    const habit = newHabit(true, 0)
    for (let hour = 0; hour < weeks * HOURS_OF_WEEK; hour++)
      learn(habit, hour, Math.log1p(week[hour % HOURS_OF_WEEK] as number))
    return { habit, hour: weeks * HOURS_OF_WEEK }
  })

const written = (habit: Habit): Buffer => {
  const bytes = Buffer.alloc(bytesOfHabit(habit))
  expect(writeHabit(bytes, 0, habit)).toBe(bytes.length)
  return bytes
}
const copyOf = (habit: Habit): Habit => readHabit(written(habit), 0, habit.season !== null).habit
const hoursOf = (habit: Habit) => Array.from({ length: HOURS_OF_WEEK }, (_, hour) => expectedOf(habit, hour))

test('one day of any values moves a settled habit by at most the bound', () => {
  const day = fc.array(value, { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(settled, day, fc.nat(HOURS_OF_WEEK), ({ habit, hour }, poison, offset) => {
      const before = hoursOf(habit)
      const widest = Math.max(...before.map(({ spread }) => spread))
      const { scale } = habit
      expect(habit.hours).toBe(SETTLED_HOURS)
      for (const [at, one] of poison.entries()) learn(habit, hour + offset + at, Math.log1p(one))
      for (const [at, { center }] of hoursOf(habit).entries())
        expect(Math.abs(center - (before[at]?.center ?? 0))).toBeLessThan(DAY_SHIFT_MAX * widest + 1 / 32)
      expect(habit.scale).toBeLessThanOrEqual(DAY_SPREAD_MAX * Math.max(scale, 0.05))
    }),
    { numRuns: 60 },
  )
})

test('a day of poisoned values does not hide the same values on the next day', () => {
  const habit = newHabit(true, 0)
  for (let hour = 0; hour < 4 * HOURS_OF_WEEK; hour++)
    learn(habit, hour, Math.log1p(hour % 24 > 8 && hour % 24 < 17 ? 6 : 0))
  const noon = 4 * HOURS_OF_WEEK + 12
  const before = tailProbability(expectedOf(habit, noon), Math.log1p(500))
  for (let hour = 0; hour < 24; hour++) learn(habit, noon - 12 + hour, Math.log1p(500))
  const after = tailProbability(expectedOf(habit, noon + 24), Math.log1p(500))
  expect(before).toBeLessThan(BASELINE_LIMITS.probabilities[1])
  expect(after).toBeLessThan(BASELINE_LIMITS.probabilities[0])
})

test('distinguishes the hours of the week', () => {
  const habit = newHabit(true, 0)
  for (let hour = 0; hour < 4 * HOURS_OF_WEEK; hour++) learn(habit, hour, Math.log1p(hour % 24 === 10 ? 40 : 0))
  expect(expectedOf(habit, 10).center).toBeGreaterThan(2.5)
  expect(expectedOf(habit, 11).center).toBeLessThan(0.5)
})

test('a stored and restored habit continues bit for bit, in a fixed size', () => {
  fc.assert(
    fc.property(settled, fc.array(value, { maxLength: 30 }), ({ habit, hour }, more) => {
      const restored = copyOf(habit)
      for (const [at, one] of more.entries())
        for (const learner of [habit, restored]) learn(learner, hour + at, Math.log1p(one))
      expect(restored).toEqual(habit)
      expect(written(habit).length).toBe(HABIT_BYTES)
    }),
    { numRuns: 30 },
  )
  expect(HABIT_BYTES).toBeLessThanOrEqual(300)
  expect(written(newHabit(false, 0)).length + KNOWN_BYTES).toBeLessThanOrEqual(300)
})

test('a larger value is never more likely', () => {
  fc.assert(
    fc.property(settled, value, value, ({ habit, hour }, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((one) =>
        tailProbability(expectedOf(habit, hour), Math.log1p(one)),
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
