/** Operations of a single event, and of the searchable fields. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { eventByUid } from '../../../query/search/event-by-uid.ts'
import { columnFields } from '../../../query/search/fields.ts'
import { named, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { askBoth } from '../../platform/archive/index.ts'
import { askerOf, type EventDeps, FUTURE_MS, NEVER } from './event-deps.ts'

const operation = operationsOf<EventDeps>()

const eventSchema = named(
  'StoredEvent',
  Type.Object({
    event_uid: uuid,
    time,
    received_at: time,
    source: Type.String(),
    source_format: Type.String(),
    mapping: Type.String(),
    raw: Type.String({ description: 'event as received' }),
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
            description: 'keyword, text (substring match), hash, ip, number, time, uuid or severity',
          }),
          description: Type.String(),
        }),
      ),
      { description: 'named fields; any OCSF path and unmapped.PATH of the original record work as well' },
    ),
  }),
)

const fields = operation({
  name: 'events.fields',
  summary: 'Searchable event fields',
  permission: 'lake:read_schema',
  path: 'GET /events/fields',
  output: fieldsSchema,
  run: async () => ({ fields: columnFields().map(({ name, kind, about }) => ({ name, kind, description: about })) }),
})

const get = operation.outside({
  name: 'events.get',
  summary: 'One event, as received and as OCSF',
  permission: 'lake:query',
  path: 'GET /events/:uid',
  output: eventSchema,
  async run(call, { uid }) {
    const { deps, nowMs, gone } = call
    const ask = (span: TimeSpan) => askBoth(deps, askerOf(call), span, (reader) => eventByUid(reader, uid, gone))
    // Most events are in the lake, which finds one by its index. The archive has to be read through.
    const { answer: inLake } = await ask(NEVER)
    if (inLake !== null) return inLake
    const { answer, archived, archive } = await ask({ fromMs: 0, toMs: nowMs + FUTURE_MS })
    if (answer !== null) return answer
    const read = archive.files === 0 ? '' : ` or in ${archive.files} files of the archive`
    const left =
      archived.length === 0 ? '' : `, and events of ${archived.length} days in the archive were not looked at`
    throw new AppError('not_found', `no event ${uid} in the lake${read}${left}`)
  },
})

export const EVENT_OPERATIONS = [fields, get]
