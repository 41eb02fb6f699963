/** Senders of simulated tenants: they push batches, repeat unacknowledged ones, and sometimes acknowledged ones. */

import { partitionOf } from '../../platform/hash.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Driver } from '../../stream/driver.ts'
import type { Scheduler } from '../../stream/simulated/scheduler.ts'
import { bodyOf, newEvent, type Source, sourcesOf, type TestEvent } from './events.ts'

export type SentBatch = {
  readonly source: Source
  readonly events: readonly TestEvent[]
  /** Id of the request, as ingest assigns it: a repeated request has the same id. */
  readonly key: string
  isAcknowledged: boolean
}

/** The loud tenant sends this many times as often as the others. */
const LOUD = 12
export const TENANTS = ['loud', 'quiet-a', 'quiet-b', 'quiet-c'] as const
const EVENTS_MAX = 6
const LOUD_EVENTS_MAX = 18
const ATTEMPTS = 4
const PAUSE_MS = 600
const RETRY_MS = 200
/** Number of a source's last events that may be repeated. */
const HISTORY_MAX = 30

export class Senders {
  /** Batches by request id, which is in every record. */
  readonly batches = new Map<string, SentBatch>()
  isStopped = false
  readonly #scheduler: Scheduler
  readonly #driver: () => Driver
  readonly #history = new Map<string, TestEvent[]>()
  #sent = 0
  #eventNumber = 0

  /** `driver` returns the process that currently receives. */
  constructor(scheduler: Scheduler, driver: () => Driver) {
    this.#scheduler = scheduler
    this.#driver = driver
  }

  /** Resolves when every sender has stopped and has no open request. */
  async run(): Promise<void> {
    await Promise.all(TENANTS.map((tenant) => this.#sendAs(tenant)))
  }

  /**
   * Appends an empty batch to each partition: offsets may end in a gap, behind which there could be more records. Call
   * it only when the world has no faults.
   */
  async lastWords(): Promise<void> {
    const driver = this.#driver()
    const [source] = sourcesOf(TENANTS[0])
    if (!source) throw new Error('a tenant has a source')
    for (let partition = 0; partition < driver.partitions(TOPICS.securityEvents.name); partition++) {
      const batch = { source, events: [], key: '', isAcknowledged: false }
      while (!batch.isAcknowledged) await this.#append(batch, `last words ${partition}`, Buffer.alloc(0), partition)
    }
  }

  async #sendAs(tenant: string): Promise<void> {
    const { random } = this.#scheduler
    const pauseMs = tenant === 'loud' ? PAUSE_MS / LOUD : PAUSE_MS
    while (!this.isStopped) {
      await this.#scheduler.sleep(random.below(2 * pauseMs))
      if (!this.isStopped) await this.#send(this.#batch(random.pick(sourcesOf(tenant))))
    }
  }

  #batch(source: Source): SentBatch {
    const { random, nowMs } = this.#scheduler
    const key = `${source.tenant}/${source.connector}`
    const history = this.#history.get(key) ?? []
    this.#history.set(key, history)
    const events: TestEvent[] = []
    const most = source.tenant === 'loud' ? LOUD_EVENTS_MAX : EVENTS_MAX
    for (let left = 1 + random.below(most); left > 0; left--) {
      const isRepeat = history.length > 0 && random.chance(0.3)
      const event = isRepeat ? random.pick(history) : newEvent(random, source, this.#eventNumber++, nowMs)
      events.push(event)
      history.push(event)
      if (history.length > HISTORY_MAX) history.shift()
    }
    return { source, events, key: `key of ${this.#eventNumber}`, isAcknowledged: false }
  }

  /** Appends as ingest does: one record for each batch, acknowledged when the append is durable. */
  async #send(batch: SentBatch): Promise<void> {
    const { source, events } = batch
    const requestId = `request-${this.#sent++}`
    this.batches.set(requestId, batch)
    const body = bodyOf(events, source.framing)
    const key = `${source.tenant}/${source.connector}`
    for (let attempt = 0; attempt < ATTEMPTS && !batch.isAcknowledged; attempt++) {
      const partition = partitionOf(key, this.#driver().partitions(TOPICS.securityEvents.name))
      await this.#append(batch, requestId, body, partition)
      if (!batch.isAcknowledged) await this.#scheduler.sleep(RETRY_MS)
    }
  }

  async #append(batch: SentBatch, requestId: string, body: Buffer, partition: number): Promise<void> {
    this.batches.set(requestId, batch)
    const { tenant, connector, format, framing } = batch.source
    const receivedMs = this.#scheduler.nowMs
    const header = { tenantId: tenantId(tenant), connectorId: connector, connectorType: 'sim', sourceFormat: format }
    const events = batch.events.length
    // An ingest process that has just started does not know if the request was sent before.
    const keys = { requestKey: batch.key, earlierKey: this.#scheduler.random.chance(0.5) ? `before ${batch.key}` : '' }
    const value = encodeEventBatch({ ...header, ...keys, requestId, receivedMs, framing, events }, body)
    const output = { topic: TOPICS.securityEvents.name, partition, timestampMs: receivedMs }
    batch.isAcknowledged = await this.#answered(
      this.#driver().append([{ ...output, key: `${tenant}/${connector}`, value }]),
    )
  }

  /** False when the process was killed and never answers: the sender gives up. */
  #answered(appended: Promise<void>): Promise<boolean> {
    return Promise.race([
      appended.then(
        () => true,
        () => false,
      ),
      this.#scheduler.sleep(2000).then(() => false),
    ])
  }
}
