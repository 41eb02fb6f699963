import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepShift, nextHandoff, scheduledBetween, scheduledIn, shiftsBetween, turnAt } from './turns.ts'

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

test('a changed schedule keeps the person on call, at any time and for any change', () => {
  const people = fc.uniqueArray(fc.constantFrom('ann', 'ben', 'cem', 'dee', 'eve'), { minLength: 1 })
  const clock = fc.constantFrom('04:30', '09:00', '17:45', '23:00')
  const days = fc.integer({ min: 1, max: 14 })
  const at = fc.integer({ min: Date.parse('2026-01-02'), max: Date.parse('2028-01-01') })
  const schedule = fc.record({ timeZone: fc.constantFrom('Europe/Berlin', 'UTC'), handoffAt: clock, handoffDays: days })
  fc.assert(
    fc.property(schedule, people, clock, days, people, at, (base, userIds, handoffAt, handoffDays, wanted, ms) => {
      const before = { ...base, userIds, startsOn: '2026-01-01' }
      const after = keepShift(before, { ...before, handoffAt, handoffDays, userIds: wanted }, ms)
      const onCall = scheduledIn(before, ms) ?? ''
      const first = scheduledIn(after, ms)
      if (turnAt(before, ms) === null) return expect(after.userIds).toEqual(wanted)
      expect([...after.userIds].sort()).toEqual([...wanted].sort())
      if (wanted.some((one) => one === onCall)) expect(first).toBe(onCall)
      else expect(first).toBe(after.userIds[0])
    }),
    { numRuns: 500 },
  )
})

test('after a removed person, the next one of the earlier order is on call', () => {
  const before = { ...WEEKLY, startsOn: '2026-03-02', userIds: ['ann', 'ben', 'cem'] }
  const ms = Date.parse('2026-03-11T12:00:00Z')
  expect(scheduledIn(before, ms)).toBe('ben')
  const after = keepShift(before, { ...before, userIds: ['ann', 'cem', 'dee'] }, ms)
  expect([after.startsOn, after.userIds]).toEqual(['2026-03-09', ['cem', 'dee', 'ann']])
})

test('a period has one person at each moment: of the override, else of the shift, and nobody before the first one', () => {
  const rotation = { ...WEEKLY, userIds: ['ann', 'ben'] }
  const at = (text: string) => Date.parse(text)
  const [from, until] = [at('2026-03-20T00:00:00Z'), at('2026-04-04T00:00:00Z')]
  const override = (id: string, userId: string, fromAt: string, untilAt: string) => {
    return { id, userId, fromAt: new Date(fromAt), untilAt: new Date(untilAt) }
  }
  const overrides = [
    override('o1', 'cem', '2026-03-22T00:00:00Z', '2026-03-24T00:00:00Z'),
    override('o2', 'dee', '2026-03-29T00:00:00Z', '2026-03-31T00:00:00Z'),
  ]
  const shifts = shiftsBetween(rotation, overrides, from, until)
  const shown = shifts.map((one) => [
    new Date(one.fromMs).toISOString().slice(5, 13),
    one.userId,
    one.overrideId,
    one.coveredUserId,
  ])
  expect(shown).toEqual([
    ['03-22T00', 'cem', 'o1', null],
    ['03-23T08', 'cem', 'o1', 'ann'],
    ['03-24T00', 'ann', null, null],
    ['03-29T00', 'dee', 'o2', 'ann'],
    ['03-30T07', 'dee', 'o2', 'ben'],
    ['03-31T00', 'ben', null, null],
  ])
  expect(shifts.slice(1).every((one, n) => one.fromMs === shifts[n]?.untilMs)).toBe(true)
  expect(shifts.at(-1)?.untilMs).toBe(until)
  expect(scheduledBetween(rotation, from, until)).toEqual(['ann', 'ben'])
  expect(scheduledBetween(rotation, from, at('2026-03-23T00:00:00Z'))).toEqual([])
})
