/**
 * All rules of all tenants, for intake. Built-in rules are compiled once for everybody; a tenant's own rules are a
 * second, small matcher; overlays are applied to matches. A rule that throws or takes too long is disabled for the
 * tenant whose event it met, and a signal reports it.
 *
 * bound   texts of tenants' rules that are kept, `textsMax`; a further one does not run and is reported
 * late    a change is compiled within a second, under constant change within `PAUSE_MS_MAX`
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { VendorFinding } from '../../connectors/mapping/finding.ts'
import type { ParsedSource } from '../content/rule-source.ts'
import type { Rule } from '../plan/plan.ts'
import type { WindowedRule } from '../plan/windowed-rule.ts'
import {
  CompiledRules,
  partsAmong,
  type RuleFigures,
  type RunningRule,
  type SpentOnRule as Spent,
} from './compiled-rules.ts'
import type { Detector, DetectorEvent, Fed, Found, RuleHead, WindowBook } from './detector.ts'
import {
  isOverEvents,
  OVERLAY_KIND,
  type OverlayDocument,
  PLACEHOLDERS_KIND,
  type PlaceholdersDocument,
  RULE_KIND,
  type RuleDocument,
} from './documents.ts'
import type { Suppression } from './overlay.ts'
import { RuleEvent } from './rule-event.ts'
import { type KnownStop, stoppedFinding, unfinishedFinding } from './stopped-rules.ts'
import { type Parse, type TenantOptions, TenantRules } from './tenant-rules.ts'
import { headOfFinding, matchedOfFinding, widerRules } from './vendor-findings.ts'
import { WindowPlan } from './window-plan.ts'

export type RuleBookHooks = {
  /** A match that became no signal. */
  suppressed?(reason: Suppression | 'stopped'): void
  /** An evaluation of the rule exceeded its work limit, and counted as no match. */
  unfinished?(rule: Rule): void
  /** A rule was disabled for the tenant; the tenant is null when the rule cannot be compiled at all. */
  stopped?(tenant: string | null, rule: Rule, error: Error): void
  /** `faults` are rules that are not in the set; null when compiling failed, and the previous rules stay. */
  compiled?(tenant: string, set: { rules: number; faults: readonly { reason: string }[] } | null, error?: unknown): void
  /** Groups of windows that were not fed with an event, because it has too many values for their keys. */
  groupsOmitted?(groups: number): void
  /** A text beyond `textsMax` was refused. */
  refused?(tenant: string, id: string): void
}

type Options = {
  readonly textsMax?: number
  /** Parses the texts of tenants; tenants take turns when it does not run in this thread. */
  readonly parser?: Parser
} & Omit<TenantOptions, 'onUnfinished' | 'parse'>

export type Parser = { parse(tenant: string, ...args: Parameters<Parse>): Promise<ParsedSource> }

export type TenantFigures = RuleFigures & { /** '' for built-in rules. */ readonly tenant: string }

export type SpentOnRule = Spent & { readonly tenant: string }

const PAUSE_MS = 1_000
const PAUSE_MS_MAX = 3_000
/** Interval of checks for changes while texts are parsed elsewhere. */
const READING_MS = 20
/** Compiling takes at most one part in this many of the time. */
const PAUSE_TIMES = 10
const TEXTS_MAX = 200_000

export class RuleBook implements Detector, WindowBook {
  readonly #builtIn: readonly Rule[]
  readonly #silent: ReadonlySet<string>
  readonly #plan: WindowPlan
  readonly #hooks: RuleBookHooks
  readonly #textsMax: number
  readonly #options: Omit<Options, 'textsMax' | 'parser'>
  readonly #parser: Parser | undefined
  readonly #event = new RuleEvent()
  readonly #tenants = new Map<string, TenantRules>()
  readonly #dirty = new Map<TenantRules, string>()
  readonly #dueMs = new WeakMap<TenantRules, number>()
  readonly #compiling = new Set<TenantRules>()
  /** Tenants whose events wait until their rules are compiled for the first time. */
  readonly #awaited = new Set<string>()
  /** Disabled rules by tenant, including rules not compiled yet. */
  #stops: ReadonlyMap<string, readonly KnownStop[]> = new Map()
  readonly #closed = new AbortController()
  #shared: CompiledRules
  #isSharedWorn = false
  #texts = 0
  #work: Promise<void> | null = null
  /** The tenant of the event that is being matched; '' between events. */
  #tenantAtHand = ''
  readonly #faults: { readonly rule: Rule; readonly error: Error }[] = []
  readonly #unfinished: Rule[] = []

  constructor(
    builtIn: readonly Rule[],
    hooks: RuleBookHooks = {},
    { textsMax = TEXTS_MAX, parser, ...options }: Options = {},
  ) {
    this.#options = options
    this.#parser = parser
    this.#builtIn = builtIn
    this.#silent = partsAmong(builtIn).silent
    this.#plan = new WindowPlan(builtIn)
    this.#hooks = hooks
    this.#textsMax = textsMax
    this.#shared = this.#compileShared()
  }

  detect(sample: DetectorEvent, found: Found, fed: Fed): void {
    const event = this.#event
    event.load(sample)
    this.#tenantAtHand = sample.tenantId
    const tenant = this.#tenants.get(sample.tenantId)
    // A tenant's window rules may refer to built-in rules and need ECS facts that those do not.
    if (tenant?.compiled?.asksFactsOf(event)) event.provideFacts()
    this.#report(this.#shared, sample, tenant, found, fed)
    if (tenant?.compiled) this.#report(tenant.compiled, sample, tenant, found, fed)
    this.#tenantAtHand = ''
    if (sample.finding) this.#reportFinding(sample.finding, sample, tenant, found)
    if (this.#unfinished.length > 0) this.#reportUnfinished(sample.tenantId, found)
    if (this.#faults.length > 0) this.#reportFaults(sample.tenantId, found)
  }

  #report(rules: CompiledRules, event: DetectorEvent, tenant: TenantRules | undefined, found: Found, fed: Fed): void {
    const hits = rules.match(this.#event, this.#event.raw)
    for (let i = 0; i < hits.length; i++) {
      const running = rules.rule(hits[i] as number)
      if (rules === this.#shared && tenant?.narrowed.has(running.head.id)) continue
      if (!running.isSilent || tenant?.signalling.has(running.head.id))
        this.#publish(rules, running, event, tenant, found)
      const plan = tenant?.plan ?? this.#plan
      if (plan.isFedBy(running.source)) this.#feed(plan, running, event, tenant, fed)
    }
  }

  #publish(
    rules: CompiledRules,
    running: RunningRule,
    sample: DetectorEvent,
    tenant: TenantRules | undefined,
    found: Found,
  ): void {
    const suppression = tenant ? this.#suppression(running, sample, tenant) : null
    if (suppression === null) found(running.head, rules.fieldsOf(running, this.#event))
    else this.#hooks.suppressed?.(suppression)
  }

  /** An event that a tenant excludes from a rule feeds neither a window of that rule, nor one built on it. */
  #feed(
    plan: WindowPlan,
    { head, source }: RunningRule,
    { row }: DetectorEvent,
    tenant: TenantRules | undefined,
    fed: Fed,
  ): void {
    const isPassed = (rule: RuleHead) =>
      tenant === undefined ||
      (!tenant.stopped.has(rule.id) &&
        tenant.overlaysOf(rule.id).every((overlay) => (overlay?.bars(this.#event, row) ?? null) === null))
    const omitted = isPassed(head) ? plan.feed(source, this.#event, isPassed, fed) : 0
    if (omitted > 0) this.#hooks.groupsOmitted?.(omitted)
  }

  windowsOf(tenant: string): readonly WindowedRule[] {
    return (this.#tenants.get(tenant)?.plan ?? this.#plan).rules
  }

  headOf(tenantId: string, ruleId: string): RuleHead | null {
    const tenant = this.#tenants.get(tenantId)
    const head = (tenant?.plan ?? this.#plan).heads.get(ruleId)
    const isPart = (this.#silent.has(ruleId) && !tenant?.signalling.has(ruleId)) || tenant?.silent.has(ruleId)
    if (head === undefined || isPart || tenant?.stopped.has(ruleId)) return null
    return tenant?.overlaysOf(ruleId).some((overlay) => overlay?.mutes(head)) ? null : head
  }

  #suppression({ head }: RunningRule, { row }: DetectorEvent, tenant: TenantRules): Suppression | 'stopped' | null {
    if (tenant.stopped.has(head.id)) return 'stopped'
    for (const overlay of tenant.overlaysOf(head.id)) {
      const reason = overlay?.suppresses(head, this.#event, row) ?? null
      if (reason !== null) return reason
    }
    return null
  }

  /** Another product's finding is a signal whatever the rules say; overlays apply to it as to a rule. */
  #reportFinding(finding: VendorFinding, event: DetectorEvent, tenant: TenantRules | undefined, found: Found): void {
    const head = headOfFinding(finding)
    const overlays = tenant ? [head.id, ...widerRules(head.id)].flatMap((id) => tenant.overlaysOf(id)) : []
    for (const overlay of overlays) {
      const reason = overlay?.suppresses(head, this.#event, event.row) ?? null
      if (reason !== null) return this.#hooks.suppressed?.(reason)
    }
    found(head, matchedOfFinding(finding, event.row))
  }

  #reportFaults(tenant: string, found: Found): void {
    for (const { rule, error } of this.#faults.splice(0)) {
      this.#hooks.stopped?.(tenant, rule, error)
      const stopped = stoppedFinding(rule, this.#tenantOf(tenant).versionOf(rule.id), error.message)
      found(stopped.rule, stopped.matched)
    }
  }

  #reportUnfinished(tenantId: string, found: Found): void {
    const tenant = this.#tenantOf(tenantId)
    for (const rule of this.#unfinished.splice(0)) {
      this.#hooks.unfinished?.(rule)
      if (tenant.unfinished.has(rule.id)) continue
      tenant.unfinished.add(rule.id)
      const unfinished = unfinishedFinding(rule, tenant.versionOf(rule.id))
      found(unfinished.rule, unfinished.matched)
    }
  }

  #onUnfinished = (rule: Rule): void => {
    this.#unfinished.push(rule)
  }

  /**
   * The shared matcher has disabled the rule for everybody, although only this tenant's events caused it: the tenant
   * loses the rule, and for the others the rules are compiled again.
   */
  #onSharedFault = (rule: Rule, error: Error): void => {
    if (this.#tenantAtHand === '') return this.#hooks.stopped?.(null, rule, error)
    this.#tenantOf(this.#tenantAtHand).stopped.add(rule.id)
    this.#faults.push({ rule, error })
    this.#isSharedWorn = true
    this.#start()
  }

  #compileShared(): CompiledRules {
    const options = { ...this.#options, onUnfinished: this.#onUnfinished }
    return new CompiledRules(this.#options.onlyWindows ? [] : this.#builtIn, this.#onSharedFault, options)
  }

  /** Applies a change of control data; an undefined document means that the row was deleted. Ignores other kinds. */
  change(tenant: string, kind: string, id: string, document: unknown, sequence = 0): void {
    if (kind === OVERLAY_KIND) this.#changeOverlay(tenant, id, document as OverlayDocument | undefined, sequence)
    if (kind === PLACEHOLDERS_KIND) this.#changePlaceholders(tenant, document as PlaceholdersDocument | undefined)
    if (kind === RULE_KIND) this.#changeRule(tenant, id, document as RuleDocument | undefined, sequence)
  }

  /** Enables a disabled rule of the tenant again and compiles it. */
  #changeOverlay(tenant: string, ruleId: string, document: OverlayDocument | undefined, sequence: number): void {
    const rules = this.#tenantOf(tenant)
    const isStarted = rules.stopped.has(ruleId) && rules.documentCount > 0
    rules.setOverlay(ruleId, document, sequence)
    if (!isStarted) return
    this.#dirty.set(rules, tenant)
    this.#start()
  }

  #changePlaceholders(tenant: string, document: PlaceholdersDocument | undefined): void {
    const rules = this.#tenantOf(tenant)
    rules.setPlaceholders(document)
    if (rules.documentCount === 0) return
    this.#dirty.set(rules, tenant)
    this.#start()
  }

  /** A text that became a YARA rule belongs to `YaraTexts`, and is removed here. */
  #changeRule(tenant: string, id: string, ruleDocument: RuleDocument | undefined, sequence: number): void {
    const rules = this.#tenantOf(tenant)
    const document = ruleDocument && isOverEvents(ruleDocument) ? ruleDocument : undefined
    if (document === undefined && !rules.has(id)) return
    const isNew = document !== undefined && !rules.has(id)
    if (isNew && this.#texts >= this.#textsMax) return this.#hooks.refused?.(tenant, id)
    const before = rules.documentCount
    rules.setRule(id, document, sequence)
    this.#texts += rules.documentCount - before
    this.#dirty.set(rules, tenant)
    this.#start()
  }

  /**
   * Applies rules that were disabled elsewhere, or before this process began, if they are still in the same state. A
   * change of control data that has not arrived yet causes no second signal.
   */
  learn(stops: readonly KnownStop[]): void {
    this.#stops = Map.groupBy(stops, ({ tenant }) => tenant)
    for (const tenant of this.#stops.keys()) this.#applyStops(tenant)
  }

  #applyStops(tenant: string): void {
    for (const { ruleId, version } of this.#stops.get(tenant) ?? []) {
      const isShared = this.#builtIn.some(({ id }) => id === ruleId)
      const rules = isShared ? this.#tenantOf(tenant) : this.#tenants.get(tenant)
      if (!rules || rules.stopped.has(ruleId) || rules.versionOf(ruleId) !== version) continue
      rules.stopped.add(ruleId)
      if (rules.documentCount === 0) continue
      this.#dirty.set(rules, tenant)
      this.#start()
    }
  }

  /** From now on events of tenants whose rules were never compiled wait until they are. */
  holdUncompiled(): void {
    for (const [rules, tenant] of this.#dirty) if (!rules.isCompiled) this.#awaited.add(tenant)
    for (const [tenant, rules] of this.#tenants)
      if (this.#compiling.has(rules) && !rules.isCompiled) this.#awaited.add(tenant)
  }

  isAwaited(tenant: string): boolean {
    return this.#awaited.has(tenant)
  }

  /** State of a tenant with rules, overlays, or a disabled rule. */
  #tenantOf(tenant: string): TenantRules {
    const known = this.#tenants.get(tenant)
    if (known) return known
    const made = new TenantRules()
    this.#tenants.set(tenant, made)
    return made
  }

  #start(): void {
    this.#work ??= this.#compileAll().finally(() => {
      this.#work = null
    })
  }

  /** Resolves when all changes so far are in force. */
  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work
  }

  close(): void {
    this.#closed.abort()
  }

  /** Compiles tenants concurrently: one with texts that take long to parse delays no other. */
  async #compileAll(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted && (this.#dirty.size > 0 || this.#isSharedWorn || this.#compiling.size > 0)) {
      // The current event, and further changes that arrive together, go first.
      await delay(1, undefined, { signal }).catch(() => undefined)
      if (this.#isSharedWorn) this.#renewShared()
      for (const [rules, tenant] of [...this.#dirty]) if (this.#isDue(rules)) await this.#begin(rules, tenant)
      const dueMs = this.#nextDueMs() - performance.now()
      const pauseMs = this.#compiling.size > 0 ? READING_MS : dueMs
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Resolves at once where texts are read elsewhere. */
  async #begin(rules: TenantRules, tenant: string): Promise<void> {
    this.#dirty.delete(rules)
    this.#compiling.add(rules)
    const compiling = this.#compile(rules, tenant).finally(() => this.#compiling.delete(rules))
    if (this.#parser === undefined) await compiling
  }

  #renewShared(): void {
    this.#isSharedWorn = false
    this.#shared = this.#compileShared()
  }

  #isDue(rules: TenantRules): boolean {
    return !this.#compiling.has(rules) && (this.#dueMs.get(rules) ?? 0) <= performance.now()
  }

  /** Time at which the first waiting tenant is due; now when none waits. */
  #nextDueMs(): number {
    const due = [...this.#dirty.keys()].map((rules) => this.#dueMs.get(rules) ?? 0)
    return due.length === 0 ? 0 : Math.min(...due)
  }

  async #compile(rules: TenantRules, tenant: string): Promise<void> {
    const startedAt = performance.now()
    const parser = this.#parser
    const parse = parser && { parse: (...args: Parameters<Parse>) => parser.parse(tenant, ...args) }
    try {
      const set = await rules.compile(this.#builtIn, (rule, error) => this.#onOwnFault(tenant, rule, error), {
        ...this.#options,
        ...parse,
        onUnfinished: this.#onUnfinished,
      })
      this.#applyStops(tenant)
      this.#hooks.compiled?.(tenant, set)
    } catch (error) {
      this.#hooks.compiled?.(tenant, null, error)
    }
    this.#awaited.delete(tenant)
    const tookMs = performance.now() - startedAt
    const pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, PAUSE_TIMES * tookMs))
    this.#dueMs.set(rules, performance.now() + pauseMs)
  }

  #onOwnFault(tenant: string, rule: Rule, error: Error): void {
    if (this.#tenantAtHand === '') return this.#hooks.stopped?.(tenant, rule, error)
    this.#tenantOf(tenant).stopped.add(rule.id)
    this.#faults.push({ rule, error })
  }

  /** Returns the cost of tenants' own rules since the last call. */
  spent(): readonly SpentOnRule[] {
    return [...this.#tenants].flatMap(([tenant, { compiled }]) => {
      return compiled?.spent().map((spent) => ({ ...spent, tenant })) ?? []
    })
  }

  figures(): readonly TenantFigures[] {
    const own = [...this.#tenants].flatMap(([tenant, { compiled }]) => figuresOf(tenant, compiled))
    return [...figuresOf('', this.#shared), ...own]
  }
}

function figuresOf(tenant: string, rules: CompiledRules | null): readonly TenantFigures[] {
  return rules?.figures().map((figures) => ({ ...figures, tenant })) ?? []
}
