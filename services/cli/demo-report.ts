/** The report of the demo: the ledger, the lake, an example, and the next steps. */
import { text } from 'node:stream/consumers'
import { tenantId } from '../../platform/tenant.ts'
import type { LedgerRow } from '../../query/ledger.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { type Config, PORTS } from '../config.ts'
import { svcCommand } from '../process/shell-word.ts'
import type { Instance } from '../supervisor/instance.ts'
import { targets } from './connect.ts'
import { alertsText } from './demo-alerts.ts'
import { readLedger, table } from './ledger.ts'
import { changeOf, reasonsOf, total } from './ledger-change.ts'
import { eventsIn, SAMPLES } from './samples.ts'

const EXAMPLE = [
  'SELECT source, event_code, count() AS events, min(time) AS first, max(time) AS last FROM events',
  "WHERE src_ip = toIPv6('203.0.113.90') GROUP BY source, event_code ORDER BY first",
].join(' ')

const FOUND = [
  "SELECT rule_title AS rule, count() AS signals, arrayStringConcat(any(techniques), ' ') AS techniques, any(host) AS host",
  'FROM signals GROUP BY rule ORDER BY signals DESC, rule LIMIT 8',
].join(' ')

/** Both sides at one moment: the ledger, and the lake's own row counts. */
export type Look = {
  readonly ledger: readonly LedgerRow[]
  readonly stored: number
  readonly example: string
  readonly found: string
  readonly alerts: string
}

export async function look(tenant: string): Promise<Look> {
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const reader = tenantReader(client, tenantId(tenant))
    const [count] = await reader.query<{ events: number }>(/* sql */ `SELECT toUInt32(count()) AS events FROM events`)
    const example = await text(await reader.stream(EXAMPLE, 'PrettyCompactMonoBlock'))
    const found = await text(await reader.stream(FOUND, 'PrettyCompactMonoBlock'))
    return {
      ledger: (await readLedger(tenant)).rows,
      stored: count?.events ?? 0,
      example,
      found,
      alerts: await alertsText(tenant),
    }
  } finally {
    await client.close()
  }
}

export type DemoFacts = {
  readonly before: Look
  readonly after: Look
  readonly token: string
  readonly admin: { readonly email: string; readonly password: string }
  readonly instance: Instance
  readonly settings: Config
  readonly isOnce: boolean
}

export function demoReport(facts: DemoFacts): { text: string; isBalanced: boolean } {
  const sent = SAMPLES.reduce((sum, sample) => sum + eventsIn(sample), 0)
  const rows = sampleRows(facts)
  const came = total(rows)
  const why = reasonsOf(rows)
  const grown = facts.after.stored - facts.before.stored
  const isBalanced =
    came.received === sent &&
    sent === came.stored + came.duplicate + came.rejected + came.dead_lettered &&
    came.in_flight === 0 &&
    came.stored === grown
  const lines = [
    `\nThe sample: ${sent} events of ${SAMPLES.length} sources, pushed over HTTP as tenant demo\n`,
    table(rows),
    '',
    `${sent} sent = ${came.stored} stored + ${came.duplicate} duplicate + ${came.rejected} rejected + ${came.dead_lettered} dead-lettered${why === '' ? '' : ` (${why})`}`,
    `rows that the lake has gained: ${grown}. ${isBalanced ? 'The ledger balances.' : 'THE LEDGER DOES NOT BALANCE.'}`,
    ...(isRepeat(came)
      ? ['The sample was pushed before: its events were recognised as duplicates, and nothing was stored twice.']
      : []),
    `\nExample: the events of one address, by the source that reported them\n  ${svc(facts, `sql --tenant demo --format PrettyCompact "${EXAMPLE}"`)}\n`,
    facts.after.example,
    `Matches of the built-in rules\n  ${svc(facts, `sql --tenant demo --format PrettyCompact "${FOUND}"`)}\n`,
    facts.after.found,
    `Alerts made of these matches, highest risk first\n`,
    facts.after.alerts,
    '',
    ...howToGoOn(facts),
  ]
  return { text: lines.join('\n'), isBalanced }
}

function sampleRows({ before, after }: DemoFacts): LedgerRow[] {
  const connectors = new Set(SAMPLES.map(({ connector }) => connector))
  return changeOf(before.ledger, after.ledger).filter((row) => connectors.has(row.source))
}

function isRepeat(came: { readonly stored: number; readonly duplicate: number }): boolean {
  return came.stored === 0 && came.duplicate > 0
}

function howToGoOn(facts: DemoFacts): string[] {
  const { settings, instance, token, admin, isOnce } = facts
  const { consoleUrl, apiUrl, ingestUrl, pipelineUrl, realtimeUrl } = instance
  const event = { title: 'hello', severity: 'low', host: 'laptop' }
  const envelope = JSON.stringify({ connector_id: 'my-first', source_format: 'json', events: [event] })
  const port = (name: keyof typeof PORTS) => PORTS[name] + settings.portOffset
  return [
    isOnce ? 'Without --once the demo runs until you stop it. Addresses:' : 'Listening:',
    `  console     ${consoleUrl} (sign in as the administrator below)`,
    `  ingest      ${ingestUrl} (also GET /health, /metrics)`,
    `  api         ${apiUrl} (reference: /docs, /openapi.json; query interface: POST /graphql)`,
    `  streams     ${realtimeUrl} (WebSocket /ws, events /sse)`,
    `  pipeline    ${pipelineUrl} (GET /health, /metrics)`,
    `  fusion      http://127.0.0.1:${port('fusion')} (GET /health, /metrics)`,
    `  clickhouse  http://127.0.0.1:${port('clickhouse')} (its password is in ${settings.dataDir}/instance.json)`,
    `  postgres    127.0.0.1:${port('postgres')} (likewise)`,
    `\nPush token of tenant demo: ${token}`,
    `Administrator: ${admin.email}, password ${admin.password} (until it is changed)\n`,
    'Signing in:',
    `  curl -H 'Content-Type: application/json' -d '${JSON.stringify(admin)}' ${apiUrl}/api/v1/auth/login\n`,
    'Send an event of your own, and find it:',
    `  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    `    -d '${envelope}' ${ingestUrl}/v1/ingest`,
    `  ${svc(facts, `sql --tenant demo "SELECT time, ocsf FROM events WHERE source = 'my-first'"`)}`,
    `  ${svc(facts, 'ledger')}`,
    ...(isOnce ? [] : ['\nCtrl+C stops everything; the data stays.']),
  ]
}

function svc({ settings }: DemoFacts, command: string): string {
  return svcCommand(command, settings.dataDir)
}
