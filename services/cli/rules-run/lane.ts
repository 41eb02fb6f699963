/** The work of one thread: it takes chunks from a counter that all threads share, and returns the matches of each. */
import { isWindowed } from '../../../detections/plan/windowed-rule.ts'
import { chunkReader } from './chunks.ts'
import type { Evaluator, OnFault } from './evaluation.ts'
import { openEvaluator } from './evaluator.ts'
import type { Cacheable, ChunkResult, ChunkRunner, LaneTask, RunChunk } from './lane-task.ts'

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
