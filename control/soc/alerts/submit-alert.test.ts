import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchText } from './alert-text.ts'
import { narrativeOf } from './narrative.ts'
import { alertOf, type SubmitLabels } from './submit-alert.ts'
import { SUBMIT_MEMBERS_MAX, takeEvents } from './submitted-events.ts'
import { severityOf } from './words.ts'

const limits = { eventsMax: 3, eventBytesMax: 400, totalBytesMax: 700, ageDaysMax: 90, futureSecondsMax: 300 }
const NOW = Date.parse('2026-03-01T00:00:00Z')
const DAY = 86_400_000
const made = (events: unknown[], labels: SubmitLabels = {}) =>
  alertOf('id', { accepted: takeEvents(events, limits), labels, limits, idempotencyKey: undefined }, NOW)

describe('severity', () => {
  test.each<readonly [unknown, string]>([
    ['informational', 'info'],
    ['Debug', 'info'],
    ['minor', 'low'],
    ['warning', 'low'],
    ['moderate', 'medium'],
    ['warn', 'medium'],
    ['ERROR', 'high'],
    ['major', 'high'],
    ['crit', 'critical'],
    ['severe', 'critical'],
    ['fatal', 'critical'],
    ['emergency', 'critical'],
    ['whatever', 'medium'],
    ['constructor', 'medium'],
    [1, 'info'],
    [4, 'high'],
    [6, 'critical'],
    [0, 'medium'],
    [99, 'medium'],
    [null, 'medium'],
  ])('%s is %s', (sent, severity) => expect(severityOf(sent)).toBe(severity))
})

test('title and severity come from the most severe event, the first of several', () => {
  const alert = made([
    { severity: 'low', title: 'one' },
    { severity_id: 5, finding_info: { title: 'two' } },
    { severity: 'critical', title: 'three' },
  ])
  expect(alert).toMatchObject({ title: 'two', severity: 'critical', priority: 95 })
  expect(made([{ message: 'a\u0000b\nc' }]).title).toBe('a b c')
  expect(made([{}]).title).toBe('Submitted events without a title')
})

test('entities and techniques are of all events, each once', () => {
  const alert = made([
    { device: { hostname: 'h1' }, actor: { user: { name: 'ada' } }, src_endpoint: { ip: '10.0.0.1' }, user: 'bob' },
    {
      host: 'h1',
      src_ip: 'not an address',
      observables: [
        { type_id: 2, value: '::1' },
        { type_id: 9, value: 'x' },
      ],
    },
    {
      attacks: [{ technique: { uid: 'T1059' }, sub_technique: { uid: 'T1059.001' }, tactics: [{ uid: 'TA0002' }] }],
      ...{ mitre_techniques: ['T1003', 'no id'], tags: ['attack.t1110.003', 'attack.execution'] },
    },
  ])
  expect(alert).toMatchObject({
    ...{ affectedHosts: ['h1'], affectedUsers: ['ada', 'bob'], affectedIps: ['10.0.0.1', '::1'] },
    ...{ mitreTechniques: ['T1059.001', 'T1003', 'T1110.003'], mitreTactics: ['TA0002'] },
  })
  expect(made([{ user: { email_addr: 'a@b.c' }, hosts: 1 }]).affectedUsers).toEqual(['a@b.c'])
})

test('an alert does not depend on the order of an event’s members', () => {
  const event = {
    ...{ name: 'the name', title: 'the title', message: 'the message', category: 'c', category_name: 'Findings' },
    ...{ user_name: 'last', user: { username: 'second', name: 'first' }, actor: 'third', host: 'h2', hostname: 'h1' },
    ...{ src_ip: '10.0.0.2', ip: '10.0.0.3', client: { ipAddress: '10.0.0.4' }, timestamp: NOW - 2, time: NOW - 1 },
  }
  const first = made([event])
  expect(first).toMatchObject({ title: 'the title', category: 'Findings', eventTime: new Date(NOW - 1) })
  const inAnyOrder = fc.shuffledSubarray(Object.entries(event), { minLength: Object.keys(event).length })
  const facts = ({ rawEvent, ...alert }: ReturnType<typeof made>) => alert // the event is kept as it was sent
  fc.assert(
    fc.property(inAnyOrder, (members) => {
      expect(facts(made([Object.fromEntries(members)]))).toEqual(facts(first))
    }),
  )
})

test('names past a hundred are left out, and reported', () => {
  const observables = Array.from({ length: 120 }, (_, i) => ({ type_id: 1, value: `h${i}` }))
  const wide = { ...limits, eventBytesMax: 10_000, totalBytesMax: 10_000 }
  const accepted = takeEvents([{ observables }], wide)
  const alert = alertOf('id', { accepted, labels: {}, limits: wide, idempotencyKey: undefined }, NOW)
  expect(alert.affectedHosts.length).toBe(100)
  expect(alert.metadata.names_left_out).toEqual({ hosts: 20 })
})

test('times outside the window are clamped and counted, and those that are missing are now', () => {
  const alert = made([{ time: NOW - 91 * DAY }, { time: NOW + 301_000 }, { timestamp: 'nonsense' }])
  expect(alert.metadata).toMatchObject({ timestamp_clamped: 2, timestamp_missing: 1, event_count: 3 })
  expect(alert.firstSeen.getTime()).toBe(NOW - 90 * DAY)
  expect(alert.lastSeen.getTime()).toBe(NOW + 300_000)
  expect(alert.tags).toEqual(['submitted', 'ts-clamped'])
  const inside = made([{ time: NOW - 90 * DAY }, { time: NOW + 300_000 }], { connectorType: 'edr', tags: ['edr', 'x'] })
  expect(inside.metadata).not.toHaveProperty('timestamp_clamped')
  expect(inside.tags).toEqual(['submitted', 'edr', 'x'])
})

describe('limits', () => {
  const status = (events: unknown[]) => {
    try {
      takeEvents(events, limits)
      return 'taken'
    } catch (error) {
      const { status, message } = error as { status: number; message: string }
      return `${status} ${message.split(':')[0]}`
    }
  }
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) })

  test('the rule that fired is named', () => {
    expect(status([])).toBe('400 events is empty')
    expect(status([{}, {}, {}])).toBe('taken')
    expect(status([{}, {}, {}, {}])).toBe('413 SVC_SUBMIT_MAX_EVENTS')
    expect(status([ofBytes(400)])).toBe('taken')
    expect(status([ofBytes(401)])).toBe('413 SVC_SUBMIT_MAX_EVENT_BYTES')
    expect(status([ofBytes(400), ofBytes(300)])).toBe('taken')
    expect(status([ofBytes(400), ofBytes(301)])).toBe('413 SVC_SUBMIT_MAX_TOTAL_BYTES')
  })

  test('of members in all events together is named too, however they are nested', () => {
    const wide = { ...limits, eventBytesMax: 4_000_000, totalBytesMax: 8_000_000 }
    const ingest = (...counts: number[]) =>
      takeEvents(
        counts.map((count) => ({ a: [Array.from({ length: count - 2 }, () => 1)] })),
        wide,
      )
    expect(ingest(SUBMIT_MEMBERS_MAX / 2, SUBMIT_MEMBERS_MAX / 2).events).toHaveLength(2)
    expect(() => ingest(SUBMIT_MEMBERS_MAX / 2, SUBMIT_MEMBERS_MAX / 2 + 1)).toThrow('members: more than 250000')
    expect(() => ingest(SUBMIT_MEMBERS_MAX + 1)).toThrow('members: more than 250000')
  })

  test('an invalid event is rejected with its position; a batch of only invalid events is refused', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`) as unknown
    const { events, rejections } = takeEvents([1, { ok: true }, deep], limits)
    expect(events).toEqual([{ ok: true }])
    expect(rejections).toEqual(['events[0] is not an object', 'events[2] is nested deeper than 64'])
    expect(status(['x', null])).toMatch(/^422/)
  })

  test('the stored events are the accepted ones, without secrets', () => {
    expect(takeEvents([{ n: 'a\u0000', token: 't' }, 7], limits).json).toBe('[{"n":"a\\u0000","token":"[REDACTED]"}]')
  })
})

test('search text is cut at a thousand bytes, between characters', () => {
  const names = { ruleId: null, affectedHosts: ['ü'.repeat(255)], affectedUsers: ['€'.repeat(255)], affectedIps: [] }
  const text = searchText({ ...names, title: 'Ä'.repeat(300) })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000)
  expect(text).not.toContain('\ufffd')
  expect(text.startsWith('ää')).toBe(true)
})

test('a narrative is a function of the evidence', () => {
  const fields = { status: 'new', resolvedAt: null, assignedToId: null, signalCount: null } as never as object
  const alert = { ...made([{ title: 'Odd login', severity: 'high', user: 'ada', time: NOW }]), ...fields } as never
  expect(narrativeOf(alert, null)).toBe(
    'A high alert from 1 event: Odd login. It was seen at 2026-03-01T00:00:00.000Z. It concerns user ada.',
  )
})
