/**
 * Builds the text index of `events` for days of receipt that nothing was received in for a while, the newest first, one at a
 * time. A day that is merged afterwards loses it, and has it built again once it is quiet.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Worker } from '../../platform/workers.ts'

const EVERY_MS = 30_000
const QUIET_SECONDS = 600
/** The other indexes of a part are smaller than this a row, and the text index of any but the shortest texts larger. */
const OTHER_INDEX_BYTES = 12
/** Parts that were built once: where the index of short texts is small, size alone would have them built again. */
const BUILT_MAX = 10_000

export function textIndexWorker(client: ClickHouseClient, quietSeconds = QUIET_SECONDS): Worker {
  const built = new Set<string>()
  const once = async () => {
    const day = await nextDay(client, quietSeconds, built)
    if (day === null) return false
    const query = `ALTER TABLE events MATERIALIZE INDEX raw_text IN PARTITION ID {day:String}`
    await client.command({ query, query_params: { day }, clickhouse_settings: { mutations_sync: '1' } })
    for (const { name } of await partsOf(client, day)) {
      if (built.size >= BUILT_MAX) built.clear()
      built.add(name)
    }
    return true
  }
  return { name: 'text index', everyMs: EVERY_MS, once }
}

/** A part as long as nothing is merged into it; its name also counts what was built. */
const PART = `concat(partition_id, '_', toString(min_block_number), '_', toString(max_block_number), '_', toString(level))`

async function nextDay(client: ClickHouseClient, quietSeconds: number, built: ReadonlySet<string>) {
  const query = /* sql */ `
    SELECT partition_id AS day, groupArrayIf(${PART}, secondary_indices_compressed_bytes < rows * {bytes:UInt32}) AS names
    FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active
    GROUP BY partition_id
    HAVING max(modification_time) <= now() - {quiet:UInt32} AND notEmpty(names)
    ORDER BY partition_id DESC`
  const query_params = { quiet: quietSeconds, bytes: OTHER_INDEX_BYTES }
  const answer = await client.query({ query, query_params, format: 'JSONEachRow' })
  const days = await answer.json<{ day: string; names: string[] }>()
  return days.find(({ names }) => names.some((name) => !built.has(name)))?.day ?? null
}

async function partsOf(client: ClickHouseClient, day: string): Promise<{ name: string }[]> {
  const query = /* sql */ `
    SELECT ${PART} AS name FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active AND partition_id = {day:String}`
  return (await client.query({ query, query_params: { day }, format: 'JSONEachRow' })).json<{ name: string }>()
}
