/** The newest events that a query holds for. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Both } from '../../../control/platform/archive/index.ts'
import { fieldsIn, readBeside, refuseKql } from '../../../control/platform/governance/index.ts'
import { fieldsOfCondition, startSearchJob, tableHead } from '../../../control/soc/searches/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { KqlHunt } from '../../../query/kql/kql-hunt.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import type { RuleSearch } from '../../../query/search/search-by-rule.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { lookedBack, spanOf } from '../../../query/search/time-span.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import {
  conditionOf,
  coverageMembers,
  coverageOf,
  cursorText,
  fieldName,
  foundEventSchema,
  type Question,
  questionMembers,
  readCursor,
  withArchived,
} from './inputs.ts'
import { kqlAsking, kqlRule, kqlSpanOf, kqlTableOf, tableMember } from './kql-rule.ts'
import type { NoteUse } from './note-uses.ts'
import type { AskBoth } from './turns.ts'

const { rows, rowsDefault, fields: fieldsMax } = SEARCH_LIMITS

const body = named(
  'EventSearch',
  Type.Object(
    {
      ...questionMembers,
      language: Type.Optional(
        Type.Union([Type.Literal('lucene'), Type.Literal('kql')], {
          default: 'lucene',
          description:
            'kql: a table and where conditions choose events, by the same plan as a detection; any other query is carried out whole, and its rows are the member table',
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
const tableSchema = named(
  'KqlTable',
  Type.Object({
    ...Type.Omit(tableHead, ['archive']).properties,
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description: 'in the order of the query; whole numbers past 2^53 are texts',
    }),
  }),
)
const resultSchema = named(
  'EventSearchResult',
  Type.Object({
    events: Type.Array(foundEventSchema, { description: 'newest first' }),
    table: Type.Optional(tableSchema),
    next_cursor: Type.Optional(Type.String({ description: 'of older events; the same query goes with it' })),
    ...coverageMembers,
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'search that goes on for want of time: with the time that was not looked at, or, where it gives a table, with all of it',
      }),
    ),
  }),
)

export const searchRoute =
  (askBoth: AskBoth, noteUse: NoteUse): Routes =>
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
        const { fields: asked = DEFAULT_FIELDS, limit = rowsDefault, cursor, ...question } = request.body
        const { hidden } = principalOf(request)
        const fields = [...asked, ...readBeside(hidden, asked)]
        const nowMs = deps.nowMs()
        const at = cursor === undefined ? null : readCursor(cursor, question)
        const wanted = at?.span ?? spanOf(question, nowMs, 'body')
        const isKql = question.language === 'kql'
        if (isKql) refuseKql(hidden)
        const kql = isKql ? await kqlRule(principalOf(request).tenantId, question) : null
        if (isKql && kql === null) return await wholeKql(request, reply, { ...question, cursor }, wanted, nowMs)
        // Pages go on in the time of the first one, which the query has narrowed already.
        const span = kql === null || at !== null ? wanted : lookedBack(wanted, kql.lookBackMs, nowMs)
        const page = { span, fields, limit, after: at?.after ?? null }
        const startedAt = performance.now()
        const both =
          kql === null
            ? await byLucene(request, reply, question, page)
            : await byKql(request, reply, { ...page, rule: kql.rule })
        const found = both.answer
        const ms = performance.now() - startedAt
        const use = { ms, missing: found.missing }
        if (kql !== null)
          noteUse(request, reply, { language: 'kql', fields: () => fieldsOfCondition(kql.rule.body.where), ...use })
        else {
          const fields = () => fieldsIn(parseSearch(question.query ?? ''))
          noteUse(request, reply, { language: 'lucene', fields, ...use })
        }
        const events = found.events.map((event) => ({ ...event, fields: { ...event.fields }, cut: [...event.cut] }))
        const missing = withArchived(found.missing, both.archived)
        const job = await goesOn(request, { ...question, query: question.query ?? '' }, fields, nowMs, found)
        return {
          events,
          ...coverageOf(span, missing, both.archive),
          ...(job === null ? {} : { job_id: job.id }),
          ...(found.next === null ? {} : { next_cursor: cursorText(question, { span, after: found.next }) }),
        }
      },
    )

    /** Without a beginning of its own a table is read as far back as its conditions say. */
    async function wholeKql(
      request: FastifyRequest,
      reply: Reply,
      { query = '', from, cursor }: Question & { readonly cursor: string | undefined },
      { fromMs, toMs }: TimeSpan,
      nowMs: number,
    ) {
      if (cursor !== undefined)
        throw new InvalidInput({ loc: ['body', 'cursor'], msg: 'a table has no further pages', type: 'cursor' })
      const hunt = { text: query, nowMs, fromMs: from === undefined ? null : fromMs, toMs }
      const asking = kqlAsking(deps.askKql, principalOf(request).tenantId, hunt)
      const startedAt = performance.now()
      const span = await askBoth(request, reply, NEVER, ({ gone }) => kqlSpanOf({ ...asking, signal: gone }))
      const { answer, archived, archive } = await askBoth(request, reply, span.answer, ({ gone, archive: files }) =>
        kqlTableOf({ ...asking, signal: gone }, span.answer, files),
      )
      const tables = answer.table?.reads.map(({ table }) => table) ?? []
      const ms = performance.now() - startedAt
      noteUse(request, reply, { language: 'kql', fields: () => tables, ms, missing: answer.missing })
      const isLate = answer.missing.some(({ reason }) => reason === 'time')
      const job = isLate ? await tableGoesOn(request, hunt, span.answer) : null
      if (answer.table === null && job === null) throw answer.error
      return {
        events: [],
        ...(answer.table && { table: tableMember(answer.table) }),
        ...(job && { job_id: job.id }),
        ...coverageOf(span.answer, withArchived(answer.missing, archived), archive),
      }
    }

    /** Starts a search job over all of the query's time; null where the tenant has as many jobs as it may. */
    function tableGoesOn(
      request: FastifyRequest,
      { text: query, nowMs: askedMs, fromMs: from }: KqlHunt,
      span: TimeSpan,
    ) {
      const { tenantId, id: startedBy } = principalOf(request)
      const job = {
        language: 'kql',
        gives: 'table',
        hasFrom: from !== null,
        query,
        fields: [],
        askedMs,
        startedBy,
      } as const
      return withTenant(deps.pool, tenantId, (tx) => startSearchJob(tx, { ...job, ...span }))
    }

    /**
     * Starts a search job over the span that ran out of time or memory; null where there is none, or the tenant has as
     * many jobs as it may.
     */
    function goesOn(
      request: FastifyRequest,
      { query, language = 'lucene' }: Question & { readonly query: string },
      fields: readonly string[],
      askedMs: number,
      found: FoundPage,
    ) {
      const late = found.missing.find(({ reason }) => reason === 'time' || reason === 'memory')
      if (late === undefined) return null
      const { tenantId, id } = principalOf(request)
      const { fromMs, toMs } = late
      return withTenant(deps.pool, tenantId, (tx) =>
        startSearchJob(tx, { language, query, fields, askedMs, fromMs, toMs, startedBy: id }),
      )
    }

    type Reply = Pick<FastifyReply, 'raw'>
    type Page = Omit<EventSearch, 'condition'>

    function byLucene(request: FastifyRequest, reply: Reply, question: Question, page: Page): Promise<Both<FoundPage>> {
      const search = { ...page, condition: conditionOf(question, deps.nowMs(), 'body', principalOf(request).hidden) }
      return askBoth(request, reply, restOf(page), ({ reader, gone }) => searchEvents(reader, search, { gone }))
    }

    async function byKql(request: FastifyRequest, reply: Reply, search: RuleSearch): Promise<Both<FoundPage>> {
      const { searchByRule } = deps
      if (!searchByRule) throw new AppError('unavailable', 'no lake is configured here')
      return askBoth(request, reply, restOf(search), ({ gone, archive }) =>
        searchByRule(principalOf(request).tenantId, search, gone, archive),
      )
    }
  }

/** A span that excludes the archive. */
const NEVER: TimeSpan = { fromMs: 0, toMs: 0 }

/** The rest of the span for a page: events older than the pages before it. */
function restOf({ span, after }: Omit<EventSearch, 'condition'>): TimeSpan {
  return after === null ? span : { ...span, toMs: Math.min(span.toMs, after.timeMs + 1) }
}
