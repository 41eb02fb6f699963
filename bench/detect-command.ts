/** The command `rules run` over a file of events, as whoever calls it once sees it, and what a second thread brings. */
import path from 'node:path'
import type { Lane } from './detect-lanes.ts'
import { round } from './round.ts'
import { type Run, runProcess, runRsigma, withFile } from './rsigma.ts'

const MAIN = path.join(import.meta.dirname, '../services/cli/main.ts')
/** So many times the events for the threads. */
const ROUNDS = 4

type Stats = { readonly eval_seconds: number; readonly eval_cpu_seconds: number }

export function benchCommand({ body, events, hinted }: Lane, rulesDir: string): Record<string, unknown> {
  const [ours, shared] = withFile(body, 1, (file) => [runCommand(rulesDir, file, 1), runCommand(rulesDir, file, 2)])
  const theirs = runRsigma(rulesDir, hinted, 1)
  const [one, two] = withFile(body, ROUNDS, (file) => [
    statsOf(runCommand(rulesDir, file, 1)),
    statsOf(runCommand(rulesDir, file, 2)),
  ])
  return {
    one_shot: {
      events,
      ...figures(ours),
      rsigma: theirs && figures(theirs),
      times_wall: theirs && round(theirs.wallMs / ours.wallMs),
      times_cpu: theirs && round(theirs.cpuMs / ours.cpuMs),
    },
    two_threads: {
      times_wall: round(one.eval_seconds / two.eval_seconds),
      times_cpu: round(two.eval_cpu_seconds / one.eval_cpu_seconds),
      rate: timesRate(less(one, statsOf(ours)), less(two, statsOf(shared))),
    },
  }
}

/** Of the rounds after the first, in which every thread compiles its code and builds its tables. */
function timesRate(one: Stats, two: Stats): Record<string, number> {
  return {
    times_wall: round(one.eval_seconds / two.eval_seconds),
    times_cpu: round(two.eval_cpu_seconds / one.eval_cpu_seconds),
  }
}

function less(all: Stats, first: Stats): Stats {
  return {
    eval_seconds: all.eval_seconds - first.eval_seconds,
    eval_cpu_seconds: all.eval_cpu_seconds - first.eval_cpu_seconds,
  }
}

function runCommand(rules: string, events: string, threads: number): Run {
  const args = ['--rules', rules, '--events', events, '--format', 'windows', '--threads', `${threads}`]
  return runProcess(process.execPath, [MAIN, 'rules', 'run', ...args, '--json', '--stats'], events)
}

function statsOf({ stderr }: Run): Stats {
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Stats
}

function figures({ wallMs, cpuMs }: Run): Record<string, number> {
  return { wall_ms: Math.round(wallMs), cpu_ms: Math.round(cpuMs) }
}
