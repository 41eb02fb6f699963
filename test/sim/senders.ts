/** Senders of simulated tenants: they push batches, repeat what was not acknowledged, and sometimes what was. */
import type { Driver } from '../../pipeline/runtime/driver.ts'
import type { Scheduler } from '../../pipeline/runtime/simulated/scheduler.ts'
import { partitionOf } from '../../platform/hash.ts'
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { bodyOf, type GivenEvent, newEvent, type Source, sourcesOf } from './events.ts'

export type SentBatch = { readonly source: Source; readonly events: readonly GivenEvent[]; isAcknowledged: boolean }

/** The loud one sends this many times as often as the others. */
const LOUD = 12
export const TENANTS = ['loud', 'quiet-a', 'quiet-b', 'quiet-c'] as const
const EVENTS_MAX = 6
const LOUD_EVENTS_MAX = 18
const ATTEMPTS = 4
const PAUSE_MS = 600
const RETRY_MS = 200
/** Repeats come from the last events of the source. */
const HISTORY_MAX = 30

export class Senders {
  /** By request id, which is in every record. */
  readonly batches = new Map<string, SentBatch>()
  isStopped = false
  readonly #scheduler: Scheduler
  readonly #driver: () => Driver
  readonly #history = new Map<string, GivenEvent[]>()
  #sent = 0
  #eventNumber = 0

  /** `driver` gives the process that receives now. */
  constructor(scheduler: Scheduler, driver: () => Driver) {
    this.#scheduler = scheduler
    this.#driver = driver
  }

  /** Resolves when every sender has stopped and nothing of theirs is under way. */
  async run(): Promise<void> {
    await Promise.all(TENANTS.map((tenant) => this.#sendAs(tenant)))
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
    const events: GivenEvent[] = []
    const most = source.tenant === 'loud' ? LOUD_EVENTS_MAX : EVENTS_MAX
    for (let left = 1 + random.below(most); left > 0; left--) {
      const isRepeat = history.length > 0 && random.chance(0.3)
      const event = isRepeat ? random.pick(history) : newEvent(random, source, this.#eventNumber++, nowMs)
      events.push(event)
      history.push(event)
      if (history.length > HISTORY_MAX) history.shift()
    }
    return { source, events, isAcknowledged: false }
  }

  /** As the door does it: one record a batch, acknowledged when the append is. */
  async #send(batch: SentBatch): Promise<void> {
    const { source, events } = batch
    const requestId = `request-${this.#sent++}`
    this.batches.set(requestId, batch)
    const body = bodyOf(events, source.framing)
    const key = `${source.tenant}/${source.connector}`
    for (let attempt = 0; attempt < ATTEMPTS && !batch.isAcknowledged; attempt++) {
      const receivedMs = this.#scheduler.nowMs
      const header = { tenantId: tenantId(source.tenant), connectorId: source.connector, connectorType: 'sim' }
      const value = encodeEventBatch(
        {
          ...header,
          sourceFormat: source.format,
          requestId,
          receivedMs,
          framing: source.framing,
          events: events.length,
        },
        body,
      )
      const topic = TOPICS.securityEvents.name
      const partition = partitionOf(key, this.#driver().partitions(topic))
      batch.isAcknowledged = await this.#answered(
        this.#driver().append([{ topic, partition, timestampMs: receivedMs, key, value }]),
      )
      if (!batch.isAcknowledged) await this.#scheduler.sleep(RETRY_MS)
    }
  }

  /** A process that is killed never answers: the sender gives up waiting. */
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
