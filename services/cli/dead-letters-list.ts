/**
 * `svc dead-letters list`: undecodable events and the reasons, newest first; letters of one text and reason are one
 * row.
 */
import { type LetterRow, letterRows } from '../../control/platform/dead-letters/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { formatted } from './kql/formats.ts'
import { numberOption } from './number-option.ts'
import { timeSpan } from './time-span.ts'

export type ListOptions = {
  readonly tenant?: string
  readonly source?: string
  readonly reason?: string
  /** Time of receipt, ISO 8601; `to` is exclusive. */
  readonly from?: string
  readonly to?: string
  readonly limit: string
  readonly format: string
}

const LIMIT_MAX = 10_000

const COLUMNS = [
  { name: 'tenant_id', type: 'string' },
  { name: 'last', type: 'string' },
  { name: 'letters', type: 'long' },
  { name: 'source', type: 'string' },
  { name: 'source_format', type: 'string' },
  { name: 'reason', type: 'string' },
  { name: 'detail', type: 'string' },
  { name: 'bytes', type: 'long' },
  { name: 'text', type: 'string' },
  { name: 'letter_id', type: 'string' },
] as const

export async function runDeadLettersList(options: ListOptions): Promise<void> {
  const write = formatted(options.format)
  const tenant = options.tenant === undefined ? undefined : tenantId(options.tenant)
  const limit = numberOption('--limit', options.limit, 1, LIMIT_MAX)
  const scope = { ...timeSpan(options, Date.now()), source: options.source ?? '', reason: options.reason ?? '', limit }
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const reader = tenant === undefined ? operatorReader(client) : tenantReader(client, tenant)
    // One more than is shown, to know whether there are more.
    const rows = await letterRows(reader, { ...scope, limit: limit + 1 })
    if (rows.length === 0 && tenant !== undefined) await knownTenant(tenant)
    for (const piece of write(COLUMNS, rows.slice(0, limit).map(cellsOf))) process.stdout.write(piece)
    process.stderr.write(`${countText(rows, limit)}\n`)
  } finally {
    await client.close()
  }
}

function cellsOf(row: LetterRow): (string | bigint)[] {
  return COLUMNS.map(({ name, type }) => (type === 'long' ? BigInt(row[name]) : row[name]))
}

function countText(rows: readonly LetterRow[], limit: number): string {
  if (rows.length === 0) return 'no dead letters'
  const shown = Math.min(rows.length, limit)
  return rows.length > limit ? `the newest ${shown}; there are more (--limit)` : `${shown} in all`
}
