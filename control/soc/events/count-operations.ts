/** Operations that count the events of a query, over time and by the values of fields. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { facets, histogram } from '../../../query/search/count-events.ts'
import type { Missing, TimeSpan } from '../../../query/search/coverage.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { spanOf } from '../../../query/search/time-span.ts'
import { closed, named, sent, time } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { askBoth } from '../../platform/archive/index.ts'
import { fieldsIn, refuseHidden } from '../../platform/governance/index.ts'
import { FACET_VALUES_DEFAULT, facetMembers, facetValues, startSearchJob } from '../searches/index.ts'
import { askerOf, type EventCall, type EventDeps } from './event-deps.ts'
import {
  conditionOf,
  coverageMembers,
  coverageOf,
  fieldName,
  type Place,
  type Question,
  questionMembers,
  withArchived,
} from './inputs.ts'
import { noteUse } from './note-use.ts'

const operation = operationsOf<EventDeps>()

const SECONDS_MAX = 31 * 86_400

const interval_seconds = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: SECONDS_MAX,
    description: 'seconds per bucket; default: one that gives at most 120 buckets',
  }),
)
const histogramBody = sent('EventHistogramQuery', { ...questionMembers, interval_seconds })
const histogramQuery = Type.Object({ ...questionMembers, interval_seconds })
const histogramSchema = named(
  'EventHistogram',
  Type.Object({
    events: Type.Integer(),
    interval_seconds: Type.Integer(),
    buckets: Type.Array(Type.Object({ from: time, events: Type.Integer() }), {
      description: 'buckets oldest first, including empty ones; the first and the last may extend beyond the span',
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
  fields: Type.String({ minLength: 1, maxLength: 1024, description: 'field names, separated by commas' }),
  limit: facetValues,
})
const facetsSchema = named(
  'EventFacets',
  Type.Object({
    facets: Type.Array(Type.Object(facetMembers)),
    ...coverageMembers,
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'id of the background search that counts over the whole time span, when the time limit was reached; POST only',
      }),
    ),
  }),
)

type HistogramQuestion = Question & { readonly interval_seconds?: number | undefined }
type FacetsQuestion = Question & { readonly limit?: number | undefined }

const shared = { permission: 'lake:query' } as const
const overTime = { ...shared, summary: 'Event counts over time', output: histogramSchema }
const byValue = { ...shared, summary: 'Event counts by field value', output: facetsSchema }

const histogramOf = operation.outside({
  ...overTime,
  name: 'events.histogram',
  isRead: true,
  path: 'POST /events/histogram',
  body: histogramBody,
  run: (call, question) => countedOverTime(call, question, 'body'),
})

const histogramByQuery = operation.outside({
  ...overTime,
  name: 'events.histogram_by_query',
  path: 'GET /events/histogram',
  query: histogramQuery,
  run: (call, question) => countedOverTime(call, question, 'query'),
})

const facetsOf = operation.outside({
  ...byValue,
  name: 'events.facets',
  isRead: true,
  path: 'POST /events/facets',
  body: facetsBody,
  run: (call, question) => countedByValue(call, question, question.fields, 'body'),
})

const facetsByQuery = operation.outside({
  ...byValue,
  name: 'events.facets_by_query',
  path: 'GET /events/facets',
  query: facetsQuery,
  run: (call, question) => countedByValue(call, question, facetNames(question.fields), 'query'),
})

export const COUNT_OPERATIONS = [histogramOf, histogramByQuery, facetsOf, facetsByQuery]

async function countedOverTime(call: EventCall, question: HistogramQuestion, place: Place) {
  const { actor, deps, nowMs, gone } = call
  const condition = conditionOf(question, nowMs, place, actor.hidden)
  const span = spanOf(question, nowMs, place)
  const { interval_seconds: seconds } = question
  const counting = { condition, span, intervalMs: seconds === undefined ? null : seconds * 1000 }
  const startedAt = performance.now()
  const both = await askBoth(deps, askerOf(call), span, (reader) => histogram(reader, counting, { gone }))
  const { answer, missing } = both.answer
  noteCount(call, question, startedAt, missing)
  return {
    events: answer.events,
    interval_seconds: answer.intervalMs / 1000,
    buckets: answer.buckets.map(({ fromMs, events }) => ({ from: new Date(fromMs), events })),
    ...coverageOf(span, withArchived(missing, both.archived), both.archive),
  }
}

async function countedByValue(call: EventCall, question: FacetsQuestion, fields: readonly string[], place: Place) {
  const { actor, deps, nowMs, gone } = call
  refuseHidden(actor.hidden, fields)
  const condition = conditionOf(question, nowMs, place, actor.hidden)
  const span = spanOf(question, nowMs, place)
  const counting = { condition, span, fields, limit: question.limit ?? FACET_VALUES_DEFAULT }
  const startedAt = performance.now()
  const both = await askBoth(deps, askerOf(call), span, (reader) =>
    facets(reader, counting, { gone }).catch((error: unknown) => nothingOf(span, error)),
  )
  const { answer, missing } = both.answer
  noteCount(call, question, startedAt, missing)
  const job = place === 'body' ? await goesOn(call, question, fields, span, missing) : null
  if (answer === null && job === null) throw both.answer.error
  return {
    facets: (answer ?? []).map(({ otherEvents, ...facet }) => ({ ...facet, other_events: otherEvents })),
    ...(job === null ? {} : { job_id: job.id }),
    ...coverageOf(span, withArchived(missing, both.archived), both.archive),
  }
}

/** Counts the fields of the conditions. An index would not help with the fields whose values are counted. */
function noteCount(call: EventCall, { query = '' }: Question, startedAt: number, missing: readonly Missing[]): void {
  const ms = performance.now() - startedAt
  noteUse(call, { language: 'lucene', fields: () => fieldsIn(parseSearch(query)), ms, missing })
}

/**
 * Starts a background search that counts over the whole time span. Null when everything was counted, when the tenant
 * has its maximum of searches, and for a caller with hidden fields.
 */
async function goesOn(
  { actor, nowMs: requestedMs, read }: EventCall,
  { query = '' }: FacetsQuestion,
  fields: readonly string[],
  { fromMs, toMs }: TimeSpan,
  missing: readonly Missing[],
) {
  const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
  if (!isLate || actor.hidden.has('event')) return null
  const job = {
    gives: 'counts',
    query,
    fields,
    requestedMs: requestedMs,
    fromMs,
    toMs,
    startedBy: idOf(actor),
  } as const
  return read((tx) => startSearchJob(tx, job))
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
