/** The work of one thread: it takes chunks from a counter that all threads share, and returns the matches of each. */
import type { Rule } from '../../../detections/plan/plan.ts'
import type { Members } from '../../../platform/members.ts'
import { type Cut, chunkReader, type EventReader } from './chunks.ts'
import type { Evaluator, OnFault, Plans, ReadAgain } from './evaluation.ts'
import { exactRecordOf, openEvaluator, recordOf } from './evaluator.ts'
import { ChunkFeeds, type EventFeeds, eventFeeds, type FedChunk } from './event-feeds.ts'

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

/** Claims the next chunk and works on it; false when none is left. */
export type Lane = { runNext(onResult: (result: ChunkResult) => void): boolean; plans(): Plans | null }

/** Compiles the rules. */
export function openLane(task: LaneTask, onFault: OnFault): Lane {
  const { cut } = task
  const { runChunk, wantsJson, plans } = chunkRunner(task, onFault)
  const readChunk = chunkReader(cut, wantsJson)
  const next = new Int32Array(task.next)
  return {
    plans,
    runNext(onResult) {
      const chunk = Atomics.add(next, 0, 1)
      if (chunk >= cut.chunks) return false
      onResult(runChunk(chunk, (reader) => readChunk(chunk, reader)))
      return true
    },
  }
}

/** `read` gives the events of the chunk to a reader and returns the number of lines. */
type RunChunk = (chunk: number, read: (reader: EventReader) => number) => ChunkResult
type ChunkRunner = { readonly runChunk: RunChunk; readonly wantsJson: boolean; plans(): Plans | null }

function chunkRunner({ rules, plans, format, isFullScan, receivedMs }: LaneTask, onFault: OnFault): ChunkRunner {
  const feeds = eventFeeds(rules)
  if (feeds === null) return plainRunner(openEvaluator(rules, format, isFullScan, onFault, plans))
  const onJudgedFault: OnFault = (judged, error) => onFault(feeds.numberOf(judged), error)
  const evaluator = openEvaluator(feeds.judged, format, isFullScan, onJudgedFault, plans)
  return feedingRunner(evaluator, feeds, new ChunkFeeds(feeds, format, evaluator, receivedMs))
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
  return { runChunk, wantsJson: matchJson !== null, plans: () => evaluator.plans() }
}

/**
 * Runs rules with windows: windows get their input, and rules that are only parts of windows do not match by
 * themselves.
 */
function feedingRunner(evaluator: Evaluator, feeds: EventFeeds, fed: ChunkFeeds): ChunkRunner {
  const { matchJson } = evaluator
  const hits: number[] = []
  const onHit = (judged: number) => hits.push(judged)
  const runChunk: RunChunk = (chunk, read) => {
    const matches: number[] = []
    const bad: Bad[] = []
    let events = 0
    let last: { readonly record: () => Members; readonly exact: ReadAgain } | null = null
    const end = (line: number, record: () => Members, exact: ReadAgain) => {
      const event = events++
      if (last === null) fed.noteTime(record(), exact)
      last = { record, exact }
      if (hits.length === 0) return
      for (const judged of hits) if (feeds.emitsSignals(judged)) matches.push(line, feeds.numberOf(judged))
      fed.addMatches(hits, { record, exact }, { event, line })
      hits.length = 0
    }
    const lines = read({
      onEvent(line, record, exact) {
        evaluator.match(record, onHit, exact)
        end(line, () => record, exact)
      },
      onJson(line, text) {
        const isRead = matchJson?.(text, onHit) ?? false
        if (isRead)
          end(
            line,
            () => recordOf(text),
            () => exactRecordOf(text),
          )
        return isRead
      },
      onBad: (line, reason) => bad.push({ line, reason }),
    })
    noteLast(fed, last)
    return { chunk, events, lines, matches, fed: fed.end(), bad }
  }
  return { runChunk, wantsJson: matchJson !== null, plans: () => evaluator.plans() }
}

/** The text of the last event is still valid: the reader gives each in the same object. */
function noteLast(fed: ChunkFeeds, last: { readonly record: () => Members; readonly exact: ReadAgain } | null): void {
  if (last !== null) fed.noteTime(last.record(), last.exact)
}

type Bad = ChunkResult['bad'][number]
