/**
 * All rules of all tenants, as intake asks for them. Built-in rules are compiled once and serve everybody; the rules of
 * a tenant's own are a second, small matcher; overlays are applied to matches. A rule that throws or takes too long is
 * stopped for the tenant whose event it met, and a signal says so.
 *
 * bound   texts of tenants' rules that are kept, `textsMax`; one past it does not run and is reported
 * late    a change is compiled within a second, under steady change within `PAUSE_MS_MAX`
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { MatcherOptions } from '../../detections/match/matcher.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import type { Detector, DetectorEvent, Fed, Found, RuleHead, WindowBook } from '../detector.ts'
import {
  CompiledRules,
  partsAmong,
  type RuleFigures,
  type RunningRule,
  type SpentOnRule as Spent,
} from './compiled-rules.ts'
import {
  isOverEvents,
  OVERLAY_KIND,
  type OverlayDocument,
  PLACEHOLDERS_KIND,
  type PlaceholdersDocument,
  RULE_KIND,
  type RuleDocument,
} from './documents.ts'
import { EventAtHand } from './event-at-hand.ts'
import type { Suppression } from './overlay.ts'
import { type KnownStop, stoppedFinding } from './stopped.ts'
import { TenantRules } from './tenant-rules.ts'
import { type WindowedRule, WindowPlan } from './window-plan.ts'

export type RuleBookHooks = {
  /** A match that became no signal. */
  suppressed?(reason: Suppression | 'stopped'): void
  /** A rule was stopped for the tenant; null when it cannot be compiled for anybody. */
  stopped?(tenant: string | null, rule: Rule, error: Error): void
  /** `faults` are rules that are not in the set; null: nothing could be compiled, and what was before goes on. */
  compiled?(tenant: string, set: { rules: number; faults: readonly { reason: string }[] } | null, error?: unknown): void
  /** Groups of windows that an event was not given to: it has too many values for their keys. */
  groupsOmitted?(groups: number): void
  /** A text past `textsMax`. */
  refused?(tenant: string, id: string): void
}

type Options = {
  readonly textsMax?: number
  /** No event will be asked about: nothing is compiled for it. */
  readonly onlyWindows?: boolean
} & Omit<MatcherOptions, 'onFault'>

export type TenantFigures = RuleFigures & { /** '' for built-in rules. */ readonly tenant: string }

export type SpentOnRule = Spent & { readonly tenant: string }

const PAUSE_MS = 1_000
const PAUSE_MS_MAX = 3_000
/** Compiling takes at most one part in so many of the time. */
const PAUSE_TIMES = 10
const TEXTS_MAX = 200_000

export class RuleBook implements Detector, WindowBook {
  readonly #builtIn: readonly Rule[]
  readonly #silent: ReadonlySet<string>
  readonly #plan: WindowPlan
  readonly #hooks: RuleBookHooks
  readonly #textsMax: number
  readonly #options: Omit<Options, 'textsMax'>
  readonly #event = new EventAtHand()
  readonly #tenants = new Map<string, TenantRules>()
  readonly #dirty = new Map<TenantRules, string>()
  readonly #dueMs = new WeakMap<TenantRules, number>()
  readonly #closed = new AbortController()
  #shared: CompiledRules
  #isSharedWorn = false
  #texts = 0
  #work: Promise<void> | null = null
  /** Whose event is matched; '' between events. */
  #tenantAtHand = ''
  readonly #faults: { readonly rule: Rule; readonly error: Error }[] = []

  constructor(builtIn: readonly Rule[], hooks: RuleBookHooks = {}, { textsMax = TEXTS_MAX, ...options }: Options = {}) {
    this.#options = options
    this.#builtIn = builtIn
    this.#silent = partsAmong(builtIn).silent
    this.#plan = new WindowPlan(builtIn)
    this.#hooks = hooks
    this.#textsMax = textsMax
    this.#shared = this.#compileShared()
  }

  detect(given: DetectorEvent, found: Found, fed: Fed): void {
    const event = this.#event
    event.take(given)
    this.#tenantAtHand = given.tenantId
    const tenant = this.#tenants.get(given.tenantId)
    // Windows of the tenant may stand on built-in rules, and ask of their events what these do not.
    if (tenant?.compiled?.asksFactsOf(event)) event.tellFacts()
    this.#report(this.#shared, given, tenant, found, fed)
    if (tenant?.compiled) this.#report(tenant.compiled, given, tenant, found, fed)
    this.#tenantAtHand = ''
    if (this.#faults.length > 0) this.#reportFaults(given.tenantId, found)
  }

  #report(rules: CompiledRules, given: DetectorEvent, tenant: TenantRules | undefined, found: Found, fed: Fed): void {
    const hits = rules.match(this.#event, this.#event.raw)
    for (let i = 0; i < hits.length; i++) {
      const running = rules.rule(hits[i] as number)
      if (rules === this.#shared && tenant?.narrowed.has(running.head.id)) continue
      if (!running.isSilent || tenant?.heard.has(running.head.id)) this.#tell(rules, running, given, tenant, found)
      const plan = tenant?.plan ?? this.#plan
      if (plan.isFedBy(running.source)) this.#feed(plan, running, given, tenant, fed)
    }
  }

  #tell(
    rules: CompiledRules,
    running: RunningRule,
    given: DetectorEvent,
    tenant: TenantRules | undefined,
    found: Found,
  ): void {
    const suppression = tenant ? this.#suppression(running, given, tenant) : null
    if (suppression === null) found(running.head, rules.fieldsOf(running, this.#event))
    else this.#hooks.suppressed?.(suppression)
  }

  /** An event that a tenant lets pass for a rule is no part of a window of that rule, nor of one that is made of it. */
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
    const isPart = (this.#silent.has(ruleId) && !tenant?.heard.has(ruleId)) || tenant?.silent.has(ruleId)
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

  #reportFaults(tenant: string, found: Found): void {
    for (const { rule, error } of this.#faults.splice(0)) {
      this.#hooks.stopped?.(tenant, rule, error)
      const told = stoppedFinding(rule, this.#tenantOf(tenant).versionOf(rule.id), error.message)
      found(told.rule, told.matched)
    }
  }

  /**
   * The matcher has stopped the rule for everybody. Only this tenant's events are to blame: it goes without the rule,
   * and for the others the rules are compiled anew.
   */
  #onSharedFault = (rule: Rule, error: Error): void => {
    if (this.#tenantAtHand === '') return this.#hooks.stopped?.(null, rule, error)
    this.#tenantOf(this.#tenantAtHand).stopped.add(rule.id)
    this.#faults.push({ rule, error })
    this.#isSharedWorn = true
    this.#start()
  }

  #compileShared(): CompiledRules {
    return new CompiledRules(this.#options.onlyWindows ? [] : this.#builtIn, this.#onSharedFault, this.#options)
  }

  /** A change of control data; undefined: the row is no more. Kinds of others are passed over. */
  change(tenant: string, kind: string, id: string, document: unknown, sequence = 0): void {
    if (kind === OVERLAY_KIND) this.#changeOverlay(tenant, id, document as OverlayDocument | undefined, sequence)
    if (kind === PLACEHOLDERS_KIND) this.#changePlaceholders(tenant, document as PlaceholdersDocument | undefined)
    if (kind === RULE_KIND) this.#changeRule(tenant, id, document as RuleDocument | undefined, sequence)
  }

  /** A rule of the tenant's own that was stopped is compiled again. */
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

  /** A text that has become one of YARA is `YaraTexts`', and no longer one of these. */
  #changeRule(tenant: string, id: string, given: RuleDocument | undefined, sequence: number): void {
    const rules = this.#tenantOf(tenant)
    const document = given && isOverEvents(given) ? given : undefined
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
   * What was stopped elsewhere, or before this process began: those rules are stopped here too that are still the same. A
   * change of control data that is not here yet is no reason to be told once more.
   */
  learn(stops: readonly KnownStop[]): void {
    for (const { tenant, ruleId, version } of stops) {
      const isShared = this.#builtIn.some(({ id }) => id === ruleId)
      const rules = isShared ? this.#tenantOf(tenant) : this.#tenants.get(tenant)
      if (!rules || rules.stopped.has(ruleId) || rules.versionOf(ruleId) !== version) continue
      rules.stopped.add(ruleId)
      if (rules.documentCount === 0) continue
      this.#dirty.set(rules, tenant)
      this.#start()
    }
  }

  /** Tenants that have rules or overlays, or one that was stopped. */
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

  /** Resolves when everything that was changed so far is in force. */
  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work
  }

  close(): void {
    this.#closed.abort()
  }

  async #compileAll(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted && (this.#dirty.size > 0 || this.#isSharedWorn)) {
      // The event at hand, and changes that come together, first.
      await delay(1, undefined, { signal }).catch(() => undefined)
      if (this.#isSharedWorn) this.#renewShared()
      for (const [rules, tenant] of [...this.#dirty]) if (this.#isDue(rules)) await this.#compile(rules, tenant)
      const pauseMs = this.#nextDueMs() - performance.now()
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  #renewShared(): void {
    this.#isSharedWorn = false
    this.#shared = this.#compileShared()
  }

  #isDue(rules: TenantRules): boolean {
    return (this.#dueMs.get(rules) ?? 0) <= performance.now()
  }

  /** When the first of those that wait is due; now when none waits. */
  #nextDueMs(): number {
    const due = [...this.#dirty.keys()].map((rules) => this.#dueMs.get(rules) ?? 0)
    return due.length === 0 ? 0 : Math.min(...due)
  }

  async #compile(rules: TenantRules, tenant: string): Promise<void> {
    this.#dirty.delete(rules)
    const startedAt = performance.now()
    try {
      const set = await rules.compile(
        this.#builtIn,
        (rule, error) => this.#onOwnFault(tenant, rule, error),
        this.#options,
      )
      this.#hooks.compiled?.(tenant, set)
    } catch (error) {
      this.#hooks.compiled?.(tenant, null, error)
    }
    const tookMs = performance.now() - startedAt
    const pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, PAUSE_TIMES * tookMs))
    this.#dueMs.set(rules, performance.now() + pauseMs)
  }

  #onOwnFault(tenant: string, rule: Rule, error: Error): void {
    if (this.#tenantAtHand === '') return this.#hooks.stopped?.(tenant, rule, error)
    this.#tenantOf(tenant).stopped.add(rule.id)
    this.#faults.push({ rule, error })
  }

  /** What tenants' own rules cost since this was asked last. */
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
