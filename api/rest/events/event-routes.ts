/** One event, and the fields that events are searched by. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { eventByUid } from '../../../query/search/event-by-uid.ts'
import { columnFields } from '../../../query/search/fields.ts'
import { named } from '../../plugins/named-schemas.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'
import type { AskBoth } from './turns.ts'

const eventSchema = named(
  'StoredEvent',
  Type.Object({
    event_uid: uuid,
    time,
    received_at: time,
    source: Type.String(),
    source_format: Type.String(),
    mapping: Type.String(),
    raw: Type.String({ description: 'the event as it was received' }),
    raw_encoding: Type.Union([Type.Literal('utf-8'), Type.Literal('base64')]),
    ocsf: Type.Record(Type.String(), Type.Unknown(), { description: 'OCSF 1.8.0' }),
  }),
)
const fieldsSchema = named(
  'EventFieldList',
  Type.Object({
    fields: Type.Array(
      named(
        'EventField',
        Type.Object({
          name: Type.String(),
          kind: Type.String({
            description: 'keyword, text (a part is enough), hash, ip, number, time, uuid or severity',
          }),
          description: Type.String(),
        }),
      ),
      { description: 'beside them any path of OCSF, and unmapped.PATH for what the sender wrote' },
    ),
  }),
)

/** Times of events may be ahead of the clock. */
const FUTURE_MS = 366 * 86_400_000
/** A span that excludes the archive. */
const NEVER: TimeSpan = { fromMs: 0, toMs: 0 }

export const eventRoutes =
  (askBoth: AskBoth): Routes =>
  (app, deps) => {
    app.get(
      '/events/fields',
      {
        config: { permission: 'lake:read_schema' },
        schema: { tags: ['events'], summary: 'Fields to search events by', response: { 200: fieldsSchema } },
      },
      async () => ({ fields: columnFields().map(({ name, kind, about }) => ({ name, kind, description: about })) }),
    )

    app.get(
      '/events/:uid',
      {
        config: { permission: 'lake:query' },
        schema: {
          tags: ['events'],
          summary: 'One event, as received and as OCSF',
          params: Type.Object({ uid: uuid }),
          response: { 200: eventSchema },
        },
      },
      async (request, reply) => {
        const { uid } = request.params
        const ask = (span: TimeSpan) =>
          askBoth(request, reply, span, ({ reader, gone }) => eventByUid(reader, uid, gone))
        // Most are in the lake, which finds one by its index; the archive is read through.
        const { answer: inLake } = await ask(NEVER)
        if (inLake !== null) return { ...inLake, ocsf: { ...inLake.ocsf } }
        const { answer, archived, archive } = await ask({ fromMs: 0, toMs: deps.nowMs() + FUTURE_MS })
        if (answer !== null) return { ...answer, ocsf: { ...answer.ocsf } }
        const read = archive.files === 0 ? '' : ` or in ${archive.files} files of the archive`
        const left =
          archived.length === 0 ? '' : `, and events of ${archived.length} days in the archive were not looked at`
        throw new AppError('not_found', `no event ${uid} in the lake${read}${left}`)
      },
    )
  }
