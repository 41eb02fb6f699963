/** The work of one thread: it takes chunks from a counter that all threads share, and returns the matches of each. */
import type { Rule } from '../../../detections/plan/plan.ts'
import { isWindowed } from '../../../detections/plan/windowed-rule.ts'
import { type Cut, chunkReader, type EventReader } from './chunks.ts'
import type { Evaluator, OnFault, Plans } from './evaluation.ts'
import { openEvaluator } from './evaluator.ts'
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

type Cacheable = Pick<Evaluator, 'plans' | 'newTables'>

/** Claims the next chunk and works on it; false when none is left. */
export type Lane = { runNext(onResult: (result: ChunkResult) => void): boolean } & Cacheable

/** Compiles the rules. */
export async function openLane(task: LaneTask, onFault: OnFault): Promise<Lane> {
  const { cut } = task
  const { runChunk, wantsJson, evaluator } = await chunkRunner(task, onFault)
  const readChunk = chunkReader(cut, wantsJson)
  const next = new Int32Array(task.next)
  return {
    plans: () => evaluator.plans(),
    newTables: () => evaluator.newTables(),
    runNext(onResult) {
      const chunk = Atomics.add(next, 0, 1)
      if (chunk >= cut.chunks) return false
      onResult(runChunk(chunk, (reader) => readChunk(chunk, reader)))
      return true
    },
  }
}

/** `read` gives the events of the chunk to a reader and returns the number of lines. */
export type RunChunk = (chunk: number, read: (reader: EventReader) => number) => ChunkResult
export type ChunkRunner = { readonly runChunk: RunChunk; readonly wantsJson: boolean; readonly evaluator: Cacheable }

async function chunkRunner(task: LaneTask, onFault: OnFault): Promise<ChunkRunner> {
  const { rules, plans, format, isFullScan } = task
  if (rules.some(isWindowed)) return (await import('./feeding-lane.ts')).feedingRunner(task, onFault)
  return plainRunner(await openEvaluator(rules, format, isFullScan, onFault, plans))
}

/** Rules over single events only. */
function plainRunner(evaluator: Evaluator): ChunkRunner {
  const { matchJson } = evaluator
  const runChunk: RunChunk = (chunk, read) => {
    const matches: number[] = []
    const bad: Bad[] = []
    let events = 0
    let line = 0
    const onMatch = (rule: number) => matches.push(line, rule)
    const lines = read({
      onEvent(at, record, exact) {
        events++
        line = at
        evaluator.match(record, onMatch, exact)
      },
      onJson(at, text) {
        line = at
        const isRead = matchJson?.(text, onMatch) ?? false
        if (isRead) events++
        return isRead
      },
      onBad: (at, reason) => bad.push({ line: at, reason }),
    })
    return { chunk, events, lines, matches, fed: null, bad }
  }
  return { runChunk, wantsJson: matchJson !== null, evaluator }
}

type Bad = ChunkResult['bad'][number]
