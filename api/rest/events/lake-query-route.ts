/** A person's own read-only SQL over the tenant's rows. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { archiveUseSchema, type Both, NO_ARCHIVE } from '../../../control/platform/archive/index.ts'
import { hiddenColumns } from '../../../control/platform/governance/index.ts'
import { fieldsOfSql, startSearchJob } from '../../../control/soc/searches/index.ts'
import { isTooSlow, LAKE_QUERY_LIMITS, type LakeAnswer, lakeQuery } from '../../../query/lake-query.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { oneOf } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time } from '../views.ts'
import type { NoteUse } from './note-uses.ts'
import type { AskBoth, Asked } from './turns.ts'

const ROWS_MAX = 10_000
const ROWS_DEFAULT = 1000
const BYTES_MAX = 16 * 1024 * 1024
const LIMITS = { timeoutSeconds: 25, ...LAKE_QUERY_LIMITS }

const body = named(
  'LakeQuery',
  Type.Object(
    {
      sql: Type.String({ minLength: 1, maxLength: 65_536, description: 'one SELECT, DESCRIBE or SHOW TABLES' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: ROWS_DEFAULT, description: 'rows of the answer' }),
      ),
    },
    { additionalProperties: false },
  ),
)
const resultSchema = named(
  'LakeQueryResult',
  Type.Object({
    columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String({ description: 'of ClickHouse' }) })),
    rows: Type.Array(Type.Array(Type.Unknown())),
    complete: Type.Boolean(),
    missing: Type.Array(
      Type.Object({
        reason: oneOf(['rows', 'bytes', 'archived', 'time'], {
          description:
            'rows, bytes: further rows are there: the answer has as many rows, or bytes, as one may have; archived: events of this time are in files of the archive that were not read; time: the statement needs longer than an answer may take, and goes on as job_id',
        }),
        from: Type.Optional(time),
        to: Type.Optional(time),
      }),
    ),
    archive: archiveUseSchema,
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'search that goes on with the statement: GET /events/searches/ID/table',
      }),
    ),
  }),
)

/** Times of events may be ahead of the clock. */
const FUTURE_MS = 366 * 86_400_000

export const lakeQueryRoute =
  (askBoth: AskBoth, noteUse: NoteUse): Routes =>
  (app, deps) => {
    app.post(
      '/lake/query',
      {
        config: { permission: 'lake:query', audit: 'lake:queried' },
        schema: { tags: ['lake'], summary: 'Read-only SQL over the own rows', body, response: { 200: resultSchema } },
      },
      async (request, reply) => {
        const { sql, limit = ROWS_DEFAULT } = request.body
        const question = { sql, rowsMax: limit, bytesMax: BYTES_MAX }
        const closedColumns = hiddenColumns(principalOf(request).hidden)
        const limits = { ...LIMITS, rowsMax: limit + 1, closedColumns }
        // The statement may be about any time. One that does not read the events has nothing to do with the archive.
        const always = /\bevents\b/.test(sql) ? { fromMs: 0, toMs: deps.nowMs() + FUTURE_MS } : { fromMs: 0, toMs: 0 }
        const ask = ({ reader, gone }: Asked) => lakeQuery(reader, question, gone)
        const startedAt = performance.now()
        const both = await askBoth(request, reply, always, ask, limits).catch((error: unknown) => {
          if (!isTooSlow(error) || closedColumns.length > 0) throw error
          return { ...LATE, error }
        })
        const found = both.answer
        const ms = performance.now() - startedAt
        const late = 'error' in both ? [{ reason: 'time' as const }] : []
        noteUse(request, reply, { language: 'sql', fields: () => fieldsOfSql(sql), ms, missing: late })
        const job = await tenantWork(deps, request, async (tx, note) => {
          const digest = createHash('sha256').update(sql).digest('hex')
          const isComplete = !('error' in both) && found.cut === null && both.archived.length === 0
          note({ resource: 'lake', resourceId: digest, changes: { rows: found.rows.length, complete: isComplete } })
          return 'error' in both ? goesOn(tx, request, sql, { ...always, askedMs: deps.nowMs() }) : null
        })
        if ('error' in both && job !== null) {
          const missing = [{ reason: 'time' }]
          return reply.send({
            columns: [],
            rows: [],
            complete: false,
            missing,
            archive: NO_ARCHIVE,
            job_id: job.id,
          } as never)
        }
        if ('error' in both) throw both.error
        return reply.type('application/json; charset=utf-8').send(Readable.from(textOf(both)) as never)
      },
    )
  }

/** A statement that was ended at its time limit has no answer. */
const LATE = { answer: { columns: [], rows: [], cut: null }, archived: [], archive: NO_ARCHIVE } as const

/** Starts a search job with the statement; null where the tenant has as many as it may. */
function goesOn(tx: TenantTx, request: FastifyRequest, query: string, input: TimeSpan & { readonly askedMs: number }) {
  const job = { language: 'sql', gives: 'table', query, fields: [], ...input } as const
  return startSearchJob(tx, { ...job, startedBy: principalOf(request).id })
}

/** Pieces of the answer are so long: other requests have their turn between two of them. */
const PIECE_CHARS = 64 * 1024

/** The answer as text, a few rows at a time: made in one go, a large one would keep everybody waiting. */
function* textOf({ answer: { columns, rows, cut }, archived, archive }: Both<LakeAnswer>): Generator<string> {
  let piece = `{"columns":${JSON.stringify(columns)},"rows":[`
  for (const [at, row] of rows.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(row)}`
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
  }
  const iso = (ms: number) => new Date(ms).toISOString()
  const missing = [
    ...(cut === null ? [] : [{ reason: cut }]),
    ...archived.map(({ fromMs, toMs }) => ({ reason: 'archived', from: iso(fromMs), to: iso(toMs) })),
  ]
  yield `${piece}],"complete":${missing.length === 0},"missing":${JSON.stringify(missing)},"archive":${JSON.stringify(archive)}}`
}
