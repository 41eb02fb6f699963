import type { Expr } from '../plan/expr.ts'
import { and } from '../plan/expr.ts'
import type { EventBody, LogSource, Rule } from '../plan/plan.ts'
import { type Fault, quote } from './fault.ts'
import type { Filter } from './filter.ts'
import { LIMITS } from './limits.ts'
import type { Lookup } from './resolve-correlation.ts'
import { sizeOf } from './size.ts'

type EventRule = Rule & { readonly body: EventBody }

type Known = {
  readonly lookup: Lookup
  /** Ids of known rules that are stored elsewhere: filters are applied to them there. */
  readonly elsewhere: ReadonlySet<string>
}

/** Returns the rules with their filters' conditions added. A filter that cannot be applied is a fault. */
export function applyFilters(
  rules: readonly Rule[],
  filters: readonly Filter[],
  known: Known,
  faults: Fault[],
): readonly Rule[] {
  if (filters.length === 0) return rules
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const kept = new Map<string, Expr[]>()
  for (const filter of filters) {
    for (const rule of targetsOf(filter, byId, known, faults)) {
      const keeps = [...(kept.get(rule.id) ?? []), filter.keep]
      const isTooMuch = [rule.body.where, ...keeps].reduce((sum, expr) => sum + sizeOf(expr), 0) > LIMITS.tests
      if (isTooMuch) faults.push(fault(filter, `makes rule ${quote(rule.id)} larger than ${LIMITS.tests} alternatives`))
      else kept.set(rule.id, keeps)
    }
  }
  return rules.map((rule) => narrowed(rule, kept.get(rule.id)))
}

function narrowed(rule: Rule, keeps: readonly Expr[] | undefined): Rule {
  if (keeps === undefined || rule.body.kind !== 'event') return rule
  return { ...rule, body: { ...rule.body, where: and(rule.body.where, ...keeps) } }
}

function targetsOf(
  filter: Filter,
  byId: ReadonlyMap<string, Rule>,
  known: Known,
  faults: Fault[],
): readonly EventRule[] {
  if (filter.rules === null)
    return [...byId.values()].filter(isEventRule).filter((rule) => covers(filter.logSource, rule))
  return filter.rules.flatMap((reference) => {
    const target = targetOf(reference, filter, byId, known)
    if (target === null) return []
    if (!('reason' in target)) return [target]
    faults.push(fault(filter, target.reason))
    return []
  })
}

/** Null for a rule that is stored elsewhere. */
function targetOf(
  reference: string,
  filter: Filter,
  byId: ReadonlyMap<string, Rule>,
  { lookup, elsewhere }: Known,
): EventRule | { reason: string } | null {
  const found = lookup(reference)
  if ('reason' in found) return found
  if (elsewhere.has(found.id)) return null
  const rule = byId.get(found.id)
  if (rule === undefined || !isEventRule(rule)) return { reason: `${quote(reference)} is a correlation` }
  return covers(filter.logSource, rule) ? rule : { reason: `${quote(reference)} has another log source` }
}

function isEventRule(rule: Rule): rule is EventRule {
  return rule.body.kind === 'event'
}

/** True when the rule has every log source value that the filter names. */
function covers(filter: LogSource, rule: EventRule): boolean {
  const { product, category, service } = rule.body.logSource
  return (
    (filter.product === null || filter.product === product) &&
    (filter.category === null || filter.category === category) &&
    (filter.service === null || filter.service === service)
  )
}

function fault(filter: Filter, reason: string): Fault {
  return { file: filter.file, line: filter.line, reason: `filter ${quote(filter.title)}: ${reason}` }
}
