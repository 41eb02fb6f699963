/** The work of a lane whose rules are also about several events. */
import type { Members } from '../../../platform/members.ts'
import type { OnFault, ReadAgain } from './evaluation.ts'
import { exactRecordOf, openEvaluator, recordOf } from './evaluator.ts'
import { ChunkFeeds, EventFeeds } from './event-feeds.ts'
import type { ChunkResult, ChunkRunner, LaneTask, RunChunk } from './lane-task.ts'

/**
 * Runs rules with windows: windows get their input, and rules that are only parts of windows do not match by
 * themselves.
 */
export async function feedingRunner(task: LaneTask, onFault: OnFault): Promise<ChunkRunner> {
  const { rules, plans, format, isFullScan, receivedMs } = task
  const feeds = new EventFeeds(rules)
  const onJudgedFault: OnFault = (judged, error) => onFault(feeds.numberOf(judged), error)
  const evaluator = await openEvaluator(feeds.judged, format, isFullScan, onJudgedFault, plans)
  const fed = new ChunkFeeds(feeds, format, evaluator, receivedMs)
  const { matchJson } = evaluator
  const hits: number[] = []
  const onHit = (judged: number) => hits.push(judged)
  const runChunk: RunChunk = (chunk, read) => {
    const matches: number[] = []
    const bad: ChunkResult['bad'][number][] = []
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
  return { runChunk, wantsJson: matchJson !== null, evaluator }
}

/** The text of the last event is still valid: the reader gives each in the same object. */
function noteLast(fed: ChunkFeeds, last: { readonly record: () => Members; readonly exact: ReadAgain } | null): void {
  if (last !== null) fed.noteTime(last.record(), last.exact)
}
