/**
 * The probability that a story is an attack, and its impact: a logistic sum of named features, each with a weight and a
 * sentence, so that a reader of the alert can recompute the score.
 */
import type { AlertScore, ScoredFeature } from '../../../schemas/alert-draft.ts'
import { HISTORY_DAYS } from './rule-days.ts'
import type { Summary } from './summary.ts'
import { tacticName, tacticRanks } from './tactics.ts'
import { FEATURES, type Feature, IMPACT, type Weights } from './weights.ts'

/** Days before the story on which a rule fired in the tenant; null when not known yet. */
export type FiredBefore = (ruleId: string) => number | null

type Measured = { readonly value: number | null; readonly why: string }
type Measure = (summary: Summary, firedBefore: FiredBefore) => Measured

export function scoreOf(summary: Summary, firedBefore: FiredBefore, weights: Weights): AlertScore {
  const features = FEATURES.map((name) => scored(name, MEASURES[name](summary, firedBefore), weights))
  const sum = features.reduce((total, { contribution }) => total + contribution, weights.bias)
  const probability = 1 / (1 + Math.exp(-sum))
  const impact = IMPACT[summary.severityId] ?? 1
  return {
    risk: round(100 * probability * impact, 1),
    probability: round(probability, 4),
    impact,
    weights: weights.version,
    bias: weights.bias,
    features,
  }
}

function scored(name: Feature, { value, why }: Measured, weights: Weights): ScoredFeature {
  const weight = weights.features[name]
  const kept = value === null ? null : round(value, 4)
  return { name, value: kept, weight, contribution: round((kept ?? 0) * weight, 4), why }
}

const SEVERITY_WORDS = ['unknown', 'informational', 'low', 'medium', 'high', 'critical', 'critical']
const SEVERITY_VALUES = [0, 0, 0.2, 0.45, 0.75, 1, 1]

export function severityWord(severityId: number): string {
  return SEVERITY_WORDS[severityId] ?? 'unknown'
}

const MEASURES: Readonly<Record<Feature, Measure>> = {
  severity: ({ severityId }) => ({
    value: SEVERITY_VALUES[severityId] ?? 0,
    why: `The gravest of its rules is ${severityWord(severityId)}.`,
  }),
  rules: ({ rules }) => ({
    value: Math.min(1, Math.log2(rules.size) / 3),
    why: rules.size === 1 ? 'One rule alone says so.' : `${rules.size} different rules agree.`,
  }),
  tactics: ({ rules }) => {
    const ranks = tacticRanks([...rules.values()].flatMap(({ tactics }) => tactics))
    const steps = Math.min(ranks.length, rules.size) // a rule with three tactics is one observation
    return {
      value: Math.min(1, Math.max(0, steps - 1) / 3),
      why: ranks.length === 0 ? 'Its rules name no tactic.' : `Tactics: ${ranks.map(tacticName).join(', ')}.`,
    }
  },
  progression: ({ findings }) => {
    const steps = longestRise(findings.map(({ tactics }) => tacticRanks(tactics)))
    return {
      value: Math.min(1, Math.max(0, steps - 1) / 3),
      why:
        steps < 2
          ? 'No tactic follows an earlier one.'
          : `${steps} tactics follow each other in the order of an attack.`,
    }
  },
  rarity: ({ rules }, firedBefore) => {
    const fired = [...rules.keys()].map(firedBefore)
    if (fired.some((days) => days === null)) {
      return { value: null, why: 'The tenant is too new to say how rare its rules are.' }
    }
    const fewest = Math.min(...(fired as number[]))
    return {
      value: 1 - fewest / HISTORY_DAYS,
      why: `The rarest of its rules fired here on ${fewest} of ${HISTORY_DAYS} earlier days.`,
    }
  },
  sources: ({ sources }) => ({
    value: Math.min(1, (sources.length - 1) / 2),
    why: sources.length === 1 ? 'One source saw it.' : `${sources.length} sources saw it.`,
  }),
  spread: ({ names, isStorm }) => {
    const hosts = names.host.length
    return {
      value: isStorm ? 0 : Math.min(1, Math.max(0, hosts - 1) / 3),
      why: isStorm
        ? 'A storm spreads by itself.'
        : hosts > 1
          ? `It spans ${hosts} hosts.`
          : 'It spans one host at most.',
    }
  },
  privilege: ({ findings }) => {
    const name = findings.flatMap(({ samples }) => samples.map(({ user }) => user)).find(isPrivileged)
    return {
      value: name ? 1 : 0,
      why: name ? 'It involves a privileged account.' : 'No account is known as privileged.',
    }
  },
  monotony: ({ rules, signals }) => ({
    value: rules.size > 1 ? 0 : Math.min(1, Math.log10(signals) / 3),
    why:
      rules.size > 1 || signals === 1 ? 'Nothing only repeats.' : `The same rule ${signals} times, and nothing else.`,
  }),
  storm: ({ isStorm }) => ({
    value: isStorm ? 1 : 0,
    why: isStorm ? 'The same rules fired for very many others of one entity.' : 'It is no storm.',
  }),
}

const PRIVILEGED = /(?:^|\\)(?:root|administrator|krbtgt|domain admin|enterprise admin|sa|sys)$|:root$/i

function isPrivileged(user: string): boolean {
  return PRIVILEGED.test(user.trim())
}

/**
 * The longest sequence of findings in time order with rising tactics; a finding with several tactics may count as any
 * one of them.
 */
function longestRise(tactics: readonly (readonly number[])[]): number {
  const longest = new Map<number, number>() // by the tactic of its last finding
  for (const ranks of tactics) {
    const before = new Map(longest) // a finding is one step, however many tactics it names
    for (const rank of ranks) {
      const steps = [...before].reduce((most, [last, count]) => (last < rank ? Math.max(most, count) : most), 0)
      longest.set(rank, Math.max(longest.get(rank) ?? 0, steps + 1))
    }
  }
  return Math.max(0, ...longest.values())
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
