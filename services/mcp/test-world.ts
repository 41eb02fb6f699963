/** An API with events, alerts, a case and hunts of one tenant, and a key for each kind of caller, for clients of MCP. */
import { pino } from 'pino'
import type { ApiDeps } from '../../api/deps.ts'
import { huntLake, runNext } from '../../control/detect/hunts/index.ts'
import { kqlHunt } from '../../query/kql/kql-hunt.ts'
import { kqlTable } from '../../query/kql/kql-table.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { searchByRule } from '../../query/search/search-by-rule.ts'
import { takeIn } from '../../query/testing.ts'
import { openTestInstallation, type TestInstallation } from '../../sdk/conformance/test-installation.ts'
import { type ReadLimits, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import type { useEngine } from '../../stores/clickhouse/test-engine.ts'

/** Events of one user, more than one result may have. */
const EVENTS = 60
const SCOPES = [
  ...['alerts:read', 'cases:read', 'cases:write', 'rules:read', 'hunts:read', 'actions:read', 'actions:write'],
  ...['lake:query', 'lake:read_schema', 'threat_intel:read'],
]

/** Handed to a client of any language as JSON. */
export type McpWorld = {
  readonly alert: string
  /** An alert of another tenant. */
  readonly stranger_alert: string
  readonly case: string
  readonly rule: string
  readonly hunt: string
}

export type McpInstallation = TestInstallation & {
  readonly world: McpWorld
  /** May use every tool. */
  readonly toolsKey: string
  /** The number of cancelled runs of the hunt. */
  cancelledRuns(): Promise<number>
  /** Carries out the runs that wait. */
  runHunts(): Promise<void>
}

export async function openMcpInstallation(engine: ReturnType<typeof useEngine>): Promise<McpInstallation> {
  const lake = (tenant: Parameters<typeof tenantReader>[1], limits?: ReadLimits) =>
    tenantReader(engine().client, tenant, limits)
  const byRule: ApiDeps['searchByRule'] = (tenant, request, gone) =>
    searchByRule(lake(tenant), lakeSources(), request, { gone })
  const askKql: ApiDeps['askKql'] = async (tenant, { table, isPlan: _, ...question }) => {
    const found = await kqlHunt(lake(tenant, { rowsMax: 0 }), question)
    return 'reason' in found ? found : kqlTable(found, table)
  }
  const installation = await openTestInstallation({ deps: { lake, askKql, searchByRule: byRule } })
  const { api, key, strangerKey } = installation
  const post = async (url: string, body: object, as = key) => {
    const answer = await api.ask('POST', url, { key: as, body })
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body.id as string
  }
  const alerts = await api.ask('GET', 'alerts?limit=1', { key })
  const rules = await api.ask('GET', 'rules?limit=1', { key })
  const authorKey = await installation.keyWith(['rules:write', 'hunts:read'])
  const hunt = { title: 'Failed logons', hypothesis: 'guessing', techniques: ['T1110'], query: 'user:ann' }
  const world = {
    alert: alerts.body.items[0].id as string,
    stranger_alert: await post('alerts', { title: 'Of another tenant', severity: 'low' }, strangerKey),
    case: await post('cases', { title: 'A case of the model', severity: 'low' }),
    rule: rules.body.items[0].id as string,
    hunt: await post('hunts', hunt, authorKey),
  }
  const nowMs = Date.now()
  const body = Array.from({ length: EVENTS }, (_, at) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: 'ann', IpAddress: '203.0.113.9' },
      '@timestamp': new Date(nowMs - 3_600_000 + at * 1_000).toISOString(),
    }),
  ).join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: nowMs })
  const worker = { pool: api.owner, log: pino({ level: 'silent' }), nowMs: Date.now }
  const runs = { ...worker, lake: huntLake(engine().client, lakeSources()) }
  const never = new AbortController().signal
  return {
    ...installation,
    world,
    toolsKey: await installation.keyWith(SCOPES),
    async cancelledRuns() {
      const { body } = await api.ask('GET', `hunts/${world.hunt}/runs?limit=100`, { key })
      return body.items.filter(({ state }: { state: string }) => state === 'cancelled').length
    },
    async runHunts() {
      while (await runNext(runs, never));
    },
  }
}
