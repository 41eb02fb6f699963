/** A lane of the detection bench beside rsigma: its time in the same run, and where its matches differ. */
import type { Matcher } from '../detections/match/matcher.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { eachLine, type Lane } from './detect-lanes.ts'
import { parse, route } from './detect-work.ts'
import { round } from './round.ts'
import { rsigmaMatches, runRsigma } from './rsigma.ts'

export type Bench = { readonly rules: readonly Rule[]; readonly rulesDir: string; readonly matcher: Matcher }

/** The cost of loading its rules is measured with the first event alone, and subtracted. */
export function besideRsigma(
  lane: Lane,
  { rules, rulesDir }: Bench,
  matched: ReadonlyMap<string, number>,
  ours: { readonly rounds: number; readonly textMs: number },
): Record<string, unknown> | string {
  const { rounds, textMs } = ours
  const all = runRsigma(rulesDir, lane.hinted, rounds)
  const one = runRsigma(rulesDir, lane.hinted.subarray(0, lane.hinted.indexOf(10) + 1), 1)
  if (!all || !one) return 'not installed'
  const theirs = new Map<string, number>()
  for (const id of rsigmaMatches(all)) theirs.set(id, (theirs.get(id) ?? 0) + 1 / rounds)
  const ids = new Set([...theirs.keys(), ...matched.keys()])
  const differing = [...ids].filter((id) => Math.round(theirs.get(id) ?? 0) !== (matched.get(id) ?? 0))
  return {
    cpu_us_per_event: round(((all.cpuMs - one.cpuMs) * 1000) / (lane.events * rounds)),
    load_ms: one.cpuMs,
    times_ours: round((all.cpuMs - one.cpuMs) / textMs),
    matches: Math.round([...theirs.values()].reduce((sum, count) => sum + count, 0)),
    differing: differing.map((id) => ({
      rule: rules.find((rule) => rule.id === id)?.title ?? id,
      ours: matched.get(id) ?? 0,
      theirs: Math.round(theirs.get(id) ?? 0),
    })),
  }
}

/** Counts matches with one category for each event, as rsigma gets it. */
export function countMatches({ body }: Lane, rules: readonly Rule[], matcher: Matcher): Map<string, number> {
  const counts = new Map<string, number>()
  eachLine(body, (start, end) => {
    const record = parse(body, start, end)
    const { logSource, view } = route(record)
    const one = { ...logSource, categories: logSource.categories.slice(-1) }
    matcher.match({ record, logSource: one, view, timeMs: 0 }, (rule) => {
      const id = rules[rule]?.id ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    })
  })
  return counts
}
