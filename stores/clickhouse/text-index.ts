/**
 * Builds the text index of `events` for days of receipt that nothing was received in for a while, the newest first. A day that
 * is merged afterwards loses it, and has it built again once it is quiet. Several days are built by one statement, because
 * the engine links the files of every part of the table anew for each, of other days too.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Worker } from '../../platform/workers.ts'
import { fieldIndexes, TEXT_INDEXES } from './field-indexes.ts'
import { quoteName, quoteText } from './quote.ts'

const EVERY_MS = 30_000
const QUIET_SECONDS = 600
/** The other indexes of a part are smaller than this a row, and the text index of any but the shortest texts larger. */
const OTHER_INDEX_BYTES = 12
/** Parts that were built once: where the index of short texts is small, size alone would have them built again. */
const BUILT_MAX = 10_000
const DAYS_AT_ONCE = 16
const LOOK_MS = 500
const FIRST_LOOK_MS = 20

export function textIndexWorker(client: ClickHouseClient, quietSeconds = QUIET_SECONDS): Worker {
  const built = new Set<string>()
  const once: Worker['once'] = async ({ stop, succeeded }) => {
    // The engine goes on with a build that a process before this one began: a second one would read the day again.
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
    // Large days take longer than any answer is waited for.
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

/** Throws when the engine could not build it, and when the process stops; the engine goes on by itself. */
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

/** A part as long as nothing is merged into it; its name also counts what was built. */
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
