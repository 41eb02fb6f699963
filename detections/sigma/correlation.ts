/** Parses correlation documents as far as possible without the rules to which they refer. */
import { isMembers } from '../../platform/members.ts'
import type { Aggregate, Bound, Rule } from '../plan/plan.ts'
import { WINDOW_LIMITS } from '../window/window.ts'
import type { RuleDocument } from './actions.ts'
import { type Condition, parseCondition } from './condition.ts'
import { describe, quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'
import { type Fields, metadataOf } from './metadata.ts'

export type CorrelationDraft = {
  readonly metadata: Omit<Rule, 'body'>
  readonly kind: Kind
  /** Ids or names of the rules, as written. Empty when the condition names them. */
  readonly references: readonly string[]
  /** Field of each rule behind a name of `groupBy`; the rules by id or name. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly groupBy: readonly string[]
  readonly windowMs: number
  readonly generate: boolean
  /** Lines for faults of the references and of the aliases. */
  readonly lines: { readonly rules: number; readonly aliases: number; readonly condition: number }
}

export type Kind =
  | { readonly of: 'aggregate'; readonly measure: Aggregate['measure']; readonly bounds: readonly Bound[] }
  | { readonly of: 'temporal'; readonly ordered: boolean; readonly condition: Condition | readonly Bound[] | null }

/** @throws Refusal with its path. */
export function parseCorrelation(document: RuleDocument, file: string): CorrelationDraft {
  const { fields, line, lineOf } = document
  const section = fields.correlation
  if (!isMembers(section)) throw refusal('correlation is not a map')
  refuseMisspelled(section)
  const references = referencesOf(section)
  const draft = {
    kind: kindOf(section),
    references,
    aliases: aliasesOf(section.aliases),
    groupBy: names(section['group-by'], 'group-by', LIMITS.groupKeys),
    windowMs: windowMsOf(section),
    generate: generateOf(fields.generate ?? section.generate),
  }
  const hasNamedRules = draft.kind.of === 'temporal' && draft.kind.condition !== null && 'kind' in draft.kind.condition
  if (references.length === 0 && !hasNamedRules) throw refusal('the correlation names no rules', 'rules')
  return {
    ...draft,
    metadata: metadataOf(fields, [draft, [...draft.aliases].map(([name, of]) => [name, [...of]])], file, line),
    lines: { rules: lineOf(at('rules')), aliases: lineOf(at('aliases')), condition: lineOf(at('condition')) },
  }
}

const MEMBERS = ['type', 'rules', 'group-by', 'timespan', 'timeframe', 'condition', 'aliases', 'generate'] as const

/**
 * Authors may add members of their own; but `group_by` is a misspelling of `group-by`, without which all events would
 * form one group.
 */
function refuseMisspelled(section: Fields): void {
  for (const key of Object.keys(section)) {
    const meant = MEMBERS.find((member) => bare(member) === bare(key))
    if (meant !== undefined && meant !== key) throw refusal(`unknown key ${quote(key)}; did you mean ${meant}?`, key)
  }
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

function kindOf(section: Fields): Kind {
  switch (section.type) {
    case 'event_count':
      return aggregate(section, () => ({ of: 'count' }))
    case 'value_count':
      return aggregate(section, (condition) => ({ of: 'distinct', fields: measured(condition) }))
    case 'value_sum':
      return aggregate(section, (condition) => ({ of: 'sum', fields: measuredOne(condition) }))
    case 'value_avg':
      return aggregate(section, (condition) => ({ of: 'avg', fields: measuredOne(condition) }))
    case 'value_percentile':
      return aggregate(section, percentile)
    case 'value_median':
      return aggregate(section, (condition) => ({ of: 'percentile', fields: measuredOne(condition), percentile: 50 }))
    case 'temporal':
    case 'temporal_ordered':
      return temporal(section, section.type === 'temporal_ordered')
    default:
      throw refusal(`${describe(section.type)} is not a type of correlation`, 'type')
  }
}

function aggregate(section: Fields, measureOf: (condition: Fields) => Aggregate['measure']): Kind {
  const { condition } = section
  if (!isMembers(condition)) throw refusal(`the condition of ${section.type} must be a map`, 'condition')
  const measure = measureOf(condition)
  const extra = measure.of === 'count' ? [] : measure.of === 'percentile' ? ['field', 'percentile'] : ['field']
  return { of: 'aggregate', measure, bounds: boundsOf(condition, extra) }
}

function temporal(section: Fields, ordered: boolean): Kind {
  const { condition } = section
  if (condition === undefined || condition === null) return { of: 'temporal', ordered, condition: null }
  if (isMembers(condition)) return { of: 'temporal', ordered, condition: boundsOf(condition, []) }
  if (typeof condition !== 'string') throw refusal('condition must be a map or a text', 'condition')
  return { of: 'temporal', ordered, condition: conditionOf(condition) }
}

function conditionOf(source: string): Condition {
  try {
    return parseCondition(source)
  } catch (error) {
    throw error instanceof Refusal ? refusal(error.message, 'condition') : error
  }
}

/** The specification names no percentile in its example and calls 50 the median: 50 is the default. */
const PERCENTILE_WHEN_ABSENT = 50

function percentile(condition: Fields): Aggregate['measure'] {
  const value = condition.percentile ?? PERCENTILE_WHEN_ABSENT
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) {
    throw refusal('percentile must be a number from 0 to 100', 'condition', 'percentile')
  }
  return { of: 'percentile', fields: measuredOne(condition), percentile: value }
}

function measured(condition: Fields): string[] {
  const fields = names(condition.field, 'condition.field', LIMITS.groupKeys)
  if (fields.length === 0) throw refusal('the condition names no field to measure', 'condition')
  return fields
}

function measuredOne(condition: Fields): string[] {
  const fields = measured(condition)
  if (fields.length > 1) throw refusal('only value_count takes several fields', 'condition', 'field')
  return fields
}

const OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq'] as const

function boundsOf(condition: Fields, extra: readonly string[]): Bound[] {
  const unknown = Object.keys(condition).find((key) => !extra.includes(key) && !isOperator(key))
  if (unknown !== undefined) throw refusal(`unknown key ${quote(unknown)} in the condition`, 'condition', unknown)
  const bounds = OPERATORS.filter((op) => condition[op] !== undefined).map((op): Bound => {
    const value = condition[op]
    if (typeof value !== 'number' || !Number.isFinite(value)) throw refusal(`${op} must be a number`, 'condition', op)
    return { op, value }
  })
  if (bounds.length === 0) throw refusal(`the condition has none of ${OPERATORS.join(', ')}`, 'condition')
  return bounds
}

function isOperator(key: string): boolean {
  return OPERATORS.some((op) => op === key)
}

function referencesOf(section: Fields): string[] {
  const references = names(section.rules, 'rules', LIMITS.correlationFeeds)
  if (new Set(references).size < references.length) throw refusal('the rules contain the same rule twice', 'rules')
  return references
}

function aliasesOf(value: unknown): Map<string, Map<string, string>> {
  if (value === undefined || value === null) return new Map()
  if (!isMembers(value)) throw refusal('aliases must be a map', 'aliases')
  const entries = Object.entries(value)
  if (entries.length > LIMITS.groupKeys) throw refusal(`more than ${LIMITS.groupKeys} aliases`, 'aliases')
  return new Map(entries.map(([alias, fields]) => [alias, aliasFields(alias, fields)]))
}

function aliasFields(alias: string, value: unknown): Map<string, string> {
  if (!isMembers(value)) throw refusal('an alias must be a map from rules to fields', 'aliases', alias)
  const entries = Object.entries(value)
  if (entries.length > LIMITS.correlationFeeds)
    throw refusal('the alias names more rules than a correlation can have', 'aliases', alias)
  return new Map(
    entries.map(([rule, field]) => {
      if (!isName(field)) throw refusal('expected the name of a field', 'aliases', alias, rule)
      return [rule, field]
    }),
  )
}

const DAY_MS = 86_400_000
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }

function windowMsOf(section: Fields): number {
  const key = section.timespan === undefined ? 'timeframe' : 'timespan'
  const timespan = typeof section[key] === 'string' ? section[key] : ''
  const [, count, unit = ''] = /^(\d{1,12})([smhdw])$/.exec(timespan) ?? []
  const windowMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN)
  if (!(windowMs > 0)) throw refusal('timespan must be a number followed by s, m, h, d or w, such as 15m', key)
  if (windowMs > WINDOW_LIMITS.spanMaxMs)
    throw refusal(`timespan is longer than ${WINDOW_LIMITS.spanMaxMs / DAY_MS} days`, key)
  return windowMs
}

function generateOf(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw new Refusal('generate must be true or false', ['generate'])
  return value
}

/** A single name counts as a list of one. */
function names(value: unknown, what: string, max: number): string[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > max) throw refusal(`${what} has more than ${max} entries`, what)
  return list.map((item) => {
    if (!isName(item)) throw refusal(`${what} contains a value that is not a name`, ...what.split('.'))
    return item
  })
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LIMITS.idChars
}

function at(...path: readonly string[]): string[] {
  return ['correlation', ...path]
}

function refusal(reason: string, ...path: readonly string[]): Refusal {
  return new Refusal(reason, at(...path))
}
