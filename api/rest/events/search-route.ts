/** The newest events that a query holds for. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { named } from '../../plugins/named-schemas.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'
import {
  conditionOf,
  coverageMembers,
  coverageOf,
  cursorText,
  fieldName,
  type Question,
  questionMembers,
  readCursor,
  spanOf,
} from './inputs.ts'
import { kqlRule } from './kql-rule.ts'
import type { AskLake } from './turns.ts'

const { rows, rowsDefault, fields: fieldsMax } = SEARCH_LIMITS

const body = named(
  'EventSearch',
  Type.Object(
    {
      ...questionMembers,
      language: Type.Optional(
        Type.Union([Type.Literal('lucene'), Type.Literal('kql')], {
          default: 'lucene',
          description: 'kql: a table and where conditions, by the same plan as a detection',
        }),
      ),
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
    events: Type.Array(eventSchema, { description: 'newest first' }),
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
        const at = cursor === undefined ? null : readCursor(cursor, question)
        const span = at?.span ?? spanOf(question, nowMs, 'body')
        const page = { span, fields, limit, after: at?.after ?? null }
        const found =
          question.language === 'kql'
            ? await byKql(request, reply, question, page)
            : await byLucene(request, reply, question, page)
        const events = found.events.map((event) => ({ ...event, fields: { ...event.fields }, cut: [...event.cut] }))
        const shown = { events, ...coverageOf(span, found.missing) }
        return found.next === null
          ? shown
          : { ...shown, next_cursor: cursorText(question, { span, after: found.next }) }
      },
    )

    type Reply = Pick<FastifyReply, 'raw'>
    type Page = Omit<EventSearch, 'condition'>

    function byLucene(request: FastifyRequest, reply: Reply, question: Question, page: Page): Promise<FoundPage> {
      const search = { ...page, condition: conditionOf(question, deps.nowMs(), 'body') }
      return askLake(request, reply, ({ reader, gone }) => searchEvents(reader, search, { gone }))
    }

    async function byKql(request: FastifyRequest, reply: Reply, question: Question, page: Page): Promise<FoundPage> {
      const { searchByRule } = deps
      if (!searchByRule) throw new AppError('unavailable', 'no lake is configured here')
      const { tenantId } = principalOf(request)
      const rule = await kqlRule(tenantId, question)
      return askLake(request, reply, ({ gone }) => searchByRule(tenantId, { ...page, rule }, gone))
    }
  }
