/**
 * `svc dead-letters list`: undecodable events and the reasons, newest first; letters of one text and reason are one
 * row.
 */
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, type Reader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
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

export type LetterRow = {
  readonly tenant_id: string
  /** Newest time of receipt, ISO 8601. */
  readonly last: string
  /** Number of letters. */
  readonly letters: string
  readonly source: string
  readonly source_format: string
  readonly reason: string
  readonly detail: string
  /** Size of the whole text. */
  readonly bytes: string
  /** Its beginning, at most `TEXT_BYTES_MAX` bytes; what is not UTF-8 is replaced. */
  readonly text: string
  /** Id of the newest letter; finds its bytes in the table `dead_letters`. */
  readonly letter_id: string
}

export type ListScope = {
  /** Null for as far back as letters are kept. */
  readonly fromMs: number | null
  readonly toMs: number
  /** '' for any source. */
  readonly source: string
  readonly reason: string
  readonly limit: number
}

const TEXT_BYTES_MAX = 1000
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
    // One more than is shown: it tells if there are more.
    const rows = await letterRows(reader, { ...scope, limit: limit + 1 })
    if (rows.length === 0 && tenant !== undefined) await knownTenant(tenant)
    for (const piece of write(COLUMNS, rows.slice(0, limit).map(cellsOf))) process.stdout.write(piece)
    process.stderr.write(`${said(rows, limit)}\n`)
  } finally {
    await client.close()
  }
}

export function letterRows(reader: Reader, scope: ListScope): Promise<LetterRow[]> {
  const { fromMs, toMs, source, reason, limit } = scope
  const sql = /* sql */ `
    SELECT tenant_id, formatDateTime(max(at), '%Y-%m-%dT%H:%i:%SZ') AS last, toString(count()) AS letters,
      source, source_format, reason, argMax(why, (at, id)) AS detail, toString(any(length(body))) AS bytes,
      toValidUTF8(substring(any(body), 1, ${TEXT_BYTES_MAX})) AS text, toString(argMax(id, (at, id))) AS letter_id
    FROM (
      SELECT tenant_id, connector_id AS source, source_format, reason, received_at AS at, letter_id AS id,
        detail AS why, raw AS body
      FROM dead_letters
      WHERE toUnixTimestamp64Milli(received_at) >= {from_ms:Int64} AND toUnixTimestamp64Milli(received_at) < {to_ms:Int64}
        AND ({source:String} = '' OR connector_id = {source:String})
        AND ({reason:String} = '' OR reason = {reason:String})
    )
    GROUP BY tenant_id, source, source_format, reason, sipHash128(body)
    ORDER BY max(at) DESC, letter_id
    LIMIT {limit:UInt32}`
  return reader.query<LetterRow>(sql, { from_ms: fromMs ?? 0, to_ms: toMs, source, reason, limit })
}

function cellsOf(row: LetterRow): (string | bigint)[] {
  return COLUMNS.map(({ name, type }) => (type === 'long' ? BigInt(row[name]) : row[name]))
}

function said(rows: readonly LetterRow[], limit: number): string {
  if (rows.length === 0) return 'no dead letters'
  const shown = Math.min(rows.length, limit)
  return rows.length > limit ? `the newest ${shown}; there are more (--limit)` : `${shown} in all`
}
