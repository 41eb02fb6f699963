/** The task of a lane, and what becomes of each chunk of events. */
import type { Rule } from '../../../detections/plan/plan.ts'
import type { Cut, EventReader } from './chunks.ts'
import type { Evaluator, Plans } from './evaluation.ts'
import type { FedChunk } from './event-feeds.ts'

export type LaneTask = {
  readonly rules: readonly Rule[]
  /** Known of these rules from before. */
  readonly plans: Plans | null
  readonly cut: Cut
  /** Source format of the events. */
  readonly format: string
  readonly isFullScan: boolean
  /** Time of events that have no time of their own, Unix milliseconds. */
  readonly receivedMs: number
  /** One 32-bit integer: the index of the next unclaimed chunk. */
  readonly next: SharedArrayBuffer
}

export type ChunkResult = {
  readonly chunk: number
  readonly events: number
  /** Number of lines, which later chunks add to their line numbers. */
  readonly lines: number
  /** Line and index of the rule, for each match in order. */
  readonly matches: readonly number[]
  /** Input of windows from the chunk's events; null where no rule is about several events. */
  readonly fed: FedChunk | null
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
}

export type Cacheable = Pick<Evaluator, 'plans' | 'newTables'>

/** `read` gives the events of the chunk to a reader and returns the number of lines. */
export type RunChunk = (chunk: number, read: (reader: EventReader) => number) => ChunkResult
export type ChunkRunner = { readonly runChunk: RunChunk; readonly wantsJson: boolean; readonly evaluator: Cacheable }
