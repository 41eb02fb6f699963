/**
 * Kills a process of the installation a round, under load, and says what came of the events. The promise: what was
 * acknowledged is stored, each event once, and the ledger balances.
 */
import type { LedgerRow } from '../../query/ledger.ts'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'

export type ChaosOptions = {
  readonly rounds: number
  /** Picks the victims; the same seed picks the same ones. */
  readonly seed: number
  readonly tell: (line: string) => void
}

export type ChaosResult = {
  readonly acknowledged: number
  readonly stored: number
  readonly distinct: number
  readonly ledger: readonly LedgerRow[]
  readonly killed: Readonly<Record<string, number>>
}

const CHILDREN = ['clickhouse', 'postgres', 'ingest', 'pipeline'] as const
const SUPERVISOR = 'supervisor'
const TENANT = 'chaos'
const LANES = 3
/** Acknowledged between two kills. */
const EVENTS_BETWEEN = 500

/** The last round kills the supervisor itself, and so everything. */
export async function chaosRounds({ rounds, seed, tell }: ChaosOptions): Promise<ChaosResult> {
  const instance = await Instance.start()
  const killed: Record<string, number> = {}
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    const random = seeded(seed)
    for (let round = 1; round <= rounds; round++) {
      await load.more(EVENTS_BETWEEN)
      const victim = round === rounds ? SUPERVISOR : pick(random)
      killed[victim] = (killed[victim] ?? 0) + 1
      await kill(instance, victim)
      tell(`round ${round} of ${rounds}: killed ${victim}; ${load.acknowledged} events acknowledged`)
    }
    await load.more(EVENTS_BETWEEN)
    const acknowledged = await load.stop()
    return { acknowledged, killed, ...(await whatIsThere(instance)) }
  } finally {
    await instance.remove()
  }
}

async function whatIsThere(instance: Instance): Promise<Pick<ChaosResult, 'stored' | 'distinct' | 'ledger'>> {
  const ledger = await instance.ledger(TENANT)
  const sql = /* sql */ `
    SELECT toUInt32(count()) AS stored, toUInt32(uniqExact(JSONExtractUInt(raw, 'n'))) AS distinct FROM events`
  const [row] = await instance.rows<{ stored: number; distinct: number }>(sql, '--tenant', TENANT)
  return { ledger, stored: row?.stored ?? 0, distinct: row?.distinct ?? 0 }
}

/** Resolves when it is back: a child with another process id, the supervisor started again by us. */
async function kill(instance: Instance, victim: string): Promise<void> {
  if (victim === SUPERVISOR) return killSupervisor(instance)
  await until(`${victim} to run`, () => pidOf(instance, victim) !== null)
  const pid = pidOf(instance, victim)
  if (pid !== null) process.kill(pid, 'SIGKILL')
  await until(`${victim} to be back`, () => pidOf(instance, victim) !== null && pidOf(instance, victim) !== pid)
}

async function killSupervisor(instance: Instance): Promise<void> {
  const pids = instance.pids()
  await instance.end('SIGKILL')
  await until('the children of a killed supervisor to end', () => !pids.some(isAlive))
  await instance.restart()
}

function pidOf(instance: Instance, child: string): number | null {
  return instance.file().children[child] ?? null
}

function pick(random: () => number): string {
  return CHILDREN[Math.floor(random() * CHILDREN.length)] ?? CHILDREN[0]
}

/** mulberry32: small, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
