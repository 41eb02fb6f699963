import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextHandoff, turnAt } from './turns.ts'

const WEEKLY = { timeZone: 'Europe/Berlin', startsOn: '2026-03-23', handoffAt: '09:00', handoffDays: 7 }

test('turns begin at the same time of the clock on both sides of a change to summer time', () => {
  // 23 March is winter (+1), 30 March summer (+2).
  expect(turnAt(WEEKLY, Date.parse('2026-03-23T07:59:00Z'))).toBe(null)
  expect(turnAt(WEEKLY, Date.parse('2026-03-23T08:00:00Z'))).toBe(0)
  expect(turnAt(WEEKLY, Date.parse('2026-03-30T06:59:59Z'))).toBe(0)
  expect(turnAt(WEEKLY, Date.parse('2026-03-30T07:00:00Z'))).toBe(1)
  expect(new Date(nextHandoff(WEEKLY, Date.parse('2026-03-24T00:00:00Z'))).toISOString()).toBe(
    '2026-03-30T07:00:00.000Z',
  )
  expect(new Date(nextHandoff(WEEKLY, Date.parse('2026-01-01T00:00:00Z'))).toISOString()).toBe(
    '2026-03-23T08:00:00.000Z',
  )
})

test('the next handoff is the first moment of the next turn, in any zone at any time', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC')
  // Not within the hours that a change to summer time leaves out.
  const clock = fc.integer({ min: 4, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`)
  const at = fc.integer({ min: Date.parse('2026-01-02'), max: Date.parse('2028-01-01') })
  fc.assert(
    fc.property(zone, clock, fc.integer({ min: 1, max: 30 }), at, (timeZone, handoffAt, handoffDays, ms) => {
      const schedule = { timeZone, startsOn: '2026-01-01', handoffAt, handoffDays }
      const next = nextHandoff(schedule, ms)
      const now = turnAt(schedule, ms) ?? -1
      expect(next).toBeGreaterThan(ms)
      expect(turnAt(schedule, next)).toBe(now + 1)
      expect(turnAt(schedule, next - 60_000) ?? -1).toBe(now)
    }),
    { numRuns: 500 },
  )
})
