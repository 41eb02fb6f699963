/** One tenant's additions to the built-in rules: its own rules, compiled separately, and overlays. */
import { setImmediate } from 'node:timers/promises'
import { type ParsedSource, parseSource, type RuleSource, type SourceFault } from '../content/rule-source.ts'
import { OWN_BUDGET } from '../match/statistics.ts'
import type { Rule } from '../plan/plan.ts'
import { isWindowed } from '../plan/windowed-rule.ts'
import type { SigmaOptions } from '../sigma/parse.ts'
import { NO_PLACEHOLDERS, type Placeholders } from '../sigma/placeholders.ts'
import { CompiledRules, type CompileOptions, partsAmong } from './compiled-rules.ts'
import { EVERY_RULE, type EventRuleDocument, type OverlayDocument, type PlaceholdersDocument } from './documents.ts'
import { Overlay } from './overlay.ts'
import { resolveOwn } from './resolve-own.ts'
import { versionOf } from './stopped-rules.ts'
import { WindowPlan } from './window-plan.ts'

/** Texts that are parsed before events get their turn: one or two milliseconds for rules of usual size. */
const TURN_TEXTS = 8

/** Reads a text, here or elsewhere. */
export type Parse = (source: RuleSource, options: SigmaOptions) => ParsedSource | Promise<ParsedSource>

type Own = {
  readonly document: EventRuleDocument
  /** Sequence of the control data that set it. */
  readonly sequence: number
  parsed: ParsedSource | null
  /** Ids of its rules at the last parse. */
  ids: readonly string[]
}

export type TenantOptions = CompileOptions & {
  /** True when no events will be matched: no matcher is compiled. */
  readonly onlyWindows?: boolean
  readonly parse?: Parse
}

export class TenantRules {
  readonly #documents = new Map<string, Own>()
  readonly #overlays = new Map<string, { readonly overlay: Overlay; readonly sequence: number }>()
  /** By the id of each compiled rule of the tenant: the sequence of the control data that set its text. */
  #compiledFrom: ReadonlyMap<string, number> = new Map()
  #placeholders: Placeholders = NO_PLACEHOLDERS
  /**
   * Ids of rules that a fault has disabled for this tenant, here or elsewhere: until their overlay is set, or, for its
   * own rules, until their text is announced again (it was changed, or enabled).
   */
  readonly stopped = new Set<string>()
  /** Ids of rules for which exceeding the work limit was reported: once for each state of a rule. */
  readonly unfinished = new Set<string>()
  compiled: CompiledRules | null = null
  /** True when its rules are in force, or none of them can be. */
  isCompiled = false
  /** Built-in windows and the tenant's own; null while it has no own rules. */
  plan: WindowPlan | null = null
  /** Built-in rules that a filter of the tenant narrows: `compiled` has the tenant's version. */
  narrowed: ReadonlySet<string> = new Set()
  /** Rules, built-in ones too, whose signals a correlation of the tenant requires. */
  signalling: ReadonlySet<string> = new Set()
  /** Correlations of its own that are only parts of others. */
  silent: ReadonlySet<string> = new Set()

  get documentCount(): number {
    return this.#documents.size
  }

  has(id: string): boolean {
    return this.#documents.has(id)
  }

  /** An undefined document means that the rule was deleted or disabled. */
  setRule(id: string, document: EventRuleDocument | undefined, sequence: number): void {
    this.#start(this.#documents.get(id))
    if (document === undefined) this.#documents.delete(id)
    else this.#documents.set(id, { document, sequence, parsed: null, ids: [] })
  }

  /**
   * Parses texts again that may use a placeholder. Their disabled rules stay disabled, because the texts are unchanged.
   */
  setPlaceholders(document: PlaceholdersDocument | undefined): void {
    this.#placeholders = new Map(Object.entries(document?.values ?? {}))
    for (const own of this.#documents.values()) {
      if (!own.document.text.includes('%')) continue
      own.parsed = null
    }
  }

  #start(own: Own | undefined): void {
    for (const id of own?.ids ?? []) this.#forget(id)
  }

  #forget(id: string): void {
    this.stopped.delete(id)
    this.unfinished.delete(id)
  }

  /** A change to a disabled rule's overlay enables the rule again. */
  setOverlay(ruleId: string, document: OverlayDocument | undefined, sequence: number): void {
    this.#forget(ruleId)
    if (document === undefined) this.#overlays.delete(ruleId)
    else this.#overlays.set(ruleId, { overlay: new Overlay(document), sequence })
  }

  /** The state that a rule runs in, as `stopped-rules.ts` has it. */
  versionOf(ruleId: string): string {
    return versionOf(this.#compiledFrom.get(ruleId), this.#overlays.get(ruleId)?.sequence)
  }

  /** The overlays for a rule: its own, and the one for all. */
  overlaysOf(ruleId: string): readonly (Overlay | undefined)[] {
    if (this.#overlays.size === 0) return NONE
    return [this.#overlays.get(ruleId)?.overlay, this.#overlays.get(EVERY_RULE)?.overlay]
  }

  /**
   * Parses new texts, a few at a time, and then compiles all of them at once; the previous rules stay in force until
   * then, and for good when this rejects. A correlation of the tenant only silences the tenant's own rules.
   */
  async compile(
    builtIn: readonly Rule[],
    onFault: (rule: Rule, error: Error) => void,
    { onlyWindows = false, parse = parseSource, ...options }: TenantOptions = {},
  ): Promise<{ readonly rules: number; readonly faults: readonly SourceFault[] }> {
    const fresh: Own[] = []
    for (const own of this.#documents.values()) {
      if (own.parsed !== null) continue
      await this.#parse(own, parse)
      if (fresh.push(own) % TURN_TEXTS === 0) await setImmediate()
    }
    // Rules disabled in the meantime belong to the old text.
    for (const own of fresh) if (own.ids.some((id) => this.#compiledFrom.get(id) !== own.sequence)) this.#start(own)
    const parts = [...this.#documents.values()].flatMap((one) => one.parsed ?? [])
    const { own, narrowed, faults } = resolveOwn(builtIn, parts)
    const { silent, signalling } = partsAmong(own)
    const builtInIds = new Set(builtIn.map(({ id }) => id))
    const silentOwn = new Set([...silent].filter((id) => !builtInIds.has(id)))
    const isSilent = new Set([...silentOwn, ...[...partsAmong(builtIn).silent].filter((id) => !signalling.has(id))])
    const rules = onlyWindows ? [] : [...own, ...narrowed].filter(({ id }) => !this.stopped.has(id))
    const settings = { budget: OWN_BUDGET, ...options }
    this.compiled = rules.length === 0 ? null : new CompiledRules(rules, onFault, settings, isSilent)
    this.isCompiled = true
    this.#compiledFrom = this.#sequencesByRule(builtInIds)
    this.plan = own.some(isWindowed) ? new WindowPlan([...builtIn, ...own]) : null
    this.narrowed = new Set(narrowed.map(({ id }) => id))
    this.signalling = signalling
    this.silent = silentOwn
    return { rules: own.length, faults: [...faults, ...windowFaults(this.plan, own)] }
  }

  /** Repeats when placeholders changed meanwhile. */
  async #parse(own: Own, parse: Parse): Promise<void> {
    for (let placeholders: Placeholders | null = null; placeholders !== this.#placeholders; ) {
      placeholders = this.#placeholders
      const parsing = parse(own.document, { placeholders })
      own.parsed = parsing instanceof Promise ? await parsing : parsing
    }
    own.ids = own.parsed ? idsIn(own.parsed) : []
  }

  /** A text with the id of a built-in rule does not run. */
  #sequencesByRule(builtInIds: ReadonlySet<string>): ReadonlyMap<string, number> {
    const own = [...this.#documents.values()]
    return new Map(
      own.flatMap(({ ids, sequence }) => ids.flatMap((id) => (builtInIds.has(id) ? [] : [[id, sequence] as const]))),
    )
  }
}

const NONE: readonly Overlay[] = []

function idsIn(parsed: ParsedSource): readonly string[] {
  if (parsed.language === 'eql') return parsed.eql.rules.map(({ id }) => id)
  if (parsed.language === 'kql') return parsed.kql.rules.map(({ id }) => id)
  const { rules, correlations } = parsed.sigma
  return [...rules, ...correlations.map(({ metadata }) => metadata)].map(({ id }) => id)
}

function windowFaults(plan: WindowPlan | null, own: readonly Rule[]): readonly SourceFault[] {
  const byId = new Map(own.map((rule) => [rule.id, rule]))
  return (plan?.faults ?? []).flatMap(({ ruleId, reason }) => {
    const rule = byId.get(ruleId)
    return rule ? [{ file: rule.file, line: rule.line, column: 0, reason }] : []
  })
}
