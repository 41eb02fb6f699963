import { expect, test } from 'vitest'
import { DAYS, dayStarts, placeOf } from './shifts.ts'

const starts = dayStarts(new Date(2026, 2, 20, 15))
const at = (day: number, hour: number) => new Date(2026, 2, 20 + day, hour).toISOString()

test('a shift begins and ends at its hours of the day', () => {
  const { left, width } = placeOf({ from_at: at(1, 12), until_at: at(3, 0) }, starts)
  expect(left).toBeCloseTo((1.5 / DAYS) * 100)
  expect(width).toBeCloseTo((1.5 / DAYS) * 100)
})

test('a shift is cut at the first and the last day', () => {
  expect(placeOf({ from_at: at(-3, 0), until_at: at(100, 0) }, starts)).toEqual({ left: 0, width: 100 })
  expect(placeOf({ from_at: at(DAYS + 1, 0), until_at: at(DAYS + 3, 0) }, starts).width).toBe(0)
  expect(placeOf({ from_at: at(-3, 0), until_at: at(-2, 0) }, starts).width).toBe(0)
})

test('all days take the same room, also when a clock changes', () => {
  for (let day = 0; day < DAYS; day++)
    expect(placeOf({ from_at: at(day, 0), until_at: at(day + 1, 0) }, starts).width).toBeCloseTo(100 / DAYS)
})
