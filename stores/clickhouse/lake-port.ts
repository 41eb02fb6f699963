/** The operations of the lake that the sink uses. */
import type { ClickHouseClient } from '@clickhouse/client'
import { insertNative, type NativeInsert } from './client.ts'

export type LakeInsert = Pick<NativeInsert, 'table' | 'token'> & { readonly body: readonly Buffer[] }

/** Selects rows of a table by their ids and their time of receipt, in Unix milliseconds, both bounds included. */
export type LakeRows = {
  readonly table: string
  readonly idColumn: string
  readonly timeColumn: string
  readonly ids: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}

export type LakePort = {
  /** Resolves when the rows are stored; changes nothing when the table remembers the token. */
  insert(insert: LakeInsert): Promise<void>
  /** Number of the given ids that the table holds. */
  countIds(rows: LakeRows): Promise<number>
}

/** `folder` as in `insertNative`. */
export function lakePort(client: ClickHouseClient, folder?: string): LakePort {
  return {
    insert: (insert) => insertNative(client, folder === undefined ? insert : { ...insert, folder }),
    async countIds({ table, idColumn, timeColumn, ids, fromMs, toMs }) {
      const answer = await client.query({
        query: table === 'events' ? COUNT_EVENTS : COUNT,
        query_params: { table, idColumn, timeColumn, ids, fromMs, toMs },
        format: 'JSONEachRow',
      })
      const [row] = await answer.json<{ found: number }>()
      return row?.found ?? 0
    },
  }
}

const rowsOf = (table: string) => /* sql */ `
SELECT {idColumn:Identifier} AS id
FROM ${table}
WHERE {idColumn:Identifier} IN {ids:Array(UUID)}
  AND {timeColumn:Identifier} >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
  AND {timeColumn:Identifier} <= fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')`
const countOf = (rows: string) => /* sql */ `SELECT toUInt32(uniqExact(id)) AS found FROM (${rows})`
const COUNT = countOf(rowsOf('{table:Identifier}'))
/** Also counts archived events, because an event may have moved to the archive since its insert. */
const COUNT_EVENTS = countOf(`${rowsOf('events')} UNION ALL ${rowsOf('archived_rows')}`)
