/**
 * The timelines of the correlation suite, stored in a lake and hunted: the alerts must equal those of the engine that
 * gets the same events in memory, all of them on time.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { EventBody, Rule } from '../detections/plan/plan.ts'
import type { CorrelatedEvent } from '../detections/window/conformance.ts'
import { CASES, msOf } from '../detections/window/conformance-cases.ts'
import { count, distinct, nameIn, sequence, temporal } from '../detections/window/conformance-rules.ts'
import { WindowsCorrelator } from '../detections/window/fixture.ts'
import type { Alert, WindowRule } from '../detections/window/window.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { lakeSources } from './lake-sources.ts'
import { huntWindows } from './window-hunt.ts'

const engine = useEngine({ migrated: true })
/** Timelines begin at 0; events in the lake are of today. */
const BEGIN_MS = Math.floor(Date.now() / 86_400_000) * 86_400_000
/** Rows per statement: the first few rows teach their kinds, all others are found by SQL, over many slices. */
const ROWS_MAX = 12
const LATER_MS = msOf('5d')
const anySource = { product: null, category: null, service: null }

function matching(name: string): EventBody {
  const test = { op: 'equals', text: name, cased: true } as const
  return { kind: 'event', logSource: anySource, where: { kind: 'field', field: 'rule', test } }
}

function ruleOf(id: string, body: Rule['body']): Rule {
  return {
    ...{ id, name: null, title: id, description: '', language: 'sigma', severity: 'low', status: '', author: '', body },
    ...{ tags: [], references: [], falsePositives: [], fields: [], file: '', line: 0 },
  }
}

/** The rules of a timeline, and an event rule for each name in their feeds. */
function allRules(windows: readonly WindowRule[]): readonly Rule[] {
  const names = new Set(
    windows.flatMap(({ body: { window } }) => {
      if (window.kind === 'sequence') return []
      return window.feeds.map((feed) => ('rule' in feed ? feed.rule : nameIn(feed)))
    }),
  )
  for (const { id } of windows) names.delete(id)
  return [...windows.map(({ id, body }) => ruleOf(id, body)), ...[...names].map((name) => ruleOf(name, matching(name)))]
}

/** `10s a login,admin user=ann`. */
function eventIn(text: string): CorrelatedEvent {
  const [time = '', uid = '', matched = '', ...fields] = text.trim().split(/\s+/)
  const pairs = fields.map((field) => field.split('=') as [string, string])
  const names = matched === '-' ? [] : matched.split(',')
  return { timeMs: msOf(time), uid, matched: names, fields: Object.fromEntries(pairs) }
}

/** Uids order events within a millisecond, so they are made in the order of the names. */
function uuidOf(uid: string): string {
  const hex = Buffer.from(uid).toString('hex').padEnd(32, '0').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Timeline = { readonly tenant: string; readonly events: readonly CorrelatedEvent[] }

async function store(timelines: readonly Timeline[]): Promise<void> {
  const values = timelines.flatMap(rowsOf)
  await engine().client.insert({ table: 'events', values, format: 'JSONEachRow' })
}

function rowsOf({ tenant, events }: Timeline) {
  return events.map(({ timeMs, uid, matched, fields }) => {
    const time = new Date(BEGIN_MS + timeMs).toISOString().replace('T', ' ').replace('Z', '')
    const raw = JSON.stringify({ time: BEGIN_MS + timeMs, rule: matched, ...fields })
    const about = { tenant_id: tenant, event_uid: uuidOf(uid), time, ingest_time: time, raw }
    return { ...about, mapping: 'generic/2', source_format: 'json' }
  })
}

async function hunted(
  tenant: string,
  rules: readonly WindowRule[],
  toMs: number,
  isAllInSql = false,
): Promise<readonly Alert[]> {
  const reader = tenantReader(engine().client, tenantId(tenant))
  const span = { fromMs: BEGIN_MS, toMs: BEGIN_MS + toMs, firstMsMax: null }
  const hunt = { wanted: rules, all: allRules(rules), span, rowsMax: ROWS_MAX, isAllInSql }
  const { alerts, figures } = await huntWindows(reader, lakeSources(), hunt)
  expect(figures.unjudged).toBe(0)
  return alerts
}

/** The engine alone, on events in order; ids differ where a timeline does not begin at the start of time. */
function inMemory(rules: readonly WindowRule[], events: readonly CorrelatedEvent[], toMs: number): readonly Alert[] {
  const correlator = new WindowsCorrelator(rules, { latenessMs: 0 })
  const alerts = new Map<string, Alert>()
  const ordered = events.map((event) => ({ ...event, timeMs: BEGIN_MS + event.timeMs, uid: uuidOf(event.uid) }))
  ordered.sort((a, b) => a.timeMs - b.timeMs)
  for (const event of ordered) {
    correlator.event(event)
    correlator.advance(event.timeMs)
    for (const alert of correlator.flush()) alerts.set(alert.id, alert)
  }
  correlator.advance(BEGIN_MS + toMs)
  for (const alert of correlator.flush()) alerts.set(alert.id, alert)
  return [...alerts.values()].sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1))
}

const tenantOf = (name: string) => `t${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

beforeAll(() => store(CASES.map(({ name, events }) => ({ tenant: tenantOf(name), events: events.map(eventIn) }))))

let suiteAlerts = 0
test.each(CASES)('in the lake as in memory: $name', async ({ name, rules, events: texts, stayOpen }) => {
  const events = texts.map(eventIn)
  const lastMs = Math.max(...events.map(({ timeMs }) => timeMs))
  const toMs = stayOpen ? lastMs + 1 : LATER_MS
  const found = await hunted(tenantOf(name), rules, toMs)
  expect(found).toEqual(inMemory(rules, events, toMs))
  suiteAlerts += found.length
})

test('most timelines of the suite have an alert', () => {
  expect(suiteAlerts).toBeGreaterThan(CASES.length / 2)
})

const RULES = [
  count('burst', 'a', { by: 'user', in: '20s' }, { gte: 3 }),
  count('few', 'b', { by: 'host', in: '30s' }, { lt: 2 }),
  distinct('spray', 'a b', ['host'], { by: 'user', in: '20s' }, { gte: 2 }),
  temporal('both', 'a b', { by: 'user', in: '15s' }, { ordered: true }),
  sequence('then', 'a b !c', 'user', '20s'),
  temporal('chain', 'burst b', { by: 'user', in: '60s' }),
]

const timeline = fc.array(
  fc.record({
    timeMs: fc.integer({ min: 0, max: 120 }).map((seconds) => seconds * 500),
    matched: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
    user: fc.constantFrom('u', 'v'),
    host: fc.constantFrom('x', 'y', ''),
  }),
  { minLength: 30, maxLength: 80 },
)

test('any timeline gives the same alerts in the lake as in memory', async () => {
  let alerts = 0
  for (const [at, made] of fc.sample(timeline, { numRuns: 4, seed: 20_260_101 }).entries()) {
    const events = made.map(({ timeMs, matched, user, host }, i): CorrelatedEvent => {
      return { timeMs, uid: String(i).padStart(4, '0'), matched, fields: host === '' ? { user } : { user, host } }
    })
    await store([{ tenant: `any-${at}`, events }])
    const found = await hunted(`any-${at}`, RULES, LATER_MS, true)
    expect(found).toEqual(inMemory(RULES, events, LATER_MS))
    alerts += found.length
  }
  expect(alerts).toBeGreaterThan(20)
}, 60_000)
