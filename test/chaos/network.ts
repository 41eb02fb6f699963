/**
 * Cuts the network, under load: an installation in server mode reaches Postgres, ClickHouse, Redis, Kafka and its
 * senders through our links, and each round one link has a fault for some seconds. A request in progress may have been
 * executed fully, partly or not at all; a silent connection may stay silent for ever.
 */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { type KafkaBroker, startKafkaBroker } from '../../docker/kafka/broker.ts'
import { openLog } from '../../platform/log.ts'
import { PORTS } from '../../services/config.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { startEmbeddedClickhouse } from '../../stores/clickhouse/embedded/start.ts'
import { startEmbeddedPostgres } from '../../stores/postgres/embedded/start.ts'
import { hasRedisServer, withTestRedis } from '../../stores/redis/test-redis.ts'
import { freeOffset } from '../e2e/free-offset.ts'
import { Instance } from '../e2e/instance.ts'
import { until } from '../e2e/until.ts'
import { Link, type LinkFault } from './link.ts'
import { Load } from './load.ts'
import { type ChaosOptions, type ChaosResult, pidOf, seeded, whatIsThere } from './rounds.ts'
import { SlowSenders } from './slow-senders.ts'

const TENANT = 'network'
const LANES = 3
const FAULT_MS_MIN = 2_000
const FAULT_MS_MAX = 12_000
const EVENTS_BETWEEN = 500
const SLOW_SENDERS = 900
/** Longest wait for a silent connection: two minutes, where the API reads the lake. */
const BACK_MS_MAX = 180_000
export const ROLES = ['ingest', 'pipeline', 'api', 'relay', 'realtime'] as const

const FAULTS: readonly ((random: () => number) => LinkFault)[] = [
  () => ({ kind: 'reset' }),
  () => ({ kind: 'refused' }),
  () => ({ kind: 'silent' }),
  () => ({ kind: 'half-open' }),
  () => ({ kind: 'unanswered' }),
  () => ({ kind: 'late', ms: 2_000 }),
  () => ({ kind: 'narrow', bytesPerSecond: 3_000 }),
  (random) => ({ kind: 'cut', way: 'request', bytes: someBytes(random, 14), isReset: random() < 0.5 }),
  (random) => ({ kind: 'cut', way: 'answer', bytes: someBytes(random, 8), isReset: random() < 0.5 }),
  () => ({ kind: 'cut', way: 'answer', bytes: 0, isReset: true }),
]

/** Small and large sizes are equally frequent. */
function someBytes(random: () => number, bitsMax: number): number {
  return Math.floor(2 ** (random() * bitsMax))
}

/** The instance under test, the links to it, and its lake. */
type World = {
  readonly links: Readonly<Record<string, Link>> & { readonly door: Link }
  readonly instance: Instance
  /** Connects directly, not through a link. */
  readonly lake: ClickHouseClient
}
type Undo = (() => Promise<unknown>)[]

export async function cutNetwork(options: ChaosOptions): Promise<ChaosResult> {
  const undo: Undo = []
  try {
    return await rounds(await worldOf(options, undo), options)
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

async function worldOf({ kafka }: ChaosOptions, undo: Undo): Promise<World> {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-network-'))
  undo.push(async () => fs.rmSync(dir, { recursive: true, force: true }))
  const linkTo = async (port: number) => {
    const link = await Link.to(port)
    undo.push(() => link.close())
    return link
  }
  const log = openLog('network', 'error')
  fs.chmodSync(dir, 0o711) // the server of Postgres runs as a user of its own
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(dir, 'postgres'),
    port: PORTS.postgres + (await freeOffset()),
    log,
  })
  undo.push(() => postgres.stop())
  const engine = await startEmbeddedClickhouse({ dataDir: path.join(dir, 'lake'), port: 0, log, memoryMb: 1_500 })
  undo.push(() => engine.stop())
  const lake = openClickhouse({ url: engine.url })
  undo.push(() => lake.close())
  const toPostgres = await linkTo(portOf(postgres.url))
  const toClickhouse = await linkTo(portOf(engine.url))
  const redis = hasRedisServer('faults on the way to Redis') ? await withTestRedis() : null
  if (redis) undo.push(() => redis.close())
  const toRedis = redis ? await linkTo(portOf(redis.url)) : null
  const broker = kafka ? await brokerBehind(await linkTo(0), path.join(dir, 'kafka'), undo) : null
  const instance = await Instance.start({
    SVC_LOG_LEVEL: 'warn',
    DATABASE_URL: toPostgres.through(postgres.url),
    SVC_DATABASE_APP_URL: toPostgres.through(postgres.appUrl),
    CLICKHOUSE_URL: toClickhouse.through(engine.url),
    ...(redis && toRedis ? { REDIS_URL: toRedis.through(redis.url) } : {}),
    ...(broker ? { KAFKA_BROKERS: `127.0.0.1:${broker.link.port}`, SVC_INSTANCE: 'network' } : {}),
  })
  undo.push(() => instance.remove())
  const door = await linkTo(portOf(instance.ingestUrl))
  const more = { ...(toRedis ? { redis: toRedis } : {}), ...(broker ? { kafka: broker.link } : {}) }
  const links = { postgres: toPostgres, clickhouse: toClickhouse, door, ...more }
  return { links, instance, lake }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

async function brokerBehind(link: Link, dir: string, undo: Undo): Promise<{ broker: KafkaBroker; link: Link }> {
  const broker = await startKafkaBroker({ dir, proxyPort: link.port })
  undo.push(() => broker.stop())
  link.targetPort = broker.behindPort
  return { broker, link }
}

async function rounds(world: World, { rounds, seed, tell }: ChaosOptions): Promise<ChaosResult> {
  const { instance, links } = world
  const random = seeded(seed)
  const slowestBackSeconds: Record<string, number> = {}
  const ended: Record<string, number> = {}
  try {
    const load = new Load(links.door.through(instance.ingestUrl), await instance.token(TENANT), LANES)
    let pairs: readonly Pair[] = []
    for (let round = 1; round <= rounds; round++) {
      await load.more(EVENTS_BETWEEN)
      if (pairs.length === 0) pairs = shuffled(random, pairsOf(random, links))
      const [[name, fault], ...rest] = pairs as [Pair, ...Pair[]]
      pairs = rest
      const ms = Math.round(FAULT_MS_MIN + random() * (FAULT_MS_MAX - FAULT_MS_MIN))
      const pids = instance.file().children
      // Other senders must be served beside the slow ones.
      const slow = round === 1 ? new SlowSenders(instance.ingestUrl, await instance.token('slow'), SLOW_SENDERS) : null
      const before = load.acknowledged
      await happens(links[name] as Link, fault, ms)
      const meanwhile = `${load.acknowledged - before} acknowledged meanwhile`
      const seconds = await back(world, load, `network-${round}`)
      slow?.end()
      const key = `${name} ${fault.kind}`
      slowestBackSeconds[key] = Math.max(slowestBackSeconds[key] ?? 0, seconds)
      const gone = Object.keys(pids).filter((child) => pids[child] !== pidOf(instance, child))
      for (const child of gone) ended[child] = (ended[child] ?? 0) + 1
      const what = `${name} ${Object.values(fault).join(' ')} for ${ms} ms; ${meanwhile}, all back after ${seconds} s`
      const lost = gone.length > 0 ? `; ended: ${gone.join(', ')}` : ''
      tell(`round ${round} of ${rounds}: ${what}${lost}; ${load.acknowledged} events acknowledged`)
    }
    await load.more(EVENTS_BETWEEN)
    const acknowledged = await load.stop()
    return { acknowledged, killed: {}, slowestBackSeconds, ended, ...(await whatIsThere(instance, TENANT)) }
  } catch (error) {
    tell(instance.logTail)
    throw error
  }
}

async function happens(link: Link, fault: LinkFault, ms: number): Promise<void> {
  link.begin(fault)
  await delay(ms)
  await link.restore()
}

type Pair = readonly [name: string, fault: LinkFault]

function pairsOf(random: () => number, links: World['links']): Pair[] {
  return Object.keys(links).flatMap((name) => FAULTS.map((faultOf) => [name, faultOf(random)] as const))
}

function shuffled<T>(random: () => number, all: readonly T[]): T[] {
  return all
    .map((each) => [random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)
}

/**
 * Returns the seconds until senders are served, their acknowledged events are in the lake, every role is healthy, and
 * the stages know a tenant that was created meanwhile.
 */
async function back({ instance, lake }: World, load: Load, newTenant: string): Promise<number> {
  const startedAt = performance.now()
  const acknowledged = load.acknowledged
  await instance.token(newTenant)
  await Promise.all([
    load.more(EVENTS_BETWEEN),
    until('the lake to have what was acknowledged', async () => (await storedIn(lake)) >= acknowledged, BACK_MS_MAX),
    ...ROLES.map((role) => until(`${role} to be well`, () => isWell(instance, role), BACK_MS_MAX)),
  ])
  return Math.round((performance.now() - startedAt) / 100) / 10
}

async function storedIn(lake: ClickHouseClient): Promise<number> {
  const query = /* sql */ `SELECT toUInt32(count()) AS n FROM events WHERE tenant_id = {tenant:String}`
  const answer = await lake.query({ query, query_params: { tenant: TENANT }, format: 'JSONEachRow' })
  return (await answer.json<{ n: number }>())[0]?.n ?? 0
}

type Health = { readonly figures?: { readonly control_outbox?: { readonly waiting_rows: number } } }

export async function isWell(instance: Instance, role: (typeof ROLES)[number]): Promise<boolean> {
  const url = `http://127.0.0.1:${PORTS[role] + instance.portOffset}/health`
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  const health = (await answer?.json().catch(() => null)) as Health | null
  return answer?.status === 200 && (role !== 'relay' || health?.figures?.control_outbox?.waiting_rows === 0)
}
