import { beforeEach, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { takeIn } from '../testing.ts'
import { compileSearch } from './compile.ts'
import { parseSearch } from './parse.ts'
import { TAIL_LIMITS, type TailPosition, tailEvents, tailStart } from './tail-events.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 2)
const SECOND = 1000
let tenant = tenantId('acme')
let count = 0
beforeEach(() => {
  tenant = tenantId(`tail-${++count}`)
})

const stored = (hosts: readonly string[], receivedMs: number, by: string = tenant) => {
  const line = (host: string, at: number) =>
    JSON.stringify({
      Channel: 'Security',
      EventID: 4625,
      EventRecordID: at,
      Hostname: host,
      '@timestamp': '2026-03-01T01:00:00Z',
    })
  return takeIn(engine().client, { tenant: by, format: 'windows', body: hosts.map(line).join('\n'), receivedMs })
}
const reader = () => tenantReader(engine().client, tenant)
const start = () => tailStart(reader(), NOW_MS)
async function look(position: TailPosition, query = 'web') {
  const condition = compileSearch(parseSearch(query), query, NOW_MS)
  const found = await tailEvents(reader(), { condition, fields: ['host'] }, position)
  return { ...found, hosts: found.events.map(({ fields }) => fields.host) }
}

test('shows events stored after its start, each once, newest first, of its tenant only', async () => {
  await stored(['web-old'], NOW_MS - 5 * SECOND)
  const begun = await start()
  await stored(['web-1', 'db-1'], NOW_MS)
  await stored(['web-theirs'], NOW_MS + SECOND, 'globex')
  const first = await look(begun)
  expect([first.hosts, first.dropped, first.late]).toEqual([['web-1'], 0, 0])
  await stored(['web-2'], NOW_MS + SECOND)
  await stored(['web-3'], NOW_MS + 2 * SECOND)
  const second = await look(first.position)
  expect(second.hosts).toEqual(['web-3', 'web-2'])
  expect((await look(second.position)).hosts).toEqual([])
})

test('shows an event that was received before others and is stored after them, within a minute', async () => {
  const begun = await start()
  await stored(['web-1'], NOW_MS)
  const first = await look(begun)
  await stored(['web-0'], NOW_MS - 30 * SECOND)
  const second = await look(first.position)
  expect([second.hosts, second.late]).toEqual([['web-0'], 0])
  expect((await look(second.position)).hosts).toEqual([])
})

test('counts events that are stored even later, once', async () => {
  await stored(['web-1'], NOW_MS - 1000 * SECOND)
  const begun = await start()
  await stored(['web-2'], NOW_MS)
  const first = await look(begun)
  expect(first.hosts).toEqual(['web-2'])
  await stored(['web-late', 'db-late'], NOW_MS - 300 * SECOND)
  const second = await look(first.position)
  expect([second.hosts, second.late]).toEqual([[], 2])
  expect((await look(second.position)).late).toBe(0)
})

test('shows the newest of very many, counts the others, and continues after them', async () => {
  const begun = await start()
  await stored(
    Array.from({ length: TAIL_LIMITS.events + 30 }, (_, at) => `web-${at}`),
    NOW_MS,
  )
  const first = await look(begun)
  expect([first.events.length, first.dropped]).toEqual([TAIL_LIMITS.events, 30])
  const second = await look(first.position)
  expect([second.events.length, second.dropped, second.late]).toEqual([0, 0, 0])
  await stored(['web-next'], NOW_MS + SECOND)
  expect((await look(second.position)).hosts).toEqual(['web-next'])
})

test('starts without stored events, and follows a tenant whose events are stored long after receipt', async () => {
  const begun = await start()
  expect((await look(begun, '')).events).toEqual([])
  await stored(['web-1'], NOW_MS - 3 * 3600 * SECOND)
  const first = await look(begun)
  expect(first.hosts).toEqual(['web-1'])
  await stored(['web-2'], NOW_MS - 3 * 3600 * SECOND + SECOND)
  expect((await look(first.position)).hosts).toEqual(['web-2'])
})
