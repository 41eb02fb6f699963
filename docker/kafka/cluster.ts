/** Several nodes of Kafka (KRaft) on this machine, each broker and controller: topics have three replicas, and one may go. */
import { join } from 'node:path'
import { Kafka, logLevel } from 'kafkajs'
import { freePort, type KafkaBroker, newClusterId, startKafkaBroker } from './broker.ts'

export type KafkaCluster = {
  /** All of them, for `bootstrap.servers`. */
  readonly brokers: string
  readonly nodes: number
  /** kill -9 of a node, by its place from 0; it stays away. */
  kill(node: number): Promise<void>
  /** Lets a node hand over what it leads, and ends it; it stays away. */
  stop(node: number): Promise<void>
  /** Starts a node that is away, on its ports and its data. */
  start(node: number): Promise<void>
  /** Topics with a partition of which a replica is not in sync. */
  behind(): Promise<readonly string[]>
  end(): Promise<void>
}

const HEAP_MB = 384

export async function startKafkaCluster(dir: string, nodes: number): Promise<KafkaCluster> {
  const places = Array.from({ length: nodes }, (_, i) => i)
  const ports = await distinctPorts(nodes * 2)
  const [own, controllerPorts] = [ports.slice(0, nodes), ports.slice(nodes)]
  const clusterId = newClusterId()
  const running: (KafkaBroker | null)[] = places.map(() => null)
  const start = async (node: number): Promise<void> => {
    const member = { nodeId: node + 1, controllerPorts, clusterId }
    const options = { dir: join(dir, `node-${node + 1}`), port: own[node] as number, heapMb: HEAP_MB, member }
    running[node] = await startKafkaBroker(options)
  }
  const leave = async (node: number, how: 'kill' | 'stop'): Promise<void> => {
    const broker = running[node]
    running[node] = null
    await broker?.[how]()
  }
  const end = async (): Promise<void> => {
    // Without a majority of controllers a node would wait for one instead of ending.
    await Promise.all(places.map((node) => leave(node, 'kill')))
  }
  const started = await Promise.allSettled(places.map(start)) // None opens its port before most controllers are there.
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await end()
    throw failed.reason
  }
  return {
    brokers: own.map((port) => `127.0.0.1:${port}`).join(),
    nodes,
    start,
    kill: (node) => leave(node, 'kill'),
    stop: (node) => leave(node, 'stop'),
    behind: () => topicsBehind(own),
    end,
  }
}

async function topicsBehind(ports: readonly number[]): Promise<readonly string[]> {
  const brokers = ports.map((port) => `127.0.0.1:${port}`)
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  try {
    const { topics } = await admin.fetchTopicMetadata()
    const isBehind = topics.filter(({ partitions }) =>
      partitions.some(({ isr, replicas }) => isr.length < replicas.length),
    )
    return isBehind.map(({ name }) => name)
  } finally {
    await admin.disconnect()
  }
}

async function distinctPorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
