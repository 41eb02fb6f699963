/**
 * Runs a stage over the partitions that this process owns: reads fairly between tenants, steps, commits outputs with
 * state and position. Partitions are independent; the next batch is stepped while the last commit becomes durable.
 */

import { assert } from '../platform/assert.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Driver, Ownership, SlotChange, TopicPartition } from './driver.ts'
import { eachPartition } from './each-partition.ts'
import { FairFeed, FEED_LIMITS, type FeedLimits, type FeedPosition } from './fair-feed.ts'
import type { Stage, StageFigures } from './stage.ts'
import { TimedTask } from './time/timed-task.ts'

/**
 * State store of the runtime itself: each input's feed position while tenants are behind, and the time that a stage has
 * reached.
 */
export const FEED_STORE = 'feed'
const WAIT_MS = 250
/**
 * A commit costs a millisecond however small it is: a record that arrives right after another waits this long for more.
 * A single record or a full batch does not wait.
 */
const COMPANY_MS = 50

export type CommittedBatch = {
  readonly stage: string
  readonly tp: TopicPartition
  readonly records: number
  readonly bytes: number
  readonly seconds: number
  readonly queuedBytes: number
  /** The feed's position as of this commit: tenants in `behind` have unprocessed records below `main`. */
  readonly position: FeedPosition
  readonly figures: StageFigures
}

export type StageHooks = {
  /** Called after a commit; for metrics only, no behaviour may depend on it. */
  readonly committed?: (batch: CommittedBatch) => void
  /** Called when this process no longer owns the partition; for metrics only. */
  readonly left?: (one: { readonly stage: string; readonly tp: TopicPartition }) => void
  readonly weightOf?: (tenant: string) => number
  /** True while records of the tenant must wait; records of other tenants do not. */
  readonly isHeld?: (tenant: string) => boolean
  /** Awaited before each batch: see `sink-backpressure.ts`. */
  readonly room?: (lost: AbortSignal) => Promise<void>
  readonly limits?: FeedLimits
  readonly clock?: Clock
}

/** Resolves when `stop` aborts; rejects when the stage or the backbone failed. */
export async function runStage(
  driver: Pick<Driver, 'join' | 'partitions'>,
  stage: Stage,
  stop: AbortSignal,
  hooks: StageHooks = {},
): Promise<void> {
  const { name: group, inputs: topics, stores } = stage
  assert(topics.length === 1, `${group} reads one topic`)
  await driver.join(
    { group, topics, stores: [...stores, FEED_STORE] },
    (ownership) =>
      eachPartition(ownership, (tp, lost) =>
        runPartition(
          ownership,
          stage,
          new TimedTask(stage, tp.partition, (topic) => driver.partitions(topic)),
          tp,
          lost,
          hooks,
        ),
      ),
    stop,
  )
}

async function runPartition(
  ownership: Ownership,
  stage: Stage,
  task: TimedTask,
  tp: TopicPartition,
  lost: AbortSignal,
  hooks: StageHooks,
): Promise<void> {
  const kept = await restoreKept(ownership, tp)
  task.restore(await slotsOf(ownership, stage, tp), kept.get(timeSlot(tp)))
  const keptFeed = kept.get(tp.topic)
  const from: FeedPosition = keptFeed
    ? JSON.parse(keptFeed.toString())
    : { main: await ownership.committed(tp), behind: [] }
  const tenants = { weightOf: hooks.weightOf ?? (() => 1), ...(hooks.isHeld && { isHeld: hooks.isHeld }) }
  const feed = await FairFeed.open(ownership, tp, from, tenants, hooks.limits ?? FEED_LIMITS)
  try {
    await loop(ownership, stage, tp, task, feed, from.behind.length > 0, lost, hooks)
  } finally {
    await feed.close()
    hooks.left?.({ stage: stage.name, tp })
  }
}

async function loop(
  ownership: Ownership,
  stage: Stage,
  tp: TopicPartition,
  task: TimedTask,
  feed: FairFeed,
  isBehindAtFirst: boolean,
  lost: AbortSignal,
  hooks: StageHooks,
): Promise<void> {
  const clock = hooks.clock ?? systemClock
  let committing: Promise<void> = Promise.resolve()
  let wasBehind = isBehindAtFirst
  let snapshotAt = Number.NEGATIVE_INFINITY
  while (!lost.aborted) {
    await hooks.room?.(lost)
    await fill(feed, snapshotAt + COMPANY_MS, clock, lost)
    const records = feed.takeBatch()
    if (records.length > 0) snapshotAt = clock.now()
    const position = feed.position()
    const isBehind = position.behind.length > 0
    // Reaching the end justifies a commit of its own: only then does the group's position show that nothing is left.
    if (records.length === 0 && isBehind === wasBehind) {
      await committing // When idle, a failed commit must still be noticed.
      continue
    }
    const startedAt = clock.now()
    for (const record of records) task.step(record)
    const { outputs, changes, figures, release, time } = task.flush()
    const seconds = (clock.now() - startedAt) / 1000
    const own = [...(isBehind || wasBehind ? [feedChange(tp, position)] : []), ...timeChanges(tp, time)]
    wasBehind = isBehind
    await committing
    const bytes = records.reduce((sum, record) => sum + record.value.length, 0)
    committing = ownership
      .commit({
        outputs,
        changes: [...changes.map((change) => ({ ...change, partition: tp.partition })), ...own],
        positions: [{ ...tp, offset: lowest(position) }],
      })
      .finally(release)
      .finally(() => feed.spent(records))
      .then(() =>
        hooks.committed?.({
          stage: stage.name,
          tp,
          records: records.length,
          bytes,
          seconds,
          queuedBytes: feed.queuedBytes,
          position,
          figures,
        }),
      )
    committing.catch(() => {}) // reported where it is awaited
  }
  await committing
}

/** Keeps reading for up to `fullMs` when some records arrived but the batch is not full. */
async function fill(feed: FairFeed, fullMs: number, clock: Clock, lost: AbortSignal): Promise<void> {
  await feed.fill(WAIT_MS)
  const restMs = fullMs - clock.now()
  if (restMs <= 0 || feed.queuedBytes === 0 || feed.hasFullBatch) return
  await clock.wait(restMs, lost)
  await feed.fill(0)
}

async function slotsOf(ownership: Ownership, stage: Stage, tp: TopicPartition) {
  const slots: { store: string; slot: string; payload: Buffer }[] = []
  for (const store of stage.stores) {
    for await (const slot of ownership.restore(store, tp.partition)) slots.push({ store, ...slot })
  }
  return slots
}

async function restoreKept(ownership: Ownership, tp: TopicPartition): Promise<ReadonlyMap<string, Buffer>> {
  const kept = new Map<string, Buffer>()
  for await (const { slot, payload } of ownership.restore(FEED_STORE, tp.partition)) kept.set(slot, payload)
  return kept
}

function timeSlot({ topic }: TopicPartition): string {
  return `${topic} time`
}

function timeChanges(tp: TopicPartition, time: Buffer | null): SlotChange[] {
  return time ? [{ store: FEED_STORE, partition: tp.partition, slot: timeSlot(tp), payload: time }] : []
}

function feedChange(tp: TopicPartition, position: FeedPosition): SlotChange {
  const payload = position.behind.length > 0 ? Buffer.from(JSON.stringify(position)) : Buffer.alloc(0)
  return { store: FEED_STORE, partition: tp.partition, slot: tp.topic, payload }
}

function lowest(position: FeedPosition): number {
  return position.behind.reduce((low, [, offset]) => Math.min(low, offset), position.main)
}
