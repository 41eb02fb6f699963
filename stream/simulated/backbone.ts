/** The state that outlives every simulated process: records, positions of groups, and their state. All in memory. */
import { TOPICS } from '../../schemas/topics.ts'
import type { Commit, LogRecord, Output, TopicPartition } from '../driver.ts'
import type { Schedule } from './schedule.ts'
import { type Life, Scheduler } from './scheduler.ts'

export class SimulatedPartition {
  readonly records: LogRecord[] = []
  /** The offset the next record gets, but for gaps. */
  end = 0
  readonly waiting = new Set<() => void>()
}

export class SimulatedBackbone {
  readonly scheduler: Scheduler
  /** Tests may change it while the world runs, for example to a benign schedule for a drain. */
  schedule: Schedule
  readonly #counts: Readonly<Record<string, number>>
  readonly #partitions = new Map<string, SimulatedPartition>()
  readonly #positions = new Map<string, number>()
  readonly #slots = new Map<string, Map<string, Buffer>>()

  /** `partitions` overrides the counts of `schemas/topics.ts` by topic. */
  constructor(seed: number, schedule: Schedule, partitions: Readonly<Record<string, number>> = {}) {
    this.scheduler = new Scheduler(seed)
    this.schedule = schedule
    this.#counts = partitions
  }

  /** Resolves after the simulated latency of one message. */
  travel(life: Life | null): Promise<void> {
    return this.scheduler.sleep(this.latencyMs(), life)
  }

  latencyMs(): number {
    return this.scheduler.random.below(this.schedule.latencyMsMax + 1)
  }

  partitions(topic: string): number {
    return this.#counts[topic] ?? Object.values(TOPICS).find((spec) => spec.name === topic)?.partitions ?? 1
  }

  partition(tp: TopicPartition): SimulatedPartition {
    const key = `${tp.topic}/${tp.partition}`
    const found = this.#partitions.get(key) ?? new SimulatedPartition()
    this.#partitions.set(key, found)
    return found
  }

  position(group: string, tp: TopicPartition): number {
    return this.#positions.get(`${group} ${tp.topic}/${tp.partition}`) ?? 0
  }

  /** Slots of a store, oldest write first. */
  slots(group: string, store: string, partition: number): Map<string, Buffer> {
    const key = `${group} ${store}/${partition}`
    const found = this.#slots.get(key) ?? new Map<string, Buffer>()
    this.#slots.set(key, found)
    return found
  }

  /** Applies the whole commit synchronously: no other operation can run in between. */
  apply(group: string, commit: Commit): void {
    this.write(commit.outputs)
    for (const { store, partition, slot, payload } of commit.changes) {
      const slots = this.slots(group, store, partition)
      slots.delete(slot) // inserted again: map order is write order
      if (payload.length > 0) slots.set(slot, Buffer.from(payload))
    }
    for (const { topic, partition, offset } of commit.positions) {
      this.#positions.set(`${group} ${topic}/${partition}`, offset)
    }
  }

  write(outputs: readonly Output[]): void {
    const touched = new Set<SimulatedPartition>()
    for (const { topic, partition, timestampMs, key, value } of outputs) {
      const log = this.partition({ topic, partition })
      log.records.push({ topic, partition, offset: log.end, timestampMs, key, value: Buffer.concat(value) })
      log.end++
      touched.add(log)
    }
    for (const log of touched) {
      if (this.scheduler.random.chance(this.schedule.gap)) log.end += 1 + this.scheduler.random.below(3)
      for (const wake of [...log.waiting]) wake()
    }
  }
}
