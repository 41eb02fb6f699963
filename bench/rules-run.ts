/**
 * `svc rules run` as a user calls it, both processes of it, beside rsigma: all Sigma rules of `SVC_CORPORA_DIR` over its
 * Windows events from a file, on one pinned core, in turns. The first run of ours fills the cache and is not counted.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { windowsLogSource } from '../detections/match/test-windows-log-source.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { benchConfig } from './config.ts'
import { linesOf } from './detect-lanes.ts'
import { round } from './round.ts'
import { type Run, runProcess } from './rsigma.ts'

const SVC = path.join(import.meta.dirname, '../bin/svc.mjs')
const ROUNDS = 5

type Lane = { readonly name: string; readonly takes: (nth: number) => boolean }
type LaneFiles = { readonly plain: string; readonly hinted: string; events: number }

const LANES: readonly Lane[] = [
  { name: 'mixed', takes: (nth) => nth % 12 < 5 },
  { name: 'short', takes: (nth) => nth % 476 === 0 },
]

export async function benchRulesRun(): Promise<Record<string, unknown>> {
  const corpora = corporaDir()
  if (corpora === null) return { skipped: 'SVC_CORPORA_DIR is not set' }
  const dir = fs.mkdtempSync(path.join(benchConfig().dir, 'svc-rules-run-'))
  try {
    const rules = path.join(corpora, 'sigma-rules')
    const files = writeLanes(path.join(corpora, 'windows'), dir)
    return Object.fromEntries(files.map(([name, lane]) => [name, measure(lane, rules, path.join(dir, 'cache'))]))
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

function measure({ plain, hinted, events }: LaneFiles, rules: string, cache: string): Record<string, unknown> {
  const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '--cpu-list', '0'] : []
  const hasRsigma = spawnSync('rsigma', ['--version']).status === 0
  const ours = () => {
    const args = ['rules', 'run', '--rules', rules, '--events', plain, '--format', 'windows', '--json']
    return run([...pin, process.execPath, SVC, ...args], plain, { SVC_CACHE_DIR: cache, NODE_COMPILE_CACHE: '' })
  }
  const theirs = () =>
    run([...pin, 'rsigma', 'engine', 'eval', '--quiet', '--logsource-routing', '--rules', rules], hinted)
  ours()
  const turns = Array.from({ length: ROUNDS }, () => ({ ours: ours(), theirs: hasRsigma ? theirs() : null }))
  const own = turns.map((turn) => turn.ours)
  const others = turns.flatMap((turn) => turn.theirs ?? [])
  return {
    events,
    bytes: fs.statSync(plain).size,
    matches: own[0]?.stdout.split('\n').filter(Boolean).length,
    ...figures(own),
    rsigma: others.length > 0 ? figures(others) : 'not installed',
    times_cpu: others.length > 0 ? round(median(others, 'cpuMs') / median(own, 'cpuMs')) : null,
    times_wall: others.length > 0 ? round(median(others, 'wallMs') / median(own, 'wallMs')) : null,
  }
}

function run([command = '', ...args]: readonly string[], input: string, env: NodeJS.ProcessEnv = {}): Run {
  return runProcess(command, args, input, env)
}

function figures(runs: readonly Run[]): Record<string, unknown> {
  return {
    cpu_ms: median(runs, 'cpuMs'),
    cpu_ms_least: least(runs, 'cpuMs'),
    wall_ms: Math.round(median(runs, 'wallMs')),
  }
}

function median(runs: readonly Run[], of: 'cpuMs' | 'wallMs'): number {
  return runs.map((one) => one[of]).sort((a, b) => a - b)[runs.length >> 1] ?? Number.NaN
}

function least(runs: readonly Run[], of: 'cpuMs'): number {
  return Math.min(...runs.map((one) => one[of]))
}

/** For rsigma every event contains its log source, as in `detect-lanes.ts`. */
function writeLanes(windows: string, dir: string): readonly (readonly [string, LaneFiles])[] {
  const lanes = LANES.map(({ name, takes }) => {
    const [plain, hinted] = [path.join(dir, `${name}.ndjson`), path.join(dir, `${name}.hinted.ndjson`)]
    return { name, takes, files: { plain, hinted, events: 0 } }
  })
  let nth = 0
  for (const line of linesOf(windows)) {
    nth++
    for (const { takes, files } of lanes) {
      if (!takes(nth)) continue
      files.events++
      fs.appendFileSync(files.plain, `${line}\n`)
      fs.appendFileSync(files.hinted, `${hintedText(line)}\n`)
    }
  }
  return lanes.map(({ name, files }) => [name, files])
}

function hintedText(line: Buffer): string {
  const record = JSON.parse(line.toString()) as Record<string, unknown>
  const { product, categories, service } = windowsLogSource(record)
  return JSON.stringify({ ...record, product, category: categories.at(-1) ?? 'none', service: service || 'none' })
}
