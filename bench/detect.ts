/**
 * All Sigma rules over real Windows events on one thread: JSON text in memory in, matches out, beside `JSON.parse`
 * alone and beside rsigma where it is installed. Wants the corpora (`SVC_CORPORA_DIR`), whose rules these are.
 */
import path from 'node:path'
import { compileMatcher, type Matcher } from '../detections/match/matcher.ts'
import { windowsLogSource } from '../detections/match/test-windows-log-source.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { readRuleFolder } from '../detections/sigma/load.ts'
import { type EventLogSource, plainView } from '../schemas/event-view.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { type Lane, readLanes } from './detect-lanes.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'
import { runRsigma } from './rsigma.ts'

/** Rounds are added until a lane has had so many events. */
const EVENTS_MIN = 100_000
const ROUNDS_MAX = 12

export async function benchDetect(): Promise<Record<string, unknown>> {
  const dir = corporaDir()
  if (dir === null) return { skipped: 'SVC_CORPORA_DIR is not set' }
  const rulesDir = path.join(dir, 'sigma-rules')
  const parsedIn = threadCpuMs()
  const { rules } = await readRuleFolder(rulesDir)
  const compiledIn = threadCpuMs()
  const matcher = compileMatcher(rules)
  matcher.prepare()
  const load = { parse_rules_ms: round(compiledIn - parsedIn), tables_ms: round(threadCpuMs() - compiledIn) }
  const lanes = readLanes(path.join(dir, 'windows')).map((lane) => benchLane(lane, rules, matcher, rulesDir))
  return { rules: rules.length, ...load, lanes, peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb) }
}

function benchLane(lane: Lane, rules: readonly Rule[], matcher: Matcher, rulesDir: string): Record<string, unknown> {
  const { lines } = lane
  const matched = countMatches(lines, rules, matcher) // Also warms up.
  const rounds = Math.min(ROUNDS_MAX, Math.ceil(EVENTS_MIN / lines.length))
  let [parseMs, detectMs] = [0, 0]
  for (let i = 0; i < rounds; i++) {
    parseMs += cpuOf(() => lines.forEach(parseOnly))
    detectMs += cpuOf(() => {
      for (const line of lines) detect(line, matcher, countOne)
    })
  }
  const perEvent = (ms: number) => round((ms * 1000) / (lines.length * rounds))
  return {
    lane: lane.name,
    events: lines.length,
    bytes_per_event: Math.round(lane.bytes / lines.length),
    matches: [...matched.values()].reduce((sum, count) => sum + count, 0),
    cpu_us_per_event: perEvent(detectMs),
    json_parse_us: perEvent(parseMs),
    times_json_parse: round(detectMs / parseMs),
    rsigma: besideRsigma(lane, rules, matched, rulesDir, { rounds, detectMs }),
  }
}

/** What loading the rules costs it is measured with the first event alone, and taken off. */
function besideRsigma(
  lane: Lane,
  rules: readonly Rule[],
  matched: ReadonlyMap<string, number>,
  rulesDir: string,
  ours: { readonly rounds: number; readonly detectMs: number },
): Record<string, unknown> | string {
  const { rounds, detectMs } = ours
  const all = runRsigma(rulesDir, lane.hinted, rounds)
  const one = runRsigma(rulesDir, lane.hinted.subarray(0, lane.hinted.indexOf(10) + 1), 1)
  if (!all || !one) return 'not installed'
  const theirs = new Map<string, number>()
  for (const id of all.matches) theirs.set(id, (theirs.get(id) ?? 0) + 1)
  for (const [id, count] of theirs) theirs.set(id, count / rounds)
  const ids = new Set([...theirs.keys(), ...matched.keys()])
  const differing = [...ids].filter((id) => theirs.get(id) !== matched.get(id))
  return {
    cpu_us_per_event: round(((all.cpuMs - one.cpuMs) * 1000) / (lane.lines.length * rounds)),
    load_ms: one.cpuMs,
    times_ours: round((all.cpuMs - one.cpuMs) / detectMs),
    matches: all.matches.length / rounds,
    differing: differing.map((id) => ({
      rule: rules.find((rule) => rule.id === id)?.title ?? id,
      ours: matched.get(id) ?? 0,
      theirs: theirs.get(id) ?? 0,
    })),
  }
}

/** With one category an event, as rsigma is given it. */
function countMatches(lines: readonly string[], rules: readonly Rule[], matcher: Matcher): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const record = JSON.parse(line) as Record<string, unknown>
    const logSource = oneCategory(windowsLogSource(record))
    matcher.match({ record, logSource, view: plainView, timeMs: 0 }, (rule) => {
      const id = rules[rule]?.id ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    })
  }
  return counts
}

function oneCategory(source: EventLogSource): EventLogSource {
  return source.categories.length < 2 ? source : { ...source, categories: source.categories.slice(-1) }
}

function detect(line: string, matcher: Matcher, onMatch: (rule: number) => void): void {
  const record = JSON.parse(line) as Record<string, unknown>
  matcher.match({ record, logSource: windowsLogSource(record), view: plainView, timeMs: 0 }, onMatch, line)
}

let sink: unknown
let seen = 0

function parseOnly(line: string): void {
  sink = JSON.parse(line)
}

function countOne(): void {
  seen++
}

function cpuOf(work: () => void): number {
  const startedAt = threadCpuMs()
  work()
  if (sink === undefined || seen < 0) throw new Error('nothing was done')
  return threadCpuMs() - startedAt
}

/** Of this thread: rsigma too runs on one, and the collector's own threads are not what is compared. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
