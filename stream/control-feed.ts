/**
 * Control data as a stage or a service sees it: the latest document of every row, followed from `svc.control`. It is
 * read from the beginning at each start; a change is here as soon as the backbone delivers it.
 *
 * bound   one document a row; of a deleted row its sequence, so that a repeated older record cannot bring it back
 */
import type { Log } from '../platform/log.ts'
import { decodeAvro } from '../schemas/avro.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { Driver, LogRecord } from './driver.ts'
import { followPartition } from './follow-partition.ts'

/** A row as it stands after a change, and the sequence that set it; the document is undefined when the row is no more. */
export type ControlListener = (tenant: string, kind: string, id: string, document: unknown, sequence: number) => void

type ControlChange = { sequence: number; tenant_id: string; kind: string; id: string; document: string }

export class ControlFeed {
  /** `tenant kind id` -> its document and the sequence that set it; a deleted row keeps its sequence. */
  readonly #rows = new Map<string, { sequence: number; document: unknown }>()
  readonly #listener: ControlListener | null
  readonly #caughtUp = Promise.withResolvers<void>()

  /** `listener` is told of every change, in the order in which rows change. It does not throw. */
  constructor(listener: ControlListener | null = null) {
    this.#listener = listener
  }

  /** Resolves when what was there as following began has been read: what is decided before may be decided wrongly. */
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

  /** A record that cannot be read is passed over, or it would hold back everything behind it. */
  #take(value: Buffer, log: Log): void {
    try {
      this.apply(decodeAvro('control-change', value))
    } catch (err) {
      log.error({ err }, 'a record of control data cannot be read and is passed over')
    }
  }

  /** Follows every partition until `stop` aborts; a backbone that is away is tried again, what is known stays. */
  async follow(driver: Driver, log: Log, stop: AbortSignal): Promise<void> {
    const partitions = Array.from({ length: driver.partitions(TOPICS.control.name) }, (_, partition) => partition)
    const behind = new Set(partitions)
    const caughtUp = (partition: number) => {
      if (behind.delete(partition) && behind.size === 0) this.#caughtUp.resolve()
    }
    const following = (partition: number) => ({
      tp: { topic: TOPICS.control.name, partition },
      from: () => 0,
      take: ({ value }: LogRecord) => this.#take(value, log),
      caughtUp: () => caughtUp(partition),
    })
    await Promise.all(partitions.map((one) => followPartition(driver, following(one), log, stop)))
  }
}
