/**
 * Reads one input partition so that no tenant waits behind another: weighted deficit round robin over tenants, with a
 * short queue for each. A tenant whose queue is full is parked: the main cursor skips its records, and a cursor of its
 * own reads them later. A held tenant is parked until it is released. The order within a tenant is kept.
 *
 * state   the position of the main cursor, and for each tenant with unprocessed records below it the first of them
 * bound   `tenantBytes` queued a tenant (less where many have some) and `totalBytes` for all, each plus one read;
 *         nothing is dropped, it waits in the log. Parked tenants may fill half of the total only: the rest keeps the
 *         main cursor moving for all others
 * delay   once queued, a record waits for one quantum of each other tenant, and for earlier records of its own tenant;
 *         then for the rest of its batch, which is small while several tenants have records queued
 */
import { assert } from '../platform/assert.ts'
import type { Cursor, LogRecord, Ownership, TopicPartition } from './driver.ts'

export type FeedLimits = {
  readonly readBytes: number
  readonly tenantBytes: number
  readonly totalBytes: number
  /** Bytes that a tenant of weight 1 may take in one round. */
  readonly quantumBytes: number
  /** Bytes that are stepped and committed together; they bound how long a record waits behind the batch before it. */
  readonly batchBytes: number
  /**
   * The same while several tenants have records queued: no record of a batch is stored before the whole batch was
   * stepped.
   */
  readonly sharedBatchBytes: number
}

export const FEED_LIMITS: FeedLimits = {
  readBytes: 4 * 2 ** 20,
  /** @bound bytes of a tenant that are queued in a partition -> the tenant is parked */
  tenantBytes: 4 * 2 ** 20,
  /** @bound bytes queued in a partition, of all tenants -> reading pauses */
  totalBytes: 64 * 2 ** 20,
  quantumBytes: 256 * 1024,
  /** @bound bytes of one step -> the rest is in the next step */
  batchBytes: 4 * 2 ** 20,
  /** @bound bytes of one step while several tenants wait -> the rest is in the next step */
  sharedBatchBytes: 2 ** 20,
}

/**
 * Reads per fill. A fill continues although it found records: otherwise a tenant alone with its backlog would be queued
 * and taken one read at a time and never be parked, while others wait behind it. Skipping parked records is cheap.
 */
const READS_MAX = 16

/** Position of a feed: everything below `main` was processed, except for the tenants in `behind`. */
export type FeedPosition = {
  readonly main: number
  readonly behind: readonly (readonly [tenant: string, offset: number])[]
}

export type FeedTenants = {
  weightOf(tenant: string): number
  /** True while the tenant's records must stay in the log, because its rules are not compiled yet. */
  isHeld?(tenant: string): boolean
}

type Queue = { records: LogRecord[]; bytes: number; deficit: number }

export class FairFeed {
  readonly #ownership: Ownership
  readonly #tp: TopicPartition
  readonly #limits: FeedLimits
  readonly #tenants: FeedTenants
  readonly #queues = new Map<string, Queue>()
  readonly #parked = new Map<string, { offset: number; cursor: Cursor | null }>()
  readonly #main: Cursor
  #bytes = 0

  private constructor(
    ownership: Ownership,
    tp: TopicPartition,
    main: Cursor,
    behind: FeedPosition['behind'],
    tenants: FeedTenants,
    limits: FeedLimits,
  ) {
    this.#ownership = ownership
    this.#tp = tp
    this.#main = main
    this.#limits = limits
    this.#tenants = tenants
    for (const [tenant, offset] of behind) this.#parked.set(tenant, { offset, cursor: null })
  }

  static async open(
    ownership: Ownership,
    tp: TopicPartition,
    from: FeedPosition,
    tenants: FeedTenants,
    limits: FeedLimits = FEED_LIMITS,
  ): Promise<FairFeed> {
    const main = await ownership.cursor(tp, from.main)
    return new FairFeed(ownership, tp, main, from.behind, tenants, limits)
  }

  get queuedBytes(): number {
    return this.#bytes
  }

  get hasFullBatch(): boolean {
    return this.#bytes >= this.#batchBytes
  }

  /** The first unprocessed offset, and the data to continue from it. */
  position(): FeedPosition {
    const behind: [string, number][] = []
    for (const [tenant, queue] of this.#queues) {
      const [first] = queue.records
      if (first) behind.push([tenant, first.offset])
    }
    for (const [tenant, parked] of this.#parked) {
      const isBehind = parked.offset < this.#main.position() && !this.#queues.get(tenant)?.records.length
      if (isBehind) behind.push([tenant, parked.offset])
    }
    return { main: this.#main.position(), behind }
  }

  /** Reads ahead as far as the bounds allow; waits at most `waitMs` when nothing is queued. */
  async fill(waitMs: number): Promise<void> {
    await this.#catchUp(waitMs)
    for (let reads = 0; reads < READS_MAX && this.#bytes < this.#limits.totalBytes; reads++) {
      const canWait = reads === 0 && this.#bytes === 0 && this.#isAllParkedHeld()
      if (!(await this.#readMain(canWait ? waitMs : 0))) return
    }
  }

  /** Returns false when the main cursor is at the end. */
  async #readMain(waitMs: number): Promise<boolean> {
    const isParked = ({ key }: { key: string }) => this.#parked.has(tenantOf(key))
    const records = await this.#main.read(this.#limits.readBytes, waitMs, (record) => !isParked(record))
    for (const record of records) {
      if (isParked(record)) continue
      if (this.#isHeld(tenantOf(record.key)))
        this.#parked.set(tenantOf(record.key), { offset: record.offset, cursor: null })
      else this.#enqueue(record)
    }
    for (const [tenant, queue] of this.#queues) {
      const isFull = queue.bytes >= this.#share()
      if (isFull && !this.#parked.has(tenant)) this.#parked.set(tenant, { offset: this.#main.position(), cursor: null })
    }
    return records.length > 0
  }

  /** About as many queued records as a batch may have, shared fairly; each tenant's in order. */
  takeBatch(): LogRecord[] {
    return this.next(this.#batchBytes)
  }

  get #batchBytes(): number {
    return this.#queues.size > 1 ? this.#limits.sharedBatchBytes : this.#limits.batchBytes
  }

  /** About `bytesMax` of queued records, shared fairly; each tenant's in order. */
  next(bytesMax: number): LogRecord[] {
    const chosen: LogRecord[] = []
    let bytes = 0
    // A served tenant moves to the end of the map, so the next call begins where this one ended.
    for (const [tenant, queue] of this.#queues) {
      if (bytes >= bytesMax) break
      const weight = this.#tenants.weightOf(tenant)
      assert(weight > 0, 'a weight is positive')
      queue.deficit += this.#limits.quantumBytes * weight
      bytes += this.#takeFrom(queue, chosen)
      this.#queues.delete(tenant)
      if (queue.records.length > 0) this.#queues.set(tenant, queue)
    }
    return chosen
  }

  /** The taken records were processed: see `Cursor.spent`. */
  spent(records: readonly LogRecord[]): void {
    this.#main.spent?.(records)
  }

  async close(): Promise<void> {
    await this.#main.close()
    for (const { cursor } of this.#parked.values()) await cursor?.close()
  }

  #takeFrom(queue: Queue, chosen: LogRecord[]): number {
    let bytes = 0
    let count = 0
    for (const record of queue.records) {
      const size = costOf(record)
      if (size > queue.deficit) break
      queue.deficit -= size
      bytes += size
      count++
      chosen.push(record)
    }
    queue.records.splice(0, count)
    queue.bytes -= bytes
    this.#bytes -= bytes
    return bytes
  }

  /** Parked tenants with room in their queue continue from their own position until they reach the main cursor. */
  async #catchUp(waitMs: number): Promise<void> {
    for (const [tenant, parked] of [...this.#parked]) {
      if (this.#isHeld(tenant)) continue
      const queued = this.#queues.get(tenant)?.bytes ?? 0
      const share = this.#share()
      if (queued * 2 > share || this.#bytes * 2 >= this.#limits.totalBytes) continue
      parked.cursor ??= await this.#ownership.cursor(this.#tp, parked.offset)
      const isMine = ({ key, offset }: { key: string; offset: number }) =>
        tenantOf(key) === tenant && offset < this.#main.position()
      const records =
        parked.offset < this.#main.position()
          ? await parked.cursor.read(share - queued, this.#bytes === 0 ? waitMs : 0, isMine)
          : []
      for (const record of records) if (isMine(record)) this.#enqueue(record)
      parked.offset = Math.max(parked.offset, parked.cursor.position())
      this.#parked.delete(tenant)
      if (parked.offset >= this.#main.position()) await parked.cursor.close()
      else this.#parked.set(tenant, parked) // behind the others, which were not served yet
    }
  }

  #isHeld(tenant: string): boolean {
    return this.#tenants.isHeld?.(tenant) ?? false
  }

  #isAllParkedHeld(): boolean {
    for (const tenant of this.#parked.keys()) if (!this.#isHeld(tenant)) return false
    return true
  }

  /** A tenant's share of the queue: many loud tenants must not fill the total together before any of them is parked. */
  #share(): number {
    const { tenantBytes, totalBytes, quantumBytes } = this.#limits
    return Math.max(quantumBytes, Math.min(tenantBytes, totalBytes / 2 / Math.max(1, this.#queues.size)))
  }

  #enqueue(record: LogRecord): void {
    const tenant = tenantOf(record.key)
    let queue = this.#queues.get(tenant)
    if (!queue) this.#queues.set(tenant, (queue = { records: [], bytes: 0, deficit: 0 }))
    const last = queue.records.at(-1)
    assert(!last || last.offset < record.offset, 'a tenant is read in order')
    queue.records.push(record)
    queue.bytes += costOf(record)
    this.#bytes += costOf(record)
  }
}

/** An empty record still has a cost of handling. */
function costOf(record: LogRecord): number {
  return record.value.length + 512
}

/** Keys of the input begin with the tenant's id. */
export function tenantOf(key: string): string {
  const slash = key.indexOf('/')
  return slash < 0 ? key : key.slice(0, slash)
}
