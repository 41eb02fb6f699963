/** The volume of stored events, its growth, and its compression. */
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type CapacityDay = {
  /** Day of receipt, UTC. */
  readonly date: string
  readonly events: number
  /** Size of the texts as received. */
  readonly rawBytes: number
}

export type TenantCapacity = {
  /** Oldest first; days without events are left out. */
  readonly days: readonly CapacityDay[]
  readonly events: number
  readonly rawBytes: number
  /** Null when there are no events. */
  readonly bytesAnEvent: number | null
  /** Mean of the complete days among the last seven before today; null when there are none. */
  readonly growth: { readonly eventsADay: number; readonly rawBytesADay: number } | null
}

const DAYS_SQL = /* sql */ `
SELECT toString(toDate(ingest_time)) AS day, toString(count()) AS events, toString(sum(length(raw))) AS bytes
FROM events
WHERE ingest_time >= fromUnixTimestamp64Milli({from:Int64})
GROUP BY day
ORDER BY day`

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/** Capacity of one tenant by its own rows. Disk sizes are not shown, because all tenants share the storage. */
export async function tenantCapacity(
  reader: Reader,
  { nowMs, daysMax }: { readonly nowMs: number; readonly daysMax: number },
  signal?: AbortSignal,
): Promise<TenantCapacity> {
  const todayMs = nowMs - (nowMs % DAY_MS)
  const from = todayMs - (daysMax - 1) * DAY_MS
  const rows = await reader.query<{ day: string; events: string; bytes: string }>(DAYS_SQL, { from }, signal)
  const days = rows.map(({ day, events, bytes }) => ({ date: day, events: Number(events), rawBytes: Number(bytes) }))
  const [events, rawBytes] = [sum(days, 'events'), sum(days, 'rawBytes')]
  const week = days.filter(({ date }) => {
    const ms = Date.parse(date)
    return ms < todayMs && ms >= todayMs - WEEK_DAYS * DAY_MS
  })
  const firstMs = Math.max(Date.parse(days[0]?.date ?? ''), todayMs - WEEK_DAYS * DAY_MS)
  const length = (todayMs - firstMs) / DAY_MS
  const growth =
    week.length === 0
      ? null
      : {
          eventsADay: Math.round(sum(week, 'events') / length),
          rawBytesADay: Math.round(sum(week, 'rawBytes') / length),
        }
  return { days, events, rawBytes, bytesAnEvent: events === 0 ? null : Math.round(rawBytes / events), growth }
}

const sum = (days: readonly CapacityDay[], of: 'events' | 'rawBytes') => days.reduce((all, day) => all + day[of], 0)

export type TableCapacity = {
  readonly table: string
  readonly rows: number
  readonly parts: number
  readonly bytesOnDisk: number
  /** Size of the columns before they are compressed. */
  readonly bytesUncompressed: number
}

const TABLES_SQL = /* sql */ `
SELECT table, toString(sum(rows)) AS rows, toString(count()) AS parts, toString(sum(bytes_on_disk)) AS on_disk,
  toString(sum(data_uncompressed_bytes)) AS uncompressed
FROM system.parts
WHERE active AND database = currentDatabase()
GROUP BY table
ORDER BY sum(bytes_on_disk) DESC, table`

const COLUMNS_SQL = /* sql */ `
SELECT name, toString(data_compressed_bytes) AS on_disk, toString(data_uncompressed_bytes) AS uncompressed
FROM system.columns
WHERE database = currentDatabase() AND table = 'events' AND data_compressed_bytes > 0
ORDER BY data_compressed_bytes DESC
LIMIT 10`

const EVENTS_BY_DAY_SQL = /* sql */ `
SELECT partition AS day, toString(sum(rows)) AS events, toString(sum(bytes_on_disk)) AS on_disk
FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'events'
GROUP BY partition
ORDER BY partition DESC
LIMIT 14`

export type InstallationCapacity = {
  readonly tables: readonly TableCapacity[]
  /** The ten columns of `events` that take the most space. */
  readonly columns: readonly {
    readonly name: string
    readonly bytesOnDisk: number
    readonly bytesUncompressed: number
  }[]
  /** Days of `events`, newest first. */
  readonly days: readonly { readonly date: string; readonly events: number; readonly bytesOnDisk: number }[]
}

/** Capacity of the whole installation from the engine's figures of its parts; for the operator. */
export async function installationCapacity(operator: Reader): Promise<InstallationCapacity> {
  type Sizes = { on_disk: string; uncompressed: string }
  const tables = await operator.query<Sizes & { table: string; rows: string; parts: string }>(TABLES_SQL)
  const columns = await operator.query<Sizes & { name: string }>(COLUMNS_SQL)
  const days = await operator.query<{ day: string; events: string; on_disk: string }>(EVENTS_BY_DAY_SQL)
  const bytes = ({ on_disk, uncompressed }: Sizes) => {
    return { bytesOnDisk: Number(on_disk), bytesUncompressed: Number(uncompressed) }
  }
  return {
    tables: tables.map((row) => ({
      table: row.table,
      rows: Number(row.rows),
      parts: Number(row.parts),
      ...bytes(row),
    })),
    columns: columns.map((row) => ({ name: row.name, ...bytes(row) })),
    days: days.map(({ day, events, on_disk }) => ({ date: day, events: Number(events), bytesOnDisk: Number(on_disk) })),
  }
}
