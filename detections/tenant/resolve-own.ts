/**
 * Resolves a tenant's rules, which may refer to built-in ones: correlations by id or name, filters by these or by log
 * source. The built-in set is not changed; for a rule that a filter narrows the tenant gets its own version.
 */
import { type ParsedSource, resolveSources, type SourceFault } from '../content/rule-source.ts'
import type { Rule } from '../plan/plan.ts'

export type OwnRules = {
  readonly own: readonly Rule[]
  /** Built-in rules with the tenant's filters applied. */
  readonly narrowed: readonly Rule[]
  readonly faults: readonly SourceFault[]
}

/** A rule with the id of a built-in one is a fault; a name that both use means the tenant's rule. */
export function resolveOwn(builtIn: readonly Rule[], parsed: readonly ParsedSource[]): OwnRules {
  const builtInIds = new Set(builtIn.map(({ id }) => id))
  const clashes: SourceFault[] = []
  const free = parsed.map((source) => withoutUsedIds(source, builtInIds, clashes))
  const shared = sharedWith(builtIn, namesIn(free))
  const byId = new Map(shared.map((rule) => [rule.id, rule]))
  const sharedSource: ParsedSource = {
    language: 'sigma',
    sigma: { rules: [...shared], correlations: [], filters: [], unresolved: [], faults: [] },
  }
  const { rules, faults } = resolveSources([sharedSource, ...free])
  return {
    own: rules.filter(({ id }) => !builtInIds.has(id)),
    narrowed: rules.filter((rule) => builtInIds.has(rule.id) && byId.get(rule.id) !== rule),
    faults: [...faults, ...clashes],
  }
}

function withoutUsedIds(source: ParsedSource, usedIds: ReadonlySet<string>, clashes: SourceFault[]): ParsedSource {
  const isFree = ({ id, file, line }: Omit<Rule, 'body'>) => {
    if (usedIds.has(id)) clashes.push({ file, line, column: 0, reason: `id "${id}" is that of a built-in rule` })
    return !usedIds.has(id)
  }
  if (source.language === 'eql') return { ...source, eql: { ...source.eql, rules: source.eql.rules.filter(isFree) } }
  if (source.language === 'kql') return { ...source, kql: { ...source.kql, rules: source.kql.rules.filter(isFree) } }
  const { sigma } = source
  const correlations = sigma.correlations.filter(({ metadata }) => isFree(metadata))
  return { ...source, sigma: { ...sigma, rules: sigma.rules.filter(isFree), correlations } }
}

function namesIn(parsed: readonly ParsedSource[]): ReadonlySet<string | null> {
  return new Set(
    parsed.flatMap((source) => {
      if (source.language !== 'sigma') return []
      const { rules, correlations } = source.sigma
      return [...rules.map(({ name }) => name), ...correlations.map(({ metadata }) => metadata.name)]
    }),
  )
}

function sharedWith(builtIn: readonly Rule[], names: ReadonlySet<string | null>): readonly Rule[] {
  return builtIn.map((rule) => (rule.name !== null && names.has(rule.name) ? { ...rule, name: null } : rule))
}
