/**
 * One simulated life of the platform: senders, two or three pipeline processes, a lake. For a number of steps every
 * kind of fault happens; then all faults end, the world drains, and the oracles check it.
 */
import { consumersOf, type Entry } from '../../pipeline/contract/topology.ts'
import { loadEntries } from '../../pipeline/run-topology.ts'
import { CORRELATE, INTAKE, type Parts, TOPOLOGY } from '../../pipeline/topology.ts'
import { decodeTimeMarks, isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { FEED_STORE } from '../../stream/run-stage.ts'
import { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import { SimulatedDriver } from '../../stream/simulated/driver.ts'
import { groupsOf } from '../../stream/simulated/group.ts'
import { BENIGN, HOSTILE } from '../../stream/simulated/schedule.ts'
import { BACK_MS } from '../../stream/time/stream-time.ts'
import { SimulatedAlerts } from './alerts.ts'
import { SimulatedLake } from './lake.ts'
import { type Mutation, PipelineNode } from './node.ts'
import { judge } from './oracle.ts'
import { Recorder } from './recorder.ts'
import { Senders } from './senders.ts'

export type Report = {
  readonly seed: number
  readonly violations: readonly string[]
  readonly batches: number
  readonly steps: number
  /** The same for every run of one seed. */
  readonly digest: string
}

/** Number of records at the end of a partition that are searched for watermarks. */
const MARKS_SEEN = 50
const MONTH_MS = 30 * 86_400_000
/** Far more steps than any drain needs; a world that needs more is stuck. */
const DRAIN_STEPS_MAX = 40_000
/** Fewer partitions than in production, because the steps of idle loops find nothing. */
const PARTITIONS = { [TOPICS.securityEvents.name]: 3, [TOPICS.ruleMatches.name]: 2 }
const TROUBLE_MS = 700
const LAKE_FAULTS = { refused: 0.1, unknown: 0.15, killed: 0.05, lateMsMax: 3000 }

/** Entries that this world has besides those of the product, and the check of their final state. */
export type Added = {
  readonly entries: readonly Entry<Parts>[]
  readonly judge: (backbone: SimulatedBackbone, fail: (text: string) => void) => void
}

export async function simulate(
  seed: number,
  steps: number,
  mutation: Mutation = {},
  added: Added = { entries: [], judge: () => undefined },
): Promise<Report> {
  const entries = [...TOPOLOGY.entries, ...added.entries]
  const open = await loadEntries(entries)
  const backbone = new SimulatedBackbone(seed, HOSTILE, PARTITIONS)
  const { scheduler } = backbone
  const lake = new SimulatedLake(scheduler)
  lake.faults = LAKE_FAULTS
  const alerts = new SimulatedAlerts(scheduler)
  alerts.faults = LAKE_FAULTS
  const time = { aheadMs: 0 }
  const now = () => scheduler.nowMs + time.aheadMs
  const nodes = Array.from(
    { length: 2 + scheduler.random.below(2) },
    () => new PipelineNode(backbone, { lake, alerts }, open, now, mutation),
  )
  const door = { driver: new SimulatedDriver(backbone) }
  if (seed % JUMPS_EVERY === 0) await jumpAhead(backbone, nodes, time)
  const until = scheduler.steps + steps
  const senders = new Senders(scheduler, () => door.driver)
  const recorder = new Recorder(scheduler, () => door.driver)
  const sending = Promise.all([senders.run(), seed % RECORDS_EVERY === 0 ? recorder.run() : undefined])
  while (scheduler.steps < until) {
    await scheduler.sleep(scheduler.random.below(2 * TROUBLE_MS))
    trouble(backbone, lake, nodes, door)
  }
  senders.isStopped = true
  recorder.isStopped = true
  backbone.schedule = BENIGN
  lake.faults = { refused: 0, unknown: 0, killed: 0, lateMsMax: 50 }
  lake.isAway = false
  alerts.faults = { refused: 0, unknown: 0, lateMsMax: 50 }
  await sending
  await senders.lastWords()
  // No more events will come, so every window may learn at once that its time is over.
  time.aheadMs = MONTH_MS
  const isDrained = await drain(backbone, entries)
  await Promise.all(nodes.map((node) => node.end()))
  const found = [...nodes.flatMap(({ violations }) => violations), ...judge(backbone, { lake, alerts }, senders)]
  added.judge(backbone, (text) => found.push(text))
  const violations = isDrained ? found : [`not drained within ${DRAIN_STEPS_MAX} steps`, ...found]
  return { seed, violations, batches: senders.batches.size, steps: scheduler.steps, digest: digestOf(backbone, lake) }
}

/** Every such seed simulates detections that are submitted over the API. */
const RECORDS_EVERY = 3

/** Every such seed begins with a clock that is wrong for a while. */
const JUMPS_EVERY = 4
const JUMPS_MS = [2 * 3_600_000, MONTH_MS + 10 * 86_400_000]
const JUMP_TURNS = 12

/**
 * Nothing was sent yet: everything that comes after the clock is corrected must be handled as if it had always been
 * right.
 */
async function jumpAhead(backbone: SimulatedBackbone, nodes: readonly PipelineNode[], time: { aheadMs: number }) {
  const { scheduler } = backbone
  for (const aheadMs of [scheduler.random.pick(JUMPS_MS), 0]) {
    time.aheadMs = aheadMs
    for (let turn = 0; turn < JUMP_TURNS; turn++) {
      await scheduler.sleep(2 * TROUBLE_MS)
      if (scheduler.random.chance(0.3)) scheduler.random.pick(nodes).kill()
    }
  }
  while (isAhead(backbone)) await scheduler.sleep(TROUBLE_MS)
}

/** True while a partition of windows still uses the time of the wrong clock. */
function isAhead(backbone: SimulatedBackbone): boolean {
  const topic = TOPICS.ruleMatches.name
  const latestMs = backbone.scheduler.nowMs + BACK_MS
  return Array.from({ length: backbone.partitions(topic) }, (_, partition) => {
    const stored = backbone.slots(CORRELATE.name, FEED_STORE, partition).get(`${topic} time`)
    const times = `${stored ?? ''}`.match(/\d{13,}/g) ?? []
    return times.some((ms) => Number(ms) > latestMs)
  }).some(Boolean)
}

function trouble(
  backbone: SimulatedBackbone,
  lake: SimulatedLake,
  nodes: readonly PipelineNode[],
  door: { driver: SimulatedDriver },
): void {
  const { random } = backbone.scheduler
  const troubles = [
    () => random.pick(nodes).kill(),
    () => random.pick(nodes).kill(),
    () => void random.pick(nodes).recycle(),
    () => random.pick(groupsOf(backbone)).rebalance(),
    () => {
      lake.isAway = true
      backbone.scheduler.after(random.below(3000), () => (lake.isAway = false))
    },
    () => {
      door.driver.kill()
      door.driver = new SimulatedDriver(backbone)
    },
  ]
  random.pick(troubles)()
}

/**
 * Waits until every group has passed every record (the last of each partition, because offsets may end in a gap) and
 * reports so for every tenant: the one may be committed a moment before the other.
 */
async function drain(backbone: SimulatedBackbone, entries: readonly Entry<Parts>[]): Promise<boolean> {
  const { scheduler } = backbone
  const consumers = consumersOf({ entries })
  const until = scheduler.steps + DRAIN_STEPS_MAX
  while (scheduler.steps < until) {
    await scheduler.sleep(100)
    if (
      entries.every((entry) => isTimeOver(backbone, entry)) &&
      consumers.every(({ group, topic }) => isPassed(backbone, group, topic)) &&
      isNobodyBehind(backbone)
    )
      return true
  }
  return false
}

/**
 * True when a stage with watermarks knows that all windows are over: watermarks of the month ahead come before its
 * position.
 */
function isTimeOver(backbone: SimulatedBackbone, { name, inputs, time }: Entry<Parts>): boolean {
  if (!time) return true
  const timePartitions = backbone.partitions(time.from.name)
  return inputs.every(({ name: topic }) =>
    Array.from({ length: backbone.partitions(topic) }, (_, partition) => {
      const tp = { topic, partition }
      const position = backbone.position(name, tp)
      const passed = backbone
        .partition(tp)
        .records.slice(-MARKS_SEEN)
        .filter(({ offset }) => offset < position)
      const marks = passed.flatMap(({ value }) => (isTimeMarks(value) ? decodeTimeMarks(value) : []))
      const { nowMs } = backbone.scheduler
      // Excludes watermarks of the clock that had jumped at the beginning.
      const isOfTheEnd = (ms: number) => ms > nowMs + MONTH_MS / 2 && ms <= nowMs + MONTH_MS
      const over = marks.filter(({ received_ms, behind }) => isOfTheEnd(received_ms) && behind.length === 0)
      return new Set(over.map((mark) => mark.partition)).size === timePartitions
    }).every(Boolean),
  )
}

function isPassed(backbone: SimulatedBackbone, group: string, topic: string): boolean {
  return Array.from({ length: backbone.partitions(topic) }, (_, partition) => ({ topic, partition })).every(
    (tp) => backbone.position(group, tp) > (backbone.partition(tp).records.at(-1)?.offset ?? -1),
  )
}

function isNobodyBehind(backbone: SimulatedBackbone): boolean {
  const partitions = backbone.partitions(TOPICS.securityEvents.name)
  return Array.from({ length: partitions }, (_, n) => backbone.slots(INTAKE.name, 'feed', n).size).every(
    (size) => size === 0,
  )
}

function digestOf(backbone: SimulatedBackbone, lake: SimulatedLake): string {
  const { steps, nowMs } = backbone.scheduler
  const rows = Object.values(lake.tables).flatMap((table) => table.map(({ token }) => token))
  return `${steps} steps, ${nowMs}, ${rows.join(' ')}`
}
