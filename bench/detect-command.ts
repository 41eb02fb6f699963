/** The command `rules run` over a file of events, as a user runs it once, and the gain of a second thread. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Lane } from './detect-lanes.ts'
import { round } from './round.ts'
import { type Run, runProcess, runRsigma, withFile } from './rsigma.ts'

const MAIN = path.join(import.meta.dirname, '../bin/cli.mjs')
/**
 * The events are repeated this often for the threads, because each thread compiles its own code in its first seconds.
 */
const ROUNDS = 27

type Stats = { readonly eval_seconds: number; readonly eval_cpu_seconds: number }

export function benchCommand({ body, events, hinted }: Lane, rulesDir: string): Record<string, unknown> {
  const [ours, again] = withFile(body, 1, (file) => [runCommand(rulesDir, file, 1), keptRun(rulesDir, file)]) as [
    Run,
    Run,
  ]
  const theirs = runRsigma(rulesDir, hinted, 1)
  const [oneCore, oneThread, twoThreads] = withFile(body, ROUNDS, (file) => [
    hasTaskset() ? statsOf(runCommand(rulesDir, file, 1, ['taskset', '--cpu-list', '0'])) : null,
    statsOf(runCommand(rulesDir, file, 1)),
    statsOf(runCommand(rulesDir, file, 2)),
  ]) as [Stats | null, Stats, Stats]
  return {
    one_shot: {
      events,
      ...figures(ours),
      rsigma: theirs && figures(theirs),
      times_wall: theirs && round(theirs.wallMs / ours.wallMs),
      times_cpu: theirs && round(theirs.cpuMs / ours.cpuMs),
      // Rules and code are cached by the run before, as for a user who calls `npx svc` twice.
      again: {
        ...figures(again),
        times_wall: theirs && round(theirs.wallMs / again.wallMs),
        times_cpu: theirs && round(theirs.cpuMs / again.cpuMs),
      },
    },
    two_threads: {
      events: events * ROUNDS,
      times_one_core: oneCore && timesAsFast(twoThreads, oneCore),
      // In the run with one thread the garbage collector and the compiler use the second core too.
      times_one_thread: timesAsFast(twoThreads, oneThread),
      times_cpu_of_one_thread: round(twoThreads.eval_cpu_seconds / oneThread.eval_cpu_seconds),
    },
  }
}

function timesAsFast(stats: Stats, other: Stats): number {
  return round(other.eval_seconds / stats.eval_seconds)
}

function hasTaskset(): boolean {
  return spawnSync('taskset', ['--version']).status === 0
}

/** The second of two runs that share a cache of their own. */
function keptRun(rules: string, events: string): Run {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-bench-cache-'))
  try {
    const env = { SVC_CACHE_DIR: dir, NODE_COMPILE_CACHE: path.join(dir, 'code') }
    runCommand(rules, events, 1, [], env)
    return runCommand(rules, events, 1, [], env)
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

/** `wrapper` is a command that runs the one that follows it. */
function runCommand(
  rules: string,
  events: string,
  threads: number,
  wrapper: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Run {
  const args = ['--rules', rules, '--events', events, '--format', 'windows', '--threads', `${threads}`]
  const [command, ...rest] = [...wrapper, process.execPath, MAIN, 'rules', 'run', ...args, '--json', '--stats']
  return runProcess(command as string, rest, events, env)
}

function statsOf({ stderr }: Run): Stats {
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Stats
}

function figures({ wallMs, cpuMs }: Run): Record<string, number> {
  return { wall_ms: Math.round(wallMs), cpu_ms: Math.round(cpuMs) }
}
