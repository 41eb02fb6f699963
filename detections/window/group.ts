/** The state of one group of a window, and the interface of its judges. */
import type { Entry } from './columns.ts'
import { Entries } from './entries.ts'
import type { Scan } from './scan.ts'

/** An alert that was given and whose span is not closed. */
export type Raised = {
  readonly span: number
  /** The instant at which the bound was crossed first, as far as is known. */
  timeMs: number
  /** It cannot change any more, and was handed to the windows that this one feeds. */
  passedOn: boolean
  /** A flush has given it. */
  given: boolean
  /** It is new, or changed since it was given. */
  isNews: boolean
}

/** Events of a sequence so far, oldest first, and the time of the last barred event before them; -1 for none. */
export type Chain = { readonly members: readonly Entry[]; readonly barredMs: number }

/** A chain that was given before its time was settled. */
export type Early = {
  readonly mark: string
  /** The members that were given last. */
  members: readonly Entry[]
}

/** Times of the first and the last of some matches. */
export type Late = { fromMs: number; toMs: number }

/** A result of a judge; it becomes an alert. */
export type Finding = {
  /** Distinguishes it from other alerts of the group. */
  readonly mark: string
  readonly timeMs: number
  readonly members: readonly Entry[]
  readonly figure: number | null
  readonly continues: boolean
  /** No later match can change it. */
  readonly settled: boolean
  /** It was given before, and only its content is new. */
  readonly again: boolean
}

export interface Judge {
  /**
   * Judges new entries and drops entries that nothing can need any more. Findings before `watermarkMs` are final; at or
   * after it matches may still be added.
   */
  judge(group: Group, watermarkMs: number, found: (finding: Finding) => void): void
  /**
   * Judges the entry that was just taken in at `index` where it is the newest and all before it are judged. False when
   * the group has to be judged as well: this was not possible, or there is something to report. Nothing that is still
   * to come is older than `settledMs`.
   */
  passes?(group: Group, index: number, settledMs: number): boolean
  /** The judgement is due once the watermark is past this; Infinity when time alone changes nothing but memory. */
  dueMs(group: Group): number
  /** Once the watermark is past this, the group knows nothing that a new one would not. */
  expiresMs(group: Group): number
}

export class Group {
  readonly name: string
  readonly key: readonly string[]
  entries = new Entries()
  /** Estimated, as `WindowLimits.bytesMax` counts them. */
  bytes: number

  /** Sliding windows: null until it is needed, or after a late match. */
  scan: Scan | null = null
  /** Index of the first entry that was never judged, and the last instant that was. */
  scannedTo = 0
  scannedMs = -1
  /** Times of the matches since the last judgement that came to an instant judged before. */
  late: Late | null = null
  /** By span, rising. */
  raised: Raised[] = []

  /** Windows that are judged when settled: all up to this instant is judged; -1 for nothing. */
  judgedToMs = -1

  /** Sequences: the newest chain that has come to stage n. */
  pending: (Chain | null)[] = []
  /** All stages are there, and the absence of a barred event is not proven yet. */
  closing: Chain[] = []
  /** Oldest first. */
  early: Early[] = []
  /** Chains as they stand with all entries so far; null when they have to be looked at from the first one. */
  preview: { readonly pending: (Chain | null)[]; readonly found: Set<Early> } | null = null
  /** When the event that must not come before the first stage was last seen; -1 for never. */
  barredMs = -1

  /** Matches of all windows up to when it was made the newest: the order in which groups are forgotten. */
  serial = 0
  older: Group | null = null
  newer: Group | null = null
  /** Matches came since the last judgement. */
  isDirty = false
  /** Changed since its slot was written. */
  isChanged = false
  /** It has a slot. */
  isStored = false
  /** The fold of the journal after which it was named, and its number since. */
  namedIn = -1
  number = 0
  /** When its timer goes off; null when it has none. */
  timerMs: number | null = null
  /** So many entries make it worth while to look for old ones. */
  #lookAt = LOOK_MIN

  constructor(name: string, key: readonly string[]) {
    this.name = name
    this.key = key
    this.bytes = GROUP_BYTES + 2 * name.length
  }

  /** It has become so large that old entries are looked for. */
  get isGrown(): boolean {
    return this.entries.size >= this.#lookAt
  }

  /**
   * Lets go of all entries older than `timeMs`, but only when they have become an eighth more since the last time: most
   * judgements then do not touch the old end at all. Nothing is seen of entries that are held too long.
   */
  dropBefore(timeMs: number): void {
    const { entries } = this
    if (!this.isGrown) return
    this.dropTo(entries.from(timeMs))
    this.#lookAt = Math.max(LOOK_MIN, Math.ceil((entries.size * 9) / 8))
  }

  /** Lets go of all entries before `index`. */
  dropTo(index: number): void {
    this.bytes -= this.entries.bytes(this.entries.first, index)
    this.scan?.release(this.entries, index)
    this.entries.dropTo(index)
    this.scannedTo = Math.max(this.scannedTo, index)
  }
}

const LOOK_MIN = 16
/** Heap of a group with its columns and scan, measured on Node 24: 1.1 KB of a count, 1.4 KB of a distinct count. */
const GROUP_BYTES = 1200
