/**
 * The windows of some tenants: accepts matches, returns alerts and the changes of its state. It uses no I/O, clock or
 * random numbers. `window.ts` states its guarantees, each judge's file the meaning of its windows.
 */
import { hash } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import {
  DETAIL_AT,
  EVIDENCE_AT,
  type Link,
  OWN_CARRIED,
  type Place,
  type Planned,
  planWindows,
  tapsOf,
} from './chains.ts'
import { Clock } from './clock.ts'
import type { Entry } from './columns.ts'
import { type Delta, type HeldMarks, NOBODY, type Time } from './delta.ts'
import { TERM_MAX } from './exact-sum.ts'
import type { Finding, Group } from './group.ts'
import { groupName, lengthed, shortened } from './group-name.ts'
import { Journal } from './journal.ts'
import type { Measure } from './measure.ts'
import { firstFeed } from './scan.ts'
import { nameOf, scopeOf, Table } from './table.ts'
import * as w from './window.ts'

/** Alerts are not in the journal: replaying the matches gives them again. */
type WindowArrival = w.Arrival & { readonly isAlert?: boolean }
type Inlet = { readonly table: Table; readonly tap: w.Tap }
/** Returns the windows of a scope; also called for scopes whose state is restored. */
export type RulesOf = (scope: string) => readonly w.WindowRule[]

const NONE: readonly (string | null)[] = []
/**
 * Number of events, the newest, that an alert as a member of another one stands for.
 * @bound events listed in an alert of a chain -> the newest are kept
 */
const EVIDENCE_MAX = 6

export class Windows {
  readonly #limits: w.WindowLimits
  readonly #rulesOf: RulesOf
  /** In each scope windows that feed others come before them. */
  readonly #scopes = new Map<string, readonly Table[]>()
  readonly #byName = new Map<string, Table>()
  /** Inlets of the unnamed scope. */
  #inlets: readonly Inlet[] = []
  readonly #journal: Journal
  readonly #counts = w.noCounts()
  readonly #alerts = new Map<string, w.Alert>()
  readonly #again = new Set<string>()
  #nowMs = 0
  #held: HeldMarks = NOBODY
  /** Number of matches accepted so far. */
  #serial = 0

  constructor(limits: w.WindowLimits = w.WINDOW_LIMITS, rulesOf: RulesOf = () => []) {
    this.#limits = limits
    this.#rulesOf = rulesOf
    this.#journal = new Journal(limits.foldAfter)
  }

  /**
   * Sets the windows of a scope. An unchanged window keeps its state; others begin empty, and removed ones are deleted,
   * with the matches fed to them since the last flush.
   */
  define(rules: readonly w.WindowRule[], scope = ''): readonly w.Fault[] {
    const { planned, faults } = planWindows(rules, this.#limits)
    const before = new Map((this.#scopes.get(scope) ?? []).map((table) => [table.planned.digest, table]))
    const clocks = this.#clocksOf(planned, before)
    const tables = planned.map((one) => this.#keep(scope, one, clocks.get(one.lane) as Clock, before))
    for (const table of tables) table.siblings = tables
    for (const table of before.values()) this.#remove(table)
    for (const table of tables) this.#byName.set(table.name, table)
    this.#scopes.set(scope, tables)
    if (scope === '') this.#inlets = inletsOf(tables)
    return faults
  }

  /** Taps of the unnamed scope. */
  taps(): readonly w.Tap[] {
    return this.#inlets.map(({ tap }) => tap)
  }

  feed(match: w.Match): void {
    const inlet = this.#inlets[match.tap]
    assert(inlet, 'a match names a tap')
    this.#feed(inlet.table, inlet.tap.feed, match)
  }

  /** `match` uses the names of a tap. Counts `unknown` when the scope has no such window, or no longer has it. */
  feedTo(
    scope: string,
    { digest, feed }: Pick<w.Tap, 'digest' | 'feed'>,
    arrival: w.Arrival,
  ): w.Count | 'accepted' | 'unknown' {
    const table = this.#byName.get(nameOf(scope, digest))
    if (table?.planned.isFed[feed] !== false) return 'unknown'
    return this.#feed(table, feed, arrival) ?? 'accepted'
  }

  /**
   * Sets the time of receipt up to which everything has been fed; `clock.ts` defines its effect. The scopes in `held`
   * have an earlier time, until a call that does not name them; it never goes back for any scope.
   */
  advance(nowMs: number, held: HeldMarks = NOBODY): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs)
    this.#held = held
  }

  /** Corrects a clock that was ahead: time continues from `nowMs`. Alerts that it has caused stay. */
  setBack(nowMs: number): void {
    this.#nowMs = nowMs
    this.#held = NOBODY
    for (const table of this.#byName.values()) table.setBack(nowMs + this.#limits.latenessMs)
    for (const clock of new Set([...this.#byName.values()].map((table) => table.clock))) clock.setBack(nowMs)
  }

  /**
   * Returns the results of the matches since the last call. Call it once a commit; the same sequence of calls gives the
   * same results.
   */
  flush(): w.Flushed {
    this.#settle()
    const alerts = [...this.#alerts.values()].sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1))
    const again = new Set(this.#again)
    const counts = { ...this.#counts }
    this.#startOver()
    const changes = this.#journal.flush([...this.#byName.values()], this.#time(), this.#serial)
    return { alerts, again, changes, counts }
  }

  /** Restores all slots of the last committed flush, in any order. Call it once, on windows that were never fed. */
  restore(slots: readonly { readonly slot: string; readonly payload: Buffer }[]): void {
    assert(this.#serial === 0, 'only fresh windows are restored')
    const { nowMs, serial, deltas } = this.#journal.restore(slots, (name) => this.#tableOf(name))
    this.#nowMs = nowMs
    this.#serial = serial
    for (const delta of deltas) this.#replay(delta)
    this.#startOver()
  }

  stats(): { groups: number; bytes: number } {
    let groups = 0
    for (const table of this.#byName.values()) groups += table.size
    return { groups, bytes: this.#bytes() }
  }

  #startOver(): void {
    this.#alerts.clear()
    this.#again.clear()
    Object.assign(this.#counts, w.noCounts())
  }

  /** Loads the rules of a scope that first appears in stored state. */
  #tableOf(name: string): Table | undefined {
    const scope = scopeOf(name)
    if (!this.#scopes.has(scope)) this.define(this.#rulesOf(scope), scope)
    return this.#byName.get(name)
  }

  /** Windows that feed one another share one clock, which takes over the state of their previous clocks. */
  #clocksOf(planned: readonly Planned[], before: ReadonlyMap<string, Table>): ReadonlyMap<string, Clock> {
    const clocks = new Map(planned.map(({ lane }) => [lane, new Clock(this.#limits.latenessMs)]))
    for (const { lane, digest } of planned) {
      const known = before.get(digest)
      if (known) clocks.get(lane)?.join(known.clock)
    }
    return clocks
  }

  #keep(scope: string, planned: Planned, clock: Clock, before: Map<string, Table>): Table {
    const known = before.get(planned.digest)
    before.delete(planned.digest)
    known?.redefine(planned, clock)
    const found = (table: Table, group: Group, finding: Finding) => this.#found(table, group, finding)
    return known ?? new Table(scope, planned, clock, this.#limits, this.#counts, found)
  }

  #remove(table: Table): void {
    this.#journal.remove(table)
    this.#byName.delete(table.name)
  }

  #feed(table: Table, feed: number, arrival: w.Arrival): w.Count | null {
    const { timeMs, receivedMs = timeMs } = arrival
    assert(Number.isSafeInteger(timeMs) && timeMs >= 0, 'event time is whole milliseconds from 0')
    const isLate = table.clock.isLate(timeMs, receivedMs, this.#nowOf(table))
    const fault = isLate ? 'late' : this.#accept(table, feed, arrival)
    if (fault) this.#counts[fault]++
    return fault
  }

  #accept(table: Table, feed: number, match: WindowArrival): w.Count | null {
    const value = table.hasValues ? measurable(table.measure, match.values) : null
    if (table.hasValues && value === null) return 'unmeasured'
    const name = groupName(match.key)
    if (name === null) return 'keyless'
    const { timeMs, uid, receivedMs = timeMs } = match
    const carry = match.carry.length === 0 ? NONE : match.carry.map(kept)
    const entry: Entry = { timeMs, uid, feeds: 1 << feed, value, carry }
    const group = this.#admit(table, name, match.key, entry)
    if (!group) return 'repeated'
    if (match.isAlert) return null
    table.clock.saw(timeMs, receivedMs)
    this.#journal.took(table, group, entry, receivedMs)
    return null
  }

  /** Null when its group already had the match. */
  #admit(table: Table, name: string, key: WindowArrival['key'], entry: Entry): Group | null {
    const group = table.groupOf(name, key, this.#serial++)
    return table.insert(group, entry) ? group : null
  }

  #settle(): void {
    for (const table of this.#byName.values()) if (table.size > 0) table.clock.advance(this.#nowOf(table))
    // In the order of each scope, so that an alert that a window passes on is judged with the windows that it feeds.
    for (const tables of this.#scopes.values()) for (const table of tables) if (table.size > 0) table.settle()
    while (this.#bytes() > this.#limits.bytesMax) {
      const heaviest = [...this.#byName.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a))
      assert(heaviest.size > 0, 'bytes are held by groups')
      heaviest.evictOldest()
    }
  }

  #bytes(): number {
    let bytes = 0
    for (const table of this.#byName.values()) bytes += table.bytes
    return bytes
  }

  #found(table: Table, group: Group, finding: Finding): void {
    const { planned } = table
    const id = alertId(table.scope, table.ruleId, group.name, finding.mark)
    if (finding.again && !this.#alerts.has(id)) this.#again.add(id)
    this.#alerts.set(id, alertOf(id, table, group, finding, this.#limits.membersMax))
    if (!finding.settled) return
    for (const link of planned.links) this.#passOn(table, link, id, group, finding)
  }

  #passOn(table: Table, link: Link, id: string, group: Group, { timeMs, members }: Finding): void {
    const to = table.siblings[link.to]
    const own = table.keyOf(group)
    assert(to, 'a link leads to a window')
    const evidence = members.slice(-EVIDENCE_MAX).flatMap(evidenceOf).slice(-EVIDENCE_MAX).join(' ')
    const byKey = new Map<string, WindowArrival>()
    for (const member of members) {
      const read = ({ from, at }: Place) => {
        if (from === 'members') return evidence
        return (from === 'key' ? own[at] : member.carry[at]) ?? null
      }
      const [key, values, carry] = [link.key.map(read), link.values.map(read), link.carry.map(read)]
      byKey.set(JSON.stringify(key), { timeMs, uid: id, key, values, carry, isAlert: true })
    }
    for (const match of byKey.values()) {
      const fault = this.#accept(to, link.feed, match)
      if (fault) this.#counts[fault]++
    }
  }

  #nowOf({ scope }: Table): number {
    if (this.#held.size === 0) return this.#nowMs
    return Math.min(this.#nowMs, this.#held.get(scope) ?? this.#nowMs)
  }

  /** Held scopes are recorded only when they have windows. */
  #time(): Time {
    return { nowMs: this.#nowMs, held: new Map([...this.#held].filter(([scope]) => this.#scopes.has(scope))) }
  }

  #replay({ acceptedEntries, nowMs, held }: Delta): void {
    for (const { table, key, entry, receivedMs } of acceptedEntries) {
      this.#admit(table, groupName(key) ?? '', key, entry)
      table.clock.saw(entry.timeMs, receivedMs)
    }
    // Time goes back in the journal only where it was set back.
    if (nowMs < this.#nowMs) this.setBack(nowMs)
    this.#nowMs = nowMs
    this.#held = held
    this.#settle()
  }
}

function inletsOf(tables: readonly Table[]): readonly Inlet[] {
  const byDigest = new Map(tables.map((table) => [table.planned.digest, table]))
  const taps = tapsOf(tables.map(({ planned }) => planned))
  return taps.map((tap) => ({ table: byDigest.get(tap.digest) as Table, tap }))
}

/** Bounds texts of rules' fields; the caller bounds the values that it carries for itself. */
function kept(text: string | null, at: number): string | null {
  return text === null || at < OWN_CARRIED ? text : shortened(text)
}

function evidenceOf({ uid, carry }: Entry): readonly string[] {
  return carry[EVIDENCE_AT]?.split(' ') ?? [uid]
}

/**
 * Null when it cannot be measured. A sum accepts no negative numbers, because with them a crossed bound could be
 * uncrossed again.
 */
function measurable(measure: Measure | null, values: readonly (string | number | null)[]): string | number | null {
  if (values.some((value) => value === null)) return null
  if (measure?.of === 'distinct')
    return shortened(values.length === 1 ? String(values[0]) : values.map((value) => lengthed(String(value))).join(''))
  const number = numberOf(values[0] ?? null)
  return number === null || (measure?.of === 'sum' && number < 0) ? null : number
}

const DIGITS_MAX = 64
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function numberOf(value: string | number | null): number | null {
  const number = typeof value === 'string' && value.length <= DIGITS_MAX && NUMBER.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= TERM_MAX ? number : null
}

function alertId(scope: string, ruleId: string, name: string, mark: string): string {
  return hash('sha256', [scope, ruleId, name, mark].map(lengthed).join('')).slice(0, 32)
}

function alertOf(id: string, table: Table, group: Group, finding: Finding, membersMax: number): w.Alert {
  const { timeMs, figure, continues } = finding
  const kept = newestOf(finding.members, membersMax)
  const members = kept.map((entry) => ({
    uid: entry.uid,
    timeMs: entry.timeMs,
    feed: firstFeed(entry),
    detail: entry.carry[DETAIL_AT] ?? null,
    evidence: evidenceOf(entry),
  }))
  const membersOmitted = finding.members.length - kept.length
  const { ruleId, scope } = table
  const key = table.keyOf(group)
  return { id, scope, ruleId, key, timeMs, figure, members, membersOmitted, continues }
}

/** At most `max` members, in order; the newest of each feed is always included. */
function newestOf(members: readonly Entry[], max: number): readonly Entry[] {
  if (members.length <= max) return members
  const kept = new Set<Entry>()
  let seen = 0
  for (const entry of members.toReversed()) {
    if ((entry.feeds | seen) !== seen) kept.add(entry)
    seen |= entry.feeds
  }
  for (const entry of members.toReversed()) if (kept.size < max) kept.add(entry)
  return members.filter((entry) => kept.has(entry))
}
