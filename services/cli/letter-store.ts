/** Reads a tenant's dead letters in the order they came, a page at a time. */
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import type { Origin } from './push-body.ts'

/** Everything of a letter but its text. */
export type Letter = { readonly id: string; readonly firstMs: number; readonly bytes: number; readonly origin: Origin }

export type LetterScope = {
  /** Letters that came later are left out: a letter that fails again is a new one, and must not be met again. */
  readonly untilMs: number
  /** '' for any. */
  readonly reason: string
}

type Row = {
  id: string
  first_ms: string
  bytes: string
  connector_id: string
  connector_type: string
  source_format: string
}

const PAGE = 20_000

export async function newestLetterMs(reader: Reader): Promise<number> {
  const sql = /* sql */ `SELECT toString(toUnixTimestamp64Milli(max(received_at))) AS ms FROM dead_letters`
  const [row] = await reader.query<{ ms: string }>(sql)
  return Number(row?.ms ?? 0)
}

/**
 * One letter of each text and origin: an event that failed three times left three letters, and replaying all of them
 * would leave six.
 */
export async function* eachLetter(reader: Reader, scope: LetterScope): AsyncGenerator<Letter> {
  const sql = /* sql */ `
    SELECT toString(argMin(letter_id, (received_at, letter_id))) AS id,
      toString(toUnixTimestamp64Milli(min(received_at))) AS first_ms, toString(any(length(raw))) AS bytes,
      connector_id, connector_type, source_format
    FROM dead_letters
    WHERE toUnixTimestamp64Milli(received_at) <= {until_ms:Int64} AND ({reason:String} = '' OR reason = {reason:String})
    GROUP BY connector_id, connector_type, source_format, sipHash128(raw)
    HAVING (toInt64(first_ms), id) > ({after_ms:Int64}, {after:String})
    ORDER BY toInt64(first_ms), id
    LIMIT {page:UInt32}`
  for (let afterMs = -1, after = ''; ; ) {
    const params = { until_ms: scope.untilMs, reason: scope.reason, after_ms: afterMs, after, page: PAGE }
    const rows = await reader.query<Row>(sql, params)
    for (const row of rows) yield toLetter(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    afterMs = Number(last.first_ms)
    after = last.id
  }
}

/** The texts in the order of `letters`, as bytes: they need not be UTF-8. */
export async function textsOf(reader: Reader, letters: readonly Letter[]): Promise<Buffer[]> {
  const sql = /* sql */ `
    SELECT toString(letter_id) AS id, base64Encode(raw) AS raw FROM dead_letters WHERE letter_id IN {ids:Array(UUID)}`
  const rows = await reader.query<{ id: string; raw: string }>(sql, { ids: letters.map(({ id }) => id) })
  const texts = new Map(rows.map(({ id, raw }) => [id, Buffer.from(raw, 'base64')]))
  return letters.flatMap(({ id }) => texts.get(id) ?? [])
}

function toLetter(row: Row): Letter {
  return {
    id: row.id,
    firstMs: Number(row.first_ms),
    bytes: Number(row.bytes),
    origin: { connectorId: row.connector_id, connectorType: row.connector_type, sourceFormat: row.source_format },
  }
}
