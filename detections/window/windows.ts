/**
 * The windows of one tenant: takes matches in, gives alerts and the changes of its state. It opens nothing, sees no
 * clock and no chance. What it promises stands in `window.ts`, what each kind of window means in the file of its judge.
 */
import { createHash } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import { type Link, type Pick, type Planned, planWindows } from './chains.ts'
import type { Entry } from './columns.ts'
import { shapeOf, valueFields } from './compile.ts'
import type { Taken } from './delta.ts'
import { TERM_MAX } from './exact-sum.ts'
import type { Finding, Group } from './group.ts'
import { groupName, lengthed, shortened } from './group-name.ts'
import { Journal } from './journal.ts'
import type { Measure } from './measure.ts'
import { firstFeed } from './scan.ts'
import { Table } from './table.ts'
import * as w from './window.ts'

/** A match without its tap. Alerts are not in the journal: replayed matches give them again. */
type Tapped = Omit<w.Match, 'tap'> & { readonly isAlert?: boolean }
type Inlet = { readonly table: Table; readonly feed: number; readonly tap: w.Tap }

const NONE: readonly (string | null)[] = []

export class Windows {
  readonly #limits: w.WindowLimits
  /** Windows that feed others come before them. */
  #tables: Table[] = []
  #inlets: Inlet[] = []
  readonly #journal: Journal
  readonly #counts = w.noCounts()
  readonly #alerts = new Map<string, w.Alert>()
  #watermarkMs = 0
  /** Matches taken in so far. */
  #serial = 0

  constructor(limits: w.WindowLimits = w.WINDOW_LIMITS) {
    this.#limits = limits
    this.#journal = new Journal(limits.foldAfter)
  }

  /**
   * Sets which windows there are. A window that was there and means the same keeps what it knows; others begin empty,
   * and what is no more is forgotten. Before `restore`, and not between `feed` and `flush`.
   */
  define(rules: readonly w.WindowRule[]): readonly w.Fault[] {
    const { planned, faults } = planWindows(rules, this.#limits)
    const before = new Map(this.#tables.map((table) => [table.planned.digest, table]))
    this.#tables = planned.map((one) => this.#keep(one, before))
    for (const table of before.values()) this.#journal.remove(table)
    this.#inlets = this.#tables.flatMap(inletsOf)
    return faults
  }

  taps(): readonly w.Tap[] {
    return this.#inlets.map(({ tap }) => tap)
  }

  get watermarkMs(): number {
    return this.#watermarkMs
  }

  feed(match: w.Match): void {
    const inlet = this.#inlets[match.tap]
    assert(inlet, 'a match names a tap')
    assert(Number.isSafeInteger(match.timeMs) && match.timeMs >= 0, 'event time is whole milliseconds from 0')
    const fault = match.timeMs < this.#watermarkMs ? 'late' : this.#take(inlet.table, inlet.feed, match)
    if (fault) this.#counts[fault]++
  }

  /**
   * The newest event time that was seen, matched or not. The caller keeps clocks that run ahead out of it (no event is
   * newer than its receipt): what it says makes everything older than it by the lateness late.
   */
  advance(seenMs: number): void {
    this.#watermarkMs = Math.max(this.#watermarkMs, seenMs - this.#limits.latenessMs)
  }

  /** What the matches since the last call amount to. Once a commit; the same cutting again gives the same again. */
  flush(): w.Flushed {
    this.#settle()
    const alerts = [...this.#alerts.values()].sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1))
    this.#alerts.clear()
    const counts = { ...this.#counts }
    Object.assign(this.#counts, w.noCounts())
    const changes = this.#journal.flush(this.#tables, this.#watermarkMs, this.#serial)
    return { alerts, changes, counts }
  }

  /** All slots of the last flush that was committed, in any order. Once, on windows that were never fed. */
  restore(slots: readonly { readonly slot: string; readonly payload: Buffer }[]): void {
    assert(this.#serial === 0, 'only fresh windows are restored')
    const byDigest = new Map(this.#tables.map((table) => [table.planned.digest, table]))
    const { watermarkMs, serial, deltas } = this.#journal.restore(slots, byDigest)
    this.#watermarkMs = watermarkMs
    this.#serial = serial
    for (const delta of deltas) this.#replay(delta.taken, delta.watermarkMs)
    this.#alerts.clear()
    Object.assign(this.#counts, w.noCounts())
  }

  stats(): { groups: number; bytes: number } {
    let groups = 0
    for (const table of this.#tables) groups += table.size
    return { groups, bytes: this.#bytes() }
  }

  #keep(planned: Planned, before: Map<string, Table>): Table {
    const known = before.get(planned.digest)
    before.delete(planned.digest)
    known?.redefine(planned)
    const found = (table: Table, group: Group, finding: Finding) => this.#found(table, group, finding)
    return known ?? new Table(planned, this.#limits, this.#counts, found)
  }

  #take(table: Table, feed: number, match: Tapped): w.Count | null {
    const value = table.hasValues ? measurable(table.measure, match.values) : null
    if (table.hasValues && value === null) return 'unmeasured'
    const name = groupName(match.key)
    if (name === null) return 'keyless'
    const { timeMs, uid } = match
    const carry = match.carry.length === 0 ? NONE : match.carry.map((text) => text && shortened(text))
    const entry: Entry = { timeMs, uid, feeds: 1 << feed, value, carry }
    const group = this.#admit(table, name, match.key, entry)
    if (group && !match.isAlert) this.#journal.took(table, group, entry)
    return group ? null : 'repeated'
  }

  /** Null when its group knew it already. */
  #admit(table: Table, name: string, key: Tapped['key'], entry: Entry): Group | null {
    const group = table.groupOf(name, key, this.#serial++, this.#watermarkMs)
    return table.insert(group, entry, this.#watermarkMs) ? group : null
  }

  #settle(): void {
    for (const table of this.#tables) table.settle(this.#watermarkMs)
    while (this.#bytes() > this.#limits.bytesMax) {
      const heaviest = this.#tables.reduce((a, b) => (b.bytes > a.bytes ? b : a))
      assert(heaviest.size > 0, 'bytes are held by groups')
      heaviest.evictOldest(this.#watermarkMs)
    }
  }

  #bytes(): number {
    let bytes = 0
    for (const table of this.#tables) bytes += table.bytes
    return bytes
  }

  #found({ planned }: Table, group: Group, finding: Finding): void {
    const id = alertId(planned.rule.id, group.name, finding.mark)
    this.#alerts.set(id, alertOf(id, planned, group, finding, this.#limits.membersMax))
    if (!finding.settled) return
    for (const link of planned.links) this.#passOn(link, id, group, finding)
  }

  #passOn(link: Link, id: string, group: Group, { timeMs, members }: Finding): void {
    const to = this.#tables[link.to]
    assert(to, 'a link leads to a window')
    const byKey = new Map<string, Tapped>()
    for (const member of members) {
      const read = ({ from, at }: Pick) => (from === 'key' ? group.key[at] : member.carry[at]) ?? null
      const [key, values, carry] = [link.key.map(read), link.values.map(read), link.carry.map(read)]
      byKey.set(JSON.stringify(key), { timeMs, uid: id, key, values, carry, isAlert: true })
    }
    for (const match of byKey.values()) {
      const fault = this.#take(to, link.feed, match)
      if (fault) this.#counts[fault]++
    }
  }

  #replay(taken: readonly Taken[], watermarkMs: number): void {
    for (const { table, key, entry } of taken) this.#admit(table, groupName(key) ?? '', key, entry)
    this.#watermarkMs = watermarkMs
    this.#settle()
  }
}

function inletsOf(table: Table): Inlet[] {
  const { rule, carry, isFed } = table.planned
  const shape = shapeOf(rule.body.window)
  return shape.feeds.flatMap((source, feed) => {
    const key = shape.groupBy.map(({ fields }) => fields[feed] ?? '')
    const tap = { ruleId: rule.id, feed, source, key, values: valueFields(shape), carry }
    return isFed[feed] ? [] : [{ table, feed, tap }]
  })
}

/** Null when it cannot be measured. A sum takes no negative numbers: with them a bound could be uncrossed again. */
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

function alertId(ruleId: string, name: string, mark: string): string {
  const hash = createHash('sha256')
  for (const part of [ruleId, name, mark]) hash.update(lengthed(part))
  return hash.digest('hex').slice(0, 32)
}

function alertOf(id: string, { rule }: Planned, { key }: Group, finding: Finding, membersMax: number): w.Alert {
  const { timeMs, figure, continues } = finding
  const kept = newestOf(finding.members, membersMax)
  const members = kept.map((entry) => ({ uid: entry.uid, timeMs: entry.timeMs, feed: firstFeed(entry) }))
  const membersOmitted = finding.members.length - kept.length
  return { id, ruleId: rule.id, key, timeMs, figure, members, membersOmitted, continues }
}

/** At most `max`, in their order; the newest of each feed is never left out. */
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
