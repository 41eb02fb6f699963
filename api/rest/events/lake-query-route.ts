/** A person's own read-only SQL over the tenant's rows. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { LAKE_QUERY_LIMITS, type LakeAnswer, lakeQuery } from '../../../query/lake-query.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { hiddenColumns } from './hidden-events.ts'
import type { AskLake } from './turns.ts'

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
        reason: Type.Union([Type.Literal('rows'), Type.Literal('bytes')], {
          description: 'further rows are there: the answer has as many rows, or bytes, as one may have',
        }),
      }),
    ),
  }),
)

export const lakeQueryRoute =
  (askLake: AskLake): Routes =>
  (app, deps) => {
    app.post(
      '/lake/query',
      {
        config: { permission: 'lake:query', audit: 'lake:queried' },
        schema: { tags: ['lake'], summary: 'Read-only SQL over the own rows', body, response: { 200: resultSchema } },
      },
      async (request, reply) => {
        const { sql, limit = ROWS_DEFAULT } = request.body
        const asked = { sql, rowsMax: limit, bytesMax: BYTES_MAX }
        const closedColumns = hiddenColumns(principalOf(request).hidden)
        const limits = { ...LIMITS, rowsMax: limit + 1, closedColumns }
        const found = await askLake(request, reply, ({ reader, gone }) => lakeQuery(reader, asked, gone), limits)
        await tenantWork(deps, request, async (_tx, note) => {
          const digest = createHash('sha256').update(sql).digest('hex')
          note({
            resource: 'lake',
            resourceId: digest,
            changes: { rows: found.rows.length, complete: found.cut === null },
          })
        })
        return reply.type('application/json; charset=utf-8').send(Readable.from(textOf(found)) as never)
      },
    )
  }

/** Pieces of the answer are so long: other requests have their turn between two of them. */
const PIECE_CHARS = 64 * 1024

/** The answer as text, a few rows at a time: made in one go, a large one would keep everybody waiting. */
function* textOf({ columns, rows, cut }: LakeAnswer): Generator<string> {
  let piece = `{"columns":${JSON.stringify(columns)},"rows":[`
  for (const [at, row] of rows.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(row)}`
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
  }
  const missing = cut === null ? [] : [{ reason: cut }]
  yield `${piece}],"complete":${cut === null},"missing":${JSON.stringify(missing)}}`
}
