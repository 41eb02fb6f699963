/**
 * Matches all rules against one event at a time. Tables find the literals in the event's fields, these make few rules
 * candidates, and only candidates are evaluated. The result always equals that of `scan.ts`.
 */
import { assert } from '../../platform/assert.ts'
import type { EventLogSource, MatchEvent } from '../../schemas/event-view.ts'
import type { Rule } from '../plan/plan.ts'
import { EVALUATION_WORK, OutOfWork, withinWork, work } from '../plan/work.ts'
import { CachedEvent } from './cached-event.ts'
import { EventKernel } from './event-kernel.ts'
import { type EventValues, RecordValues } from './event-values.ts'
import { FieldIndex, KEYWORDS } from './field-index.ts'
import type { TextTable } from './field-tables.ts'
import type { Group } from './group.ts'
import { Groups } from './groups.ts'
import type { Leaf } from './predicates.ts'
import { type Compiled, compilePrograms, HOLDS } from './programs.ts'
import type { RawJson } from './raw-filter.ts'
import { RuleClock } from './rule-clock.ts'
import { type Budget, DEFAULT_BUDGET, ProgramStatistics, type RuleStatistics } from './statistics.ts'
import { TextValues } from './text-values.ts'

export type MatcherOptions = {
  /** Called once for each rule that was disabled: it cannot be compiled, it threw, or it exceeded its budget. */
  readonly onFault?: (rule: number, error: Error) => void
  /** Called for each evaluation that was stopped because of its work limit: the rule counts as no match. */
  readonly onUnfinished?: (rule: number) => void
  readonly budget?: Budget
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Milliseconds of CPU that this thread has used; with `now` alone they are the same. */
  readonly cpuMs?: () => number
  /** Tables of the same programs that were built before (`textTables`). */
  readonly tables?: ReadonlyMap<number, TextTable>
}

export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/**
 * Work limit for all rules together on one event. One evaluation may use a share of the rest, so that the first ones
 * leave some for the others, and each gets a minimum.
 */
const EVENT_WORK = 8 * EVALUATION_WORK
/**
 * @bound work of all rules on one event = {} times that of one evaluation, and 8,192 units each -> the rule does not
 * match the event, which is reported once and counted
 */
const EVENT_PART = 8
const LEAST_WORK = 8_192

/** Every 64th event is timed, rule by rule. */
const TIMED_EVERY = 64

/** Rules with a window body match nothing here; the rules that feed their windows do. */
export function compileMatcher(rules: readonly Rule[], options: MatcherOptions = {}): Matcher {
  return new Matcher(compilePrograms(rules.map(({ body }) => (body.kind === 'event' ? body : null))), options)
}

export class Matcher {
  readonly compiled: Compiled
  private readonly graph: Int32Array
  private readonly entries: Int32Array
  private readonly index: FieldIndex
  private readonly groups: Groups
  private readonly event: CachedEvent
  private readonly record: RecordValues
  private readonly statistics: ProgramStatistics
  private readonly disabled = new Map<number, Error>()
  private readonly isStopped: Uint8Array
  private readonly programOf = new Map<number, number>()
  private readonly onFault: (rule: number, error: Error) => void
  private readonly onUnfinished: ((rule: number) => void) | undefined
  private readonly clock: RuleClock
  private eventLeft = 0
  /** Program -> the epoch in which it was evaluated. */
  private readonly seen: Int32Array
  private readonly matched: number[] = []
  private untilTimed = TIMED_EVERY
  private readonly lengthOf = (table: number) => this.event.lengthOf(table)

  constructor(compiled: Compiled, options: MatcherOptions) {
    const { predicates, programs, graph, faults } = compiled
    this.compiled = compiled
    this.graph = graph
    this.clock = new RuleClock(options.now, options.cpuMs)
    this.onFault = options.onFault ?? (() => undefined)
    this.onUnfinished = options.onUnfinished
    this.entries = Int32Array.from(programs, ({ entry }) => entry)
    this.index = new FieldIndex(predicates, options.tables)
    for (let node = 0; node < graph.length; node += 4)
      graph[node + 3] = this.index.tableOf[graph[node] as number] as number
    this.groups = new Groups(programs, predicates, this.index, graph)
    this.record = new RecordValues(predicates)
    this.event = new CachedEvent(predicates, this.index, this.record, this.clock)
    this.statistics = new ProgramStatistics(programs.length, options.budget ?? DEFAULT_BUDGET)
    this.isStopped = new Uint8Array(programs.length)
    this.seen = new Int32Array(programs.length)
    for (const [program, { rules }] of programs.entries()) for (const rule of rules) this.programOf.set(rule, program)
    for (const { rule, error } of faults) this.disable(rule, error)
  }

  /** Builds all tables now instead of on first use. */
  prepare(): void {
    this.index.buildAll()
  }

  /** The tables of texts that were built so far, by their numbers. */
  textTables(): ReadonlyMap<number, TextTable> {
    return this.index.textTables()
  }

  /**
   * Calls back with the indices of the matching rules, in order. `raw` is the JSON text from which the record was
   * parsed: with it most events need no keyword search; the result is the same.
   */
  match(event: MatchEvent, onMatch: (rule: number) => void, raw?: RawJson): void {
    const group = this.groups.of(event.logSource)
    if (group.programs.length === 0) return
    this.record.open(event, raw)
    this.judge(this.record, group, onMatch)
  }

  /** The number of a test, for `holds`. The test must belong to a rule that can match. */
  numberOf(test: Leaf): number {
    const number = this.compiled.predicates.of(test)
    assert(number < this.index.tableOf.length, 'a test of a rule has had its number from the start')
    return number
  }

  /** True when a test is true for the last matched event; mostly already computed. */
  holds(test: number): boolean {
    return withinWork(EVALUATION_WORK, () => this.event.holds(test))?.value ?? false
  }

  /** Reads events from their JSON texts; null on a processor without the vector instructions for it. */
  openTexts(): TextValues | null {
    const { predicates } = this.compiled
    const kernel = EventKernel.open(predicates.all.length)
    return kernel && new TextValues(kernel, predicates)
  }

  /** Like `match`, on the values of an opened text and the view that was set. */
  matchText(values: TextValues, logSource: EventLogSource, onMatch: (rule: number) => void): void {
    const group = this.groups.of(logSource)
    if (group.programs.length > 0) this.judge(values, group, onMatch)
  }

  private judge(values: EventValues, group: Group, onMatch: (rule: number) => void): void {
    const { facts } = this.event
    this.event.open(values, group)
    if (facts.epoch === 2) this.seen.fill(0)
    this.eventLeft = EVENT_WORK
    const found = facts.hitCount // Evaluation adds further facts, which select no candidates.
    this.evaluateCandidates(group, found)
    group.tick(facts.hits, found, this.lengthOf)
    if (this.matched.length > 0) this.report(onMatch)
    for (const program of this.statistics.dearPrograms())
      this.stop(program, new BudgetExceeded('the rules together take more work than they may, and this one much of it'))
  }

  private evaluateCandidates(group: Group, found: number): void {
    const isTimed = --this.untilTimed === 0
    if (isTimed) {
      this.untilTimed = TIMED_EVERY
      this.clock.mark()
    }
    const { hits } = this.event.facts
    const { triggers, always } = group
    const { lists } = triggers
    for (let i = 0; i < found; i++) {
      let at = triggers.listOf(hits[i] as number)
      if (at < 0) continue
      for (let program = lists[at] as number; program >= 0; program = lists[++at] as number)
        this.consider(program, isTimed)
    }
    for (let i = 0; i < always.length; i++) this.consider(always[i] as number, isTimed)
  }

  private consider(program: number, isTimed: boolean): void {
    const { epoch } = this.event.facts
    if (this.seen[program] === epoch) return
    this.seen[program] = epoch
    if (this.isStopped[program] === 1) return
    const startedAt = isTimed ? this.clock.now() : 0
    if (this.evaluate(program)) this.matched.push(program)
    if (isTimed) this.statistics.time(program, this.clock.since(startedAt))
  }

  private evaluate(program: number): boolean {
    const { event, statistics } = this
    ;(statistics.evaluations[program] as number)++
    event.judgedMs = 0
    const allowed = Math.max(LEAST_WORK, Math.min(EVALUATION_WORK, this.eventLeft / EVENT_PART))
    work.left = allowed
    let isHeld = false
    try {
      isHeld = this.follow(this.entries[program] as number) === HOLDS
    } catch (error) {
      if (error instanceof OutOfWork) this.leave(program)
      else this.stop(program, error instanceof Error ? error : new Error(String(error)))
    }
    const spent = allowed - work.left
    work.left = Number.POSITIVE_INFINITY
    if (event.judgedMs > 0 || spent > 0) this.charge(program, spent)
    return isHeld
  }

  private charge(program: number, spent: number): void {
    this.eventLeft = Math.max(0, this.eventLeft - spent)
    if (this.statistics.spend(program, this.event.judgedMs, spent))
      this.stop(program, new BudgetExceeded('the rule takes more time than it may'))
  }

  private leave(program: number): void {
    ;(this.statistics.unfinished[program] as number)++
    if (this.onUnfinished) for (const rule of this.compiled.programs[program]?.rules ?? []) this.onUnfinished(rule)
  }

  /** Follows the graph with the results of tables; evaluates all other predicates on the event. */
  private follow(entry: number): number {
    const { graph, event } = this
    const { marks, epoch } = event.facts
    const { tableSeen } = event
    let node = entry
    while (node >= 0) {
      const predicate = graph[node] as number
      let isHeld = marks[predicate] === epoch
      if (!isHeld) {
        const table = graph[node + 3] as number
        isHeld = (table <= KEYWORDS || tableSeen[table] !== epoch) && event.ask(predicate, table)
      }
      node = graph[isHeld ? node + 1 : node + 2] as number
    }
    return node
  }

  private stop(program: number, error: Error): void {
    this.isStopped[program] = 1
    for (const rule of this.compiled.programs[program]?.rules ?? []) this.disable(rule, error)
  }

  private disable(rule: number, error: Error): void {
    if (this.disabled.has(rule)) return
    this.disabled.set(rule, error)
    this.onFault(rule, error)
  }

  private report(onMatch: (rule: number) => void): void {
    const rules: number[] = []
    for (const program of this.matched) {
      ;(this.statistics.hits[program] as number)++
      for (const rule of this.compiled.programs[program]?.rules ?? []) rules.push(rule)
    }
    this.matched.length = 0
    for (const rule of rules.sort((a, b) => a - b)) onMatch(rule)
  }

  /** Rules with the same condition and log source share their statistics. */
  statisticsOf(rule: number): RuleStatistics {
    const disabled = this.disabled.get(rule)?.message ?? null
    const program = this.programOf.get(rule)
    if (program === undefined) return { hits: 0, evaluations: 0, meanUs: null, unfinished: 0, disabled }
    const { hits, evaluations } = this.statistics
    return {
      hits: hits[program] as number,
      evaluations: evaluations[program] as number,
      meanUs: this.statistics.meanUs(program),
      unfinished: this.statistics.unfinished[program] as number,
      disabled,
    }
  }
}
