/**
 * The backbone on one machine: logs on local disk, each with one writing process and any number of readers.
 *
 * ingest: `security.events`, written by the ingest service.
 * control: `svc.control`, written by the outbox relay, which compacts it.
 * alerts: `svc.alerts.fused`, written by the outbox relay; separate from control data, of which the newest state is
 * kept for ever.
 * pipeline: everything that the stages write, with their positions and state; one commit is one frame.
 *
 * Each group has one member, so partitions never move, and only a member that has already left is fenced.
 */
import path from 'node:path'
import { assert } from '../../platform/assert.ts'
import { type LogName, TOPICS } from '../../schemas/topics.ts'
import {
  type Commit,
  type Compaction,
  type Cursor,
  type Driver,
  Fenced,
  type GroupSpec,
  type Output,
  type Ownership,
  type Position,
  type SlotChange,
  type TopicPartition,
  type Work,
} from '../driver.ts'
import { tenantOf } from '../fair-feed.ts'
import { Compactor } from './compact.ts'
import { KnownEnd } from './known-end.ts'
import { KnownFrames } from './known-frames.ts'
import { LogCursor, type OpenLog } from './log-cursor.ts'
import { POSITIONS, SLOTS, slotKey } from './log-index.ts'
import { KeptFrom, LogView } from './log-view.ts'
import { LogWindow } from './log-window.ts'
import { LOG_LIMITS, type LogLimits, LogWriter } from './log-writer.ts'
import { TailWatch } from './tail.ts'
import { ValueMemory } from './value-memory.ts'

export type EmbeddedOptions = {
  /** Folder of all logs. */
  readonly dir: string
  /** The logs that this process writes. */
  readonly writes: readonly LogName[]
  readonly limits?: LogLimits
  /**
   * Folder that records how far each log was acknowledged, to detect a log that was removed or replaced by an older
   * copy. Nothing is recorded when absent.
   */
  readonly knownDir?: string
  /** Partition counts by topic, where they are not those of `schemas/topics.ts`. */
  readonly partitions?: Readonly<Record<string, number>>
}

type KnownLog = OpenLog & { readonly kept: KeptFrom }

export class EmbeddedDriver implements Driver {
  readonly name = 'embedded'
  readonly #options: EmbeddedOptions
  readonly #writers = new Map<LogName, LogWriter>()
  readonly #logs = new Map<LogName, KnownLog>()
  readonly #views = new Map<LogName, LogView>()
  readonly #compactors = new Map<LogName, Compactor>()
  readonly #memory = new ValueMemory()

  private constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  static async open(options: EmbeddedOptions): Promise<EmbeddedDriver> {
    const driver = new EmbeddedDriver(options)
    for (const log of options.writes) {
      const writer = await LogWriter.open(driver.#folder(log), options.limits ?? LOG_LIMITS, driver.#knownEnd(log))
      driver.#writers.set(log, writer)
      const { frames, watch } = driver.#log(log)
      writer.onDurable((frame) => {
        if (frame) frames.add(frame)
        watch.look()
      })
    }
    return driver
  }

  partitions(topic: string): number {
    const fixed = this.#options.partitions?.[topic]
    return fixed ?? Object.values(TOPICS).find((spec) => spec.name === topic)?.partitions ?? 1
  }

  /** The writer of a log of this process, for retention and metrics. */
  writer(log: LogName): LogWriter {
    const writer = this.#writers.get(log)
    assert(writer, `this process writes the ${log} log`)
    return writer
  }

  folder(log: LogName): string {
    return this.#folder(log)
  }

  async append(outputs: readonly Output[]): Promise<void> {
    const logs = new Set(outputs.map((output) => logOf(output.topic)))
    for (const log of logs) {
      const lane = tenantOf(outputs[0]?.key ?? '')
      await this.writer(log).append(
        outputs.filter((output) => logOf(output.topic) === log),
        lane,
      )
    }
  }

  async join(group: GroupSpec, work: Work, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return
    const ownership = this.#own(group, stop)
    try {
      await work(ownership)
    } finally {
      ownership.leave()
    }
  }

  async bounds(tp: TopicPartition): Promise<{ first: number; end: number }> {
    const log = logOf(tp.topic)
    const index = await this.#indexOf(log)
    const key = `${tp.topic}/${tp.partition}`
    return { first: await this.#log(log).kept.offset(key), end: index.ends.get(key) ?? 0 }
  }

  async compact(compaction: Compaction): Promise<number> {
    const log = logOf(compaction.topic)
    assert(COMPACTED.has(log), `the ${log} log holds one topic, which is compacted`)
    let compactor = this.#compactors.get(log)
    if (!compactor) this.#compactors.set(log, (compactor = new Compactor(this, this.writer(log))))
    return compactor.compact(compaction)
  }

  async groupPosition(group: string, tp: TopicPartition): Promise<number> {
    const index = await this.#indexOf('pipeline')
    return index.positions.get(positionKey(group, tp)) ?? 0
  }

  async reader(tp: TopicPartition, offset: number): Promise<Cursor> {
    return new LogCursor(this.#log(logOf(tp.topic)), tp, offset)
  }

  async close(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.close()
    for (const { watch } of this.#logs.values()) watch.close()
  }

  #own(group: GroupSpec, stop: AbortSignal): Ownership & { leave(): void } {
    const writer = this.writer('pipeline')
    const left = new AbortController()
    const partitions = group.topics.flatMap((topic) =>
      Array.from({ length: this.partitions(topic) }, (_, partition) => ({ topic, partition })),
    )
    return {
      partitions,
      lost: AbortSignal.any([stop, left.signal]),
      leave: () => left.abort(),
      committed: (tp) => this.groupPosition(group.group, tp),
      cursor: (tp, offset) => this.reader(tp, offset),
      restore: (store, partition) => this.#restore(`${group.group}.${store}`, partition),
      commit: async (commit) => {
        if (left.signal.aborted) throw new Fenced(`${group.group} was left`)
        for (const { topic, partition } of commit.positions) {
          assert(
            group.topics.includes(topic) && partition < this.partitions(topic),
            `${group.group} owns ${topic}/${partition}`,
          )
        }
        await writer.append(toRecords(group.group, commit))
      },
    }
  }

  async *#restore(store: string, partition: number): AsyncIterable<{ slot: string; payload: Buffer }> {
    const writer = this.writer('pipeline')
    const slots = [...(writer.index.slots.get(`${store}/${partition}`) ?? [])]
    for (const [slot, place] of slots) yield { slot, payload: await writer.payload(place) }
  }

  async #indexOf(log: LogName) {
    const writer = this.#writers.get(log)
    if (writer) return writer.index
    let view = this.#views.get(log)
    if (!view) this.#views.set(log, (view = new LogView(this.#folder(log), this.#log(log).watch)))
    return view.refresh()
  }

  #log(name: LogName): KnownLog {
    const folder = this.#folder(name)
    let log = this.#logs.get(name)
    if (!log) {
      const [frames, window, kept] = [new KnownFrames(), new LogWindow(), new KeptFrom(folder)]
      log = { folder, watch: new TailWatch(folder), memory: this.#memory, frames, window, kept }
      this.#logs.set(name, log)
    }
    return log
  }

  #knownEnd(log: LogName): KnownEnd | null {
    const { knownDir } = this.#options
    return knownDir === undefined || COPIES.has(log) ? null : new KnownEnd(path.join(knownDir, log))
  }

  #folder(log: LogName): string {
    return path.join(this.#options.dir, log)
  }
}

const LOGS: ReadonlyMap<string, LogName> = new Map(Object.values(TOPICS).map(({ name, log }) => [name, log]))

/** Logs that may be lost: Postgres holds their content, and control data is published again when its log is missing. */
export const COPIES: ReadonlySet<LogName> = new Set(['control', 'alerts'])

const COMPACTED: ReadonlySet<LogName> = new Set(['control'])

export function logOf(topic: string): LogName {
  return LOGS.get(topic) ?? 'pipeline'
}

function toRecords(group: string, commit: Commit): Output[] {
  return [
    ...commit.outputs.map(refuseInternal),
    ...commit.changes.map((change) => slotRecord(group, change)),
    ...commit.positions.map((position) => positionRecord(group, position)),
  ]
}

function refuseInternal(output: Output): Output {
  assert(logOf(output.topic) === 'pipeline', `a stage may write ${output.topic}`)
  return output
}

function slotRecord(group: string, change: SlotChange): Output {
  const key = slotKey(`${group}.${change.store}`, change.partition, change.slot)
  return { topic: SLOTS, partition: 0, timestampMs: 0, key, value: [change.payload] }
}

function positionRecord(group: string, position: Position): Output {
  const value = Buffer.alloc(8)
  value.writeDoubleLE(position.offset)
  return { topic: POSITIONS, partition: 0, timestampMs: 0, key: positionKey(group, position), value: [value] }
}

function positionKey(group: string, tp: TopicPartition): string {
  return `${group} ${tp.topic}/${tp.partition}`
}
