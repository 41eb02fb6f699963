/** Reads a tenant's dead letters: for people grouped and newest first, for a replay one of each in the order they came. */
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'

/** The connector that letters came under, and the format that could not decode them. */
export type Origin = { readonly connectorId: string; readonly connectorType: string; readonly sourceFormat: string }

/** Everything of a letter but its text. */
export type Letter = { readonly id: string; readonly firstMs: number; readonly bytes: number; readonly origin: Origin }

export type LetterScope = {
  /** Letters that came later are left out: a letter that fails again is a new one, and must not be met again. */
  readonly untilMs: number
  /** '' for any. */
  readonly source: string
  readonly reason: string
}

/** Behind the letter of this place, in the order of a replay. */
export type LetterPlace = { readonly firstMs: number; readonly id: string }

type Row = {
  id: string
  first_ms: string
  bytes: string
  connector_id: string
  connector_type: string
  source_format: string
}

const PAGE = 20_000
const FIRST: LetterPlace = { firstMs: -1, id: '' }

export async function newestLetterMs(reader: Reader): Promise<number> {
  const sql = /* sql */ `SELECT toString(toUnixTimestamp64Milli(max(received_at))) AS ms FROM dead_letters`
  const [row] = await reader.query<{ ms: string }>(sql)
  return Number(row?.ms ?? 0)
}

/**
 * Lists one letter of each text and origin: an event that failed three times has three letters, and replaying all would
 * store three more.
 */
export async function lettersPage(
  reader: Reader,
  { untilMs, source, reason }: LetterScope,
  after: LetterPlace | null,
  limit: number,
): Promise<Letter[]> {
  const sql = /* sql */ `
    SELECT toString(argMin(letter_id, (received_at, letter_id))) AS id,
      toString(toUnixTimestamp64Milli(min(received_at))) AS first_ms, toString(any(length(raw))) AS bytes,
      connector_id, connector_type, source_format
    FROM dead_letters
    WHERE toUnixTimestamp64Milli(received_at) <= {until_ms:Int64}
      AND ({source:String} = '' OR connector_id = {source:String}) AND ({reason:String} = '' OR reason = {reason:String})
    GROUP BY connector_id, connector_type, source_format, sipHash128(raw)
    HAVING (toInt64(first_ms), id) > ({after_ms:Int64}, {after:String})
    ORDER BY toInt64(first_ms), id
    LIMIT {page:UInt32}`
  const { firstMs, id } = after ?? FIRST
  const params = { until_ms: untilMs, source, reason, after_ms: firstMs, after: id, page: limit }
  return (await reader.query<Row>(sql, params)).map(toLetter)
}

export async function* eachLetter(reader: Reader, scope: LetterScope): AsyncGenerator<Letter> {
  for (let after: LetterPlace | null = null; ; ) {
    const letters: Letter[] = await lettersPage(reader, scope, after, PAGE)
    yield* letters
    const last = letters.at(-1)
    if (!last || letters.length < PAGE) return
    after = last
  }
}

/** The texts in the order of `letters`, as bytes, because they may be invalid UTF-8. */
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

export type LetterRow = {
  readonly tenant_id: string
  /** Newest time of receipt, ISO 8601, and in milliseconds. */
  readonly last: string
  readonly last_ms: string
  /** Number of letters. */
  readonly letters: string
  readonly source: string
  readonly source_format: string
  readonly reason: string
  readonly detail: string
  /** Size of the whole text. */
  readonly bytes: string
  /** Its beginning, at most `TEXT_BYTES_MAX` bytes; invalid UTF-8 is replaced. */
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
  /** Behind the row of this place. */
  readonly after?: { readonly lastMs: number; readonly letterId: string } | undefined
}

export const TEXT_BYTES_MAX = 1000

/** Letters of one text and reason are one row, newest first. */
export function letterRows(reader: Reader, scope: ListScope): Promise<LetterRow[]> {
  const { fromMs, toMs, source, reason, limit, after } = scope
  const sql = /* sql */ `
    SELECT tenant_id, formatDateTime(max(at), '%Y-%m-%dT%H:%i:%SZ') AS last,
      toString(toUnixTimestamp64Milli(max(at))) AS last_ms, toString(count()) AS letters,
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
    HAVING {after_ms:Int64} < 0 OR (-toInt64(last_ms), letter_id) > (-{after_ms:Int64}, {after:String})
    ORDER BY toInt64(last_ms) DESC, letter_id
    LIMIT {limit:UInt32}`
  return reader.query<LetterRow>(sql, {
    ...{ from_ms: fromMs ?? 0, to_ms: toMs, source, reason, limit },
    ...{ after_ms: after?.lastMs ?? -1, after: after?.letterId ?? '' },
  })
}
