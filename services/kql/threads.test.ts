import { beforeAll, expect, test } from 'vitest'
import type { KqlFault } from '../../detections/kql/fault.ts'
import { tenantId } from '../../platform/tenant.ts'
import { type AskingKql, kqlAnswer, kqlSpan } from '../../query/kql/kql-answer.ts'
import { takeIn } from '../../query/testing.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { KqlThreads } from './threads.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 2)
const NEVER = new AbortController().signal
const acme = tenantId('acme')
const bounds = { rowsMax: 5, charsMax: 1_000_000 }
let threads: KqlThreads

beforeAll(async () => {
  const logon = (at: number) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: `user-${at}` },
      '@timestamp': new Date(NOW_MS - 3_600_000 * (at + 1)).toISOString(),
    })
  const body = Array.from({ length: 48 }, (_, at) => logon(at)).join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: NOW_MS })
  threads = new KqlThreads(engine().engine.url)
  return () => threads.close()
})

const hunt = (text: string) => ({ text, nowMs: NOW_MS, fromMs: NOW_MS - 48 * 3_600_000, toMs: NOW_MS })
const asking = (text: string, more: Partial<AskingKql> = {}) =>
  answered({ ask: threads.ask, tenant: acme, hunt: hunt(text), bounds, signal: NEVER, ...more })

async function answered(askingKql: AskingKql) {
  const span = await kqlSpan(askingKql)
  if ('reason' in span) return span
  const found = await kqlAnswer(askingKql, span)
  return 'reason' in found ? found : { ...found, span }
}

test('queries of tenants run in threads, each over its own events, up to the limit', async () => {
  const count = (tenant: string) => asking('SecurityEvent | count', { tenant: tenantId(tenant) })
  const all = await Promise.all(['acme', 'globex', 'acme', 'initech'].map(count))

  expect(all.map((one) => 'table' in one && one.table?.rows[0]?.[0])).toEqual([48, 0, 48, 0])
})

test('an answer has the maximum number of rows, and says that there are more', async () => {
  const found = await asking('SecurityEvent | project TargetUserName')
  expect(found).toMatchObject({ table: { rowsInAll: 48 }, missing: [{ reason: 'rows' }] })
  expect('table' in found && found.table?.rows).toHaveLength(5)
})

test('a query over too much data runs over the newest part, and the answer says so', async () => {
  const tooMuch: KqlFault = { line: 0, column: 0, reason: 'the query needs more than 10 steps' }
  const ask: KqlThreads['ask'] = (tenant, request, options) => {
    const isWhole = request.fromMs === NOW_MS - 48 * 3_600_000 && !request.isPlan
    return isWhole ? Promise.resolve(tooMuch) : threads.ask(tenant, request, options)
  }
  const found = await asking('SecurityEvent | count', { ask })
  const fromMs = NOW_MS - 48 * 3_600_000
  expect(found).toMatchObject({
    table: { rows: [[6]] },
    span: { fromMs, toMs: NOW_MS },
    missing: [{ fromMs, toMs: NOW_MS - 6 * 3_600_000, reason: 'memory' }],
  })
})

test('a long query ends when its caller leaves, and the next one gets a thread', async () => {
  const gone = new AbortController()
  const endless =
    'range a from 1 to 3000 step 1 | extend k = 1 | join kind=inner (range b from 1 to 60000 step 1 | extend k = 1) on k | count'
  const answer = asking(endless, { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(answer).rejects.toThrow('gone')
  expect(await asking('SecurityEvent | count')).toMatchObject({ table: { rows: [[48]] } })
  expect(await asking('SecurityEvent | nothing')).toMatchObject({ line: 1 })
})
