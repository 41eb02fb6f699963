import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventBody } from '../detections/plan/plan.ts'
import type { LakeKind } from '../detections/sql/kind.ts'
import { tenantId } from '../platform/tenant.ts'
import { plainView } from '../schemas/event-view.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { backTest, type LakeSources, retroHunt } from './retro-hunt.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 0, 31)
const HOUR_MS = 3_600_000
const anySource = { product: null, category: null, service: null }
const body: EventBody = {
  kind: 'event',
  logSource: anySource,
  where: { kind: 'field', field: 'Image', test: { op: 'suffix', text: '\\WHOAMI.exe', cased: false } },
}

const kind = (name: string, view: LakeKind['view']): LakeKind => ({
  name,
  where: `mapping = '${name}'`,
  view,
  covers: () => '1',
})
const sources: LakeSources = {
  kinds: [kind('json', plainView), kind('opaque', null)],
  eventOf({ raw }) {
    const logSource = { product: '', service: '', categories: [] }
    try {
      return { record: JSON.parse(raw) as Record<string, unknown>, view: plainView, logSource, timeMs: 0 }
    } catch {
      return null
    }
  },
}

async function store(
  tenant: string,
  events: readonly { hoursAgo: number; mapping: string; raw: string }[],
): Promise<void> {
  const values = events.map(({ hoursAgo, mapping, raw }) => {
    const time = new Date(NOW_MS - hoursAgo * HOUR_MS).toISOString().replace('T', ' ').replace('Z', '')
    return { tenant_id: tenant, event_uid: randomUUID(), time, ingest_time: time, mapping, raw }
  })
  await engine().client.insert({ table: 'events', values, format: 'JSONEachRow' })
}

const reader = (tenant: string) => tenantReader(engine().client, tenantId(tenant))

test('SQL and matcher together find what fires, of this tenant and this time only', async () => {
  const image = (path: string) => JSON.stringify({ Image: path })
  await store('acme', [
    { hoursAgo: 1, mapping: 'json', raw: image('C:\\whoami.exe') },
    { hoursAgo: 2, mapping: 'json', raw: image('C:\\calc.exe') },
    { hoursAgo: 3, mapping: 'opaque', raw: image('D:\\WhoAmI.exe') },
    { hoursAgo: 4, mapping: 'json', raw: '{"Image":"E:\\\\whoami.exe","id":1e400}' },
    { hoursAgo: 5, mapping: 'json', raw: 'not JSON' },
    { hoursAgo: 24 * 40, mapping: 'json', raw: image('old\\whoami.exe') },
  ])
  await store('other', [{ hoursAgo: 1, mapping: 'json', raw: image('theirs\\whoami.exe') }])
  const result = await retroHunt(reader('acme'), sources, backTest(body, NOW_MS))
  expect(result).toMatchObject({ events_scanned: 5, would_fire: 3, hit_rate: 0.6, unjudged: 1 })
  expect(result.sample_matches.map(({ time }) => time)).toEqual([
    '2026-01-30T23:00:00.000Z',
    '2026-01-30T21:00:00.000Z',
    '2026-01-30T20:00:00.000Z',
  ])
  expect(result.reasons).toEqual(['the text of opaque is read by the matcher alone'])
})

test('only the newest events count when there are more than the limit', async () => {
  const event = (hoursAgo: number) => ({ hoursAgo, mapping: 'json', raw: '{"Image":"\\\\whoami.exe"}' })
  await store(
    'busy',
    Array.from({ length: 10 }, (_, i) => event(i + 1)),
  )
  const result = await retroHunt(reader('busy'), sources, backTest(body, NOW_MS, 30, 4))
  expect(result).toMatchObject({ events_scanned: 4, would_fire: 4, hit_rate: 1 })
})

test('of no events there is no rate', async () => {
  const result = await retroHunt(reader('empty'), sources, backTest(body, NOW_MS))
  expect(result).toMatchObject({ events_scanned: 0, would_fire: 0, hit_rate: null, sample_matches: [] })
})

test('numbers out of bounds are refused', () => {
  for (const [days, limit] of [
    [0, 1],
    [366, 1],
    [1, 0],
    [1, 100_001],
    [1.5, 1],
  ] as const)
    expect(() => backTest(body, NOW_MS, days, limit)).toThrow(/not within/)
})
