/** Turns a correlation, with the rules to which it refers, into a window over them. */
import type { FeedCondition, GroupKey, Rule, Temporal, Window } from '../plan/plan.ts'
import { windowFault } from '../window/rule-fault.ts'
import type { CorrelationDraft } from './correlation.ts'
import { quote, Refusal } from './fault.ts'
import { feedCount, feedExpression, namesIn } from './feed-condition.ts'
import { LIMITS } from './limits.ts'

/** Returns the rule with an id or a name, or the reason why there is none. */
export type Lookup = (reference: string) => { readonly id: string } | { readonly reason: string }

/** The references of a correlation, as written, in the order of its feeds. */
export function referencesOf({ references, kind }: CorrelationDraft): readonly string[] {
  if (references.length > 0 || kind.of !== 'temporal' || kind.condition === null) return references
  return 'kind' in kind.condition ? namesIn(kind.condition) : references
}

/**
 * @throws LineRefusal for an unknown rule, for aliases and conditions that do not fit the rules, and for correlations
 * that no window supports.
 */
export function resolveCorrelation(draft: CorrelationDraft, lookup: Lookup): Rule {
  const { lines } = draft
  const ids = onLine(lines.rules, () => feedsOf(draft, lookup))
  const groupBy = onLine(lines.aliases, () => draft.groupBy.map((name) => groupKey(name, ids, draft, lookup)))
  const window = onLine(lines.condition, () => windowOf(draft, ids, groupBy, lookup))
  const rule: Rule = { ...draft.metadata, body: { kind: 'window', window, generate: draft.generate } }
  const fault = windowFault(rule)
  if (fault !== null) throw new LineRefusal(fault, lines.condition)
  return rule
}

export class LineRefusal extends Refusal {
  readonly line: number

  constructor(reason: string, line: number) {
    super(reason)
    this.line = line
  }
}

function onLine<T>(line: number, resolve: () => T): T {
  try {
    return resolve()
  } catch (error) {
    throw error instanceof Refusal ? new LineRefusal(error.message, line) : error
  }
}

function feedsOf(draft: CorrelationDraft, lookup: Lookup): string[] {
  const ids = referencesOf(draft).map((reference) => idOf(reference, lookup))
  if (ids.length > LIMITS.correlationFeeds) throw new Refusal(`more than ${LIMITS.correlationFeeds} rules`)
  if (new Set(ids).size < ids.length)
    throw new Refusal('the rules contain the same rule twice, by its id and by its name')
  return ids
}

function idOf(reference: string, lookup: Lookup): string {
  const found = lookup(reference)
  if ('reason' in found) throw new Refusal(found.reason)
  return found.id
}

function groupKey(name: string, ids: readonly string[], draft: CorrelationDraft, lookup: Lookup): GroupKey {
  const alias = draft.aliases.get(name)
  if (alias === undefined) return { name, fields: ids.map(() => name) }
  const byId = new Map([...alias].map(([reference, field]) => [idOf(reference, lookup), field]))
  const fields = ids.map((id, feed) => {
    const field = byId.get(id)
    if (field !== undefined) return field
    throw new Refusal(`alias ${quote(name)} has no field for rule ${quote(referencesOf(draft)[feed] ?? id)}`)
  })
  return { name, fields }
}

function windowOf(draft: CorrelationDraft, ids: readonly string[], groupBy: GroupKey[], lookup: Lookup): Window {
  const { kind, windowMs } = draft
  const feeds = ids.map((rule) => ({ rule }))
  if (kind.of === 'temporal') {
    const condition = temporalCondition(kind.condition, ids, lookup)
    return { kind: 'temporal', feeds, groupBy, windowMs, ordered: kind.ordered, condition }
  }
  const alias = kind.measure.of === 'count' ? undefined : kind.measure.fields.find((field) => draft.aliases.has(field))
  if (alias !== undefined) throw new Refusal(`${quote(alias)} is an alias: only a field can be measured`)
  return { kind: 'aggregate', feeds, groupBy, windowMs, measure: kind.measure, bounds: kind.bounds }
}

type TemporalCondition = (CorrelationDraft['kind'] & { of: 'temporal' })['condition']

function temporalCondition(
  condition: TemporalCondition,
  ids: readonly string[],
  lookup: Lookup,
): Temporal['condition'] {
  if (condition === null) return null
  if (!('kind' in condition)) return feedCount(condition, ids.length)
  const expression = feedExpression(condition, (name) => {
    const found = lookup(name)
    return 'id' in found ? ids.indexOf(found.id) : -1
  })
  return isAll(expression, ids.length) ? null : expression
}

/** `a and b and c` of exactly these rules equals having no condition. */
function isAll(condition: FeedCondition, feeds: number): boolean {
  if (condition.kind !== 'and') return false
  const named = new Set(condition.of.map((part) => (part.kind === 'feed' ? part.feed : -1)))
  return named.size === feeds && !named.has(-1)
}
