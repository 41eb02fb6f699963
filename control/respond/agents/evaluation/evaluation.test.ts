/** The set of labelled alerts, the figures over it, and fabrications. */
import { expect, test } from 'vitest'
import { checkClaims } from '../claims.ts'
import { fabricationsOf } from './fabrications.ts'
import { labelledAlerts } from './labelled-alerts.ts'
import { type Answered, scoreOf } from './score.ts'

test('the set has at least 300 alerts, each with events that the mappings read, and is the same each time', () => {
  const alerts = labelledAlerts()
  expect(alerts.length).toBeGreaterThanOrEqual(300)
  expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length)
  expect(new Set(alerts.map(({ label }) => label))).toEqual(new Set(['true_positive', 'false_positive', 'benign']))
  for (const { id, facts } of alerts) {
    const [event] = facts.events.outcome === 'answered' ? facts.events.events : []
    expect.soft(event?.user, id).toBeTruthy()
    expect.soft(event?.cmd_line ?? event?.event_code ?? event?.message, id).toBeTruthy()
  }
  expect(labelledAlerts()).toEqual(alerts)
})

test('figures count an abstention as a missed attack, and an unmeasured figure is null, not 0', () => {
  const one = (label: Answered['label'], verdict: string | null, confidence = 0.9): Answered => {
    return { label, verdict, confidence, claims: 2, claimsKept: 1 }
  }
  expect(scoreOf([])).toMatchObject({ accuracy: null, recallOnMalicious: null, calibrationError: null })
  const all = [
    one('true_positive', 'true_positive'),
    one('true_positive', 'needs_review'),
    one('true_positive', 'benign'),
  ]
  const score = scoreOf([...all, one('benign', 'false_positive'), one('benign', null)])
  expect(score).toMatchObject({ cases: 5, answered: 4, abstention: 0.4, accuracy: 1 / 3, attackOrNone: 2 / 3 })
  expect(score).toMatchObject({ recallOnMalicious: 1 / 3, missedAsNone: 1 / 3, validCitations: 0.5 })
  expect(score.calibrationError).toBeCloseTo(0.9 - 2 / 3)
})

test('a fabrication of a kept sentence is never kept', () => {
  const uid = '6f9f1e4e-0000-8000-8000-000000000001'
  const entries = [{ seq: 6, kind: 'events', payload: { output: { shown: 3, events: [{ uid, host: 'web-3' }] } } }]
  const claim = { text: '3 events of “web-3” are shown.', rests: [6], events: [uid] }
  expect(checkClaims([claim], entries).dropped).toEqual([])
  const fabricated = fabricationsOf(claim)
  expect(fabricated.length).toBeGreaterThan(5)
  for (const one of fabricated) expect.soft(checkClaims([one], entries).dropped.length, one.text).toBeGreaterThan(0)
})
