import { describe, expect, test } from 'vitest'
import { chainOf } from './execution.ts'

const SENT = new Date(0)
const matched = { rule_id: 'r', title: 't', names_technique: true, seconds: 1 }
const begun = {
  mode: 'live',
  sentAt: null,
  events: 2,
  eventsStored: null,
  findings: [],
  alertId: null,
  endedAt: null,
} as const

describe('the chain of an execution names the last link that worked and the first that did not', () => {
  test.each([
    ['nothing was sent', {}, null, 'sent'],
    ['sent, and never stored', { sentAt: SENT, eventsStored: 0 }, 'sent', 'stored'],
    ['sent, and stored in part', { sentAt: SENT, eventsStored: 1 }, 'sent', 'stored'],
    ['stored, and no rule holds', { sentAt: SENT, eventsStored: 2 }, 'stored', 'rule_matched'],
    [
      'a rule of something else does not count',
      { sentAt: SENT, eventsStored: 2, findings: [{ ...matched, names_technique: false }] },
      'stored',
      'rule_matched',
    ],
    ['a rule holds, without an alert', { sentAt: SENT, eventsStored: 2, findings: [matched] }, 'rule_matched', 'alert'],
    ['whole', { sentAt: SENT, eventsStored: 2, findings: [matched], alertId: 'a' }, 'alert', null],
    [
      'a rule holds for a part of the events',
      { sentAt: SENT, eventsStored: 1, findings: [matched] },
      'rule_matched',
      'alert',
    ],
    ['a dry one in which no rule holds', { mode: 'dry' as const }, null, 'rule_matched'],
    ['a dry one in which a rule holds', { mode: 'dry' as const, findings: [matched] }, 'rule_matched', null],
  ] as const)('%s', (_, more, last, missing) => {
    expect(chainOf({ ...begun, ...more, endedAt: SENT })).toEqual({ last, missing })
    expect(chainOf({ ...begun, ...more })).toEqual({ last, missing: null })
  })
})
