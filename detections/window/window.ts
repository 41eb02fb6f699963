/**
 * Input and output of the windows of one tenant. Read this first.
 *
 * The promise: which alerts there are, and what each says, is a function of the *set* of matches that were taken in.
 * Their order, repeats of them, the cutting into flushes and crashes between flushes change nothing. It rests on two
 * kinds of judgement:
 *
 * early    Windows whose truth can only grow with more matches (counts, distinct counts, sums and the like above a
 *          bound; feeds seen together) are judged at every flush, up to the newest match. What a later match can change
 *          is which match crossed the bound first, never that it was crossed: the alert is then given again under its
 *          id. The last of several alerts with one id holds.
 * settled  All others (upper bounds, averages, percentiles, negation, sequences with `until` or missing steps) are judged in
 *          event time behind the watermark, where nothing can be added any more, and their alerts are given once.
 * both     A sequence of steps that only have to come is given as soon as they are there, and is final behind the watermark.
 *          In order it is the same then. A match out of order may change its members, under its id; seldom it shows that
 *          only one of two given alerts was right, and both stand. In a group with more than 1,024 matches that are not
 *          settled, matches out of order wait for the watermark.
 *
 * Watermark: each window has its own, see `clock.ts`. A match older than it is counted `late` and not taken in. The
 * promise therefore holds for matches that are late by at most `latenessMs`, as long as no bound of `WindowLimits` was
 * met; each of them is counted too.
 *
 * Scopes: the windows of several tenants stand side by side, each tenant's under its own scope, and share nothing but
 * the bounds and the journal.
 */
import type { EventBody, WindowBody } from '../plan/plan.ts'
import type { KeyPart } from './optional-key.ts'

export type WindowRule = { readonly id: string; readonly body: WindowBody }

/** A place where matches enter. Its number is its index in `taps()`, until the next `define`. */
export type Tap = {
  /** Identifies the window in every process with the same rules; see `digestOf`. */
  readonly digest: string
  /** Windows that feed one another share a lane and must be processed together; others have a lane of their own. */
  readonly lane: string
  readonly isAlone: boolean
  readonly ruleId: string
  readonly feed: number
  /** The rule (by its id) or the condition whose matches enter here. */
  readonly source: { readonly rule: string } | EventBody
  /** Fields of the matching event that a `Match` must carry, in this order, by this feed's names for them. */
  readonly key: readonly string[]
  /** How the parts of the key are written; null when all are plain texts. */
  readonly parts: readonly KeyPart[] | null
  readonly values: readonly string[]
  /** Fields needed by the windows that this one feeds. */
  readonly carry: readonly string[]
}

/** One event that matched one feed. An event with several values for a field of the key is fed once for each. */
export type Match = Arrival & { readonly tap: number }

export type Arrival = {
  /** Event time, whole milliseconds from 0. One uid always has one time. */
  readonly timeMs: number
  /** Time of receipt, by the clock of `advance`; by default the event's own time. */
  readonly receivedMs?: number
  readonly uid: string
  /** An event with a null in a required part belongs to no group and is counted `keyless`. */
  readonly key: readonly (string | null)[]
  /** An event with a null, or without a number where one is measured, is counted `unmeasured` and not accepted. */
  readonly values: readonly (string | number | null)[]
  readonly carry: readonly (string | null)[]
}

export type Member = {
  /** Uid of an event, or of an alert where one window feeds another. */
  readonly uid: string
  readonly timeMs: number
  /** The first of the feeds or steps that it matched. */
  readonly feed: number
  /** The value that its match carried as `DETAIL`. */
  readonly detail: string | null
  /** Uids of the events that it stands for: the event itself, or an alert's newest members. */
  readonly evidence: readonly string[]
}

/**
 * Every match carries these beside the fields of windows: a value that the caller wants back with the members of an
 * alert, and the events for which an alert stands. No rule can use such a field name.
 */
export const DETAIL = '\0detail'
export const EVIDENCE = '\0evidence'

export type Alert = {
  /** Hash of rule, group key and span (`sliding.ts`, `tumbling.ts`, `negated.ts`) or members (`sequence.ts`). */
  readonly id: string
  readonly scope: string
  readonly ruleId: string
  /** A part is null when the events lack a field that is optional. */
  readonly key: readonly (string | null)[]
  /**
   * Event time at which the condition became true: that of the match that crossed the bound, or the end of the proof.
   */
  readonly timeMs: number
  /** The measured value of an aggregate at `timeMs`; null for all others. */
  readonly figure: number | null
  /** In event time, the newest `membersMax` at most; `membersOmitted` older ones are left out. */
  readonly members: readonly Member[]
  readonly membersOmitted: number
  /** True when the group also has an alert of this window for the previous span: it continues that one. */
  readonly continues: boolean
}

export type WindowLimits = {
  readonly latenessMs: number
  /** Groups of one window. At the limit the longest silent group is judged and removed: `groups_evicted`. */
  readonly groupsMax: number
  /**
   * Matches held by one group, and the largest count that a rule may require. When a group exceeds it by an eighth, the
   * oldest are dropped down to it: `entries_evicted`.
   */
  readonly entriesMax: number
  /**
   * Estimated size of all windows. At the limit the largest window loses its longest silent group: `groups_evicted`.
   */
  readonly bytesMax: number
  readonly membersMax: number
  /** Longest window, and the span of a sequence without one: older matches are dropped. */
  readonly spanMaxMs: number
  /**
   * Sequences of a group that only wait for the end of their span. At the limit the oldest is dropped:
   * `sequences_evicted`.
   */
  readonly closingMax: number
  /** Number of flushes between two folds of the journal, when it is not `FOLD_AFTER`. */
  readonly foldAfter?: number
}

/**
 * @bound groups, entries and bytes of the windows of a partition = {groupsMax}, {entriesMax} and {bytesMax} -> the
 * group that was silent longest is dropped and counted
 */
export const WINDOW_LIMITS: WindowLimits = {
  /** @bound allowed lateness in windows -> the event is counted as late */
  latenessMs: 60_000,
  groupsMax: 65_536,
  entriesMax: 16_384,
  bytesMax: 256 << 20,
  membersMax: 128,
  spanMaxMs: 30 * 86_400_000,
  closingMax: 64,
}

/** Counts of matches and groups that did not become part of a result, or stopped being one, since the last flush. */
export const COUNTS = [
  'late',
  'repeated',
  'keyless',
  'unmeasured',
  'entries_evicted',
  'groups_evicted',
  'sequences_evicted',
] as const
export type Count = (typeof COUNTS)[number]
export type Counts = Record<Count, number>

export type Change = { readonly store: string; readonly slot: string; readonly payload: Buffer }

export type Flushed = {
  /** In the order of time, then id. */
  readonly alerts: readonly Alert[]
  /** Ids of those `alerts` that an earlier flush already gave. */
  readonly again: ReadonlySet<string>
  readonly changes: readonly Change[]
  readonly counts: Counts
}

export type Fault = { readonly ruleId: string; readonly reason: string }

export function noCounts(): Counts {
  return Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts
}
