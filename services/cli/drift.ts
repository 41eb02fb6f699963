/** `svc drift`: fields of sources that came or went, oldest report first, as intake noticed them. */
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, type Reader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'

export type DriftRow = {
  readonly tenant_id: string
  readonly source: string
  readonly mapping: string
  readonly kind: 'new' | 'vanished' | 'untracked'
  /** Names joined by dots, `[]` behind a list; '' where the whole source is meant. */
  readonly path: string
  /** ISO 8601: the time of the event at which it was noticed. */
  readonly noticed_at: string
  readonly event_uid: string
  /** ISO 8601; null for a field that is not `vanished`. */
  readonly last_seen_before: string | null
}

/** A source that was forgotten and learned again may report the same drift again: the first time counts. */
const REPORTS = /* sql */ `
SELECT tenant_id, source, mapping, kind, path,
  formatDateTime(time, '%Y-%m-%dT%H:%i:%SZ') AS noticed_at,
  toString(event_uid) AS event_uid,
  if(kind = 'vanished', formatDateTime(last_seen, '%Y-%m-%dT%H:%i:%SZ'), NULL) AS last_seen_before
FROM schema_drift
ORDER BY tenant_id, time, source, path
LIMIT 1 BY drift_id`

export async function runDrift(options: { tenant?: string; json?: boolean }): Promise<void> {
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const { tenant } = options
    const rows = await driftRows(tenant === undefined ? operatorReader(client) : tenantReader(client, tenantId(tenant)))
    if (rows.length === 0 && tenant !== undefined) await knownTenant(tenantId(tenant))
    if (options.json) console.log(JSON.stringify(rows))
    else for (const row of rows) console.log(driftLine(row))
  } finally {
    await client.close()
  }
}

export function driftRows(reader: Reader): Promise<DriftRow[]> {
  return reader.query<DriftRow>(REPORTS)
}

export function driftLine(row: DriftRow): string {
  return [row.noticed_at, row.tenant_id, row.source, row.mapping, driftText(row)].join('\t')
}

function driftText({ kind, path, last_seen_before: before }: DriftRow): string {
  if (kind === 'new') return `new field ${path}`
  if (kind === 'vanished') return `no field ${path} any more, last seen before ${before}`
  return 'has too many fields to follow: later changes are not reported'
}
