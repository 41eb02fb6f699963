/**
 * rsigma over the base matches of the `correlate` bench, where it is installed: the same correlation rule once and many
 * times over, so that the difference is what one correlation costs it a match, without reading events and base rule.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { round } from './round.ts'
import { runProcess, withFile } from './rsigma.ts'

/** `more` is the number of additional rules. */
export type Beside = {
  readonly type: 'event_count' | 'value_count'
  readonly windowMs: number
  readonly gte: number
  readonly events: readonly { readonly timeMs: number; readonly user: string; readonly value: string }[]
  readonly more: number
}

/**
 * rsigma silences a group after an alert for the length of the window, which is closest to our one alert for each span.
 */
export function correlateBeside(beside: Beside): Record<string, number> | string {
  if (spawnSync('rsigma', ['--version']).status !== 0) return 'not installed'
  const [one, many] = withFile(textOf(beside), 1, (file) => [run(beside, 1, file), run(beside, 1 + beside.more, file)])
  return {
    us: round(((many.cpuMs - one.cpuMs) * 1000) / beside.more / beside.events.length),
    alerts: one.stdout.split('"correlation_type"').length - 1,
  }
}

function run(beside: Beside, rules: number, events: string) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-correlate-'))
  try {
    fs.writeFileSync(path.join(dir, 'base.yml'), BASE)
    for (let n = 0; n < rules; n++) fs.writeFileSync(path.join(dir, `${n}.yml`), correlation(beside, n))
    const silence = ['--suppress', spanOf(beside), '--no-detections']
    return runProcess('rsigma', ['engine', 'eval', '--quiet', ...silence, '--rules', dir], events)
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

function textOf({ events }: Beside): Buffer {
  const lines = events.map(({ timeMs, user, value }) =>
    JSON.stringify({ timestamp: new Date(timeMs).toISOString(), EventID: 1, user, value, all: 'all' }),
  )
  return Buffer.from(`${lines.join('\n')}\n`)
}

const BASE = `title: Base
id: 00000000-0000-4000-8000-000000000000
name: base
logsource:
  product: bench
detection:
  selection:
    EventID: 1
  condition: selection
level: low
`

/** rsigma only supports whole seconds. */
function spanOf({ windowMs }: Beside): string {
  return `${Math.ceil(windowMs / 1000)}s`
}

function correlation(beside: Beside, n: number): string {
  const { type, gte } = beside
  const isDistinct = type === 'value_count'
  return `title: Correlation ${n}
id: 00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}
correlation:
  type: ${type}
  rules:
    - base
  group-by:
    - ${isDistinct ? 'all' : 'user'}
  timespan: ${spanOf(beside)}
  condition:
    gte: ${gte}
${isDistinct ? '    field: value\n' : ''}level: high
`
}
