/** The parts of a topology, and what follows from them: the order of stages, the topics and their partition counts. */
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
  /** Stores of its state; each is a changelog on brokers. The runtime adds its own. */
  readonly stores: readonly string[]
  readonly outputs: readonly TopicSpec[]
  /**
   * Set for a stage that follows stream time: it gets the time once these groups have had their effects, in this order.
   */
  readonly time?: { readonly from: TopicSpec; readonly through: readonly string[] }
}

/** Opens what was loaded. `P` are the parts of a process that an entry may ask for. */
type Load<P, T> = () => Promise<(parts: P) => T>

export type StageEntry<P> = Declared & {
  readonly kind: 'stage'
  readonly load: Load<P, Stage>
}

export type SinkEntry<P> = Declared & { readonly kind: 'sink'; readonly load: Load<P, Sink> }

/** Reads in a way of its own, with a driver that it is given; resolves when `stop` aborts. */
export type OwnEntry<P> = Declared & {
  readonly kind: 'own'
  readonly load: Load<P, OwnRun>
}

export type OwnRun = (driver: Driver, stop: AbortSignal) => Promise<void>

export type Entry<P> = StageEntry<P> | SinkEntry<P> | OwnEntry<P>

export type Topology<P> = {
  /** Topics that no entry writes: the door and the relay do. */
  readonly fromOutside: readonly TopicSpec[]
  readonly entries: readonly Entry<P>[]
}

/** As far as what follows from it is concerned, whatever its code asks for. */
type AnyEntry = Declared & { readonly kind: 'stage' | 'sink' | 'own' }
type AnyTopology = { readonly fromOutside: readonly TopicSpec[]; readonly entries: readonly AnyEntry[] }

const RUNTIME_STORES = { stage: [FEED_STORE], sink: [CLAIMS], own: [] } as const

/** The process that runs an entry joins this group. */
export function groupOf({ kind, name, inputs, stores }: AnyEntry): GroupSpec {
  return { group: name, topics: inputs.map((topic) => topic.name), stores: [...stores, ...RUNTIME_STORES[kind]] }
}

/** Each topic once, those from outside first, then in the order in which entries first name them. */
export function topicsOf({ fromOutside, entries }: AnyTopology): readonly TopicSpec[] {
  return [...new Set([...fromOutside, ...entries.flatMap(({ inputs, outputs }) => [...inputs, ...outputs])])]
}

/**
 * The readers of each topic: the embedded log may drop a record when they have passed it, the records before them are
 * the lag, and a drain waits for them. A topic without a group here is kept as bytes allow.
 */
export function consumersOf({ entries }: Pick<AnyTopology, 'entries'>): Consumers {
  return entries.flatMap(({ name, inputs }) => inputs.map((topic) => ({ topic: topic.name, group: name })))
}

/** One for each stage that asks for time: `stream/time/mark-time.ts` goes it. */
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
  /** It has as many partitions as the widest of them. */
  readonly inputs: readonly TopicSpec[]
}

/** Topics of state on brokers; the driver makes them when a group is joined first. */
export function changelogsOf({ entries }: Pick<AnyTopology, 'entries'>): readonly Changelog[] {
  return entries.flatMap((entry) =>
    groupOf(entry).stores.map((store) => ({ name: `svc.${entry.name}.${store}.changelog`, inputs: entry.inputs })),
  )
}

/** Partition counts of a new installation whose `security.events` has `wide` of them. A topic of one stays one. */
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
