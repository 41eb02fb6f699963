/**
 * Several brokers and several replicas of the stages, under load: a broker is killed and stays away, all brokers are
 * restarted one after the other, and a replica of the stages is killed. As in `rounds.ts`, every acknowledged event
 * must be stored once and the ledger must balance; in addition, senders must be served while any one of them is away.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type KafkaCluster, startKafkaCluster } from '../../docker/kafka/cluster.ts'
import { PORTS } from '../../services/config.ts'
import { Instance } from '../e2e/instance.ts'
import { until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { type ChaosOptions, type ChaosResult, pidOf, seeded, whatIsThere } from './rounds.ts'

const NODES = 3
const TENANT = 'brokers'
const LANES = 6
const EVENTS_BETWEEN = 500
/** A replica has ports of its own, far from those of any instance of a test. */
const REPLICA_OFFSET = 137
const IN_SYNC_MS_MAX = 180_000

/** `rounds`: how often a broker and a replica are killed; before the last one all brokers are restarted in turn. */
export async function killBrokers({ rounds, seed, tell }: ChaosOptions): Promise<ChaosResult> {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-brokers-'))
  const cluster = await startKafkaCluster(dir, NODES)
  tell(`${NODES} brokers: ${cluster.brokers}`)
  try {
    return await withInstance(cluster, { rounds, seed, tell })
  } finally {
    await cluster.end()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function withInstance(cluster: KafkaCluster, options: ChaosOptions): Promise<ChaosResult> {
  const instance = await Instance.start({ KAFKA_BROKERS: cluster.brokers, SVC_INSTANCE: 'first' })
  const replica = new Replica(instance)
  try {
    await replica.start()
    return await faults(cluster, instance, replica, options)
  } catch (error) {
    options.tell(`${instance.logTail}\n${replica.logTail}`)
    throw error
  } finally {
    await replica.end('SIGTERM')
    await instance.remove()
  }
}

async function faults(
  cluster: KafkaCluster,
  instance: Instance,
  replica: Replica,
  { rounds, seed, tell }: ChaosOptions,
): Promise<ChaosResult> {
  const random = seeded(seed)
  const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
  const killed = { broker: 0, replica: 0, restarted: 0 }
  const inSync = () => until('all replicas in sync', async () => (await cluster.behind()).length === 0, IN_SYNC_MS_MAX)
  const report = (what: string) => tell(`${what}; ${load.acknowledged} events acknowledged`)
  await load.more(EVENTS_BETWEEN)
  for (let round = 1; round <= rounds; round++) {
    const node = Math.floor(random() * cluster.nodes)
    await cluster.kill(node)
    killed.broker++
    await load.more(EVENTS_BETWEEN) // Senders are served without it.
    report(`round ${round} of ${rounds}: broker ${node + 1} was killed and is away`)
    await replica.end('SIGKILL')
    killed.replica++
    await load.more(EVENTS_BETWEEN)
    await replica.start()
    await cluster.start(node)
    await load.more(EVENTS_BETWEEN)
    await inSync()
    report(`round ${round} of ${rounds}: it is back and in sync, and so is a replica of the stages that was killed`)
    if (round < rounds) continue
    for (let next = 0; next < cluster.nodes; next++) {
      await cluster.stop(next)
      await load.more(EVENTS_BETWEEN)
      await cluster.start(next)
      await inSync()
      killed.restarted++
      report(`broker ${next + 1} was restarted`)
    }
  }
  await load.more(EVENTS_BETWEEN)
  const acknowledged = await load.stop()
  return { acknowledged, killed, ...(await whatIsThere(instance, TENANT)) }
}

/** A second process of the instance's stages, which its supervisor does not know. */
class Replica {
  readonly #instance: Instance
  #process: ChildProcess | null = null
  logTail = ''

  constructor(instance: Instance) {
    this.#instance = instance
  }

  /** Starts with the settings and the arguments of the instance's own stages. Resolves when it is healthy. */
  async start(): Promise<void> {
    const pid = pidOf(this.#instance, 'pipeline')
    if (pid === null) throw new Error('the stages do not run')
    const [command = '', ...args] = textsOf(`/proc/${pid}/cmdline`)
    const settings = Object.fromEntries(textsOf(`/proc/${pid}/environ`).map((text) => pairOf(text)))
    const offset = this.#instance.portOffset + REPLICA_OFFSET
    const env = { ...settings, SVC_INSTANCE: 'second', SVC_PORT_OFFSET: String(offset) }
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.#process = child
    child.stderr?.on('data', (chunk) => {
      this.logTail = (this.logTail + chunk).slice(-20_000)
    })
    const url = `http://127.0.0.1:${PORTS.pipeline + offset}/health`
    await until('a replica of the stages to be well', async () => {
      if (child.exitCode !== null) throw new Error(`the replica ended with ${child.exitCode}: ${this.logTail}`)
      return (await fetch(url).catch(() => null))?.status === 200
    })
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}

function textsOf(file: string): readonly string[] {
  return fs
    .readFileSync(file, 'utf8')
    .split('\0')
    .filter((text) => text !== '')
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}
