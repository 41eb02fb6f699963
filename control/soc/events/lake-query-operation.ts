/** A person's own read-only SQL over the tenant's rows. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import { isTooSlow, LAKE_QUERY_LIMITS, type LakeAnswer, lakeQuery } from '../../../query/lake-query.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { TextFilters } from '../../../query/sql/text-filters.ts'
import { closed, named, oneOf, time } from '../../../schemas/wire.ts'
import { bindParameters, type Values } from '../../../stores/clickhouse/bind-parameters.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { archiveUseSchema, askBoth, type Both, NO_ARCHIVE } from '../../platform/archive/index.ts'
import { hiddenColumns } from '../../platform/governance/index.ts'
import { fieldsOfSql, startSearchJob } from '../searches/index.ts'
import { askerOf, type EventCall, type EventDeps, FUTURE_MS, NEVER } from './event-deps.ts'
import { noteUse } from './note-use.ts'

const operation = operationsOf<EventDeps>()

/** @bound text of SQL over the API -> 422 */
const SQL_CHARS_MAX = 65_536
/** @bound rows of SQL over the API -> the answer says that there is more */
const ROWS_MAX = 10_000
const ROWS_DEFAULT = 1000
/** @bound bytes of SQL over the API -> the answer says that there is more */
const BYTES_MAX = 16 * 1024 * 1024
/** @bound parameters of SQL over the API -> 422 */
const PARAMETERS_MAX = 100
const LIMITS = { timeoutSeconds: 25, ...LAKE_QUERY_LIMITS }

const body = named(
  'LakeQuery',
  Type.Object(
    {
      sql: Type.String({ minLength: 1, maxLength: SQL_CHARS_MAX, description: 'one SELECT, DESCRIBE or SHOW TABLES' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: ROWS_DEFAULT, description: 'maximum number of rows' }),
      ),
      parameters: Type.Optional(
        Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 65_536 }), {
          maxProperties: PARAMETERS_MAX,
          description: 'values of the parameters of the statement, such as {host:String}, as texts',
        }),
      ),
    },
    closed,
  ),
)
const resultSchema = named(
  'LakeQueryResult',
  Type.Object({
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String({ description: 'ClickHouse type' }) })),
    rows: Type.Array(Type.Array(Type.Unknown())),
    complete: Type.Boolean(),
    missing: Type.Array(
      Type.Object({
        reason: oneOf(['rows', 'bytes', 'archived', 'lost', 'time'], {
          description:
            'rows, bytes: the answer reached its limit of rows or bytes; archived: events of this time are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; time: the statement exceeded its time limit and continues as job_id',
        }),
        from: Type.Optional(time),
        to: Type.Optional(time),
      }),
    ),
    archive: archiveUseSchema,
    advice: Type.Optional(
      Type.String({
        description: 'what to write instead, for a statement that reads the texts of all events in its time',
      }),
    ),
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'id of the background search that runs the statement: GET /events/searches/ID/table',
      }),
    ),
  }),
)

const query = operation.file({
  name: 'lake.query',
  summary: 'Read-only SQL over the tenant’s own rows',
  permission: 'lake:query',
  audit: 'lake:queried',
  path: 'POST /lake/query',
  body,
  file: { content: { 'application/json': { schema: resultSchema } } },
  async run(call, { sql: statement, limit = ROWS_DEFAULT, parameters = {} }) {
    const sql = boundSql(statement, parameters)
    const { deps, gone, nowMs, work } = call
    const closedColumns = hiddenColumns(call.actor.hidden)
    const filters = new TextFilters()
    const limits = { ...LIMITS, rowsMax: limit + 1, closedColumns, rewrite: filters.rewrite }
    // The statement may be about any time. One that does not read the events has nothing to do with the archive.
    const span = /\bevents\b/.test(sql) ? { fromMs: 0, toMs: nowMs + FUTURE_MS } : NEVER
    const question = { sql, rowsMax: limit, bytesMax: BYTES_MAX }
    const ask = (reader: Reader) => lakeQuery(reader, question, gone)
    const startedAt = performance.now()
    const both = await askBoth(deps, askerOf(call), span, ask, limits).catch((error: unknown) => {
      if (!isTooSlow(error) || closedColumns.length > 0) throw error
      return { ...LATE, error }
    })
    const late = 'error' in both ? [{ reason: 'time' as const }] : []
    const ms = performance.now() - startedAt
    noteUse(call, { language: 'sql', fields: () => fieldsOfSql(sql), ms, missing: late })
    const job = await work(async (tx, note) => {
      const digest = createHash('sha256').update(sql).digest('hex')
      note({
        resource: 'lake',
        resourceId: digest,
        changes: { rows: both.answer.rows.length, complete: isWhole(both) },
      })
      return 'error' in both ? goesOn(tx, call, sql, span) : null
    })
    if (!('error' in both)) return { type: JSON_TYPE, body: Readable.from(textOf(both, filters.advice)) }
    if (job === null) throw both.error
    const nothing = { columns: [], rows: [], complete: false, missing: late, archive: NO_ARCHIVE }
    const { advice } = filters
    return { json: { ...nothing, job_id: job.id, ...(advice !== null && { advice }) } }
  },
})

export const LAKE_QUERY_OPERATIONS = [query]

/** Throws `bad_request` for parameters without a value. */
function boundSql(statement: string, parameters: Values): string {
  const bound = bindParameters(statement, parameters)
  if ('sql' in bound) return bound.sql
  throw new AppError('bad_request', `parameters of the statement have no value: ${bound.missing.join(', ')}`)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function isWhole(both: Both<LakeAnswer> | typeof LATE): boolean {
  return !('error' in both) && both.answer.cut === null && both.archived.length === 0
}

/** A statement that was ended at its time limit has no answer. */
const LATE = { answer: { columns: [], rows: [], cut: null }, archived: [], archive: NO_ARCHIVE } as const

/** Starts a search job with the statement. Null where the tenant has as many jobs as it may. */
function goesOn(tx: TenantTx, { actor, nowMs: requestedMs }: EventCall, sql: string, span: TimeSpan) {
  const job = { language: 'sql', gives: 'table', query: sql, fields: [], requestedMs: requestedMs, ...span } as const
  return startSearchJob(tx, { ...job, startedBy: idOf(actor) })
}

/** Pieces of the answer are so long: other requests have their turn between two of them. */
const PIECE_CHARS = 64 * 1024

/** The answer as text, a few rows at a time: made in one go, a large one would keep everybody waiting. */
function* textOf(
  { answer: { columns, rows, cut }, archived, archive }: Both<LakeAnswer>,
  advice: string | null,
): Generator<string> {
  let piece = `{"columns":${JSON.stringify(columns)},"rows":[`
  for (const [at, row] of rows.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(row)}`
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
  }
  const missing = [
    ...(cut === null ? [] : [{ reason: cut }]),
    ...archived.map(({ fromMs, toMs, reason }) => ({ reason, from: isoTime(fromMs), to: isoTime(toMs) })),
  ]
  yield `${piece}],"complete":${missing.length === 0},"missing":${JSON.stringify(missing)},"archive":${JSON.stringify(archive)}${advice === null ? '' : `,"advice":${JSON.stringify(advice)}`}}`
}
