/**
 * The groups of one window, approximately in the order in which they were last fed, and the time at which each must be
 * judged.
 */
import { assert } from '../../platform/assert.ts'
import type { GroupKey } from '../plan/plan.ts'
import type { Planned } from './chains.ts'
import type { Clock } from './clock.ts'
import { bytesOf, type Entry } from './columns.ts'
import { judgeOf, shapeOf, valueFields } from './compile.ts'
import { type Finding, Group, type Judge } from './group.ts'
import { keyOf } from './group-name.ts'
import type { Measure } from './measure.ts'
import { readPart } from './optional-key.ts'
import { Timers } from './timers.ts'
import type { Counts, WindowLimits } from './window.ts'

/**
 * A group is made the newest again after this many matches per group: moving it each time would touch two other groups
 * for each match. Of the groups fed within that time, any may count as the longest silent one.
 */
const MOVE_AFTER = 4
/** An eighth. */
const SURPLUS_SHIFT = 3

export type Found = (table: Table, group: Group, finding: Finding) => void

export class Table {
  /** Distinguishes it from all others, those of other scopes too. */
  readonly name: string
  readonly scope: string
  planned: Planned
  /** Shared with the windows of its lane. */
  clock: Clock
  /** The windows of its scope, by their index in `Planned`. */
  siblings: readonly Table[] = []
  readonly measure: Measure | null
  readonly hasValues: boolean
  readonly #groupBy: readonly GroupKey[]
  bytes = 0
  #judge: Judge
  readonly #limits: WindowLimits
  readonly #counts: Counts
  readonly #found: Found
  readonly #groups = new Map<string, Group>()
  readonly #timers = new Timers()
  #oldest: Group | null = null
  #newest: Group | null = null
  #dirty: Group[] = []
  /** Time of the last judgement: no later match is older, including those that other windows are about to pass on. */
  #settledMs = 0
  /** Stored groups that were removed. */
  #gone = new Set<string>()

  constructor(scope: string, planned: Planned, clock: Clock, limits: WindowLimits, counts: Counts, found: Found) {
    const { window } = planned.rule.body
    this.name = nameOf(scope, planned.digest)
    this.scope = scope
    this.planned = planned
    this.clock = clock
    const shape = shapeOf(window)
    this.measure = shape.measure
    this.hasValues = valueFields(shape).length > 0
    this.#groupBy = shape.groupBy
    this.#limits = limits
    this.#counts = counts
    this.#found = found
    this.#judge = this.#judgeFor(planned)
  }

  /** The rules around it changed, and with them the windows that it feeds; its own measure did not. */
  redefine(planned: Planned, clock: Clock): void {
    assert(planned.digest === this.planned.digest, 'a window that means something else is another window')
    this.planned = planned
    this.clock = clock
    this.#judge = this.#judgeFor(planned)
  }

  get ruleId(): string {
    return this.planned.rule.id
  }

  get size(): number {
    return this.#groups.size
  }

  /** The key of a group with the values of its events. */
  keyOf({ key }: Group): readonly (string | null)[] {
    return key.map((part, at) => readPart(part, this.#groupBy[at]))
  }

  /** The group of a key; created when it does not exist. */
  groupOf(name: string, key: readonly (string | null)[], serial: number): Group {
    let group = this.#groups.get(name)
    if (!group) {
      if (this.#groups.size >= this.#limits.groupsMax) this.evictOldest()
      group = this.adopt(new Group(name, keyOf(key)))
      group.serial = serial
    } else if (serial - group.serial > MOVE_AFTER * this.#groups.size) {
      this.#unlink(group)
      this.#link(group)
      group.serial = serial
    }
    return group
  }

  /** Adds a group, new or restored, as the newest. */
  adopt(group: Group): Group {
    this.#groups.set(group.name, group)
    this.#link(group)
    this.bytes += group.bytes
    if (this.#gone.delete(group.name)) group.isStored = true
    return group
  }

  /** Returns false when the group already had the entry. */
  insert(group: Group, entry: Entry): boolean {
    if (group.entries.size >= this.#limits.entriesMax + this.#surplusMax) this.#makeRoom(group)
    const size = group.entries.size
    const index = group.entries.insert(entry)
    if (index < 0) return false
    if (group.entries.size > size) this.#weigh(group, bytesOf(entry))
    group.isChanged = true
    const isLate = entry.timeMs <= group.scannedMs
    if (this.#passes(group, index)) return true
    if (isLate) {
      group.late ??= { fromMs: entry.timeMs, toMs: entry.timeMs }
      group.late.fromMs = Math.min(group.late.fromMs, entry.timeMs)
      group.late.toMs = Math.max(group.late.toMs, entry.timeMs)
    }
    if (group.isDirty) return true
    group.isDirty = true
    this.#dirty.push(group)
    return true
  }

  /** Judges changed and due groups, and forgets expired groups. */
  settle(): void {
    const { watermarkMs } = this.clock
    const dirty = this.#dirty
    this.#dirty = []
    for (const group of dirty) if (group.isDirty) this.#judgeOne(group)
    for (let group = this.#timers.popDue(watermarkMs); group; group = this.#timers.popDue(watermarkMs)) {
      group.isChanged = true
      this.#judgeOne(group)
    }
    for (let group = this.#oldest; group && this.#judge.expiresMs(group) < watermarkMs; group = this.#oldest) {
      this.#forget(group)
    }
    // Earlier than before when time was set back.
    this.#settledMs = watermarkMs
  }

  /** Removes groups with a time after `nowMs`, which a clock that was ahead gave to events without one. */
  setBack(nowMs: number): void {
    for (const group of [...this.#groups.values()]) if (newestOf(group) > nowMs) this.#forget(group)
    this.#settledMs = Math.min(this.#settledMs, nowMs)
  }

  /** Judges the group first, so that an early alert is not lost with it. */
  evictOldest(): void {
    const group = this.#oldest
    if (!group) return
    this.#judgeOne(group)
    this.#forget(group)
    this.#counts.groups_evicted++
  }

  /** Puts a restored group's timer where it was. */
  arm(group: Group): void {
    this.#timers.set(group, this.#judge.dueMs(group))
  }

  /** Groups changed since the last call, and names of stored groups that were removed. */
  takeChanged(): { changed: Group[]; gone: string[] } {
    const changed = [...this.#groups.values()].filter((group) => group.isChanged)
    for (const group of changed) {
      group.isChanged = false
      group.isStored = true
    }
    const gone = [...this.#gone]
    this.#gone = new Set()
    return { changed, gone }
  }

  /** Names of all stored groups, to remove their slots when the window itself is removed. */
  storedNames(): string[] {
    return [...this.#gone, ...[...this.#groups.values()].filter(({ isStored }) => isStored).map(({ name }) => name)]
  }

  #judgeFor({ rule, links }: Planned): Judge {
    return judgeOf(rule.body.window, links.length > 0, this.#limits, () => this.#counts.sequences_evicted++)
  }

  #passes(group: Group, index: number): boolean {
    const { bytes } = group
    const passes = this.#judge.passes?.(group, index, this.#settledMs) === true
    this.bytes += group.bytes - bytes
    return passes
  }

  #judgeOne(group: Group): void {
    const bytes = group.bytes
    group.isDirty = false
    this.#judge.judge(group, this.clock.watermarkMs, (finding) => this.#found(this, group, finding))
    this.bytes += group.bytes - bytes
    this.#timers.set(group, this.#judge.dueMs(group))
  }

  /**
   * Judges new entries before the oldest are dropped. After a match out of order that is a walk over all entries, so it
   * is done once for many matches.
   */
  #makeRoom(group: Group): void {
    this.#judgeOne(group)
    const surplus = group.entries.size - this.#limits.entriesMax + 1
    if (surplus <= 0) return
    const bytes = group.bytes
    group.dropTo(group.entries.first + surplus)
    this.bytes += group.bytes - bytes
    this.#counts.entries_evicted += surplus
  }

  /** Entries that a group may hold beyond its bound before it is cut. */
  get #surplusMax(): number {
    return this.#limits.entriesMax >> SURPLUS_SHIFT
  }

  #weigh(group: Group, bytes: number): void {
    group.bytes += bytes
    this.bytes += bytes
  }

  #forget(group: Group): void {
    this.#groups.delete(group.name)
    this.#unlink(group)
    this.#timers.set(group, Number.POSITIVE_INFINITY)
    this.bytes -= group.bytes
    group.isDirty = false
    if (group.isStored) this.#gone.add(group.name)
  }

  #link(group: Group): void {
    group.older = this.#newest
    group.newer = null
    if (this.#newest) this.#newest.newer = group
    else this.#oldest = group
    this.#newest = group
  }

  #unlink(group: Group): void {
    if (group.older) group.older.newer = group.newer
    else this.#oldest = group.newer
    if (group.newer) group.newer.older = group.older
    else this.#newest = group.older
  }
}

function newestOf({ entries, scannedMs, judgedToMs, barredMs, raised }: Group): number {
  return Math.max(entries.newestMs(), scannedMs, judgedToMs, barredMs, raised.at(-1)?.timeMs ?? -1)
}

const SCOPE_END = '/'

/** Contains no spaces, because a space ends it in the name of a slot. */
export function nameOf(scope: string, digest: string): string {
  assert(!scope.includes(SCOPE_END) && !scope.includes(' '), 'a scope is a single word')
  return scope === '' ? digest : `${scope}${SCOPE_END}${digest}`
}

export function scopeOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(SCOPE_END)))
}
