/** One query over every SIEM of a tenant and our own lake. */
import { type Static, Type } from 'typebox'
import { overBoth } from '../../../control/platform/archive/index.ts'
import { DIALECTS, remoteTargets, searchableConnectors } from '../../../control/platform/connectors/index.ts'
import { fieldsIn, refuseHidden, withinRegion } from '../../../control/platform/governance/index.ts'
import type { InTenant } from '../../../control/respond/models/index.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { askAll, type FederatedAnswer, SOURCE_VERDICTS } from '../../../query/federated/ask-all.ts'
import type { Span } from '../../../query/federated/dialect.ts'
import { LAKE_ID, lakeTarget } from '../../../query/federated/lake-target.ts'
import { FEDERATED_LIMITS } from '../../../query/federated/limits.ts'
import { PREDICATE_VERDICTS, type Translation, translate } from '../../../query/federated/translate.ts'
import type { SearchQuery } from '../../../query/search/ast.ts'
import { SearchFault } from '../../../query/search/fault.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { type EventSearch, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { closed, oneOf } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { withArchived } from '../events/inputs.ts'
import { lakeTurns } from '../events/turns.ts'
import { nullable } from '../views.ts'

const LANGUAGES = Object.keys(DIALECTS) as (keyof typeof DIALECTS)[]
const LIMITS = FEDERATED_LIMITS
const tags = ['federated']

const dateTime = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const timeRange = Type.Optional(
  Type.Object(
    { from: dateTime(`${LIMITS.rangeHoursDefault} hours before to without it`), to: dateTime('now without it') },
    { ...closed, description: `at most ${LIMITS.rangeDays} days` },
  ),
)
const query = Type.String({ maxLength: SEARCH_LIMITS.queryChars, description: 'as of /events/search' })
const queryBody = named(
  'FederatedQuery',
  Type.Object(
    {
      query,
      targets: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
          uniqueItems: true,
          minItems: 1,
          maxItems: LIMITS.targets,
          description: 'ids or names of connectors, and lake; all that there are without it',
        }),
      ),
      time_range: timeRange,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMITS.rows, description: `${LIMITS.rowsDefault} without it` }),
      ),
      timeout_seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.timeoutSeconds,
          description: `of each source; ${LIMITS.timeoutSecondsDefault} without it`,
        }),
      ),
    },
    closed,
  ),
)
const translateBody = named(
  'FederatedTranslate',
  Type.Object(
    {
      query,
      dialects: Type.Optional(Type.Array(oneOf(LANGUAGES), { uniqueItems: true, minItems: 1 })),
      time_range: timeRange,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMITS.rows, description: `${LIMITS.rowsDefault} without it` }),
      ),
    },
    closed,
  ),
)

const translationSchema = named(
  'FederatedTranslation',
  Type.Object({
    dialect: oneOf(LANGUAGES),
    statement: nullable(Type.String({ description: 'null: it is not asked' })),
    predicates: Type.Array(
      Type.Object({
        predicate: Type.String(),
        at: Type.Integer({ description: 'where in the query it stands, from 0' }),
        verdict: oneOf(PREDICATE_VERDICTS, {
          description: 'filtered_after: it is asked more widely, and the rows are looked at again',
        }),
        reason: nullable(Type.String()),
      }),
    ),
    notes: Type.Array(Type.String(), { description: 'what the source cannot see of it' }),
  }),
)
const translationsSchema = named('FederatedTranslations', Type.Object({ translations: Type.Array(translationSchema) }))
const rowSchema = named(
  'FederatedRow',
  Type.Object({
    source: Type.Integer({ description: 'its place in sources' }),
    time: nullable(Type.String({ format: 'date-time' })),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'by the names of /events/fields' }),
    raw: nullable(Type.String()),
  }),
)
const answerSchema = named(
  'FederatedAnswer',
  Type.Object({
    rows: Type.Array(rowSchema, { description: 'newest first' }),
    row_count: Type.Integer(),
    sources: Type.Array(
      Type.Object({
        connector_id: nullable(Type.String({ description: 'null: our own lake' })),
        name: Type.String(),
        type: Type.String(),
        verdict: oneOf(SOURCE_VERDICTS),
        row_count: Type.Integer(),
        duration_ms: Type.Integer(),
        reasons: Type.Array(Type.String()),
        translation: nullable(translationSchema),
      }),
    ),
    truncated: Type.Boolean({ description: 'sources gave more rows than limit' }),
    complete: Type.Boolean({ description: 'every source looked at everything and gave all of it' }),
    cannot_rule_out: Type.Array(Type.String(), { description: 'what may be there and is not in the rows' }),
  }),
)

export const federatedRoutes: Routes = (app, deps) => {
  const askLake = lakeTurns(deps)

  app.post(
    '/federated/translate',
    {
      config: { permission: 'lake:query' },
      schema: {
        tags,
        summary: 'A query in the languages of other SIEMs, with what each can say of it',
        body: translateBody,
        response: { 200: translationsSchema },
      },
    },
    (request) => {
      const { dialects = LANGUAGES, limit = LIMITS.rowsDefault } = request.body
      const nowMs = deps.nowMs()
      const query = parsed(request.body.query)
      const span = spanOf(request.body.time_range, nowMs)
      const translations = dialects.map((name) =>
        translationView(translate({ query, dialect: DIALECTS[name], settings: {}, span, limit, nowMs })),
      )
      return Promise.resolve({ translations })
    },
  )

  app.post(
    '/federated/query',
    {
      config: { permission: 'lake:query', audit: 'federated:queried' },
      schema: {
        tags,
        summary: 'Ask every SIEM and our own lake at once, each in its own language',
        body: queryBody,
        response: { 200: answerSchema },
      },
    },
    async (request, reply) => {
      const { query: text, targets: wanted, time_range: range } = request.body
      const { limit = LIMITS.rowsDefault, timeout_seconds: seconds = LIMITS.timeoutSecondsDefault } = request.body
      const nowMs = deps.nowMs()
      const query = parsed(text)
      refuseHidden(principalOf(request).hidden, fieldsIn(query))
      const span = spanOf(range, nowMs)
      const { egress } = deps
      const connectors = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'federated_query', changes: { query: text, targets: wanted ?? null } })
        return searchableConnectors(tx, deps.vault)
      })
      const isWanted = (id: string, name: string) =>
        wanted === undefined || wanted.includes(id) || wanted.includes(name)
      const known = new Set([LAKE_ID, ...connectors.flatMap(({ id, name }) => [id, name])])
      const unknown = wanted?.find((one) => !known.has(one))
      if (unknown !== undefined) throw invalid('targets', `${unknown} is no connector that can be asked`)
      const chosen = connectors.filter(({ id, name }) => isWanted(id, name))
      if (chosen.length >= LIMITS.targets) throw invalid('targets', `at most ${LIMITS.targets} are asked at once`)
      const inTenant: InTenant = (work) => withTenant(deps.pool, principalOf(request).tenantId, work)
      const out = egress ? withinRegion(inTenant, egress, 'federated') : null
      const remote = remoteTargets(chosen, out, { span, timeoutMs: seconds * 1000 })
      const question = { query, span, limit, timeoutMs: seconds * 1000, nowMs }
      if (!isWanted(LAKE_ID, LAKE_ID)) return answerView(await askAll({ ...question, targets: remote }))
      return askLake(request, reply, async ({ reader, gone }) => {
        const wantedRows = { query, text, span, limit }
        const { tenantId } = principalOf(request)
        const search = async (eventSearch: EventSearch): Promise<FoundPage> => {
          const both = await overBoth({ pool: deps.pool, store: deps.archive?.store }, tenantId, span, (archive) =>
            searchEvents((archive && deps.lake?.(tenantId, { archive })) ?? reader, eventSearch, { gone }),
          )
          return { ...both.answer, missing: withArchived(both.answer.missing, both.archived) }
        }
        const own = atFault(() => lakeTarget(search, wantedRows, nowMs))
        return answerView(await askAll({ ...question, targets: [own, ...remote] }))
      })
    },
  )
}

function parsed(text: string): SearchQuery {
  return atFault(() => parseSearch(text))
}

/** Throws 422 with the place of the fault in the query. */
function atFault<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SearchFault)) throw error
    throw new InvalidInput({ loc: ['body', 'query'], msg: error.text(), type: 'query' })
  }
}

const HOUR_MS = 3_600_000

function spanOf(range: { readonly from?: string; readonly to?: string } | undefined, nowMs: number): Span {
  const toMs = range?.to === undefined ? nowMs : Date.parse(range.to)
  const fromMs = range?.from === undefined ? toMs - LIMITS.rangeHoursDefault * HOUR_MS : Date.parse(range.from)
  if (!(fromMs < toMs)) throw invalid('time_range', 'from is not before to')
  if (toMs - fromMs > LIMITS.rangeDays * 24 * HOUR_MS)
    throw invalid('time_range', `is more than ${LIMITS.rangeDays} days`)
  return { fromMs, toMs }
}

function translationView(translation: Translation): Static<typeof translationSchema> {
  const { dialect, statement, predicates, notes } = translation
  return {
    dialect,
    statement,
    predicates: predicates.map(({ text, at, verdict, reason }) => ({ predicate: text, at, verdict, reason })),
    notes: [...notes],
  }
}

function answerView({ rows, sources, isTruncated }: FederatedAnswer): Static<typeof answerSchema> {
  const left = sources.flatMap(({ name, verdict, reasons }) => {
    if (verdict === 'complete') return reasons.map((reason) => `${name}: ${reason}`)
    return [`${name} (${verdict}): ${reasons.join(', ')}`]
  })
  return {
    rows: rows.map(({ source, timeMs, fields, raw }) => {
      const { time: _, raw: __, ...shown } = fields
      return { source, time: timeMs === null ? null : new Date(timeMs).toISOString(), fields: shown, raw }
    }),
    row_count: rows.length,
    sources: sources.map(({ id, name, type, verdict, rows: count, durationMs, reasons, translation }) => ({
      connector_id: id === LAKE_ID ? null : id,
      ...{ name, type, verdict, row_count: count, duration_ms: durationMs, reasons: [...reasons] },
      translation: translation === null ? null : translationView(translation),
    })),
    truncated: isTruncated,
    complete: !isTruncated && left.length === 0,
    cannot_rule_out: [...left, ...(isTruncated ? ['older rows: there are more than limit'] : [])],
  }
}
