/** rsigma over the same rules and events, where it is installed: CPU time of its process, and what it matched. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { usageOf } from './processes.ts'

export type RsigmaRun = {
  /** With loading the rules. */
  readonly cpuMs: number
  /** Rule ids, one a match. */
  readonly matches: readonly string[]
}

const OUTPUT_MAX = 1 << 30

/** The events so many times over; clocks of processes are coarse. Null when there is no rsigma. */
export function runRsigma(rulesDir: string, hinted: Buffer, rounds: number): RsigmaRun | null {
  if (spawnSync('rsigma', ['--version']).status !== 0) return null
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-rsigma-'))
  try {
    const input = path.join(dir, 'events.ndjson')
    for (let i = 0; i < rounds; i++) fs.appendFileSync(input, hinted)
    const before = usageOf(process.pid).cpuMs
    const args = ['engine', 'eval', '--quiet', '--logsource-routing', '--rules', rulesDir]
    const stdin = fs.openSync(input, 'r')
    const { status, stdout, stderr } = spawnSync('rsigma', args, {
      stdio: [stdin, 'pipe', 'pipe'],
      maxBuffer: OUTPUT_MAX,
    })
    fs.closeSync(stdin)
    if (status !== 0) throw new Error(`rsigma failed: ${stderr}`)
    const cpuMs = usageOf(process.pid).cpuMs - before
    return { cpuMs, matches: matchesIn(stdout.toString()) }
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

function matchesIn(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => (JSON.parse(line) as { rule_id: string }).rule_id)
}
