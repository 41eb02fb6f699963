/** What one thread does: takes chunks from a counter that all threads share, and says what matches in each. */
import type { Rule } from '../../../detections/plan/plan.ts'
import { type Cut, chunkReader } from './chunks.ts'
import { eventReader, matchAll, type OnFault } from './evaluator.ts'

export type LaneTask = {
  readonly rules: readonly Rule[]
  readonly cut: Cut
  /** Source format of the events. */
  readonly format: string
  readonly isFullScan: boolean
  /** One 32-bit integer: the next chunk that nobody has taken. */
  readonly next: SharedArrayBuffer
}

export type ChunkResult = {
  readonly chunk: number
  readonly events: number
  /** What later chunks add to their line numbers. */
  readonly lines: number
  /** Line and index of the rule, for each match in order. */
  readonly matches: readonly number[]
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
}

export type Lane = { run(onResult: (result: ChunkResult) => void): void }

/** Compiles the rules. `run` ends when no chunk is left. */
export function openLane(task: LaneTask, onFault: OnFault): Lane {
  const match = matchAll(task.rules, task.isFullScan, onFault)
  const eventOf = eventReader(task.format)
  const readChunk = chunkReader(task.cut)
  const next = new Int32Array(task.next)
  const runChunk = (chunk: number): ChunkResult => {
    const matches: number[] = []
    const bad: { line: number; reason: string }[] = []
    let events = 0
    let line = 0
    const onMatch = (rule: number) => matches.push(line, rule)
    const lines = readChunk(
      chunk,
      (at, record, raw) => {
        events++
        line = at
        match(eventOf(record), onMatch, raw)
      },
      (at, reason) => bad.push({ line: at, reason }),
    )
    return { chunk, events, lines, matches, bad }
  }
  return {
    run(onResult) {
      const { chunks } = task.cut
      for (let at = Atomics.add(next, 0, 1); at < chunks; at = Atomics.add(next, 0, 1)) onResult(runChunk(at))
    },
  }
}
