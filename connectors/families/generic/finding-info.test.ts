/** Records of unknown senders that are findings, and those that only look like one. */
import { expect, test } from 'vitest'
import { normalisedEvents } from '../../../pipeline/sample/sample-events.ts'

const T = '2026-11-27T10:11:12Z'

function read(record: object) {
  const [event] = normalisedEvents(Buffer.from(`${JSON.stringify({ time: T, ...record })}\n`), 'auto')
  if (event === undefined || 'reason' in event) throw new Error('not read')
  const info = (event.event.finding_info ?? {}) as { title?: string; uid?: string }
  return { class: event.row.classUid, severity: event.row.severityId, title: info.title, uid: info.uid }
}

test.each([
  [
    'a kind and a score',
    { type: 'RULE_DETECTION', ruleName: 'Beaconing', risk_score: 80 },
    { severity: 4, title: 'Beaconing' },
  ],
  [
    'a fraction',
    { category: 'ALERT', policyname: 'Brute force', incidentid: '9', riskscore: '0.95' },
    { severity: 5, uid: '9' },
  ],
  [
    'techniques beside a severity',
    { type: 'mitm', severity: 'high', mitre_ids: ['T1557.001'] },
    { severity: 4, title: 'mitm' },
  ],
  [
    'a ticket',
    { ticketId: 7, subject: 'Suspicious login', priority: 'High', status: 'Open' },
    { title: 'Suspicious login', uid: '7' },
  ],
  [
    'an alert without a name',
    { action: 'new_incident', severity: 'high', message: 'A key was found.' },
    { title: 'A key was found.' },
  ],
  [
    'its own id before that of its incident',
    { id: 'a-1', incidentId: 5, title: 'x', severity: 'high' },
    { uid: 'a-1' },
  ],
])('%s: a finding', (_, record, values) => {
  expect(read(record)).toMatchObject({ class: 2004, ...values })
})

test.each([
  [
    'an act on an alert',
    { action: 'update_alert', alert_id: 'a-1', severity: 'high', user: 'kim', message: 'changed status' },
  ],
  ['techniques beside the level of a log', { level: 'info', technique: 'T1059', message: 'unit test ran' }],
  ['a score that nothing calls a finding', { message: 'Risk score updated', risk_score: 75, user: 'kim', id: '5' }],
  [
    'a connection that a rule let pass',
    { rule: { name: 'web' }, action: 'allow', src: '10.0.0.9', dst: '203.0.113.5', severity: 'low' },
  ],
])('%s: no finding', (_, record) => {
  expect(read(record).class).not.toBe(2004)
})
