import { describe, expect, test } from 'vitest'
import { hoursOf, labelOfHours, spanOf } from './time-span.ts'

const NOW_MS = Date.UTC(2026, 10, 28, 12)
const dayBack = { from: '2026-11-27T12:00:00.000Z', to: '2026-11-28T12:00:00.000Z' }

describe('the time of a link', () => {
  test.each([
    [{}, dayBack],
    [{ hours: '1' }, { from: '2026-11-28T11:00:00.000Z', to: dayBack.to }],
    [{ hours: '0.25' }, { from: '2026-11-28T11:45:00.000Z', to: dayBack.to }],
    [{ from: '2026-11-01T00:00:00Z' }, { from: '2026-11-01T00:00:00.000Z', to: dayBack.to }],
    [
      { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', hours: '9' },
      { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
    ],
  ])('%o is kept', (request, span) => expect(spanOf(request, NOW_MS)).toEqual({ span, faults: [] }))

  test.each([
    [{ hours: 'abc' }, ['hours=abc']],
    [{ hours: '-1' }, ['hours=-1']],
    [{ hours: '99999' }, ['hours=99999']],
    [{ from: 'yesterday', to: '2026-11-02T00:00:00Z' }, ['from=yesterday', 'to=2026-11-02T00:00:00Z']],
    [{ to: '2026-11-02T00:00:00Z' }, ['to=2026-11-02T00:00:00Z']],
    [
      { from: '2026-11-03T00:00:00Z', to: '2026-11-02T00:00:00Z' },
      ['from=2026-11-03T00:00:00Z', 'to=2026-11-02T00:00:00Z'],
    ],
  ])('%o is named where it is no time, and the last day is shown', (request, faults) =>
    expect(spanOf(request, NOW_MS)).toEqual({ span: dayBack, faults }),
  )
})

test.each([
  ['90m', 1.5],
  ['36 h', 36],
  ['2 weeks', 336],
  ['7d', 168],
  ['1000d', null],
  ['5', null],
  ['0h', null],
  ['five days', null],
])('%s as hours', (text, hours) => expect(hoursOf(text)).toBe(hours))

test.each([
  ['24', 'Last 24 hours'],
  ['1.5', 'Last 1.5 hours'],
  ['0.5', 'Last 30 minutes'],
  ['336', 'Last 14 days'],
])('%s hours are called %s', (hours, label) => expect(labelOfHours(hours)).toBe(label))
