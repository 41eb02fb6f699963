/** Operations of one query over every SIEM of a tenant and our own lake. */
import { Type } from 'typebox'
import type { Egress } from '../../../platform/egress/client.ts'
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
import { closed, named, nullable, oneOf } from '../../../schemas/wire.ts'
import { type OutsideCall, operationsOf } from '../acting/index.ts'
import { askBoth, type BothDeps } from '../archive/index.ts'
import { fieldsIn, refuseHidden, withinRegion } from '../governance/index.ts'
import type { Vault } from '../vault/index.ts'
import { DIALECTS, remoteTargets } from './federated-targets.ts'
import { searchableConnectors } from './search-sources.ts'

type Deps = BothDeps & { readonly vault: Vault; readonly egress?: Egress | undefined }
const operation = operationsOf<Deps>()
const LANGUAGES = Object.keys(DIALECTS) as (keyof typeof DIALECTS)[]
const LIMITS = FEDERATED_LIMITS

const dateTime = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const timeRange = Type.Optional(
  Type.Object(
    { from: dateTime(`default: ${LIMITS.rangeHoursDefault} hours before to`), to: dateTime('default: now') },
    { ...closed, description: `at most ${LIMITS.rangeDays} days` },
  ),
)
const query = Type.String({ maxLength: SEARCH_LIMITS.queryChars, description: 'query in the syntax of /events/search' })
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
          description: 'ids or names of connectors, and lake; default: all',
        }),
      ),
      time_range: timeRange,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: LIMITS.rows, description: `default: ${LIMITS.rowsDefault}` }),
      ),
      timeout_seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.timeoutSeconds,
          description: `seconds for each source; default: ${LIMITS.timeoutSecondsDefault}`,
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
        Type.Integer({ minimum: 1, maximum: LIMITS.rows, description: `default: ${LIMITS.rowsDefault}` }),
      ),
    },
    closed,
  ),
)

const translationSchema = named(
  'FederatedTranslation',
  Type.Object({
    dialect: oneOf(LANGUAGES),
    statement: nullable(Type.String({ description: 'null: this target is not queried' })),
    predicates: Type.Array(
      Type.Object({
        predicate: Type.String(),
        at: Type.Integer({ description: 'offset in the query, from 0' }),
        verdict: oneOf(PREDICATE_VERDICTS, {
          description: 'filtered_after: the target receives a broader query, and svc filters its rows',
        }),
        reason: nullable(Type.String()),
      }),
    ),
    notes: Type.Array(Type.String(), { description: 'limits of the source for this query' }),
  }),
)
const translationsSchema = named('FederatedTranslations', Type.Object({ translations: Type.Array(translationSchema) }))
const rowSchema = named(
  'FederatedRow',
  Type.Object({
    source: Type.Integer({ description: 'index of the source in sources' }),
    time: nullable(Type.String({ format: 'date-time' })),
    fields: Type.Record(Type.String(), Type.Unknown(), { description: 'values by the field names of /events/fields' }),
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
        connector_id: nullable(Type.String({ description: 'null: the own lake' })),
        name: Type.String(),
        type: Type.String(),
        verdict: oneOf(SOURCE_VERDICTS),
        row_count: Type.Integer(),
        duration_ms: Type.Integer(),
        reasons: Type.Array(Type.String()),
        translation: nullable(translationSchema),
      }),
    ),
    truncated: Type.Boolean({ description: 'true when the sources returned more rows than limit' }),
    complete: Type.Boolean({ description: 'true when every source searched everything and returned all rows' }),
    cannot_rule_out: Type.Array(Type.String(), {
      description: 'kinds of matches that may exist without being in the rows',
    }),
  }),
)

const translateQuery = operation.outside({
  name: 'federated.translate',
  summary: 'Translate a query into the languages of other SIEMs, with the parts each can express',
  permission: 'lake:query',
  isRead: true,
  path: 'POST /federated/translate',
  body: translateBody,
  output: translationsSchema,
  async run({ nowMs }, { query: text, time_range: range, dialects = LANGUAGES, limit = LIMITS.rowsDefault }) {
    const query = parsed(text)
    const span = spanOf(range, nowMs)
    const translations = dialects.map((name) =>
      shownTranslation(translate({ query, dialect: DIALECTS[name], settings: {}, span, limit, nowMs })),
    )
    return { translations }
  },
})

const ask = operation.outside({
  name: 'federated.query',
  summary: 'Query all SIEMs and the own lake at once, each in its own language',
  permission: 'lake:query',
  audit: 'federated:queried',
  path: 'POST /federated/query',
  body: queryBody,
  output: answerSchema,
  async run(call, { query: text, targets: wanted, time_range: range, limit = LIMITS.rowsDefault, timeout_seconds }) {
    const { actor, deps, nowMs, work, read } = call
    const timeoutMs = (timeout_seconds ?? LIMITS.timeoutSecondsDefault) * 1000
    const query = parsed(text)
    refuseHidden(actor.hidden, fieldsIn(query))
    const span = spanOf(range, nowMs)
    const connectors = await work(async (tx, note) => {
      note({ resource: 'federated_query', changes: { query: text, targets: wanted ?? null } })
      return searchableConnectors(tx, deps.vault)
    })
    const chosen = chosenOf(connectors, wanted)
    const out = deps.egress ? withinRegion(read, deps.egress, 'federated') : null
    const remote = remoteTargets(chosen, out, { span, timeoutMs })
    const question = { query, span, limit, timeoutMs, nowMs }
    if (wanted?.includes(LAKE_ID) === false) return shownAnswer(await askAll({ ...question, targets: remote }))
    const own = atFault(() => lakeTarget(searchIn(call, span), { query, text, span, limit }, nowMs))
    return shownAnswer(await askAll({ ...question, targets: [own, ...remote] }))
  },
})

type Named = { readonly id: string; readonly name: string }

/**
 * Returns the named connectors (by id or name), or all when none is named. Throws 422 for one that cannot be queried.
 */
function chosenOf<C extends Named>(connectors: readonly C[], wanted: readonly string[] | undefined): C[] {
  const known = new Set([LAKE_ID, ...connectors.flatMap(({ id, name }) => [id, name])])
  const unknown = wanted?.find((one) => !known.has(one))
  if (unknown !== undefined) throw invalid('targets', `${unknown} is no connector that can be asked`)
  const chosen = connectors.filter(({ id, name }) => wanted?.some((one) => one === id || one === name) ?? true)
  if (chosen.length >= LIMITS.targets) throw invalid('targets', `at most ${LIMITS.targets} are asked at once`)
  return chosen
}

/** Asks our own lake and the archive. */
function searchIn({ deps, actor, gone }: OutsideCall<Deps>, span: Span) {
  return async (search: EventSearch): Promise<FoundPage> => {
    const { answer, archived } = await askBoth(deps, actor, span, (reader) => searchEvents(reader, search, { gone }))
    return { ...answer, missing: [...answer.missing, ...archived] }
  }
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

function shownTranslation({ predicates, ...translation }: Translation) {
  return { ...translation, predicates: predicates.map(({ text, ...one }) => ({ ...one, predicate: text })) }
}

function shownAnswer({ rows, sources, isTruncated }: FederatedAnswer) {
  const left = sources.flatMap(({ name, verdict, reasons }) => {
    if (verdict === 'complete') return reasons.map((reason) => `${name}: ${reason}`)
    return [`${name} (${verdict}): ${reasons.join(', ')}`]
  })
  return {
    rows: rows.map(({ timeMs, fields: { time: _, raw: __, ...fields }, ...row }) => {
      return { ...row, time: timeMs === null ? null : new Date(timeMs), fields }
    }),
    rowCount: rows.length,
    sources: sources.map(({ id, rows: rowCount, translation, ...source }) => ({
      ...{ ...source, connectorId: id === LAKE_ID ? null : id, rowCount },
      translation: translation && shownTranslation(translation),
    })),
    truncated: isTruncated,
    complete: !isTruncated && left.length === 0,
    cannotRuleOut: [...left, ...(isTruncated ? ['older rows: there are more than limit'] : [])],
  }
}

export const FEDERATED_OPERATIONS = [translateQuery, ask]
