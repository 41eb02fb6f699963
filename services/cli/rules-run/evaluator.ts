/** All rules against one record at a time: by the index, or rule by rule as the check on it. */
import type { SourceMapping } from '../../../connectors/mapping.ts'
import { isOcsf } from '../../../connectors/ocsf/mapping.ts'
import { detectSource, sourceOf } from '../../../connectors/sources.ts'
import { genericLogSource, genericView } from '../../../connectors/views/generic.ts'
import { ocsfLogSource, ocsfView } from '../../../connectors/views/ocsf.ts'
import { compileMatcher } from '../../../detections/match/matcher.ts'
import type { RawJson } from '../../../detections/match/raw-filter.ts'
import { type Judge, scanRule } from '../../../detections/match/scan.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import type { MatchEvent } from '../../../schemas/event-view.ts'

export type Fields = Record<string, unknown>
export type OnFault = (rule: number, error: Error) => void
/** Calls with the indices of the rules that the event matches, in their order; `raw` is as for `Matcher.match`. */
export type MatchAll = (event: MatchEvent, onMatch: (rule: number) => void, raw?: RawJson) => void

/** A rule that cannot be compiled, throws or takes too long is told of once and left out. */
export function matchAll(rules: readonly Rule[], isFullScan: boolean, onFault: OnFault): MatchAll {
  if (isFullScan) return scanAll(rules, onFault)
  const matcher = compileMatcher(rules, { onFault })
  return (event, onMatch, raw) => matcher.match(event, onMatch, raw)
}

function scanAll(rules: readonly Rule[], onFault: OnFault): MatchAll {
  const judges = rules.map(({ body }, rule): Judge | null => {
    if (body.kind !== 'event') return null
    return orFault(rule, onFault, () => scanRule(body))
  })
  return (event, onMatch) => {
    for (const [rule, judge] of judges.entries()) {
      if (judge === null) continue
      const isMatch = orFault(rule, onFault, () => judge(event))
      if (isMatch === null) judges[rule] = null
      else if (isMatch) onMatch(rule)
    }
  }
}

function orFault<T>(rule: number, onFault: OnFault, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    onFault(rule, error instanceof Error ? error : new Error(String(error)))
    return null
  }
}

/**
 * The event of a record: by the source that its format names, by the one it shows itself to be of, as OCSF, and else
 * under its own names and of no log source. It has no time, because no rule for single events asks for one.
 */
export function eventReader(format: string): (record: Fields) => MatchEvent {
  const named = sourceOf(format)
  let guess: SourceMapping | null = null
  return (record) => {
    const timeMs = Number.NaN
    if (named === null && isOcsf(record)) return { record, logSource: ocsfLogSource(record), view: ocsfView, timeMs }
    const source = named ?? detectSource(record, guess)
    if (source === null) return { record, logSource: genericLogSource, view: genericView, timeMs }
    guess = source
    return { record, logSource: source.logSourceOf(record), view: source.viewOf(record), timeMs }
  }
}
