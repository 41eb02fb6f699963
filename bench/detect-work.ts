/**
 * The work that the detection bench measures: all events of a lane matched from their texts, from records, and parsed
 * alone.
 */
import type { JsonMatcher } from '../detections/match/json-matcher.ts'
import type { Matcher } from '../detections/match/matcher.ts'
import type { RecordOf } from '../detections/match/read-field.ts'
import type { Routed } from '../detections/match/route-memo.ts'
import { windowsLogSource } from '../detections/match/test-windows-log-source.ts'
import { plainView } from '../schemas/event-view.ts'
import { eachLine } from './detect-lanes.ts'

export function matchTexts(body: Buffer, texts: JsonMatcher): void {
  const text = { body, start: 0, end: 0 }
  eachLine(body, (start, end) => {
    text.start = start
    text.end = end
    if (texts.match(text, route, countOne) === null) throw new Error('an event of the corpora is no JSON')
  })
}

export function matchRecords(body: Buffer, matcher: Matcher): void {
  eachLine(body, (start, end) => {
    const record = parse(body, start, end)
    matcher.match({ record, ...route(record), timeMs: 0 }, countOne)
  })
}

export function route(record: RecordOf): Routed {
  return { logSource: windowsLogSource(record), view: plainView }
}

let sink: unknown
let seen = 0

export function parse(body: Buffer, start: number, end: number): RecordOf {
  const record = JSON.parse(body.utf8Slice(start, end)) as RecordOf
  sink = record
  return record
}

function countOne(): void {
  seen++
}

export function cpuOf(work: () => void): number {
  const startedAt = threadCpuMs()
  work()
  if (sink === undefined || seen < 0) throw new Error('nothing was done')
  return threadCpuMs() - startedAt
}

/** CPU time of this thread: rsigma too runs on one, and the collector's own threads are not compared. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
