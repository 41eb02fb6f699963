/**
 * `svc rules run --rules DIR --events FILE`: matches the events of a file, all of one tenant, against the rules of a
 * folder. It prints one line a match on stdout in the order of the events; lines of the file are counted from 1.
 * Matches over several events are printed once their time is final: after the others, except in large files. Component
 * rules (`generate: false`) are not printed. On stderr: faults of rules, the number of YARA rules (which are not run),
 * unreadable events as `line N: reason`, and matches that came too late for windows.
 */
import { once } from 'node:events'
import type { Rule } from '../../detections/plan/plan.ts'
import { isWindowed } from '../../detections/plan/windowed-rule.ts'
import type { Fault } from '../../detections/sigma/fault.ts'
import { AppError } from '../../platform/errors.ts'
import { faultLine } from './fault-line.ts'
import { cutBody } from './rules-run/chunks.ts'
import { type EventSource, openEvents, sizeOf } from './rules-run/event-source.ts'
import type { LaneTask } from './rules-run/lane-task.ts'
import { type Lanes, startLanes, THREADS_MAX } from './rules-run/lanes.ts'
import { knownFormat } from './rules-run/load-routes.ts'
import { Report } from './rules-run/report.ts'
import { type RunRules, readRunRules } from './rules-run/run-rules.ts'
import type { WindowMatch, WindowRun } from './rules-run/window-run.ts'

export type RulesRunOptions = {
  readonly rules: string
  /** A path, or `-` for standard input. */
  readonly events: string
  readonly format: string
  readonly threads: string
  /** A file of what Sigma's placeholders stand for. */
  readonly placeholders?: string
  readonly json?: boolean
  readonly details?: boolean
  /** Every rule by itself, without the index. */
  readonly fullScan?: boolean
  readonly stats?: boolean
  /** False: the cache of parsed rules is neither read nor written. */
  readonly cache?: boolean
}

/** Exit status 1 when a rule was left out or an event could not be read; the others count all the same. */
export async function runRulesRun(rulesRunOptions: RulesRunOptions): Promise<void> {
  const options = { ...rulesRunOptions, format: await knownFormat(rulesRunOptions.format) }
  const threads = threadsOf(options.threads)
  const startedAt = performance.now()
  const faults = new Set<string>()
  let report: Report | null = null
  let set: RunRules | null = null
  const onFault = (rule: number, reason: string) => {
    const known = set?.rules[rule]
    if (known) complain(faults, { file: known.file, line: known.line, reason })
  }
  const lanes = startLanes(threads, { onResult: (result) => report?.add(result), onFault })
  try {
    const [source, rules] = await Promise.all([
      openEvents(options.events, options.format),
      readRunRules(options.rules, options),
    ])
    set = rules
    for (const fault of rules.faults) complain(faults, fault)
    sayNotRun(rules)
    const windows = await openWindows(rules.rules, (match) => report?.addWindow(match))
    for (const { ruleId, reason } of windows?.faults ?? [])
      onFault(
        rules.rules.findIndex(({ id }) => id === ruleId),
        reason,
      )
    report = new Report(
      rules.rules,
      options,
      (text) => process.stdout.write(text),
      say,
      (fed, before) => windows?.add(fed, before),
    )
    await lanes.load(taskOf(options, rules, source))
    const loaded = timesSince(startedAt)
    await evaluate(lanes, windows)
    const all = timesSince(startedAt)
    const { events, matches, bad } = report
    const counts = { rules: rules.rules.length, events, bytes: sizeOf(source), matches }
    if (options.stats) say(`${JSON.stringify({ ...counts, ...figures(loaded, all) })}\n`)
    if (bad > 0 || faults.size > 0) process.exitCode = 1
    rules.save(lanes)
  } finally {
    await lanes.close()
  }
}

/** Null when no rule spans several events. Component rules are left out of the output. */
async function openWindows(rules: readonly Rule[], found: (match: WindowMatch) => void): Promise<WindowRun | null> {
  const windowed = rules.filter(isWindowed)
  if (windowed.length === 0) return null
  const { WindowRun } = await import('./rules-run/window-run.ts')
  const { partsAmong } = await import('../../detections/tenant/compiled-rules.ts')
  const { silent } = partsAmong(rules)
  return new WindowRun(windowed, (match) => silent.has(match.ruleId) || found(match))
}

/** Resolves when the last match is written to stdout. */
async function evaluate(lanes: Lanes, windows: WindowRun | null): Promise<void> {
  await lanes.run()
  windows?.end()
  for (const text of windows?.lost() ?? []) say(`${text}\n`)
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
}

type Times = { readonly wallMs: number; readonly cpuMs: number }

/** CPU time is that of all threads since the process began. */
function timesSince(startedAt: number): Times {
  const { user, system } = process.cpuUsage()
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

function figures(loaded: Times, all: Times): Record<string, number> {
  return {
    load_seconds: seconds(loaded.wallMs),
    eval_seconds: seconds(all.wallMs - loaded.wallMs),
    load_cpu_seconds: seconds(loaded.cpuMs),
    eval_cpu_seconds: seconds(all.cpuMs - loaded.cpuMs),
  }
}

function taskOf(options: RulesRunOptions, { rules, plans }: RunRules, source: EventSource): LaneTask {
  return {
    ...{ rules, plans },
    cut: cutBody(source, options.format),
    format: options.format,
    isFullScan: options.fullScan ?? false,
    receivedMs: Date.now(),
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  }
}

/** YARA rules are not run here, and that is no failure: the pipeline runs them. */
function sayNotRun({ yaraFiles }: RunRules): void {
  if (yaraFiles > 0) say(`${yaraFiles} files of YARA rules are skipped: this command does not run YARA\n`)
}

function threadsOf(text: string): number {
  const threads = Number(text)
  if (Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX) return threads
  throw new AppError('bad_request', `--threads must be a number from 1 to ${THREADS_MAX}, not ${text}`)
}

/** Each fault once: several threads find the same. */
function complain(known: Set<string>, fault: Fault): void {
  const line = faultLine(fault)
  if (known.has(line)) return
  known.add(line)
  say(`${line}\n`)
}

function say(text: string): void {
  process.stderr.write(text)
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000
}
