/**
 * The types of a topology, and the values derived from it: the order of stages, the topics and their partition counts.
 */
import { assert } from '../../platform/assert.ts'
import { PARTITIONS, type TopicSpec } from '../../schemas/topics.ts'
import type { Driver, GroupSpec } from '../../stream/driver.ts'
import type { Consumers } from '../../stream/embedded/retention.ts'
import { CLAIMS, type Sink } from '../../stream/run-sink.ts'
import { FEED_STORE } from '../../stream/run-stage.ts'
import type { Stage } from '../../stream/stage.ts'
import type { TimePath } from '../../stream/time/mark-time.ts'

type Declared = {
  /** Also the name of its consumer group, and a word of the names of its changelogs. */
  readonly name: string
  readonly inputs: readonly TopicSpec[]
  /** State stores of the entry; each is a changelog topic on brokers. The runtime adds its own store. */
  readonly stores: readonly string[]
  readonly outputs: readonly TopicSpec[]
  /**
   * Set for a stage that follows stream time: its time advances once these groups, in this order, have processed the
   * records.
   */
  readonly time?: { readonly from: TopicSpec; readonly through: readonly string[] }
}

/**
 * Loads an entry's code and returns the function that opens it. `P` are the parts of a process that an entry may use.
 */
type Load<P, T> = () => Promise<(parts: P) => T>

export type StageEntry<P> = Declared & {
  readonly kind: 'stage'
  readonly load: Load<P, Stage>
}

export type SinkEntry<P> = Declared & { readonly kind: 'sink'; readonly load: Load<P, Sink> }

/** Reads in its own way, with the driver that it is given; resolves when `stop` aborts. */
export type OwnEntry<P> = Declared & {
  readonly kind: 'own'
  readonly load: Load<P, OwnRun>
}

export type OwnRun = (driver: Driver, stop: AbortSignal) => Promise<void>

export type Entry<P> = StageEntry<P> | SinkEntry<P> | OwnEntry<P>

export type Topology<P> = {
  /** Topics that no entry writes: ingest and the outbox relay write them. */
  readonly fromOutside: readonly TopicSpec[]
  readonly entries: readonly Entry<P>[]
}

/** An entry without its code, for the values that are derived from the topology. */
type AnyEntry = Declared & { readonly kind: 'stage' | 'sink' | 'own' }
type AnyTopology = { readonly fromOutside: readonly TopicSpec[]; readonly entries: readonly AnyEntry[] }

const RUNTIME_STORES = { stage: [FEED_STORE], sink: [CLAIMS], own: [] } as const

/** The consumer group of the process that runs an entry. */
export function groupOf({ kind, name, inputs, stores }: AnyEntry): GroupSpec {
  return { group: name, topics: inputs.map((topic) => topic.name), stores: [...stores, ...RUNTIME_STORES[kind]] }
}

/** Every topic once: those written from outside first, then in the order in which entries first name them. */
export function topicsOf({ fromOutside, entries }: AnyTopology): readonly TopicSpec[] {
  return [...new Set([...fromOutside, ...entries.flatMap(({ inputs, outputs }) => [...inputs, ...outputs])])]
}

/**
 * The consumer groups of each topic. The embedded log may drop a record once all of them have passed it; the lag counts
 * the records that they have not passed, and a drain waits for them. A topic without a group is kept up to a number of
 * bytes.
 */
export function consumersOf({ entries }: Pick<AnyTopology, 'entries'>): Consumers {
  return entries.flatMap(({ name, inputs }) => inputs.map((topic) => ({ topic: topic.name, group: name })))
}

/** One path for each stage that follows time; `stream/time/mark-time.ts` sends the marks along it. */
export function timePathsOf({ entries }: Pick<AnyTopology, 'entries'>): readonly TimePath[] {
  return entries.flatMap(({ inputs, time }) => {
    if (!time) return []
    const through = time.through.map((group) => {
      const passed = entries.find(({ name }) => name === group)
      assert(passed, `${group} is in the topology`)
      return groupOf(passed)
    })
    return [{ from: time.from.name, through, to: inputs.map(({ name }) => name) }]
  })
}

export type Changelog = {
  readonly name: string
  /** The changelog has as many partitions as the widest of these. */
  readonly inputs: readonly TopicSpec[]
}

/** State topics on brokers; the driver creates them when a group is joined for the first time. */
export function changelogsOf({ entries }: Pick<AnyTopology, 'entries'>): readonly Changelog[] {
  return entries.flatMap((entry) =>
    groupOf(entry).stores.map((store) => ({ name: `svc.${entry.name}.${store}.changelog`, inputs: entry.inputs })),
  )
}

/**
 * Partition counts of a new installation whose `security.events` has `wide` partitions. A topic with one partition
 * keeps one.
 */
export function countsOf(
  topology: AnyTopology,
  backbone: 'embedded' | 'kafka',
  wide: number = PARTITIONS,
): Readonly<Record<string, number>> {
  const countOf = ({ partitions, isOneEmbedded }: TopicSpec) => {
    if (partitions === 1 || (isOneEmbedded && backbone === 'embedded')) return 1
    return Math.max(1, Math.round((partitions * wide) / PARTITIONS))
  }
  return Object.fromEntries(topicsOf(topology).map((topic) => [topic.name, countOf(topic)]))
}
