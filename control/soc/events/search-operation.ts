/** The newest events that a query holds for. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { within } from '../../../platform/within.ts'
import type { KqlHunt } from '../../../query/kql/kql-hunt.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import { lookedBack, spanOf } from '../../../query/search/time-span.ts'
import { closed, named } from '../../../schemas/wire.ts'
import type { KqlCondition } from '../../detect/detections/index.ts'
import { idOf, noLake, operationsOf } from '../../platform/acting/index.ts'
import { askBoth, type Both, NO_ARCHIVE } from '../../platform/archive/index.ts'
import { fieldsIn, readBeside, refuseKql } from '../../platform/governance/index.ts'
import { fieldsOfCondition, startSearchJob, tableHead } from '../searches/index.ts'
import { askerOf, type EventCall, type EventDeps, NEVER } from './event-deps.ts'
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
import { noteUse } from './note-use.ts'

const operation = operationsOf<EventDeps>()
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
            'kql: a table and where conditions select events, in the same way as a detection; any other query returns its rows in the member table',
        }),
      ),
      fields: Type.Optional(
        Type.Array(fieldName, { maxItems: fieldsMax, description: `default: ${DEFAULT_FIELDS.join(', ')}` }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: rows, default: rowsDefault })),
      cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    },
    closed,
  ),
)
const tableSchema = named(
  'KqlTable',
  Type.Object({
    ...Type.Omit(tableHead, ['archive']).properties,
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description: 'rows in the order of the query; integers above 2^53 are strings',
    }),
  }),
)
const resultSchema = named(
  'EventSearchResult',
  Type.Object({
    events: Type.Array(foundEventSchema, { description: 'newest first' }),
    table: Type.Optional(tableSchema),
    next_cursor: Type.Optional(Type.String({ description: 'cursor of older events; send it with the same query' })),
    ...coverageMembers,
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'id of the background search over the time span not yet searched or, for a table, over all of it',
      }),
    ),
  }),
)

const search = operation.outside({
  name: 'events.search',
  summary: 'Events that match a query, newest first',
  description:
    'A page may not cover the whole requested time span: complete is then false, missing names the spans not searched, and job_id a search that continues with them. The clients (client.search, client.kql) and svc events search --all read all of it.',
  permission: 'lake:query',
  isRead: true,
  path: 'POST /events/search',
  body,
  output: resultSchema,
  async run(call, { fields: wanted = DEFAULT_FIELDS, limit = rowsDefault, cursor, ...question }) {
    const { actor, nowMs } = call
    const fields = [...wanted, ...readBeside(actor.hidden, wanted)]
    const at = cursor === undefined ? null : readCursor(cursor, question)
    const span = at?.span ?? spanOf(question, nowMs, 'body')
    const page = { span, fields, limit, after: at?.after ?? null }
    if (question.language !== 'kql') return byLucene(call, question, page)
    refuseKql(actor.hidden)
    const kql = await kqlRule(actor.tenantId, question)
    if (kql === null) return wholeKql(call, { ...question, cursor }, span)
    // Further pages stay in the time of the first one, which the query has narrowed already.
    return byKql(call, question, kql, at === null ? { ...page, span: lookedBack(span, kql.lookBackMs, nowMs) } : page)
  },
})

export const SEARCH_EVENT_OPERATIONS = [search]

type Page = Omit<EventSearch, 'condition'>

async function byLucene(call: EventCall, question: Question, page: Page) {
  const { actor, deps, gone, nowMs } = call
  const condition = conditionOf(question, nowMs, 'body', actor.hidden)
  const startedAt = performance.now()
  const both = await askBoth(deps, askerOf(call), restOf(page), (reader) =>
    searchEvents(reader, { ...page, condition }, { gone }),
  )
  const fields = () => fieldsIn(parseSearch(question.query ?? ''))
  const ms = performance.now() - startedAt
  noteUse(call, { language: 'lucene', fields, ms, missing: both.answer.missing })
  return pageAnswer(call, question, page, both)
}

async function byKql(call: EventCall, question: Question, { rule }: KqlCondition, page: Page) {
  const { actor, deps, gone } = call
  const { searchByRule } = deps
  if (!searchByRule) throw noLake()
  const startedAt = performance.now()
  const both = await askBoth(deps, askerOf(call), restOf(page), (_, archive) =>
    searchByRule(actor.tenantId, { ...page, rule }, gone, archive),
  )
  const ms = performance.now() - startedAt
  const fields = () => fieldsOfCondition(rule.body.where)
  noteUse(call, { language: 'kql', fields, ms, missing: both.answer.missing })
  return pageAnswer(call, question, page, both)
}

async function pageAnswer(
  call: EventCall,
  question: Question,
  { span, fields }: Page,
  { answer: found, archived, archive }: Both<FoundPage>,
) {
  const job = await goesOn(call, question, fields, found)
  return {
    events: found.events,
    ...coverageOf(span, withArchived(found.missing, archived), archive),
    ...(job === null ? {} : { job_id: job.id }),
    ...(found.next === null ? {} : { next_cursor: cursorText(question, { span, after: found.next }) }),
  }
}

/** Carries out a KQL query that gives a table. Without `from` it is read as far back as its conditions say. */
async function wholeKql(
  call: EventCall,
  { query = '', from, cursor }: Question & { readonly cursor: string | undefined },
  { fromMs, toMs }: TimeSpan,
) {
  if (cursor !== undefined)
    throw new InvalidInput({ loc: ['body', 'cursor'], msg: 'a table has no further pages', type: 'cursor' })
  const { actor, deps, gone, nowMs } = call
  const hunt = { text: query, nowMs, fromMs: from === undefined ? null : fromMs, toMs }
  const startedAt = performance.now()
  // A machine that is slow to load the code for KQL, and other queries before this one, are no fault of the query.
  let span = { fromMs, toMs }
  const both = await within(deps.kqlAnswerMs ?? KQL_ANSWER_MS, gone, async (signal) => {
    const asking = { ...kqlAsking(deps.askKql, actor.tenantId, hunt), signal }
    span = (await askBoth(deps, askerOf(call), NEVER, () => kqlSpanOf(asking))).answer
    return askBoth(deps, askerOf(call), span, (_, files) => kqlTableOf(asking, span, files))
  })
  if (both === null) return laterTable(call, hunt, span)
  const { answer, archived, archive } = both
  const tables = answer.table?.reads.map(({ table }) => table) ?? []
  const ms = performance.now() - startedAt
  noteUse(call, { language: 'kql', fields: () => tables, ms, missing: answer.missing })
  const isLate = answer.missing.some(({ reason }) => reason === 'time')
  const job = isLate ? await tableGoesOn(call, hunt, span) : null
  if (answer.table === null && job === null) throw answer.error
  return {
    events: [],
    ...(answer.table && { table: tableMember(answer.table) }),
    ...(job && { job_id: job.id }),
    ...coverageOf(span, withArchived(answer.missing, archived), archive),
  }
}

/** Time in which a KQL query is answered; the connection is closed after a minute. */
const KQL_ANSWER_MS = 40_000

/** The answer of a query that did not begin or end in its time. */
async function laterTable(call: EventCall, hunt: KqlHunt, span: TimeSpan) {
  const job = await tableGoesOn(call, hunt, span)
  if (job === null)
    throw new AppError('unavailable', 'the query was not answered in its time', { retryAfterSeconds: BUSY_SECONDS })
  return { events: [], job_id: job.id, ...coverageOf(span, [{ ...span, reason: 'time' }], NO_ARCHIVE) }
}
const BUSY_SECONDS = 10

/** Starts a search job over all of the query's time. Null where the tenant has as many jobs as it may. */
function tableGoesOn({ actor, read }: EventCall, { text: query, nowMs: requestedMs, fromMs }: KqlHunt, span: TimeSpan) {
  const job = {
    language: 'kql',
    gives: 'table',
    hasFrom: fromMs !== null,
    query,
    fields: [],
    requestedMs: requestedMs,
  } as const
  return read((tx) => startSearchJob(tx, { ...job, ...span, startedBy: idOf(actor) }))
}

/**
 * Starts a search job over the span that ran out of time or memory. Null where none did, and where the tenant has as
 * many jobs as it may.
 */
async function goesOn(
  { actor, nowMs: requestedMs, read }: EventCall,
  { query = '', language = 'lucene' }: Question,
  fields: readonly string[],
  { missing }: FoundPage,
) {
  const late = missing.find(({ reason }) => reason === 'time' || reason === 'memory')
  if (late === undefined) return null
  const { fromMs, toMs } = late
  const job = { language, query, fields, requestedMs: requestedMs, fromMs, toMs, startedBy: idOf(actor) }
  return read((tx) => startSearchJob(tx, job))
}

/** The rest of the span for a page: events older than the pages before it. */
function restOf({ span, after }: Page): TimeSpan {
  return after === null ? span : { ...span, toMs: Math.min(span.toMs, after.timeMs + 1) }
}
