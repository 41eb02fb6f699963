/**
 * Builds the indexes of texts of `events` for days of receipt that have been quiet for a while, newest first. A later
 * merge of a day loses them, and they are built again once the day is quiet. One statement builds several days, because
 * for each statement the engine hard-links the files of every part of the table, other days included.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Worker } from '../../platform/workers.ts'
import { escapesSql } from './escapes-sql.ts'
import { fieldIndexes, TEXT_INDEXES } from './field-indexes.ts'
import { quoteName, quoteText } from './quote.ts'

const EVERY_MS = 30_000
const QUIET_SECONDS = 600
/** Parts that are known to be indexed; beyond this the engine is queried again. */
const BUILT_MAX = 10_000
/** Merges build it too, and parts that were merged before this index existed have it from here. */
const NAMES = 'names_bloom'
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
    const indexes = [...TEXT_INDEXES, NAMES, ...(await fieldIndexes(client)).map(({ name }) => name)]
    const build = days.flatMap((day) =>
      indexes.map((index) => `MATERIALIZE INDEX ${quoteName(index)} IN PARTITION ID ${quoteText(day)}`),
    )
    // Building a large day takes longer than the client's timeout, so the statement does not wait for it.
    const clickhouse_settings = { mutations_sync: '0' } as const
    await client.command({ query: `ALTER TABLE events ${build.join(', ')}`, clickhouse_settings })
    await buildEnds(client, stop, succeeded)
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
    WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND command ILIKE '%MATERIALIZE INDEX raw_%'
    ORDER BY latest_fail_reason DESC LIMIT 1`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const [running] = await answer.json<{ fault: string }>()
  if (running && running.fault !== '') throw new Error(`the indexes of texts cannot be built: ${running.fault}`)
  return running !== undefined
}

type Part = { readonly name: string; readonly day: string }

async function nextDays(client: ClickHouseClient, quietSeconds: number, built: Set<string>) {
  const unknown = (await quietParts(client, quietSeconds)).filter(({ name }) => !built.has(untilMerged(name)))
  if (unknown.length === 0) return []
  const unindexed = new Set(await unindexedParts(client))
  for (const { name } of unknown) {
    if (unindexed.has(name)) continue
    if (built.size >= BUILT_MAX) built.clear()
    built.add(untilMerged(name))
  }
  const days = unknown.filter(({ name }) => unindexed.has(name)).map(({ day }) => day)
  return [...new Set(days)].slice(0, DAYS_AT_ONCE)
}

/** A part's name without its last number, which changes with each mutation. */
const untilMerged = (name: string) => name.split('_').slice(0, 4).join('_')

async function quietParts(client: ClickHouseClient, quietSeconds: number): Promise<readonly Part[]> {
  const query = /* sql */ `
    SELECT arrayJoin(groupArray(name)) AS name, partition_id AS day
    FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active
    GROUP BY partition_id
    HAVING max(modification_time) <= now() - {quiet:UInt32}
    ORDER BY partition_id DESC`
  const answer = await client.query({ query, query_params: { quiet: quietSeconds }, format: 'JSONEachRow' })
  return answer.json<Part>()
}

/** Names of the parts without the indexes of texts. The expression is 0 or 1, so the index `raw_escaped` rules out every part that has it. */
export async function unindexedParts(client: ClickHouseClient): Promise<readonly string[]> {
  const query = /* sql */ `
    SELECT part_name AS name
    FROM mergeTreeAnalyzeIndexes(currentDatabase(), 'events', ${escapesSql('raw')} = 2)
    WHERE notEmpty(ranges)`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ name: string }>()).map(({ name }) => name)
}
