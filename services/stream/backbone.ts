/** Opens the backbone of a process, and the logs that it writes. */
import path from 'node:path'
import { consumersOf, countsOf, topicsOf } from '../../pipeline/contract/topology.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { AppError } from '../../platform/errors.ts'
import { freeBytes } from '../../platform/free-bytes.ts'
import type { Log } from '../../platform/log.ts'
import { type LogName, TOPICS } from '../../schemas/topics.ts'
import type { Driver } from '../../stream/driver.ts'
import { EmbeddedDriver, logOf } from '../../stream/embedded/driver.ts'
import { logBytes, prune } from '../../stream/embedded/retention.ts'
import { kafkaOptions } from '../../stream/kafka/config.ts'
import type { Config } from '../config.ts'
import { Unread } from '../health/kafka-backpressure.ts'
import { KNOWN_DIR } from '../process/known-dir.ts'
import { repeat } from '../process/repeat.ts'
import { embeddedCounts } from './embedded-counts.ts'

export const CONSUMERS = consumersOf(TOPOLOGY)

const PRUNE_MS = 1_000

export async function openBackbone(config: Config, writes: readonly LogName[], log: Log): Promise<Driver> {
  if (config.kafkaBrokers !== null) return openKafka(config, config.kafkaBrokers, log)
  const dirs = { dir: logDir(config), knownDir: path.join(config.dataDir, KNOWN_DIR) }
  const driver = await EmbeddedDriver.open({
    ...dirs,
    writes,
    partitions: embeddedCounts(dirs.dir, config.partitions, writes.length > 0),
  })
  await refuseMissingRecords(driver, writes)
  if (writes.length > 0) keepPruned(driver, writes, config.logKeepMb * 2 ** 20, log)
  return driver
}

/**
 * Throws `unavailable` when records are missing: a part of the log was removed, or is an older copy. Either the stages
 * are ahead of the log, and would skip new acknowledged events until it reaches their position, or records that they
 * have not read are gone.
 */
async function refuseMissingRecords(driver: EmbeddedDriver, writes: readonly LogName[]): Promise<void> {
  for (const { topic, group } of CONSUMERS.filter((consumer) => writes.includes(logOf(consumer.topic)))) {
    for (let partition = 0; partition < driver.partitions(topic); partition++) {
      const read = await driver.groupPosition(group, { topic, partition })
      const { first, end } = await driver.bounds({ topic, partition })
      if (read === 0 || (first <= read && read <= end)) continue // a new group starts with the retained records
      const folder = driver.folder(logOf(topic))
      await driver.close()
      throw new AppError(
        'unavailable',
        `${folder} holds records ${first} to ${end} of ${topic}/${partition}, and ${group} has read ${read}: a part of it is missing. Restore it from a backup, or remove all of ${path.dirname(folder)} and ${KNOWN_DIR} beside it to continue without it`,
      )
    }
  }
}

export function logDir(config: Config): string {
  return path.join(config.dataDir, 'log')
}

/** Loaded only here: its client is a native module that is built only where Kafka is used. */
async function openKafka(config: Config, brokers: string, log: Log): Promise<Driver> {
  const options = kafkaOptions(config, brokers)
  const counts = countsOf(TOPOLOGY, 'kafka', config.partitions)
  const topics = topicsOf(TOPOLOGY).map(({ name, compacted }) => ({ name, compacted, partitions: counts[name] ?? 1 }))
  const { openKafkaDriver } = await import('../../stream/kafka/driver.ts')
  return openKafkaDriver({ ...options, topics, log })
}

/**
 * Back-pressure to the senders: `unavailable` while unread batches fill their bound, or the disk is nearly full. Both
 * are checked every second, on Kafka every five, so the bound may be passed in between.
 */
export function boundedAppend(driver: Driver, config: Config, log: Log): Driver['append'] {
  if (!(driver instanceof EmbeddedDriver)) return appendToKafka(driver, config, log)
  const maxBytes = config.logMaxMb * 2 ** 20
  let isBehind = false
  let isCrowded = false
  const look = () => {
    isBehind = logBytes(driver.folder('ingest')) > maxBytes
    isCrowded = isDiskCrowded(config)
  }
  look()
  setInterval(look, PRUNE_MS).unref()
  return async (outputs) => {
    if (isBehind) throw stagesAreBehind()
    if (isCrowded) throw diskIsCrowded()
    await driver.append(outputs)
  }
}

/**
 * Disk space kept for the stages: writing acknowledged events to the lake frees space, as the log drops stored ones.
 * @bound free space on the disk of the embedded log of pushed batches -> 503, Retry-After 5
 */
const ROOM_FOR_STAGES_BYTES = 256 * 2 ** 20

function isDiskCrowded({ dataDir }: Config): boolean {
  return freeBytes(dataDir) < ROOM_FOR_STAGES_BYTES
}

function diskIsCrowded(): AppError {
  return new AppError('unavailable', 'the disk is nearly full', { retryAfterSeconds: 5 })
}

/** Health of ingest on an embedded log, which refuses batches without disk space. Throws `unavailable`. */
export async function requireDisk(config: Config): Promise<void> {
  if (isDiskCrowded(config)) throw diskIsCrowded()
}

function appendToKafka(driver: Driver, config: Config, log: Log): Driver['append'] {
  const unread = unreadOf(driver, [TOPICS.securityEvents.name], config, log)
  return async (outputs) => {
    if (unread.isTooMuch) throw stagesAreBehind()
    await driver.append(outputs)
    unread.note(outputs)
  }
}

function stagesAreBehind(): AppError {
  return new AppError('unavailable', 'the stages are too far behind', { retryAfterSeconds: 5 })
}

/** Bytes on these topics that wait for their consumer groups; brokers drop them once a partition is full. */
export function unreadOf(driver: Driver, topics: readonly string[], config: Config, log: Log): Unread {
  const consumers = CONSUMERS.filter(({ topic }) => topics.includes(topic))
  const unread = new Unread(driver, consumers, config.kafkaUnreadMaxMb * 2 ** 20)
  unread.keepLooking(log)
  return unread
}

function keepPruned(driver: EmbeddedDriver, writes: readonly LogName[], keepBytes: number, log: Log): void {
  repeat(PRUNE_MS, async () => {
    try {
      // The relay compacts control data itself: a new stage reads it from its beginning.
      for (const name of writes) if (name !== 'control') await prune(driver, name, CONSUMERS, keepBytes)
    } catch (err) {
      log.warn({ err }, 'cannot prune the log, retrying')
    }
  })
}
