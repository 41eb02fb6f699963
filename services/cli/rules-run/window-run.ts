/**
 * The windows of a folder's rules over the events of one file, by the very engine that the stream runs
 * (`detections/window`), in event time.
 *
 * order   Matches are held and given to the windows in the order of their time, so a file may be in any order. Past
 *         `HELD_MAX` of them the older half goes first; what then comes later and is older than what has gone by more
 *         than the lateness of the stream, 60 s, is late: it is not taken in, and counted
 * events  Each event of the file counts by itself, repeats too, which the pipeline would drop
 * end     Windows go on to the newest event of the file: whether what must not follow a sequence comes behind that, nobody
 *         knows, and such a sequence is counted as not decided
 */
import { shapeOf } from '../../../detections/window/compile.ts'
import {
  type Alert,
  type Arrival,
  type Counts,
  type Fault,
  noCounts,
  type Tap,
  WINDOW_LIMITS,
  type WindowRule,
} from '../../../detections/window/window.ts'
import { Windows } from '../../../detections/window/windows.ts'
import type { FedChunk } from './event-feeds.ts'

/** The match of a window. A match of other windows has the events of those, the newest six of each. */
export type WindowMatch = {
  readonly ruleId: string
  /** Event time, Unix milliseconds, at which it came true: of the event that did it, or of the end of the proof. */
  readonly timeMs: number
  /** Times of the first and the last of its listed events. */
  readonly fromMs: number
  readonly toMs: number
  /** Names and values of the group's fields; null where all events lack one. */
  readonly group: readonly (readonly [name: string, value: string | null])[]
  /** The measure and its value; null where events are not counted or measured. */
  readonly figure: readonly [measure: string, value: number] | null
  /** Line numbers in the file, in the order of the events' time, each once; the newest 128. */
  readonly lines: readonly number[]
  /** Events that are not listed, older than those that are. */
  readonly omitted: number
}

type PendingArrival = { readonly window: string; readonly feed: number; readonly arrival: Arrival }

/**
 * Matches that wait to be put in order.
 * @bound matches that `svc rules run` sorts in memory -> the older half is processed; matches more than 60
 * s behind it are then late, and counted
 */
const HELD_MAX = 131_072
/** Matches after which windows are judged. */
const JUDGED_AFTER = 4_096
/** Wide enough for any file, so that uids are in the order of the events. */
const NUMBER_CHARS = 12

export class WindowRun {
  readonly faults: readonly Fault[]
  readonly #windows = new Windows()
  readonly #rules: ReadonlyMap<string, WindowRule>
  readonly #found: (match: WindowMatch) => void
  readonly #heldMax: number
  /** Matches that are not final, by id. */
  readonly #waiting = new Map<string, WindowMatch>()
  readonly #counts: Counts = noCounts()
  #held: PendingArrival[] = []
  /** Newest time of the events that the windows received. */
  #newestMs = 0
  /** Newest time of the file's events whose time was read. */
  #endMs = 0
  #timeless = 0
  #refused = 0
  #groupsOmitted = 0
  #undecided = 0

  /** `found` is called in the order of time; while matches wait, at the end. */
  constructor(rules: readonly WindowRule[], found: (match: WindowMatch) => void, heldMax: number = HELD_MAX) {
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]))
    this.faults = this.#windows.define(rules)
    this.#found = found
    this.#heldMax = heldMax
  }

  /** Adds chunks in the order of the file. `before`: events and lines of the chunks before. */
  add(
    { matches, timeless, refused, groupsOmitted, newestMs }: FedChunk,
    before: { events: number; lines: number },
  ): void {
    this.#timeless += timeless
    this.#refused += refused
    this.#groupsOmitted += groupsOmitted
    this.#endMs = Math.max(this.#endMs, newestMs)
    for (const { window, feed, event, line, timeMs, key, values, carry } of matches) {
      const uid = uidOf(before.events + event, before.lines + line)
      this.#held.push({ window, feed, arrival: { timeMs, uid, key, values, carry: [null, null, ...carry] } })
    }
    if (this.#held.length < this.#heldMax) return
    this.#held.sort(byTime)
    this.#give(this.#held.splice(0, this.#held.length >> 1))
  }

  end(): void {
    this.#give(this.#held.sort(byTime))
    this.#held = []
    // Windows may feed each other, and each may wait for its whole span, with the lateness behind it.
    this.#judge(this.#newestMs + 2 * (this.#rules.size + 1) * WINDOW_LIMITS.spanMaxMs)
    const endMs = Math.max(this.#newestMs, this.#endMs)
    for (const [id, { timeMs }] of this.#waiting) {
      if (timeMs <= endMs) continue
      this.#waiting.delete(id)
      this.#undecided++
    }
    this.#release(Number.POSITIVE_INFINITY)
  }

  /**
   * Events and entries that the windows did not get or could not keep, a text each. Events without a group value do not
   * count.
   */
  lost(): readonly string[] {
    const { late, unmeasured, entries_evicted, groups_evicted, sequences_evicted } = this.#counts
    const evicted = { entries: entries_evicted, groups: groups_evicted, sequences: sequences_evicted }
    const counters: readonly (readonly [number, string])[] = [
      [this.#timeless, 'matches in windows have no event time; the time of this run was used'],
      [this.#refused, 'matches were left out of windows: the pipeline would quarantine their events'],
      [late, `matches came ${WINDOW_LIMITS.latenessMs / 1000} s and more behind others, and were left out of windows`],
      [unmeasured, 'matches have no value that their window can measure'],
      [
        this.#undecided,
        'sequences are undecided: an event that must not follow could still come after the newest event of the file',
      ],
      [this.#groupsOmitted, 'groups left out, because their events belong to too many'],
      ...Object.entries(evicted).map(
        ([what, count]) => [count, `${what} evicted, because the windows were full`] as const,
      ),
    ]
    return counters.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : []))
  }

  #give(held: readonly PendingArrival[]): void {
    for (const [at, { window, feed, arrival }] of held.entries()) {
      this.#windows.feedTo('', { digest: window, feed } satisfies Pick<Tap, 'digest' | 'feed'>, arrival)
      this.#newestMs = Math.max(this.#newestMs, arrival.timeMs)
      if (at % JUDGED_AFTER === JUDGED_AFTER - 1) this.#judge(this.#newestMs)
    }
    this.#judge(this.#newestMs)
    this.#release(this.#newestMs - 2 * WINDOW_LIMITS.latenessMs)
  }

  #judge(nowMs: number): void {
    this.#windows.advance(nowMs)
    const { alerts, counts } = this.#windows.flush()
    for (const name of Object.keys(counts) as (keyof Counts)[]) this.#counts[name] += counts[name]
    for (const alert of alerts) {
      const rule = this.#rules.get(alert.ruleId)
      if (rule) this.#waiting.set(alert.id, matchOf(alert, rule))
    }
  }

  /** Releases matches before `beforeMs`: no later event is that old, so they are final. */
  #release(beforeMs: number): void {
    const final = [...this.#waiting].filter(([, { timeMs }]) => timeMs < beforeMs)
    final.sort(([idA, a], [idB, b]) => a.timeMs - b.timeMs || (idA < idB ? -1 : 1))
    for (const [id, match] of final) {
      this.#waiting.delete(id)
      this.#found(match)
    }
  }
}

function byTime({ arrival: a }: PendingArrival, { arrival: b }: PendingArrival): number {
  return a.timeMs - b.timeMs || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0)
}

/** Ids sort in the order of the events and contain the line. */
function uidOf(event: number, line: number): string {
  return `${String(event).padStart(NUMBER_CHARS, '0')}:${line}`
}

function lineIn(uid: string): number {
  return Number(uid.slice(NUMBER_CHARS + 1))
}

function matchOf({ ruleId, timeMs, key, figure, members, membersOmitted }: Alert, { body }: WindowRule): WindowMatch {
  const { groupBy, measure } = shapeOf(body.window)
  const lines = new Set(members.flatMap(({ evidence }) => evidence.map(lineIn)))
  return {
    ruleId,
    timeMs,
    fromMs: members[0]?.timeMs ?? timeMs,
    toMs: members.at(-1)?.timeMs ?? timeMs,
    group: groupBy.map(({ name }, at) => [name, key[at] ?? null]),
    figure: figure === null ? null : [measure?.of ?? 'count', figure],
    lines: [...lines],
    omitted: membersOmitted,
  }
}
