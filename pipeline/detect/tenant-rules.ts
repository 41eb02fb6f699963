/** What one tenant adds to the built-in rules: rules of its own, compiled beside them, and overlays. */
import { setImmediate } from 'node:timers/promises'
import {
  type ParsedSource,
  parseSource,
  resolveSources,
  type SourceFault,
} from '../../detections/content/rule-source.ts'
import type { MatcherOptions } from '../../detections/match/matcher.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import { CompiledRules } from './compiled-rules.ts'
import { EVERY_RULE, type OverlayDocument, type RuleDocument } from './documents.ts'
import { Overlay } from './overlay.ts'

/** Texts that are parsed before events get their turn: a millisecond or two for rules of usual size. */
const TURN_TEXTS = 8

type Own = { readonly document: RuleDocument; parsed: ParsedSource | null }

export class TenantRules {
  readonly #documents = new Map<string, Own>()
  readonly #overlays = new Map<string, Overlay>()
  /** Ids of built-in rules that a fault has stopped for this tenant, until the process starts anew. */
  readonly stopped = new Set<string>()
  compiled: CompiledRules | null = null

  get documentCount(): number {
    return this.#documents.size
  }

  has(id: string): boolean {
    return this.#documents.has(id)
  }

  /** Undefined: the rule is no more, or is disabled. */
  setRule(id: string, document: RuleDocument | undefined): void {
    if (document === undefined) this.#documents.delete(id)
    else this.#documents.set(id, { document, parsed: null })
  }

  setOverlay(ruleId: string, document: OverlayDocument | undefined): void {
    if (document === undefined) this.#overlays.delete(ruleId)
    else this.#overlays.set(ruleId, new Overlay(document))
  }

  /** Those for a rule: its own, and the one for all. */
  overlaysOf(ruleId: string): readonly (Overlay | undefined)[] {
    if (this.#overlays.size === 0) return NONE
    return [this.#overlays.get(ruleId), this.#overlays.get(EVERY_RULE)]
  }

  /**
   * Parses what is new, a few texts at a time, and then compiles all of it in one go; what was compiled before stands
   * until then, and for good when this rejects. Ids in `taken` are others', a rule that has one is a fault.
   */
  async compile(
    taken: ReadonlySet<string>,
    onFault: (rule: Rule, error: Error) => void,
    options: Omit<MatcherOptions, 'onFault'> = {},
  ): Promise<{ readonly rules: number; readonly faults: readonly SourceFault[] }> {
    let parsed = 0
    for (const own of this.#documents.values()) {
      if (own.parsed !== null) continue
      own.parsed = parseSource(own.document)
      if (++parsed % TURN_TEXTS === 0) await setImmediate()
    }
    const set = resolveSources([...this.#documents.values()].flatMap((own) => own.parsed ?? []))
    const rules = set.rules.filter(({ id }) => !taken.has(id))
    const clashes = set.rules.filter(({ id }) => taken.has(id))
    this.compiled = rules.length === 0 ? null : new CompiledRules(rules, onFault, options)
    return { rules: rules.length, faults: [...set.faults, ...clashes.map(clash)] }
  }
}

const NONE: readonly Overlay[] = []

function clash({ file, line, id }: Rule): SourceFault {
  return { file, line, column: 0, reason: `id "${id}" is that of a built-in rule` }
}
