import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEVERITIES, type Severity } from '../../alerts/index.ts'
import { forecasts, type Load, PENALTIES, type Waiting } from './forecast.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-01-05T09:00:00Z')
const of = <T>(value: T) => Object.fromEntries(SEVERITIES.map((one) => [one, value])) as Record<Severity, T>
const load = (more: Partial<Load> = {}): Load => ({
  ...{ onDuty: 1, handling: of({ meanMs: HOUR_MS, cv: 0.5 }), arrivals: of(0), resolveMs: of(24 * HOUR_MS) },
  ...more,
})
const waiting = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  ...{
    id,
    severity: 'medium',
    ackDueMs: null,
    resolveDueMs: NOW + 8 * HOUR_MS,
    acknowledgedMs: null,
    acknowledgedBy: null,
  },
  ...more,
})
const chanceOf = (cases: readonly Waiting[], of: Load, id = 'a') =>
  forecasts(cases, of, NOW).find((one) => one.id === id)?.chance ?? Number.NaN

test('a case alone with time is in time, one whose time has passed is missed, one without a target has no forecast', () => {
  expect(chanceOf([waiting('a')], load())).toBe(0)
  expect(chanceOf([waiting('a', { resolveDueMs: NOW - 1 })], load())).toBe(1)
  expect(forecasts([waiting('a', { resolveDueMs: null })], load(), NOW)).toEqual([])
})

test('a longer queue makes a miss likelier; more people, or fewer new cases, make it less likely', () => {
  const queue = Array.from({ length: 12 }, (_, n) => waiting(`q${n}`, { resolveDueMs: NOW + 7 * HOUR_MS }))
  const alone = chanceOf([waiting('a')], load())
  const behind = chanceOf([...queue, waiting('a')], load())
  expect(behind).toBeGreaterThan(alone)
  expect(chanceOf([...queue, waiting('a')], load({ onDuty: 4 }))).toBeLessThan(behind)
  const few = [...queue.slice(0, 3), waiting('a')]
  const busy = load({ arrivals: { ...of(0), critical: 1 / HOUR_MS }, resolveMs: of(2 * HOUR_MS) })
  expect(chanceOf(few, busy)).toBeGreaterThan(chanceOf(few, load()))
})

test('a person works on one of their acknowledged cases at a time', () => {
  const acknowledged = (by: (n: number) => string) =>
    Array.from({ length: 5 }, (_, n) =>
      waiting(String(n), { acknowledgedMs: NOW - n, acknowledgedBy: by(n), resolveDueMs: NOW + 2 * HOUR_MS }),
    )
  const sum = (cases: readonly Waiting[]) => forecasts(cases, load(), NOW).reduce((all, { chance }) => all + chance, 0)
  expect(sum(acknowledged(() => 'ann'))).toBeGreaterThan(2)
  expect(sum(acknowledged(String))).toBeLessThan(1)
})

test('the costliest case that can still be saved comes first; hopeless cases and cases with time follow', () => {
  const cases = [
    waiting('lost', { severity: 'critical', resolveDueMs: NOW - 1 }),
    waiting('calm', { severity: 'critical', resolveDueMs: NOW + 200 * HOUR_MS }),
    waiting('low', { severity: 'low', resolveDueMs: NOW + 1.5 * HOUR_MS }),
    waiting('high', { severity: 'high', resolveDueMs: NOW + 1.5 * HOUR_MS }),
  ]
  expect(forecasts(cases, load(), NOW).map(({ id }) => id)).toEqual(['high', 'low', 'lost', 'calm'])
})

test('an unacknowledged case misses that target, and an acknowledged one has no such target any more', () => {
  const late = waiting('a', { ackDueMs: NOW - 1 })
  expect(forecasts([late], load(), NOW)).toMatchObject([{ clock: 'ack', chance: 1, expectedPenalty: PENALTIES.medium }])
  expect(forecasts([{ ...late, acknowledgedMs: NOW - HOUR_MS }], load(), NOW)).toMatchObject([{ clock: 'resolve' }])
})

test('whatever the queue, each case with a target has a chance between 0 and 1, the same each time', () => {
  const one = fc.record({
    id: fc.uuid(),
    severity: fc.constantFrom(...SEVERITIES),
    ackDueMs: fc.option(fc.integer({ min: -48, max: 48 }).map((hours) => NOW + hours * HOUR_MS)),
    resolveDueMs: fc.option(fc.integer({ min: -48, max: 48 }).map((hours) => NOW + hours * HOUR_MS)),
    acknowledgedBy: fc.option(fc.constantFrom('ann', 'ben')),
    acknowledgedMs: fc.option(fc.integer({ min: 0, max: 99 }).map((hours) => NOW - hours * HOUR_MS)),
  })
  const cases = fc.uniqueArray(one, { selector: ({ id }) => id, maxLength: 15 })
  fc.assert(
    fc.property(
      cases,
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (all, onDuty, cv) => {
        const known = load({ onDuty, handling: of({ meanMs: HOUR_MS, cv }), arrivals: of(0.2 / HOUR_MS) })
        const found = forecasts(all, known, NOW, 5)
        expect(forecasts(all, known, NOW, 5)).toEqual(found)
        for (const { chance, savedPerHour } of found) {
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
          expect(Number.isFinite(savedPerHour)).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})
