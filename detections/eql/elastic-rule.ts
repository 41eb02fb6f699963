/**
 * Elastic's own rule files: TOML with a table `[rule]`, as Elastic publishes its rules. The reader takes:
 *
 *     rule_id, name, description, author, references, false_positives, tags     as they are
 *     severity; where there is none, by risk_score                             of Elastic's four
 *     threat, of MITRE ATT&CK                                                  tags: attack.t1059.001, attack.execution
 *     investigation_fields.field_names                                         fields that a match shows
 *     metadata.maturity                                                        status
 *     query                                                                    EQL
 *     from                                                                     span of a sequence without maxspan
 *
 * The indices (`index`, `data_view_id`) and the `interval` belong to a search: here every event of a tenant is matched
 * once, by its class. `from` is how far back each search looks, so it bounds a sequence that names no span. Settings
 * for the display and grouping of alerts are not read. Rules of other types are refused, and so are settings that a
 * query cannot ignore without finding more than it should.
 */
import { lazyPackage } from '../../platform/lazy-package.ts'
import { isMembers } from '../../platform/members.ts'
import { TECHNIQUE_ID } from '../../schemas/attack-technique.ts'
import { quote } from './fault.ts'
import { EQL_LIMITS } from './limits.ts'

const toml = lazyPackage<typeof import('smol-toml')>('smol-toml')

type Table = Readonly<Record<string, unknown>>

export type ElasticRule = {
  /** Under the names that `readFields` expects. */
  readonly fields: Table
  readonly query: string
  /** Null when it is longer than any window. */
  readonly lookBackMs: number | null
}

/** Line and column count from 1; 0 is the file as a whole. */
type Refused = { readonly reason: string; readonly line: number; readonly column: number }

/** Never throws. */
export function readElasticRule(text: string): ElasticRule | Refused {
  const document = readToml(text)
  if ('reason' in document) return document
  const rule = tableOf(document.toml.rule)
  if (rule === null) return refused('the file has no [rule] table')
  const reason = refusalOf(rule)
  if (reason !== null) return refused(reason)
  const lookBackMs = lookBackOf(rule.from)
  if (lookBackMs === undefined) return refused(`from is ${shown(rule.from)}, expected a time such as "now-9m"`)
  const status = tableOf(document.toml.metadata)?.maturity
  return { fields: fieldsOf(rule, status), query: String(rule.query), lookBackMs }
}

const refused = (reason: string): Refused => ({ reason, line: 0, column: 0 })

function readToml(text: string): { readonly toml: Table } | Refused {
  const { parse, TomlError } = toml()
  try {
    return { toml: parse(text, { maxDepth: EQL_LIMITS.depth }) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [first = ''] = error.message.split('\n')
    const { line, column } = error
    return { reason: `not TOML: ${first.replace('Invalid TOML document: ', '').slice(0, 200)}`, line, column }
  }
}

const OTHER_TYPES: Readonly<Record<string, string>> = {
  esql: 'a query in ES|QL',
  machine_learning: 'an anomaly job of Elastic',
  new_terms: 'values that were not seen before',
  saved_query: 'a query that is kept in Kibana',
  threat_match: 'an index of indicators',
  threshold: 'how many hits a query has',
}

/** Why the rule is refused; null when it is accepted. */
function refusalOf(rule: Table): string | null {
  const { type, language = 'eql', query, filters, event_category_override: category } = rule
  if (type === 'query') return `a rule of type "query", in ${shown(rule.language ?? 'kuery')}, is not read: only EQL is`
  if (type !== 'eql') {
    const about = typeof type === 'string' && Object.hasOwn(OTHER_TYPES, type) ? `, about ${OTHER_TYPES[type]},` : ''
    return `a rule of type ${shown(type)}${about} is not read: only EQL is`
  }
  if (language !== 'eql') return `a rule of type "eql" in the language ${shown(language)}`
  if (typeof query !== 'string') return 'query is not a text'
  if (Array.isArray(filters) && filters.length > 0)
    return 'filters beside the query are not read, and it would find more'
  if (category !== undefined && category !== 'event.category')
    return `categories in the field ${shown(category)} are not read: only those of event.category are`
  return null
}

function fieldsOf(rule: Table, status: unknown): Table {
  const { rule_id, name, description, author, references, false_positives, tags, severity, risk_score: risk } = rule
  const shownFields = tableOf(rule.investigation_fields)?.field_names
  return {
    id: rule_id,
    title: name,
    description,
    author,
    references,
    false_positives,
    fields: shownFields,
    status,
    severity: severity ?? (typeof risk === 'number' ? severityOf(risk) : undefined),
    tags: Array.isArray(tags) || tags === undefined ? [...(tags ?? []), ...attackTags(rule.threat)] : tags,
  }
}

/** The bands in which Elastic's severities have their scores: up to 21, 47, 73 and 100. */
function severityOf(risk: number): string {
  if (risk <= 21) return 'low'
  if (risk <= 47) return 'medium'
  return risk <= 73 ? 'high' : 'critical'
}

const FRAMEWORK = 'MITRE ATT&CK'
const TACTIC = /^[A-Za-z][A-Za-z ]{2,40}$/

/** Each tag once; for a sub-technique only its own id, as in Sigma. */
function attackTags(threat: unknown): readonly string[] {
  const tags = tablesOf(threat)
    .filter(({ framework }) => framework === FRAMEWORK)
    .flatMap(({ tactic, technique }) => [...tacticTags(tactic), ...tablesOf(technique).flatMap(techniqueTags)])
  return [...new Set(tags)]
}

function tacticTags(tactic: unknown): readonly string[] {
  const name = tableOf(tactic)?.name
  return typeof name === 'string' && TACTIC.test(name) ? [`attack.${name.toLowerCase().replaceAll(' ', '-')}`] : []
}

function techniqueTags({ id, subtechnique }: Table): readonly string[] {
  const ids = [id, ...tablesOf(subtechnique).map((one) => one.id)]
  return ids.flatMap((one) =>
    typeof one === 'string' && TECHNIQUE_ID.test(one) ? [`attack.${one.toLowerCase()}`] : [],
  )
}

/** Elastic's default for a rule that names none. */
const LOOK_BACK_MS = 6 * 60_000
const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

/** Returns undefined for a value that is no time in the past. */
function lookBackOf(from: unknown): number | null | undefined {
  if (from === undefined) return LOOK_BACK_MS
  const [, count, unit = ''] =
    /^now-(\d{1,12})([smhdw])(?:\/[smhdw])?$/.exec(typeof from === 'string' ? from : '') ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN)
  if (!(ms > 0)) return undefined
  return ms <= EQL_LIMITS.maxSpanMs ? ms : null
}

function tableOf(value: unknown): Table | null {
  return isMembers(value) ? value : null
}

function tablesOf(value: unknown): readonly Table[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map(tableOf).filter((item) => item !== null)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return value === undefined ? 'none' : 'something that is no text'
}

const QUERY = /^[ \t]*query[ \t]*=[ \t]*(?:'''|"""|'|")(?:\r?\n)?/gm

/** Where the query begins in the file. When its first line contains escapes, the first place that may be it. */
export function queryPlace(text: string, query: string): { readonly line: number; readonly column: number } {
  const [first = ''] = query.split('\n')
  const starts = [...text.matchAll(QUERY)].map((match) => match.index + match[0].length)
  const at = starts.find((start) => text.startsWith(first, start)) ?? starts[0] ?? 0
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
