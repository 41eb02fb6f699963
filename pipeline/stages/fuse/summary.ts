/** Summarises a story's parts. The same parts give the same summary in any order. */
import { fold, KINDS, type Kind } from '../../entity-names.ts'
import { type Evidence, mergeInto, type Sample } from './evidence.ts'
import { NAMES_MAX, type Names, type Part } from './part.ts'

/** Evidence of one rule on one host: one link of the chain. */
export type Finding = Evidence & { readonly host: string }

export type Summary = {
  readonly isStorm: boolean
  /** By time. */
  readonly findings: readonly Finding[]
  /** By rule id. */
  readonly rules: ReadonlyMap<string, Evidence>
  readonly names: Names
  readonly signals: number
  readonly events: number
  readonly firstMs: number
  readonly lastMs: number
  readonly severityId: number
  readonly sources: readonly string[]
  readonly receivedFirstMs: number
}

export function summaryOf(parts: readonly Part[]): Summary {
  const findings = new Map<string, Finding>()
  const rules = new Map<string, Evidence>()
  const merged = new Set<Evidence>()
  for (const part of parts) {
    for (const evidence of part.rules.values()) {
      add(rules, merged, evidence.ruleId, evidence)
      // A storm is one finding of its rule, whichever entity each match was about.
      const host = part.kind === 'storm' ? '' : part.who.host
      add(findings, merged, `${evidence.ruleId}\0${host}`, { ...evidence, host })
    }
  }
  const all = [...rules.values()]
  const over = parts.reduce((sum, part) => sum + part.over, 0)
  return {
    // A campaign of one detection is no storm: its spread makes it more severe.
    isStorm: parts.some(({ kind, who }) => kind === 'storm' && KINDS.some((named) => who[named] !== '')),
    findings: [...findings.values()].sort(byTime),
    rules,
    names: namesOf(parts),
    signals: all.reduce((sum, { count }) => sum + count, over),
    events: all.reduce((sum, { events }) => sum + events, over),
    firstMs: Math.min(...all.map(({ firstMs }) => firstMs)),
    lastMs: Math.max(...all.map(({ lastMs }) => lastMs)),
    severityId: Math.max(...all.map(({ severityId }) => severityId)),
    sources: [...new Set(all.flatMap(({ sources }) => sources))].sort(),
    receivedFirstMs: Math.min(...all.map(({ receivedFirstMs }) => receivedFirstMs)),
  }
}

/** Evidence that is merged is copied first, because merging must not change the part that it belongs to. */
function add<E extends Evidence>(into: Map<string, E>, merged: Set<Evidence>, key: string, evidence: E): void {
  let known = into.get(key)
  if (known === undefined) {
    into.set(key, evidence)
    return
  }
  if (!merged.has(known)) {
    known = copyOf(known)
    merged.add(known)
    into.set(key, known)
  }
  mergeInto(known, evidence)
}

function copyOf<E extends Evidence>(evidence: E): E {
  const { samples, findings } = evidence
  return { ...evidence, samples: [...samples], ...(findings !== undefined && { findings: { ...findings } }) }
}

function byTime(a: Finding, b: Finding): number {
  return a.firstMs - b.firstMs || compare(a.ruleId, b.ruleId) || compare(a.host, b.host)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Names in the spelling of the events, where a shown event has one. */
function namesOf(parts: readonly Part[]): Names {
  const names: Record<Kind, Map<string, string>> = { host: new Map(), user: new Map(), ip: new Map() }
  for (const part of parts) {
    for (const kind of KINDS) {
      for (const name of part.kind === 'storm' ? part.names[kind] : [part.who[kind]]) {
        if (name !== '' && !names[kind].has(name)) names[kind].set(name, '')
      }
    }
    for (const { samples } of part.rules.values()) for (const sample of samples) spell(names, sample)
  }
  const listed = (kind: Kind) => {
    const found = [...names[kind]].sort(([a], [b]) => compare(a, b)).slice(0, NAMES_MAX[kind])
    return found.map(([name, spelt]) => spelt || name)
  }
  return { host: listed('host'), user: listed('user'), ip: listed('ip') }
}

function spell(names: Record<Kind, Map<string, string>>, sample: Sample): void {
  for (const kind of KINDS) {
    const name = fold(kind, sample[kind])
    const known = names[kind].get(name)
    if (known !== undefined && (known === '' || sample[kind] < known)) names[kind].set(name, sample[kind])
  }
}
