/**
 * All Sigma rules over real Windows events on one thread: JSON texts in memory in, matches out, beside `JSON.parse`
 * alone and beside rsigma where it is installed. Wants the corpora (`SVC_CORPORA_DIR`), whose rules these are.
 */
import path from 'node:path'
import { readFolder } from '../detections/content/read-folder.ts'
import { JsonMatcher } from '../detections/match/json-matcher.ts'
import { compileMatcher, type Matcher } from '../detections/match/matcher.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { type Bench, besideRsigma, countMatches } from './detect-beside.ts'
import { benchCommand } from './detect-command.ts'
import { eachLine, type Lane, readLanes } from './detect-lanes.ts'
import { cpuOf, matchRecords, matchTexts, parse, threadCpuMs } from './detect-work.ts'
import { manyRules } from './many-rules.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

/** Rounds are added until a lane has processed this many events. */
const EVENTS_MIN = 100_000
const ROUNDS_MAX = 12
const TIMES_RULES = 10
/** After so many events, a rule group that meets most events has counted its frequent conditions three times. */
const EVENTS_CHOSEN = 200_000
const DEAREST = 10

export async function benchDetect(): Promise<Record<string, unknown>> {
  const dir = corporaDir()
  if (dir === null) return { skipped: 'SVC_CORPORA_DIR is not set' }
  const rulesDir = path.join(dir, 'sigma-rules')
  const parsedIn = threadCpuMs()
  const { rules } = await readFolder(rulesDir)
  const compiledIn = threadCpuMs()
  const matcher = compileMatcher(rules)
  matcher.prepare()
  const load = { parse_rules_ms: round(compiledIn - parsedIn), tables_ms: round(threadCpuMs() - compiledIn) }
  const lanes = readLanes(path.join(dir, 'windows'))
  const measured = lanes.map((lane) => benchLane(lane, { rules, rulesDir, matcher }))
  const many = compileMatcher(manyRules(rules, TIMES_RULES))
  const scaled = lanes.map((lane) => [lane.name, timesRules(lane, matcher, many)])
  return {
    rules: rules.length,
    ...load,
    lanes: measured,
    times_cost_of_ten_times_rules: Object.fromEntries(scaled),
    ...benchCommand(lanes[0] as Lane, rulesDir),
    dearest: dearest(rules, matcher),
    peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
  }
}

function benchLane(lane: Lane, bench: Bench): Record<string, unknown> {
  const { body, events } = lane
  const { rules, matcher } = bench
  const matched = countMatches(lane, rules, matcher) // Also warms up.
  const rounds = roundsOf(lane)
  const texts = new JsonMatcher(matcher)
  cpuOf(() => matchTexts(body, texts))
  let [parseMs, textMs, recordMs] = [0, 0, 0]
  for (let i = 0; i < rounds; i++) {
    parseMs += cpuOf(() => eachLine(body, (start, end) => parse(body, start, end)))
    textMs += cpuOf(() => matchTexts(body, texts))
    recordMs += cpuOf(() => matchRecords(body, matcher))
  }
  const perEvent = (ms: number) => (ms * 1000) / (events * rounds)
  return {
    lane: lane.name,
    events,
    bytes_per_event: Math.round(body.length / events - 1),
    matches: [...matched.values()].reduce((sum, count) => sum + count, 0),
    cpu_us_per_event: round(perEvent(textMs)),
    json_parse_us: round(perEvent(parseMs)),
    times_json_parse: round(textMs / parseMs),
    /** The cost of matching records that are parsed anyway: without the parsing. */
    record_us: round(perEvent(recordMs - parseMs)),
    rsigma: besideRsigma(lane, bench, matched, { rounds, textMs }),
  }
}

/** Both are warmed up until they have adapted to their events, and then measured in turns. */
function timesRules({ body, events }: Lane, few: Matcher, many: Matcher): number {
  const texts = [new JsonMatcher(few), new JsonMatcher(many)] as const
  const rounds = Math.ceil(EVENTS_CHOSEN / events)
  for (let i = 0; i < rounds; i++) for (const one of texts) matchTexts(body, one)
  const ms = [0, 0] as [number, number]
  for (let i = 0; i < rounds; i++) for (const at of [0, 1] as const) ms[at] += cpuOf(() => matchTexts(body, texts[at]))
  return round(ms[1] / ms[0])
}

/** The rules whose evaluation takes the most time, over the events of all lanes. */
function dearest(rules: readonly Rule[], matcher: Matcher): readonly Record<string, unknown>[] {
  const costs = rules.map(({ title }, rule) => {
    const { evaluations, meanUs } = matcher.statisticsOf(rule)
    return {
      rule: title,
      evaluations,
      mean_us: round(meanUs ?? 0),
      total_ms: round((evaluations * (meanUs ?? 0)) / 1000),
    }
  })
  return costs.sort((a, b) => b.total_ms - a.total_ms).slice(0, DEAREST)
}

function roundsOf({ events }: Lane): number {
  return Math.min(ROUNDS_MAX, Math.ceil(EVENTS_MIN / events))
}
