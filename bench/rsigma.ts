/** Runs rsigma over the same rules and events, if it is installed: the CPU time of its process, and its matches. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { usageOf } from './processes.ts'

export type Run = {
  /** CPU time of the whole process, with loading the rules. */
  readonly cpuMs: number
  readonly wallMs: number
  readonly stdout: string
  readonly stderr: string
}

const OUTPUT_MAX = 1 << 30

/** Runs over the events several times, because process clocks are coarse. Null if there is no rsigma. */
export function runRsigma(rulesDir: string, hinted: Buffer, rounds: number): Run | null {
  if (spawnSync('rsigma', ['--version']).status !== 0) return null
  const args = ['engine', 'eval', '--quiet', '--logsource-routing', '--rules', rulesDir]
  return withFile(hinted, rounds, (input) => runProcess('rsigma', args, input))
}

/** Rule ids, one for each match. */
export function rsigmaMatches({ stdout }: Run): readonly string[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => (JSON.parse(line) as { rule_id: string }).rule_id)
}

/** A file with the bytes repeated, which exists while the work runs. */
export function withFile<T>(bytes: Buffer, rounds: number, work: (file: string) => T): T {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-detect-'))
  try {
    const file = path.join(dir, 'events.ndjson')
    for (let i = 0; i < rounds; i++) fs.appendFileSync(file, bytes)
    return work(file)
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

/** With a file as its standard input. Throws when it fails. */
export function runProcess(command: string, args: readonly string[], input: string, env: NodeJS.ProcessEnv = {}): Run {
  const before = usageOf(process.pid).cpuMs
  const startedAt = performance.now()
  const stdin = fs.openSync(input, 'r')
  const { status, stdout, stderr } = spawnSync(command, args, {
    stdio: [stdin, 'pipe', 'pipe'],
    maxBuffer: OUTPUT_MAX,
    env: { ...process.env, ...env },
  })
  const wallMs = performance.now() - startedAt
  fs.closeSync(stdin)
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
  const cpuMs = usageOf(process.pid).cpuMs - before
  return { cpuMs, wallMs, stdout: stdout.toString(), stderr: stderr.toString() }
}
