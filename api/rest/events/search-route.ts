/** The newest events that a query holds for. */
import { Type } from 'typebox'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { searchEvents } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { named } from '../../plugins/named-schemas.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'
import {
  conditionOf,
  coverageMembers,
  coverageOf,
  cursorText,
  fieldName,
  questionMembers,
  readCursor,
  spanOf,
} from './inputs.ts'
import type { AskLake } from './turns.ts'

const { rows, rowsDefault, fields: fieldsMax } = SEARCH_LIMITS

const body = named(
  'EventSearch',
  Type.Object(
    {
      ...questionMembers,
      fields: Type.Optional(
        Type.Array(fieldName, { maxItems: fieldsMax, description: `${DEFAULT_FIELDS.join(', ')} without it` }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: rows, default: rowsDefault })),
      cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    },
    { additionalProperties: false },
  ),
)
const eventSchema = named(
  'FoundEvent',
  Type.Object({
    event_uid: uuid,
    time,
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'by the names asked for; null: it has none' }),
    cut: Type.Array(Type.String(), { description: 'fields whose values are longer than a page shows' }),
  }),
)
const resultSchema = named(
  'EventSearchResult',
  Type.Object({
    items: Type.Array(eventSchema, { description: 'newest first' }),
    next_cursor: Type.Optional(Type.String({ description: 'of older events; the same query goes with it' })),
    ...coverageMembers,
  }),
)

export const searchRoute =
  (askLake: AskLake): Routes =>
  (app, deps) => {
    app.post(
      '/events/search',
      {
        config: { permission: 'lake:query' },
        schema: {
          tags: ['events'],
          summary: 'Events that a query finds, newest first',
          body,
          response: { 200: resultSchema },
        },
      },
      async (request, reply) => {
        const { fields = DEFAULT_FIELDS, limit = rowsDefault, cursor, ...question } = request.body
        const nowMs = deps.nowMs()
        const condition = conditionOf(question, nowMs, 'body')
        const at = cursor === undefined ? null : readCursor(cursor, question)
        const span = at?.span ?? spanOf(question, nowMs, 'body')
        const search = { condition, span, fields, limit, after: at?.after ?? null }
        const found = await askLake(request, reply, ({ reader, gone }) => searchEvents(reader, search, { gone }))
        const items = found.events.map((event) => ({ ...event, fields: { ...event.fields }, cut: [...event.cut] }))
        const shown = { items, ...coverageOf(span, found.missing) }
        return found.next === null
          ? shown
          : { ...shown, next_cursor: cursorText(question, { span, after: found.next }) }
      },
    )
  }
