/**
 * The contract between every stage and the runtime, checked once here; each stage's test calls it. A crash at any
 * record loses the steps since the last commit, which are read again, and does not change the output. Neither does the
 * stage's work for another partition, the clock, or randomness. A stage never writes to its input, and outputs and
 * stores only what its topology entry declares.
 */
import { expect } from 'vitest'
import type { LogRecord } from '../../stream/driver.ts'
import type { Flushed, Stage } from '../../stream/stage.ts'
import { TimedTask } from '../../stream/time/timed-task.ts'
import type { StageEntry } from './topology.ts'

export type Course = {
  /** The process dies just before it steps this record; never, when there is no such record. */
  readonly crashAt: number
  /** Number of records between two commits. */
  readonly commitEvery: number
  readonly partitionsOf: (topic: string) => number
}

type Slot = { readonly store: string; readonly slot: string; readonly payload: Buffer }
/** The committed state, in the form in which a driver keeps it. */
type Kept = { readonly slots: Map<string, Slot>; time: Buffer | undefined }

/** `make` must return a new stage on each call, as in a new process. The records are of one partition, in order. */
export function assertCompliant(
  entry: StageEntry<never>,
  make: () => Stage,
  records: readonly LogRecord[],
  course: Course,
): void {
  const undisturbed = live(entry, make, records, { ...course, crashAt: -1 })
  expect(live(entry, make, records, course), 'a crash changes nothing').toEqual(undisturbed)
  const disturbed = elsewhere(() => live(entry, make, records, { ...course, crashAt: -1 }, true))
  expect(disturbed, 'neither another partition nor the clock nor chance changes anything').toEqual(undisturbed)
}

/** Returns the outputs of each commit. */
function live(
  entry: StageEntry<never>,
  make: () => Stage,
  records: readonly LogRecord[],
  { crashAt, commitEvery, partitionsOf }: Course,
  hasNeighbour = false,
): readonly string[][] {
  const kept: Kept = { slots: new Map(), time: undefined }
  const commits: string[][] = []
  let stage = make()
  let task = opened(stage, kept, partitionsOf)
  const neighbour = hasNeighbour ? new TimedTask(stage, 1, partitionsOf) : null
  let isCrashed = false
  let committed = 0
  for (let at = 0; at < records.length; at++) {
    if (at === crashAt && !isCrashed) {
      isCrashed = true
      stage = make()
      task = opened(stage, kept, partitionsOf)
      at = committed
    }
    const record = records[at] as LogRecord
    neighbour?.step({ ...record, partition: 1, value: Buffer.from(record.value) })
    stepUnwritten(task, record)
    if ((at + 1) % commitEvery !== 0 && at + 1 < records.length) continue
    const flushed = task.flush()
    expect(faultsOf(entry, flushed, partitionsOf)).toEqual([])
    commits.push(flushed.outputs.map(textOf))
    keep(kept, flushed)
    flushed.release?.()
    committed = at + 1
    neighbour?.flush().release?.()
  }
  return commits
}

/** Opens the stage on restored state, in arbitrary slot order. */
function opened(stage: Stage, { slots, time }: Kept, partitionsOf: Course['partitionsOf']): TimedTask {
  const task = new TimedTask(stage, 0, partitionsOf)
  task.restore([...slots.values()].reverse(), time)
  return task
}

function stepUnwritten(task: TimedTask, record: LogRecord): void {
  const copy = { ...record, value: Buffer.from(record.value) }
  task.step(Object.freeze(copy))
  expect(copy.value.equals(record.value), 'a record is read, not written').toBe(true)
}

function keep(kept: Kept, { changes, time }: ReturnType<TimedTask['flush']>): void {
  if (time) kept.time = Buffer.from(time)
  for (const { store, slot, payload } of changes) {
    const name = `${store}\0${slot}`
    kept.slots.delete(name)
    if (payload.length > 0) kept.slots.set(name, { store, slot, payload: Buffer.from(payload) })
  }
}

function faultsOf(entry: StageEntry<never>, flushed: Flushed, partitionsOf: Course['partitionsOf']): readonly string[] {
  const topics = new Set(entry.outputs.map(({ name }) => name))
  const { outputs, changes, figures } = flushed
  return [
    ...outputs.flatMap(({ topic }) => (topics.has(topic) ? [] : [`writes ${topic}`])),
    ...outputs.flatMap(({ topic, partition }) =>
      partition < partitionsOf(topic) ? [] : [`writes ${topic}/${partition}`],
    ),
    ...changes.flatMap(({ store }) => (entry.stores.includes(store) ? [] : [`remembers in ${store}`])),
    ...figures.outcomes.flatMap(({ outcome, reason }) =>
      /^[a-z_]{3,40}$/.test(outcome) && /^[a-z_]{0,40}$/.test(reason) ? [] : [`counts ${outcome} ${reason}`],
    ),
  ]
}

function textOf({ topic, partition, timestampMs, key, value }: Flushed['outputs'][number]): string {
  return `${topic}/${partition} ${timestampMs} ${key} ${Buffer.concat(value).toString('base64')}`
}

const YEAR_MS = 365 * 86_400_000

/** Runs `work` with another clock and another random source. */
function elsewhere<T>(work: () => T): T {
  const { now } = Date
  const { random } = Math
  Date.now = () => now() + YEAR_MS
  Math.random = () => 0.999
  try {
    return work()
  } finally {
    Date.now = now
    Math.random = random
  }
}
