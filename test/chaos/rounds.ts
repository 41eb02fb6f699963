/**
 * In each round, kills a process of the installation under load, and checks the events at the end. The promise: every
 * acknowledged event is stored once, and the ledger balances.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf } from '../../bench/processes.ts'
import type { LedgerRow } from '../../query/ledger.ts'
import { Instance } from '../e2e/instance.ts'
import { isAlive, until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { RestartableBroker } from './restartable-broker.ts'

export type ChaosOptions = {
  readonly rounds: number
  /** Decides which processes are killed; the same seed gives the same ones. */
  readonly seed: number
  readonly tell: (line: string) => void
  /** Uses a real Kafka as the backbone, which is killed like the others. */
  readonly kafka?: boolean
  /** After the rounds each server is paused for this long, under load, and then continued. */
  readonly awaySeconds?: number
}

export type ChaosResult = {
  readonly acknowledged: number
  readonly stored: number
  readonly distinct: number
  readonly ledger: readonly LedgerRow[]
  readonly killed: Readonly<Record<string, number>>
  /**
   * Seconds by killed process, from the kill until it ran again. Busy machines are slow, so this is reported and not
   * bounded.
   */
  readonly slowestBackSeconds?: Readonly<Record<string, number>>
  /** Processes that ended without a kill. */
  readonly ended?: Readonly<Record<string, number>>
}

const CHILDREN = ['clickhouse', 'postgres', 'ingest', 'pipeline', 'api'] as const
/** Kills, and crashes that a process may catch. */
const SIGNALS = ['SIGKILL', 'SIGABRT', 'SIGSEGV'] as const
const SUPERVISOR = 'supervisor'
const BROKER = 'kafka'
const TENANT = 'chaos'
const LANES = 3
/** Events acknowledged between two kills. */
const EVENTS_BETWEEN = 500

/** The last round kills the supervisor itself, and with it all processes. */
export async function chaosRounds(options: ChaosOptions): Promise<ChaosResult> {
  execFileSync('prlimit', ['--pid', `${process.pid}`, '--core=0']) // Core dumps would be gigabytes.
  if (!options.kafka) return chaosOf(options, null)
  const broker = await RestartableBroker.start()
  try {
    return await chaosOf(options, broker)
  } finally {
    await broker.remove()
  }
}

async function chaosOf(options: ChaosOptions, broker: RestartableBroker | null): Promise<ChaosResult> {
  const { rounds, seed, tell, awaySeconds = 0 } = options
  // More threads than a machine of two cores starts, so that partitions are lent to several.
  const settings = broker ? { KAFKA_BROKERS: broker.brokers, SVC_INSTANCE: 'chaos' } : { SVC_INTAKE_THREADS: '3' }
  const instance = await Instance.start(settings)
  const killed: Record<string, number> = {}
  const slowestBackSeconds: Record<string, number> = {}
  try {
    const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
    const random = seeded(seed)
    for (let round = 1; round <= rounds; round++) {
      await load.more(EVENTS_BETWEEN)
      const victim = round === rounds ? SUPERVISOR : pick(random, broker ? [...CHILDREN, BROKER] : CHILDREN)
      killed[victim] = (killed[victim] ?? 0) + 1
      const startedAt = performance.now()
      if (victim === BROKER) await broker?.killAndRestart()
      else await kill(instance, victim, pick(random, SIGNALS))
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      slowestBackSeconds[victim] = Math.max(slowestBackSeconds[victim] ?? 0, seconds)
      const back = `killed ${victim}, back after ${seconds} s`
      tell(`round ${round} of ${rounds}: ${back}; ${load.acknowledged} events acknowledged`)
    }
    await load.more(EVENTS_BETWEEN)
    if (awaySeconds > 0) await takeAwayEach(instance, broker, awaySeconds, tell)
    await load.more(EVENTS_BETWEEN)
    const acknowledged = await load.stop()
    return { acknowledged, killed, slowestBackSeconds, ...(await whatIsThere(instance, TENANT)) }
  } catch (error) {
    tell(instance.logTail) // The folder is removed, and with it every other trace of the reason.
    throw error
  } finally {
    await instance.remove()
  }
}

/** A tenant's data in the lake once everything has settled. */
export async function whatIsThere(
  instance: Instance,
  tenant: string,
): Promise<Pick<ChaosResult, 'stored' | 'distinct' | 'ledger'>> {
  const ledger = await instance.ledger(tenant)
  const sql = /* sql */ `
    SELECT toUInt32(count()) AS stored, toUInt32(uniqExact(JSONExtractUInt(raw, 'n'))) AS distinct FROM events`
  const [row] = await instance.rows<{ stored: number; distinct: number }>(sql, tenant)
  return { ledger, stored: row?.stored ?? 0, distinct: row?.distinct ?? 0 }
}

/** Resolves when the victim is back: a child with another process id, or the supervisor, which we start again. */
async function kill(instance: Instance, victim: string, signal: NodeJS.Signals): Promise<void> {
  if (victim === SUPERVISOR) return killSupervisor(instance)
  await killChild(instance, victim, (pid) => void process.kill(pid, signal))
}

/** Resolves when the child is back, with another process id. */
export async function killChild(
  instance: Instance,
  victim: string,
  killIt: (pid: number) => void | Promise<void>,
): Promise<void> {
  await until(`${victim} to run`, () => pidOf(instance, victim) !== null)
  const pid = pidOf(instance, victim)
  if (pid !== null) await killIt(pid)
  await until(`${victim} to be back`, () => pidOf(instance, victim) !== null && pidOf(instance, victim) !== pid)
}

async function killSupervisor(instance: Instance): Promise<void> {
  const pids = instance.pids()
  await instance.end('SIGKILL')
  await until('the children of a killed supervisor to end', () => !pids.some(isAlive))
  await instance.restart()
}

export function pidOf(instance: Instance, child: string): number | null {
  return instance.file().children[child] ?? null
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

/** A server that hangs is worse than one that is gone, because connections to it stay open and silent. */
async function takeAwayEach(
  instance: Instance,
  broker: RestartableBroker | null,
  seconds: number,
  tell: (line: string) => void,
): Promise<void> {
  for (const server of ['clickhouse', 'postgres', ...(broker ? [BROKER] : [])]) {
    const pid = server === BROKER ? (broker?.pid ?? null) : pidOf(instance, server)
    if (pid === null) throw new Error(`${server} does not run`)
    const processes = [pid, ...childrenOf(pid)]
    for (const process_ of processes) process.kill(process_, 'SIGSTOP')
    await delay(seconds * 1000)
    for (const process_ of processes) process.kill(process_, 'SIGCONT')
    tell(`${server} was away for ${seconds} s`)
  }
}

/** The generator mulberry32: it is small, and gives the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
