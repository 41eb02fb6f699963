/**
 * Collects the events of one commit as columns, by partition of `svc.normalized_events`. They are empty between
 * commits, and a process steps one input partition at a time, so all tasks share one pool of column memory: a separate
 * block for every pair of partitions would take some megabytes each.
 */
import { partitionOf } from '../../../../platform/hash.ts'
import type { EventRow } from '../../../../schemas/event-row.ts'
import { EVENTS_LAYOUT, EventsBlock } from '../../../../schemas/events-block.ts'
import { encodeNormalizedEvents } from '../../../../schemas/normalized-events.ts'
import { TOPICS } from '../../../../schemas/topics.ts'
import type { Output } from '../../../../stream/driver.ts'
import { SourceCounts } from '../../../ledger-counts.ts'

/** Blocks shared by all tasks of a stage in this process; as many as one task ever used at once. */
export class BlockPool {
  readonly #empty: EventsBlock[] = []

  borrow(): EventsBlock {
    return this.#empty.pop() ?? new EventsBlock()
  }

  /** Returns a block without rows to the pool. */
  give(block: EventsBlock): void {
    this.#empty.push(block)
  }
}

type Lane = { block: EventsBlock | null; readonly counts: SourceCounts }

export class EventLanes {
  readonly #pool: BlockPool
  readonly #lanes: readonly Lane[]

  constructor(partitions: number, pool: BlockPool) {
    this.#pool = pool
    this.#lanes = Array.from({ length: partitions }, () => ({ block: null, counts: new SourceCounts() }))
  }

  /** Adds the row with its raw text, a range of the batch's body. */
  add(row: EventRow, body: Buffer, rawStart: number, rawEnd: number, minuteMs: number): void {
    const lane = this.#laneOf(row)
    lane.block ??= this.#pool.borrow()
    lane.block.push(row, body, rawStart, rawEnd)
    lane.counts.add(row.tenantId, row.source, minuteMs)
  }

  /** Partitioned by tenant and primary entity, so that events of one entity stay in order. */
  #laneOf(row: EventRow): Lane {
    const lanes = this.#lanes
    if (lanes.length === 1) return lanes[0] as Lane
    const entity = row.host || row.user || row.srcIp || row.source
    return lanes[partitionOf(`${row.tenantId}/${entity}`, lanes.length)] as Lane
  }

  drain(timestampMs: number): Output[] {
    return this.#lanes.flatMap((lane, partition) => {
      const { block, counts } = lane
      if (block === null) return []
      lane.block = null
      const { rows } = block
      const value = encodeNormalizedEvents({ layout: EVENTS_LAYOUT, rows, counts: counts.drain() }, block.drain())
      this.#pool.give(block)
      return [{ topic: TOPICS.normalizedEvents.name, partition, timestampMs, key: '', value, isMovable: true }]
    })
  }
}
