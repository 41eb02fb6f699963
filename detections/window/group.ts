/** The state of one group of a window, and the interface of its judges. */
import type { Entry } from './columns.ts'
import { Entries } from './entries.ts'
import type { Scan } from './scan.ts'

/** An alert that was given and whose span is not closed yet. */
export type Raised = {
  readonly span: number
  /** The instant at which the bound was first crossed, as far as is known. */
  timeMs: number
  /** True when it cannot change any more and was passed on to the windows that this one feeds. */
  passedOn: boolean
  /** True after a flush returned it. */
  isReported: boolean
  /** True when it is new, or has changed since a flush returned it. */
  isNews: boolean
}

/**
 * Events of a sequence so far, oldest first, and the time of the last barred event before them; -1 when there is none.
 */
export type Chain = { readonly members: readonly Entry[]; readonly barredMs: number }

/** A chain that was given before it was settled. */
export type Early = {
  readonly mark: string
  /** The members that were given last. */
  members: readonly Entry[]
}

/** Times of the first and the last of some matches. */
export type Late = { fromMs: number; toMs: number }

/** A judge's result, which becomes an alert. */
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
   * Judges new entries and drops entries that are no longer needed. Findings before `watermarkMs` are final; at or
   * after it matches may still be added.
   */
  judge(group: Group, watermarkMs: number, found: (finding: Finding) => void): void
  /**
   * Judges the entry just inserted at `index` when it is the newest and all earlier ones are judged. Returns false when
   * the group must be judged as a whole: this was not possible, or there is something to report. No later match is
   * older than `settledMs`.
   */
  passes?(group: Group, index: number, settledMs: number): boolean
  /** The group must be judged when the watermark passes this; Infinity when time alone changes only memory. */
  dueMs(group: Group): number
  /** When the watermark passes this, the group holds nothing that a new group would not. */
  expiresMs(group: Group): number
}

export class Group {
  readonly name: string
  readonly key: readonly string[]
  entries = new Entries()
  /** Estimated, as `WindowLimits.bytesMax` counts them. */
  bytes: number

  /** Sliding windows: null until needed, and after a late match. */
  scan: Scan | null = null
  /** Index of the first entry that was never judged, and the last judged instant. */
  scannedTo = 0
  scannedMs = -1
  /** Times of the matches since the last judgement that arrived at an already judged instant. */
  late: Late | null = null
  /** By span, ascending. */
  raised: Raised[] = []

  /** For windows that are judged when settled: everything up to this instant is judged; -1 for nothing. */
  judgedToMs = -1

  /** Sequences: the newest chain that has reached stage n. */
  pending: (Chain | null)[] = []
  /** Chains with all stages, for which the absence of a barred event is not proven yet. */
  closing: Chain[] = []
  /** Oldest first. */
  early: Early[] = []
  /** Chains with all entries so far; null when they must be recomputed from the first entry. */
  preview: { readonly pending: (Chain | null)[]; readonly found: Set<Early> } | null = null
  /** When the barred event before the first stage was last seen; -1 for never. */
  barredMs = -1

  /** Number of matches of all windows when it was last made the newest: the order in which groups are evicted. */
  serial = 0
  older: Group | null = null
  newer: Group | null = null
  /** Matches came since the last judgement. */
  isDirty = false
  /** True when it changed since its slot was written. */
  isChanged = false
  /** It has a slot. */
  isStored = false
  /** The fold of the journal after which it was named, and its number since then. */
  namedIn = -1
  number = 0
  /** When its timer fires; null when it has none. */
  timerMs: number | null = null
  /** Number of entries at which old entries are searched for. */
  #lookAt = LOOK_MIN

  constructor(name: string, key: readonly string[]) {
    this.name = name
    this.key = key
    this.bytes = GROUP_BYTES + 2 * name.length
  }

  /** True when it is so large that old entries are searched for. */
  get isGrown(): boolean {
    return this.entries.size >= this.#lookAt
  }

  /**
   * Drops all entries older than `timeMs`, but only when the group has grown by an eighth since the last time, so that
   * most judgements do not touch the old end. Entries that are kept too long have no effect on results.
   */
  dropBefore(timeMs: number): void {
    const { entries } = this
    if (!this.isGrown) return
    this.dropTo(entries.from(timeMs))
    this.#lookAt = Math.max(LOOK_MIN, Math.ceil((entries.size * 9) / 8))
  }

  /** Drops all entries before `index`. */
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
