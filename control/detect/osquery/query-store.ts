/** Questions to hosts, and their answers. */
import { Type } from 'typebox'
import type { Placed, Position } from '../../../platform/paging.ts'
import { type Ended, endedWith, int, placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { OSQUERY_LIMITS } from './node-store.ts'

export const OSQUERY_QUERIES = table('OsqueryQuery', {
  id: column.uuid(),
  sql: column.text(),
  targets: column.orNull(
    column.from('cardinality(node_ids)', column.int({ description: 'targeted hosts; null: every host' })),
  ),
  requested_by: column.text(),
  created_at: column.time(),
  deadline: column.time(),
  ended_at: column.orNull(column.time({ description: 'time of cancellation before the deadline' })),
})
export type OsqueryQuery = RowOf<typeof OSQUERY_QUERIES>

export type QueryCounts = {
  /** Hosts that fetched the question. */
  readonly asked: number
  readonly answered: number
  readonly failed: number
  /** Fetched it, and have not answered though the deadline has passed, or answered behind it. */
  readonly late: number
  readonly rows: number
}

export const OSQUERY_ANSWERS = table('OsqueryAnswer', {
  node_id: column.uuid(),
  state: column.word(['asked', 'answered', 'failed']),
  is_late: column.bool(),
  rows: column.orNull(
    column.json<readonly Readonly<Record<string, string>>[]>(Type.Array(Type.Record(Type.String(), Type.String()))),
  ),
  row_count: column.orNull(column.int()),
  left_out: column.int({ description: 'number of rows beyond the limit, which were dropped' }),
  error: column.orNull(column.text()),
  asked_at: column.time(),
  answered_at: column.orNull(column.time()),
})
export type OsqueryAnswer = RowOf<typeof OSQUERY_ANSWERS>

export type NewQuery = {
  readonly sql: string
  readonly nodeIds: readonly string[] | null
  readonly by: string
  readonly deadline: Date
}

export async function insertQuery(
  tx: TenantTx,
  { sql: queryText, nodeIds, by, deadline }: NewQuery,
): Promise<OsqueryQuery> {
  const sql = /* sql */ `
    INSERT INTO osquery_queries (sql, node_ids, requested_by, deadline) VALUES ($1, $2, $3, $4)
    RETURNING ${OSQUERY_QUERIES.columns}`
  return tx.one(OSQUERY_QUERIES.read, sql, [queryText, nodeIds, by, deadline])
}

export function endQuery(tx: TenantTx, id: string): Promise<Ended<OsqueryQuery> | null> {
  const sql = /* sql */ `
    UPDATE osquery_queries SET ended_at = coalesce(ended_at, clock_timestamp())
    FROM (SELECT id AS old_id, ended_at IS NULL AS is_new FROM osquery_queries WHERE id = $1 FOR UPDATE) old
    WHERE id = old_id RETURNING is_new, ${OSQUERY_QUERIES.columns}`
  return tx.maybeOne(endedWith(OSQUERY_QUERIES.read), sql, [id])
}

export function queryById(tx: TenantTx, id: string): Promise<OsqueryQuery | null> {
  const sql = /* sql */ `SELECT ${OSQUERY_QUERIES.columns} FROM osquery_queries WHERE id = $1`
  return tx.maybeOne(OSQUERY_QUERIES.read, sql, [id])
}

/** Newest first. */
export function queriesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<OsqueryQuery>[]> {
  const sql = /* sql */ `
    SELECT ${OSQUERY_QUERIES.columns}, created_at::text AS position FROM osquery_queries
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(OSQUERY_QUERIES.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** By query; a query that no host has fetched is missing. */
export async function countsOf(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, QueryCounts>> {
  const sql = /* sql */ `
    SELECT a.query_id, count(*) AS asked, count(*) FILTER (WHERE a.state = 'answered') AS answered,
      count(*) FILTER (WHERE a.state = 'failed') AS failed, coalesce(sum(a.row_count), 0) AS rows,
      count(*) FILTER (WHERE a.is_late OR (a.state = 'asked' AND q.deadline < clock_timestamp())) AS late
    FROM osquery_answers a JOIN osquery_queries q ON q.tenant_id = a.tenant_id AND q.id = a.query_id
    WHERE a.query_id = ANY($1) GROUP BY a.query_id`
  const read = (row: Row) => {
    const of = (name: keyof QueryCounts) => int(row, name)
    const counts = {
      asked: of('asked'),
      answered: of('answered'),
      failed: of('failed'),
      late: of('late'),
      rows: of('rows'),
    }
    return [text(row, 'query_id'), counts] as const
  }
  return new Map(await tx.many(read, sql, [ids]))
}

/** By host, after `after`: at most `limit` answers, and at most as many as fit into `pageBytes`, but at least one. */
export async function answersPage(
  tx: TenantTx,
  queryId: string,
  limit: number,
  after: string | null,
  pageBytes: number = OSQUERY_LIMITS.pageBytes,
): Promise<{ readonly items: readonly OsqueryAnswer[]; readonly hasMore: boolean }> {
  const sql = /* sql */ `
    SELECT ${OSQUERY_ANSWERS.columns}, next FROM (
      SELECT *, row_number() OVER o AS place, sum(rows_bytes) OVER o AS bytes, count(*) OVER () AS next FROM (
        SELECT * FROM osquery_answers WHERE query_id = $1 AND ($3::uuid IS NULL OR node_id > $3)
        ORDER BY node_id LIMIT $2 + 1) page
      WINDOW o AS (ORDER BY node_id)) placed
    WHERE place = 1 OR (place <= $2 AND bytes <= $4) ORDER BY node_id`
  const read = (row: Row) => ({ item: OSQUERY_ANSWERS.read(row), next: int(row, 'next') })
  const found = await tx.many(read, sql, [queryId, limit, after, pageBytes])
  return { items: found.map(({ item }) => item), hasMore: (found[0]?.next ?? 0) > found.length }
}

export async function countOpen(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*) AS n FROM osquery_queries WHERE ended_at IS NULL AND deadline > clock_timestamp()`
  return (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
}

export type Question = { readonly id: string; readonly sql: string }

/** Questions that the host has not fetched yet: from now on it has. */
export function fetchQuestions(tx: TenantTx, nodeId: string): Promise<Question[]> {
  const sql = /* sql */ `
    WITH open AS (
      SELECT q.id, q.sql FROM osquery_queries q
      WHERE q.ended_at IS NULL AND q.deadline > clock_timestamp() AND (q.node_ids IS NULL OR $1 = ANY (q.node_ids))
    ), asked AS (
      INSERT INTO osquery_answers (query_id, node_id) SELECT id, $1 FROM open ON CONFLICT DO NOTHING RETURNING query_id
    ) SELECT open.id, open.sql FROM open JOIN asked ON asked.query_id = open.id`
  return tx.many((row) => ({ id: text(row, 'id'), sql: text(row, 'sql') }), sql, [nodeId])
}

export type HostAnswer = {
  readonly queryId: string
  /** Null: it failed. */
  readonly rows: readonly unknown[] | null
  readonly leftOut: number
  readonly error: string | null
}

/** False: the host was not queried, or has answered. */
export async function takeAnswer(tx: TenantTx, nodeId: string, answer: HostAnswer): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE osquery_answers a SET state = CASE WHEN $3::jsonb IS NULL THEN 'failed' ELSE 'answered' END, rows = $3,
      row_count = $4, left_out = $5, error = $6, rows_bytes = $7, answered_at = clock_timestamp(),
      is_late = (SELECT q.deadline < clock_timestamp() FROM osquery_queries q WHERE q.id = a.query_id)
    WHERE a.query_id = $1 AND a.node_id = $2 AND a.state = 'asked'`
  const { queryId, rows, leftOut, error } = answer
  const count = rows === null ? null : rows.length + leftOut
  const stored = rows === null ? null : JSON.stringify(rows)
  const bytes = stored === null ? 0 : Buffer.byteLength(stored)
  const params = [queryId, nodeId, stored, count, leftOut, error?.slice(0, 1000) ?? null, bytes]
  return (await tx.run(sql, params)) === 1
}
