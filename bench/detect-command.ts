/** The command `rules run` over a file of events, as whoever calls it once sees it, and what a second thread brings. */
import path from 'node:path'
import type { Lane } from './detect-lanes.ts'
import { round } from './round.ts'
import { type Run, runProcess, runRsigma, withFile } from './rsigma.ts'

const MAIN = path.join(import.meta.dirname, '../bin/cli.mjs')
/** So many times the events for the threads: what they do once they are warm is what the longer run has more. */
const ROUNDS = { warming: 3, all: 9 }

type Stats = { readonly eval_seconds: number; readonly eval_cpu_seconds: number }

export function benchCommand({ body, events, hinted }: Lane, rulesDir: string): Record<string, unknown> {
  const ours = withFile(body, 1, (file) => runCommand(rulesDir, file, 1))
  const theirs = runRsigma(rulesDir, hinted, 1)
  const [warming, all] = [ROUNDS.warming, ROUNDS.all].map((rounds) =>
    withFile(body, rounds, (file) => [1, 2].map((threads) => statsOf(runCommand(rulesDir, file, threads)))),
  ) as [Stats[], Stats[]]
  const warm = all.map((stats, i) => less(stats, warming[i] as Stats))
  return {
    one_shot: {
      events,
      ...figures(ours),
      rsigma: theirs && figures(theirs),
      times_wall: theirs && round(theirs.wallMs / ours.wallMs),
      times_cpu: theirs && round(theirs.cpuMs / ours.cpuMs),
    },
    two_threads: { events: events * ROUNDS.all, ...timesOne(all), warm: timesOne(warm) },
  }
}

/** Of two threads beside one. */
function timesOne([one, two]: readonly Stats[]): Record<string, number> {
  if (!one || !two) throw new Error('both were run')
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
