/**
 * Control data for a stage or a service: the latest document of every row, followed from `svc.control`. The topic is
 * read from its beginning at each start; a change arrives as soon as the backbone delivers it.
 *
 * bound   one document a row; for a deleted row only its sequence, so that a repeated older record cannot restore it
 */
import type { Log } from '../platform/log.ts'
import { decodeAvro } from '../schemas/avro.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { Driver, LogRecord } from './driver.ts'
import { followPartition } from './follow-partition.ts'

/**
 * Called with a row after a change and the sequence of that change; the document is undefined when the row was deleted.
 */
export type ControlListener = (tenant: string, kind: string, id: string, document: unknown, sequence: number) => void

type ControlChange = { sequence: number; tenant_id: string; kind: string; id: string; document: string }

export class ControlFeed {
  /** `tenant kind id` -> its document and the sequence that set it; a deleted row keeps its sequence. */
  readonly #rows = new Map<string, { sequence: number; document: unknown }>()
  readonly #listener: ControlListener | null
  readonly #caughtUp = Promise.withResolvers<void>()

  /** `listener` is called for every change, in the order in which rows change. It must not throw. */
  constructor(listener: ControlListener | null = null) {
    this.#listener = listener
  }

  /**
   * Resolves when all records that existed when following began were read. Before that, a decision may rest on missing
   * rows.
   */
  get caughtUp(): Promise<void> {
    return this.#caughtUp.promise
  }

  /** The document of a tenant's row, undefined when there is none (yet). */
  get<T>(tenant: string, kind: string, id: string): T | undefined {
    return this.#rows.get(`${tenant} ${kind} ${id}`)?.document as T | undefined
  }

  apply(change: ControlChange): void {
    const key = `${change.tenant_id} ${change.kind} ${change.id}`
    if ((this.#rows.get(key)?.sequence ?? -1) >= change.sequence) return
    const document = change.document === '' ? undefined : JSON.parse(change.document)
    this.#rows.set(key, { sequence: change.sequence, document })
    this.#listener?.(change.tenant_id, change.kind, change.id, document, change.sequence)
  }

  /** Skips a record that cannot be decoded, because it would block all records behind it. */
  #apply(value: Buffer, log: Log): void {
    try {
      this.apply(decodeAvro('control-change', value))
    } catch (err) {
      log.error({ err }, 'cannot decode a control record, skipping it')
    }
  }

  /** Follows every partition until `stop` aborts. Retries while the backbone is unavailable; known rows stay. */
  async follow(driver: Driver, log: Log, stop: AbortSignal): Promise<void> {
    const partitions = Array.from({ length: driver.partitions(TOPICS.control.name) }, (_, partition) => partition)
    const behind = new Set(partitions)
    const caughtUp = (partition: number) => {
      if (behind.delete(partition) && behind.size === 0) this.#caughtUp.resolve()
    }
    const following = (partition: number) => ({
      tp: { topic: TOPICS.control.name, partition },
      from: () => 0,
      onRecord: ({ value }: LogRecord) => this.#apply(value, log),
      caughtUp: () => caughtUp(partition),
    })
    await Promise.all(partitions.map((one) => followPartition(driver, following(one), log, stop)))
  }
}
