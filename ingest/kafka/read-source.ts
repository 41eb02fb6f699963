/**
 * Reads a customer's own topics as a consumer group: each message is an event, or lines of events. The position
 * advances only after ingest has acknowledged the events as durable. After a kill the next reader pushes unacknowledged
 * messages again, and duplicates are dropped as for any forwarder.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type EachBatchPayload, Kafka, type KafkaMessage, logLevel, type SASLOptions } from 'kafkajs'
import { IngestRefused, type IngestSource, type PushBody } from '../../control/platform/connectors/index.ts'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import { encodeFrames } from '../../schemas/frames.ts'
import type { KafkaSource } from './source-spec.ts'

export type KafkaCounts = {
  accepted(messages: number): void
  /** Counts messages that ingest refuses even alone; they are still in the topic. */
  refused(messages: number): void
}

export type ReadDeps = {
  readonly push: PushBody
  readonly counts: KafkaCounts
  readonly log: Log
}

const PIECE_MESSAGES = 2000
const PIECE_BYTES = 4 * 1024 * 1024
/** Bytes of one fetch; a process may hold one fetch for each source. */
const FETCH_BYTES = 8 * 1024 * 1024
const CONNECT_MS_MAX = 10_000

/** Reads until the returned function is called. Retries for ever while brokers are unavailable, and logs it. */
export function readSource(source: KafkaSource, deps: ReadDeps): () => Promise<void> {
  const { log } = deps
  const stop = new AbortController()
  const running = (async () => {
    for (let failures = 1; !stop.signal.aborted; failures++) {
      await readUntilBroken(source, deps, stop.signal).catch((err: unknown) =>
        log.warn({ err, ...namesOf(source) }, 'cannot read a customer topic, retrying'),
      )
      await delay(pauseAfter(failures, 1000), undefined, { signal: stop.signal }).catch(() => {})
    }
  })()
  return async () => {
    stop.abort()
    await running
  }
}

const namesOf = ({ tenant, source, group, topics }: KafkaSource) => ({ tenant, source, group, topics })

async function readUntilBroken(source: KafkaSource, deps: ReadDeps, stop: AbortSignal): Promise<void> {
  const { tls, sasl } = source
  const consumer = new Kafka({
    clientId: 'svc',
    brokers: [...source.brokers],
    ...(tls === null ? {} : { ssl: tls }),
    ...(sasl === null ? {} : { sasl: sasl as SASLOptions }),
    connectionTimeout: CONNECT_MS_MAX,
    logLevel: logLevel.NOTHING,
  }).consumer({ groupId: source.group, maxBytes: FETCH_BYTES, maxBytesPerPartition: FETCH_BYTES })
  const broken = new Promise<never>((_, reject) => {
    // The consumer restarts by itself after a retryable error; after any other it only emits this event and stops.
    consumer.on('consumer.crash', ({ payload }) => {
      if (!payload.restart) reject(payload.error)
    })
  })
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...source.topics], fromBeginning: source.fromBeginning })
    await consumer.run({
      ...{ autoCommit: false, eachBatchAutoResolve: false },
      eachBatch: (payload) => takeBatch(source, deps, stop, payload),
    })
    await Promise.race([broken, stopped])
  } finally {
    broken.catch(() => {})
    await consumer.disconnect().catch(() => {})
  }
}

async function takeBatch(source: KafkaSource, deps: ReadDeps, stop: AbortSignal, payload: EachBatchPayload) {
  const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload
  const { topic, partition } = batch
  for (const piece of pieces(batch.messages)) {
    const isOurs = () => isRunning() && !isStale() && !stop.aborted
    if (!(await pushMessages(source, { ...deps, topic, partition }, piece, isOurs, heartbeat))) return
    const last = piece.at(-1)?.offset ?? '0'
    resolveOffset(last)
    await payload.commitOffsetsIfNecessary({
      topics: [{ topic, partitions: [{ partition, offset: String(BigInt(last) + 1n) }] }],
    })
  }
}

type PieceDeps = ReadDeps & { readonly topic: string; readonly partition: number }

/** Repeats until ingest accepts the piece. Returns false when another consumer owns the partition meanwhile. */
async function pushMessages(
  source: KafkaSource,
  deps: PieceDeps,
  piece: readonly KafkaMessage[],
  isOurs: () => boolean,
  heartbeat: () => Promise<void>,
): Promise<boolean> {
  for (let failures = 1; isOurs(); failures++) {
    try {
      await whileBeating(heartbeat, () => pushed(source, deps, piece))
      return true
    } catch (error) {
      const { log, topic, partition } = deps
      log.warn(
        { err: error, ...namesOf(source), topic, partition },
        'cannot push customer messages to ingest, retrying',
      )
      await whileBeating(heartbeat, () => delay(pauseAfter(failures, 500)))
    }
  }
  return false
}

const BEAT_MS = 3000

/**
 * Sends heartbeats during `work`, so that a slow ingest does not cost the group membership. Rejects when the membership
 * is lost, or when `work` does.
 */
async function whileBeating(heartbeat: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  let lost: unknown = null
  const beats = setInterval(() => void heartbeat().catch((error: unknown) => (lost = error)), BEAT_MS)
  try {
    await work()
  } finally {
    clearInterval(beats)
  }
  if (lost !== null) throw lost
  await heartbeat()
}

/** Statuses of a body that ingest will never accept; after any other status it may accept it later. */
const NEVER: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** Pushes a piece; a refused piece is pushed again in halves, so that only the bad message is refused. */
async function pushed(source: KafkaSource, deps: PieceDeps, piece: readonly KafkaMessage[]): Promise<void> {
  const { topic, partition } = deps
  const frames = piece.flatMap(({ value, offset }) =>
    value === null || value.length === 0 ? [] : [{ key: `${topic}/${partition}/${offset}`, body: lineOf(value) }],
  )
  if (frames.length === 0) return
  const to: IngestSource = {
    ...{ tenant: source.tenant, connectorId: source.source, type: 'kafka', sourceFormat: source.sourceFormat },
  }
  try {
    await deps.push(to, 'application/vnd.svc.bodies', encodeFrames(frames))
    deps.counts.accepted(frames.length)
  } catch (error) {
    if (!(error instanceof IngestRefused) || !NEVER.has(error.answered)) throw error
    if (piece.length > 1) {
      const half = piece.length >> 1
      await pushed(source, deps, piece.slice(0, half))
      await pushed(source, deps, piece.slice(half))
      return
    }
    const { log, counts } = deps
    counts.refused(1)
    log.warn(
      { reason: error.message, ...namesOf(source), topic, partition, offset: piece[0]?.offset },
      'customer message rejected and skipped; it stays in its topic',
    )
  }
}

const LINE_END = Buffer.from('\n')
const [OPEN_OBJECT, OPEN_LIST, LF, CR, SPACE] = [0x7b, 0x5b, 0x0a, 0x0d, 0x20]

/**
 * Joins JSON over several lines into one: outside of its strings a line end is white space, and inside a string there
 * can be none.
 */
function lineOf(value: Buffer): Buffer {
  const first = value.find((byte) => byte > SPACE)
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return Buffer.concat([value, LINE_END])
  return Buffer.concat([Buffer.from(value.map((byte) => (byte === LF || byte === CR ? SPACE : byte))), LINE_END])
}

function* pieces(messages: readonly KafkaMessage[]): Generator<KafkaMessage[]> {
  let piece: KafkaMessage[] = []
  let bytes = 0
  for (const message of messages) {
    const size = message.value?.length ?? 0
    if (piece.length > 0 && (piece.length >= PIECE_MESSAGES || bytes + size > PIECE_BYTES)) {
      yield piece
      piece = []
      bytes = 0
    }
    piece.push(message)
    bytes += size
  }
  if (piece.length > 0) yield piece
}
