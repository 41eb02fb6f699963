/** One complete event: as received, and as OCSF. */
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'

export type WholeEvent = {
  readonly event_uid: string
  /** RFC 3339, UTC. */
  readonly time: string
  readonly received_at: string
  readonly source: string
  readonly source_format: string
  readonly mapping: string
  /** Text, or base64 when the bytes are not UTF-8. */
  readonly raw: string
  readonly raw_encoding: 'utf-8' | 'base64'
  /** OCSF 1.8.0. */
  readonly ocsf: Readonly<Record<string, unknown>>
}

const SQL = /* sql */ `
SELECT toString(event_uid) AS uid, toString(toUnixTimestamp64Milli(time)) AS time_ms,
  toString(toUnixTimestamp64Milli(ingest_time)) AS received_ms, source, source_format, mapping,
  isValidUTF8(raw) AS is_text, if(isValidUTF8(raw), raw, base64Encode(raw)) AS body, ocsf AS event
FROM events
WHERE event_uid = toUUID({uid:String})
LIMIT 1`

type Row = Pick<WholeEvent, 'source' | 'source_format' | 'mapping'> & {
  readonly uid: string
  readonly time_ms: string
  readonly received_ms: string
  readonly is_text: number
  readonly body: string
  readonly event: string
}

/** Null when the tenant has no event with that uid. */
export async function eventByUid(reader: Reader, uid: string, signal?: AbortSignal): Promise<WholeEvent | null> {
  const [row] = await reader.query<Row>(SQL, { uid }, signal)
  if (!row) return null
  const { source, source_format, mapping } = row
  return {
    event_uid: row.uid,
    time: new Date(Number(row.time_ms)).toISOString(),
    received_at: new Date(Number(row.received_ms)).toISOString(),
    source,
    source_format,
    mapping,
    raw: row.body,
    raw_encoding: row.is_text === 1 ? 'utf-8' : 'base64',
    ocsf: JSON.parse(row.event) as Record<string, unknown>,
  }
}
