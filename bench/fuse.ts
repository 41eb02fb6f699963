/**
 * Fusion alone: signal records in, drafts and state changes out, flushed every `RECORD` signals as a commit would. Four
 * lanes: similar signals of one host; one address with ever new users; 1,000 hosts of 20 tenants with 50 rules over
 * eight hours, like a busy day; and every signal a story of its own, the worst case within the bounds.
 */
import { fuseStage } from '../pipeline/stages/fuse/stage.ts'
import { testSignal } from '../pipeline/stages/fuse/testing.ts'
import { encodeSignals, type Signal } from '../schemas/signal.ts'
import { round } from './round.ts'

const SIGNALS = 20_000
const RECORD = 2_000
const PASSES = 3
const START = Date.UTC(2026, 2, 3, 8)
const HOUR_MS = 3_600_000

const lanes: Readonly<Record<string, (n: number) => Partial<Signal>>> = {
  alike: (n) => ({ host: 'ws1', user: 'ann', time_ms: START + n }),
  spray: (n) => ({ user: `user${n}`, src_ip: '203.0.113.9', time_ms: START + n }),
  busy: (n) => ({
    tenant_id: `tenant${n % 20}`,
    rule_id: `rule${(n * 7) % 50}`,
    ...{
      host: `host${(n * 13) % 1000}`,
      user: `user${(n * 13) % 1000}`,
      src_ip: `10.0.${(n * 13) % 250}.${((n * 13) % 1000) % 4}`,
    },
    time_ms: START + (n * HOUR_MS * 8) / SIGNALS,
  }),
  apart: (n) => ({ tenant_id: `tenant${n % 4}`, host: `host${n}`, time_ms: START + n }),
}

export async function benchFuse(): Promise<Record<string, unknown>> {
  return {
    signals: SIGNALS,
    flush_every: RECORD,
    ...Object.fromEntries(Object.entries(lanes).map(([name, of]) => [name, measure(of)])),
  }
}

/** The best of several runs. */
function measure(of: (n: number) => Partial<Signal>) {
  const records: Buffer[] = []
  for (let from = 0; from < SIGNALS; from += RECORD) {
    const some = Array.from({ length: RECORD }, (_, at) => testSignal(`${from + at}`, of(from + at)))
    records.push(encodeSignals(some))
  }
  const runs = Array.from({ length: PASSES }, () => pass(records))
  const best = runs.reduce((a, b) => (a.cpuUs < b.cpuUs ? a : b))
  return {
    cpu_us_per_signal: round(best.cpuUs / SIGNALS),
    signals_per_second_a_core: Math.round((SIGNALS * 1e6) / best.cpuUs),
    drafts: best.drafts,
    draft_mb: round(best.draftBytes / 2 ** 20),
    state_mb_written: round(best.stateBytes / 2 ** 20),
  }
}

function pass(records: readonly Buffer[]) {
  const task = fuseStage({ draftPartitions: 1, isStory: () => true }).open(0)
  const counted = { drafts: 0, draftBytes: 0, stateBytes: 0 }
  const startedAt = process.cpuUsage()
  for (const [offset, value] of records.entries()) {
    task.step({ topic: 'svc.signals', partition: 0, offset, timestampMs: START, key: '', value })
    const { outputs, changes } = task.flush()
    for (const output of outputs) {
      counted.drafts++
      for (const piece of output.value) counted.draftBytes += piece.length
    }
    for (const { payload } of changes) counted.stateBytes += payload.length
  }
  const { user, system } = process.cpuUsage(startedAt)
  return { cpuUs: user + system, ...counted }
}
