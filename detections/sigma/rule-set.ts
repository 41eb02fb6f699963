/** Combines the rules of many files into one set: unique ids, filters applied, correlations resolved. */
import type { Rule } from '../plan/plan.ts'
import { applyFilters } from './apply-filters.ts'
import type { CorrelationDraft } from './correlation.ts'
import { inOrder } from './correlation-order.ts'
import { byPlace, duplicateIdReason, type Fault, quote } from './fault.ts'
import { type ParsedFile, parseSigma, type SigmaOptions, type Unresolved } from './parse.ts'
import { LineRefusal, type Lookup, resolveCorrelation } from './resolve-correlation.ts'

export type SigmaFile = { readonly file: string; readonly text: string }

export type RuleSet = {
  readonly rules: readonly Rule[]
  /** In the order of the files, then of the lines. */
  readonly faults: readonly Fault[]
  readonly unresolved: readonly Unresolved[]
}

export function loadRuleSet(files: readonly SigmaFile[], options: SigmaOptions = {}): RuleSet {
  return resolveRuleSet(files.map(({ file, text }) => parseSigma(text, file, options)))
}

/** A rule that is stored elsewhere: it can be referred to, and no more is known about it. */
export type KnownRule = Pick<Rule, 'id' | 'name' | 'file' | 'line'>

/** The first of several rules with one id is kept. A correlation with a missing rule is a fault. */
export function resolveRuleSet(parsed: readonly ParsedFile[], known: readonly KnownRule[] = []): RuleSet {
  const faults = parsed.flatMap((file) => file.faults)
  const declared = parsed.flatMap(({ rules, correlations }) => [
    ...rules.map(ofRule),
    ...correlations.map(ofCorrelation),
  ])
  const entries = distinct([...known.map(ofKnown), ...declared], faults)
  const lookup = lookupIn(entries)
  const rules = entries.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  const drafts = entries.flatMap(({ draft }) => (draft === null ? [] : [draft]))
  const filtered = applyFilters(
    rules,
    parsed.flatMap(({ filters }) => filters),
    { lookup, elsewhere: new Set(known.map(({ id }) => id)) },
    faults,
  )
  return {
    rules: [...filtered, ...resolveAll(drafts, lookup, faults)],
    faults: faults.sort(byPlace),
    unresolved: parsed.flatMap((file) => file.unresolved),
  }
}

type Entry = {
  readonly metadata: KnownRule
  readonly rule: Rule | null
  readonly draft: CorrelationDraft | null
}

const ofKnown = (metadata: KnownRule): Entry => ({ metadata, rule: null, draft: null })
const ofRule = (rule: Rule): Entry => ({ metadata: rule, rule, draft: null })
const ofCorrelation = (draft: CorrelationDraft): Entry => ({ metadata: draft.metadata, rule: null, draft })

function distinct(entries: readonly Entry[], faults: Fault[]): Entry[] {
  const first = new Map<string, Entry>()
  return entries.filter((entry) => {
    const { id, file, line } = entry.metadata
    const other = first.get(id)?.metadata
    if (other === undefined) first.set(id, entry)
    else faults.push({ file, line, reason: duplicateIdReason(id, other) })
    return other === undefined
  })
}

function lookupIn(entries: readonly Entry[]): Lookup {
  const ids = new Set(entries.map(({ metadata }) => metadata.id))
  const names = new Map<string, string[]>()
  for (const { metadata } of entries) {
    if (metadata.name === null) continue
    const namesakes = names.get(metadata.name)
    if (namesakes === undefined) names.set(metadata.name, [metadata.id])
    else namesakes.push(metadata.id)
  }
  return (reference) => {
    if (ids.has(reference)) return { id: reference }
    const [id, ...others] = names.get(reference) ?? []
    if (id === undefined) return { reason: `there is no rule ${quote(reference)}` }
    return others.length === 0 ? { id } : { reason: `${others.length + 1} rules are named ${quote(reference)}` }
  }
}

function resolveAll(drafts: readonly CorrelationDraft[], lookup: Lookup, faults: Fault[]): Rule[] {
  const { ordered, circular } = inOrder(drafts, lookup)
  for (const { metadata, lines } of circular) {
    faults.push({
      file: metadata.file,
      line: lines.rules,
      reason: 'the correlation refers to itself through other correlations',
    })
  }
  const failed = new Set<string>()
  return ordered.flatMap((draft) => {
    const resolved = resolveOne(draft, lookup, failed)
    if (!('reason' in resolved)) return [resolved]
    failed.add(draft.metadata.id)
    faults.push({ file: draft.metadata.file, ...resolved })
    return []
  })
}

function resolveOne(
  draft: CorrelationDraft,
  lookup: Lookup,
  failed: ReadonlySet<string>,
): Rule | { line: number; reason: string } {
  try {
    return resolveCorrelation(draft, (reference) => {
      const found = lookup(reference)
      const isFailed = 'id' in found && failed.has(found.id)
      return isFailed ? { reason: `rule ${quote(reference)} has a fault of its own` } : found
    })
  } catch (error) {
    if (!(error instanceof LineRefusal)) throw error
    return { line: error.line, reason: error.message }
  }
}
