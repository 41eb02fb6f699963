/** The fields of a rule in the form of Sentinel's analytic rules, checked. */
import { createHash } from 'node:crypto'
import { type Bound, type Rule, SEVERITIES, type Severity } from '../plan/plan.ts'

export type RuleFields = Omit<Rule, 'body' | 'language' | 'file' | 'line'> & {
  /** `queryPeriod`: how far back each run of the query looks. */
  readonly periodMs: number | null
  /** Condition on the number of rows that makes an alert. */
  readonly trigger: Bound
}

const TEXT_MAX = 16 * 1024
const LIST_MAX = 256
/** The longest period that Sentinel allows. */
const PERIOD_MAX_MS = 14 * 86_400_000

type Fields = ReadonlyMap<string, unknown>
type Blame = { readonly reason: string }

/** Returns the fields of a document, or the field at fault. `fallback` is the title of a rule that has none. */
export function readFields(fields: Fields, query: string, fallback: string): RuleFields | Blame {
  const faults: string[] = []
  const text = (key: string): string => textOf(fields.get(key), key, faults)
  const list = (key: string): readonly string[] => listOf(fields.get(key), key, faults)
  const period = text('queryPeriod')
  const periodMs = period === '' ? null : spanOf(period)
  if (period !== '' && periodMs === null) faults.push('queryPeriod is no span of time')
  const made: RuleFields = {
    id: text('id') || `kql-${createHash('sha256').update(query.trim()).digest('hex').slice(0, 32)}`,
    name: null,
    title: text('name') || text('title') || fallback,
    description: text('description'),
    severity: severityOf(text('severity'), faults),
    status: text('status'),
    author: text('author'),
    tags: [...list('tags'), ...list('tactics').map(tacticTag), ...list('relevantTechniques').map(techniqueTag)],
    references: list('references'),
    falsePositives: list('falsepositives'),
    fields: [],
    periodMs,
    trigger: triggerOf(text('triggerOperator'), text('triggerThreshold'), faults),
  }
  const [first] = faults
  return first === undefined ? made : { reason: first }
}

function textOf(value: unknown, key: string, faults: string[]): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') faults.push(`${key} is not a text`)
  const text = typeof value === 'object' ? '' : String(value).trim()
  if (key !== 'query' && text.length > TEXT_MAX) faults.push(`${key} is longer than ${TEXT_MAX} characters`)
  return text
}

/** A single text counts as a list of one. */
function listOf(value: unknown, key: string, faults: string[]): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  if (items.length > LIST_MAX) faults.push(`${key} has more than ${LIST_MAX} entries`)
  if (items.some((item) => typeof item === 'object' || String(item).length > TEXT_MAX))
    faults.push(`${key} is not a list of texts`)
  return items.map(String)
}

function severityOf(text: string, faults: string[]): Severity {
  const found = SEVERITIES.find((severity) => severity === text.toLowerCase())
  if (text !== '' && found === undefined) faults.push(`severity is none of ${SEVERITIES.join(', ')}`)
  return found ?? 'medium'
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `5m`, `1h`, `1d`, or of ISO 8601: `PT1H`; null when the text is no span. */
function spanOf(text: string): number | null {
  const [, count = '', unit = ''] = /^(?:PT?)?(\d{1,6})([mhd])$/i.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit.toLowerCase()] ?? 0)
  return ms > 0 && ms <= PERIOD_MAX_MS ? ms : null
}

const OPERATORS: Readonly<Record<string, Bound['op']>> = {
  ...{ '': 'gt', gt: 'gt', lt: 'lt', eq: 'eq', ne: 'neq' },
  ...{ greaterthan: 'gt', lessthan: 'lt', equal: 'eq', notequal: 'neq' },
}

function triggerOf(operator: string, threshold: string, faults: string[]): Bound {
  const op = OPERATORS[operator.toLowerCase()]
  if (op === undefined) faults.push('triggerOperator is none of gt, lt, eq, ne')
  if (!/^\d{0,9}$/.test(threshold)) faults.push('triggerThreshold is no number')
  return { op: op ?? 'gt', value: Number(threshold || 0) }
}

/** `CredentialAccess` is `attack.credential-access`. */
const tacticTag = (tactic: string): string => `attack.${tactic.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`
const techniqueTag = (technique: string): string => `attack.${technique.toLowerCase()}`
