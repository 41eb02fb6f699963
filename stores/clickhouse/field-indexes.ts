/**
 * Skip indexes of `events` over single fields. Neither inserts nor merges build them: a new index is built for all
 * existing data in the background, and `text-index.ts` builds them for days of receipt that are quiet.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { quoteName, quoteText } from './quote.ts'

/** `definition`: its expression and type, as ALTER TABLE takes it. */
export type FieldIndex = { readonly name: string; readonly definition: string }

/**
 * The `grams` indexes hold the runs of five characters of texts. The others mark the granules in which a searched text
 * may be spelled differently. The worker looks for one of them only, so it builds the field indexes together with them.
 */
export const TEXT_INDEXES = [
  ...['raw_grams', 'texts_grams', 'ocsf_grams'],
  ...['raw_escaped', 'raw_otherwise', 'ocsf_escaped'],
] as const
const PREFIX = 'field_'

export type FieldIndexState = {
  readonly name: string
  /** Size on disk for all tenants together. */
  readonly bytes: number
  readonly isBuilding: boolean
  /** Why the engine cannot build it; '' for no fault. */
  readonly fault: string
}

export async function fieldIndexes(client: ClickHouseClient): Promise<FieldIndexState[]> {
  const query = /* sql */ `
    SELECT name, data_compressed_bytes AS bytes, m.fault AS fault, m.builds > 0 AS is_building
    FROM system.data_skipping_indices AS i
    LEFT JOIN (
      SELECT arrayJoin(extractAll(command, '${PREFIX}[0-9a-f]+')) AS index, count() AS builds, max(latest_fail_reason) AS fault
      FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND command ILIKE '%MATERIALIZE INDEX%'
      GROUP BY index
    ) AS m ON m.index = i.name
    WHERE i.database = currentDatabase() AND i.table = 'events' AND startsWith(name, '${PREFIX}')
    ORDER BY name`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const found = await answer.json<{ name: string; bytes: string; fault: string; is_building: number }>()
  return found.map((one) => {
    return { name: one.name, bytes: Number(one.bytes), fault: one.fault, isBuilding: one.is_building === 1 }
  })
}

/** Starts building the new indexes and does not wait for them. */
export async function makeFieldIndexes(client: ClickHouseClient, made: readonly FieldIndex[]): Promise<void> {
  if (made.length === 0) return
  const known = (await fieldIndexes(client)).map(({ name }) => name)
  await excludeFromMerges(client, [...new Set([...known, ...made.map(({ name }) => name)])])
  const clickhouse_settings = { mutations_sync: '0' } as const
  const add = made.map(({ name, definition }) => `ADD INDEX IF NOT EXISTS ${quoteName(name)} ${definition}`)
  await client.command({ query: `ALTER TABLE events ${add.join(', ')}`, clickhouse_settings })
  const build = [...TEXT_INDEXES, ...made.map(({ name }) => name)].map((name) => `MATERIALIZE INDEX ${quoteName(name)}`)
  await client.command({ query: `ALTER TABLE events ${build.join(', ')}`, clickhouse_settings })
}

/** Also stops their builds: the engine retries a failing build for ever and starts no later one until then. */
export async function dropFieldIndexes(client: ClickHouseClient, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  for (const name of names) {
    const query = /* sql */ `
      KILL MUTATION WHERE mutation_id IN (
        SELECT mutation_id FROM system.mutations
        WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND command ILIKE ${quoteText(`%${name}%`)})
      AND database = currentDatabase() AND table = 'events' SYNC`
    await client.command({ query })
  }
  const drop = names.map((name) => `DROP INDEX IF EXISTS ${quoteName(name)}`)
  await client.command({ query: `ALTER TABLE events ${drop.join(', ')}`, clickhouse_settings: { mutations_sync: '0' } })
  const left = (await fieldIndexes(client)).map(({ name }) => name)
  await excludeFromMerges(client, left)
}

async function excludeFromMerges(client: ClickHouseClient, names: readonly string[]): Promise<void> {
  const all = quoteText([...TEXT_INDEXES, ...names].join(', '))
  await client.command({
    query: `ALTER TABLE events MODIFY SETTING exclude_materialize_skip_indexes_on_merge = ${all}`,
  })
}
