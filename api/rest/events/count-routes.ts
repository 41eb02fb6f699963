/** Routes that count the events of a query, over time and by the values of fields. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { fieldsIn, refuseHidden } from '../../../control/platform/governance/index.ts'
import { startSearchJob } from '../../../control/soc/searches/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { facets, histogram } from '../../../query/search/count-events.ts'
import type { Missing, TimeSpan } from '../../../query/search/coverage.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { spanOf } from '../../../query/search/time-span.ts'
import { closed } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'
import {
  conditionOf,
  coverageMembers,
  coverageOf,
  fieldName,
  type Question,
  questionMembers,
  withArchived,
} from './inputs.ts'
import type { NoteUse } from './note-uses.ts'
import type { AskBoth } from './turns.ts'

const SECONDS_MAX = 31 * 86_400

const interval_seconds = Type.Optional(
  Type.Integer({ minimum: 1, maximum: SECONDS_MAX, description: 'one that makes at most 120 buckets without it' }),
)
export const VALUES_DEFAULT = 10
export const facetValues = Type.Optional(
  Type.Integer({ minimum: 1, maximum: SEARCH_LIMITS.facetValues, default: VALUES_DEFAULT }),
)
const histogramBody = named('EventHistogramQuery', Type.Object({ ...questionMembers, interval_seconds }, closed))
const histogramQuery = Type.Object({ ...questionMembers, interval_seconds })
const histogramSchema = named(
  'EventHistogram',
  Type.Object({
    events: Type.Integer(),
    interval_seconds: Type.Integer(),
    buckets: Type.Array(Type.Object({ from: time, events: Type.Integer() }), {
      description:
        'oldest first, those without events too; the first and the last may begin before and end after the span',
    }),
    ...coverageMembers,
  }),
)

const facetsBody = named(
  'EventFacetsQuery',
  Type.Object(
    {
      ...questionMembers,
      fields: Type.Array(fieldName, { minItems: 1, maxItems: SEARCH_LIMITS.facets }),
      limit: facetValues,
    },
    closed,
  ),
)
const facetsQuery = Type.Object({
  ...questionMembers,
  fields: Type.String({ minLength: 1, maxLength: 1024, description: 'names with commas between them' }),
  limit: facetValues,
})
export const facetMembers = {
  field: Type.String(),
  values: Type.Array(Type.Object({ value: nullable(Type.String()), events: Type.Integer() }), {
    description: 'those of most events first; null: events without one',
  }),
  distinct: Type.Integer({ description: 'values there are, none included' }),
  other_events: Type.Integer({ description: 'events whose value is not named' }),
}
const facetsSchema = named(
  'EventFacets',
  Type.Object({
    facets: Type.Array(Type.Object(facetMembers)),
    ...coverageMembers,
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'search that goes on for want of time and counts over all of it; of POST',
      }),
    ),
  }),
)

type Reply = Pick<FastifyReply, 'raw'>
type Place = 'body' | 'query'
type HistogramQuestion = Question & { readonly interval_seconds?: number | undefined }
type FacetsQuestion = Question & { readonly limit?: number | undefined }

export const countRoutes =
  (askBoth: AskBoth, noteUse: NoteUse): Routes =>
  (app, deps) => {
    const config = { permission: 'lake:query' } as const
    const histogramDoc = { tags: ['events'], summary: 'Events over time', response: { 200: histogramSchema } }
    const facetsDoc = { tags: ['events'], summary: 'Values of fields by their events', response: { 200: facetsSchema } }

    app.post('/events/histogram', { config, schema: { ...histogramDoc, body: histogramBody } }, (request, reply) =>
      countedOverTime(request, reply, request.body, 'body'),
    )
    app.get(
      '/events/histogram',
      { config, schema: { ...histogramDoc, querystring: histogramQuery } },
      (request, reply) => countedOverTime(request, reply, request.query, 'query'),
    )
    app.post('/events/facets', { config, schema: { ...facetsDoc, body: facetsBody } }, (request, reply) =>
      countedByValue(request, reply, request.body, request.body.fields, 'body'),
    )
    app.get('/events/facets', { config, schema: { ...facetsDoc, querystring: facetsQuery } }, (request, reply) => {
      const fields = facetNames(request.query.fields)
      return countedByValue(request, reply, request.query, fields, 'query')
    })

    async function countedOverTime(request: FastifyRequest, reply: Reply, question: HistogramQuestion, place: Place) {
      const nowMs = deps.nowMs()
      const condition = conditionOf(question, nowMs, place, principalOf(request).hidden)
      const span = spanOf(question, nowMs, place)
      const { interval_seconds: seconds } = question
      const counting = { condition, span, intervalMs: seconds === undefined ? null : seconds * 1000 }
      const startedAt = performance.now()
      const both = await askBoth(request, reply, span, ({ reader, gone }) => histogram(reader, counting, { gone }))
      const { answer, missing } = both.answer
      counted(request, reply, question, { startedAt, missing })
      return {
        events: answer.events,
        interval_seconds: answer.intervalMs / 1000,
        buckets: answer.buckets.map(({ fromMs, events }) => ({ from: new Date(fromMs).toISOString(), events })),
        ...coverageOf(span, withArchived(missing, both.archived), both.archive),
      }
    }

    async function countedByValue(
      request: FastifyRequest,
      reply: Reply,
      question: FacetsQuestion,
      fields: readonly string[],
      place: Place,
    ) {
      const nowMs = deps.nowMs()
      const { hidden } = principalOf(request)
      refuseHidden(hidden, fields)
      const condition = conditionOf(question, nowMs, place, hidden)
      const span = spanOf(question, nowMs, place)
      const counting = { condition, span, fields, limit: question.limit ?? VALUES_DEFAULT }
      const startedAt = performance.now()
      const both = await askBoth(request, reply, span, ({ reader, gone }) =>
        facets(reader, counting, { gone }).catch((error: unknown) => nothingOf(span, error)),
      )
      const { answer, missing } = both.answer
      counted(request, reply, question, { startedAt, missing })
      const job = place === 'body' ? await goesOn(request, question, fields, span, nowMs, missing) : null
      if (answer === null && job === null) throw both.answer.error
      return {
        facets: (answer ?? []).map(({ field, values, distinct, otherEvents }) => {
          return { field, values: [...values], distinct, other_events: otherEvents }
        }),
        ...(job === null ? {} : { job_id: job.id }),
        ...coverageOf(span, withArchived(missing, both.archived), both.archive),
      }
    }

    /** A count is a search for the fields of its conditions: those whose values are counted have no index that would serve it. */
    function counted(
      request: FastifyRequest,
      reply: Reply,
      { query = '' }: Question,
      { startedAt, missing }: { readonly startedAt: number; readonly missing: readonly Missing[] },
    ) {
      const fields = () => fieldsIn(parseSearch(query))
      noteUse(request, reply, { language: 'lucene', fields, ms: performance.now() - startedAt, missing })
    }

    /** Null where all of the time was counted, where the tenant has as many jobs as it may, and for whom fields are hidden from. */
    function goesOn(
      request: FastifyRequest,
      { query = '' }: FacetsQuestion,
      fields: readonly string[],
      { fromMs, toMs }: TimeSpan,
      askedMs: number,
      missing: readonly Missing[],
    ) {
      const { tenantId, id: startedBy, hidden } = principalOf(request)
      const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
      if (!isLate || hidden.has('event')) return null
      const job = { gives: 'counts', query, fields, askedMs, fromMs, toMs, startedBy } as const
      return withTenant(deps.pool, tenantId, (tx) => startSearchJob(tx, job))
    }
  }

/** Nothing was counted within the time, which is left out as a whole. */
function nothingOf(span: TimeSpan, error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'too_large') throw error
  return { answer: null, missing: [{ ...span, reason: 'time' as const }], error }
}

/** Throws 422 for more names than one question may have. */
function facetNames(text: string): readonly string[] {
  const names = text.split(',').filter((name) => name !== '')
  if (names.length > 0 && names.length <= SEARCH_LIMITS.facets) return names
  throw new InvalidInput({ loc: ['query', 'fields'], msg: `names 1 to ${SEARCH_LIMITS.facets} fields`, type: 'fields' })
}
