/**
 * Holds messages that were not yet pushed to ingest, by tenant and source, in order of arrival. A batch is pushed when
 * it is full or after a short delay. Messages are in memory only: syslog has no acknowledgement, so messages held by a
 * dying process are lost. Their size is bounded; beyond it TCP senders wait.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { IngestSource, PushBody } from '../../control/platform/connectors/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import { encodeFrames } from '../../schemas/frames.ts'

export const OUTBOX_LIMITS = {
  batchMessages: 2000,
  batchBytes: 2 * 1024 * 1024,
  batchMs: 200,
  /**
   * Bytes held for all sources together; beyond it TCP senders wait, and datagrams are dropped and counted.
   * @bound held syslog messages -> TCP senders wait, datagrams are dropped and counted
   */
  heldBytes: 64 * 1024 * 1024,
  /** Time for pushing the held messages when the service stops. */
  stopMs: 8_000,
} as const

export type OutboxCounts = {
  pushed(messages: number): void
  /**
   * `full`: a datagram beyond the bound; `refused`: ingest will never accept it; `stopped`: the service ended before it
   * was pushed.
   */
  dropped(messages: number, reason: 'full' | 'refused' | 'stopped'): void
}

type Lane = { readonly source: IngestSource; waiting: Buffer[]; bytes: number; working: Promise<void> | null }

export class Outbox {
  readonly #push: PushBody
  readonly #counts: OutboxCounts
  readonly #log: Log
  readonly #lanes = new Map<string, Lane>()
  readonly #waiters: (() => void)[] = []
  #held = 0
  #isStopped = false

  constructor(push: PushBody, counts: OutboxCounts, log: Log) {
    this.#push = push
    this.#counts = counts
    this.#log = log
  }

  get heldBytes(): number {
    return this.#held
  }

  isFull(): boolean {
    return this.#held >= OUTBOX_LIMITS.heldBytes
  }

  /** Resolves when there is room again. */
  room(): Promise<void> {
    return this.isFull() ? new Promise((resolve) => this.#waiters.push(resolve)) : Promise.resolve()
  }

  add(source: IngestSource, message: Buffer): void {
    const key = `${source.tenant} ${source.connectorId}`
    let lane = this.#lanes.get(key)
    if (lane === undefined) {
      lane = { source, waiting: [], bytes: 0, working: null }
      this.#lanes.set(key, lane)
    }
    lane.waiting.push(message)
    lane.bytes += message.length
    this.#held += message.length
    lane.working ??= this.#work(key, lane)
  }

  /** Pushes the held messages, for at most `stopMs`. */
  async stop(): Promise<void> {
    const all = Promise.all([...this.#lanes.values()].map(({ working }) => working))
    await Promise.race([all, delay(OUTBOX_LIMITS.stopMs)])
    this.#isStopped = true
    const left = [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
    if (left > 0) this.#counts.dropped(left, 'stopped')
  }

  async #work(key: string, lane: Lane): Promise<void> {
    const { batchMs, batchMessages, batchBytes } = OUTBOX_LIMITS
    while (lane.waiting.length > 0 && !this.#isStopped) {
      if (lane.waiting.length < batchMessages && lane.bytes < batchBytes) await delay(batchMs)
      const batch = takeBatch(lane)
      const isPushed = await this.#pushed(lane.source, batch)
      if (this.#isStopped && !isPushed) return
      const bytes = batch.reduce((sum, { length }) => sum + length, 0)
      this.#held -= bytes
      if (!this.isFull()) for (const wake of this.#waiters.splice(0)) wake()
    }
    lane.working = null
    if (lane.waiting.length === 0) this.#lanes.delete(key)
  }

  /** Repeats until ingest accepts the batch, or refuses it for good. */
  async #pushed(source: IngestSource, batch: readonly Buffer[]): Promise<boolean> {
    const id = randomUUID()
    const body = encodeFrames(batch.map((message, nth) => ({ key: `${id}.${nth}`, body: message })))
    for (let failures = 1; !this.#isStopped; failures++) {
      try {
        await this.#push(source, 'application/vnd.svc.messages', body)
        this.#counts.pushed(batch.length)
        return true
      } catch (error) {
        const isFinal = error instanceof AppError && error.code === 'bad_request'
        const { tenant, connectorId } = source
        this.#log.warn(
          { err: error, tenant, source: connectorId, messages: batch.length },
          isFinal ? 'syslog messages rejected by ingest, dropped' : 'cannot push syslog messages to ingest, retrying',
        )
        if (isFinal) {
          this.#counts.dropped(batch.length, 'refused')
          return true
        }
        await delay(pauseAfter(failures, 500))
      }
    }
    return false
  }
}

function takeBatch(lane: Lane): Buffer[] {
  let bytes = 0
  let count = 0
  for (const { length } of lane.waiting) {
    if (count > 0 && (count >= OUTBOX_LIMITS.batchMessages || bytes + length > OUTBOX_LIMITS.batchBytes)) break
    bytes += length
    count++
  }
  lane.bytes -= bytes
  return lane.waiting.splice(0, count)
}
