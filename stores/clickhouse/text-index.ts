/**
 * Builds the text index of `events` for days of receipt that have been quiet for a while, newest first. A later merge
 * of a day loses its index, which is built again once the day is quiet. One statement builds several days, because for
 * each statement the engine hard-links the files of every part of the table, other days included.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Worker } from '../../platform/workers.ts'
import { fieldIndexes, TEXT_INDEXES } from './field-indexes.ts'
import { quoteName, quoteText } from './quote.ts'

const EVERY_MS = 30_000
const QUIET_SECONDS = 600
/**
 * The other indexes of a part need fewer bytes per row than this; the text index needs more, except for the shortest
 * texts.
 */
const OTHER_INDEX_BYTES = 12
/**
 * Names of parts that were built once: for very short texts the size test alone would build the same part again and
 * again.
 */
const BUILT_MAX = 10_000
const DAYS_AT_ONCE = 16
const LOOK_MS = 500
const FIRST_LOOK_MS = 20

export function textIndexWorker(client: ClickHouseClient, quietSeconds = QUIET_SECONDS): Worker {
  const built = new Set<string>()
  const once: Worker['once'] = async ({ stop, succeeded }) => {
    // The engine continues a build that an earlier process began; a second build would read the day again.
    if (await isBuilding(client)) {
      await buildEnds(client, stop, succeeded)
      return true
    }
    const days = await nextDays(client, quietSeconds, built)
    if (days.length === 0) return false
    const indexes = [...TEXT_INDEXES, ...(await fieldIndexes(client)).map(({ name }) => name)]
    const build = days.flatMap((day) =>
      indexes.map((index) => `MATERIALIZE INDEX ${quoteName(index)} IN PARTITION ID ${quoteText(day)}`),
    )
    // Building a large day takes longer than the client's timeout, so the statement does not wait for it.
    const clickhouse_settings = { mutations_sync: '0' } as const
    await client.command({ query: `ALTER TABLE events ${build.join(', ')}`, clickhouse_settings })
    await buildEnds(client, stop, succeeded)
    for (const { name } of await partsOf(client, days)) {
      if (built.size >= BUILT_MAX) built.clear()
      built.add(name)
    }
    return true
  }
  return { name: 'text index', everyMs: EVERY_MS, once }
}

/**
 * Waits for the end of the build. Throws when the engine reports a fault, and when the process stops; the engine then
 * continues by itself.
 */
async function buildEnds(client: ClickHouseClient, stop: AbortSignal, succeeded: () => void): Promise<void> {
  for (let pauseMs = FIRST_LOOK_MS; await isBuilding(client); pauseMs = Math.min(LOOK_MS, pauseMs * 2)) {
    succeeded()
    await delay(pauseMs, undefined, { signal: stop })
  }
}

async function isBuilding(client: ClickHouseClient): Promise<boolean> {
  const query = /* sql */ `
    SELECT latest_fail_reason AS fault FROM system.mutations
    WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND command ILIKE '%MATERIALIZE INDEX raw_text%'
    ORDER BY latest_fail_reason DESC LIMIT 1`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const [running] = await answer.json<{ fault: string }>()
  if (running && running.fault !== '') throw new Error(`the text index cannot be built: ${running.fault}`)
  return running !== undefined
}

/** Identifies a part until it is merged; the full part name would also change with each mutation. */
const PART = `concat(partition_id, '_', toString(min_block_number), '_', toString(max_block_number), '_', toString(level))`

async function nextDays(client: ClickHouseClient, quietSeconds: number, built: ReadonlySet<string>) {
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
  const unbuilt = days.filter(({ names }) => names.some((name) => !built.has(name)))
  return unbuilt.slice(0, DAYS_AT_ONCE).map(({ day }) => day)
}

async function partsOf(client: ClickHouseClient, days: readonly string[]): Promise<{ name: string }[]> {
  const query = /* sql */ `
    SELECT ${PART} AS name FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active AND partition_id IN {days:Array(String)}`
  return (await client.query({ query, query_params: { days }, format: 'JSONEachRow' })).json<{ name: string }>()
}
