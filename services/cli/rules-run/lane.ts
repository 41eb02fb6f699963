/** What one thread does: takes chunks from a counter that all threads share, and says what matches in each. */
import type { Rule } from '../../../detections/plan/plan.ts'
import { type Cut, chunkReader, type EventReader } from './chunks.ts'
import type { OnFault } from './evaluation.ts'
import { openEvaluator } from './evaluator.ts'

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

/** Works on the next chunk that nobody has taken; false when there is none. */
export type Lane = { runNext(onResult: (result: ChunkResult) => void): boolean }

/** Compiles the rules. */
export function openLane(task: LaneTask, onFault: OnFault): Lane {
  const { match, matchJson } = openEvaluator(task.rules, task.format, task.isFullScan, onFault)
  const readChunk = chunkReader(task.cut, matchJson !== null)
  const next = new Int32Array(task.next)
  const runChunk = (chunk: number): ChunkResult => {
    const matches: number[] = []
    const bad: { line: number; reason: string }[] = []
    let events = 0
    let line = 0
    const onMatch = (rule: number) => matches.push(line, rule)
    const reader: EventReader = {
      onEvent(at, record) {
        events++
        line = at
        match(record, onMatch)
      },
      onJson(at, text) {
        line = at
        const isRead = matchJson?.(text, onMatch) ?? false
        if (isRead) events++
        return isRead
      },
      onBad: (at, reason) => bad.push({ line: at, reason }),
    }
    const lines = readChunk(chunk, reader)
    return { chunk, events, lines, matches, bad }
  }
  return {
    runNext(onResult) {
      const chunk = Atomics.add(next, 0, 1)
      if (chunk >= task.cut.chunks) return false
      onResult(runChunk(chunk))
      return true
    },
  }
}
