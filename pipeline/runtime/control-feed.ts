/**
 * Control data as a stage or a service sees it: the latest document of every row, followed from `svc.control`. It is
 * read from the beginning at each start; a change is here as soon as the backbone delivers it.
 *
 * bound   one document a row; rows that were deleted are forgotten
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { decodeAvro } from '../../schemas/avro.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Driver } from './driver.ts'

type ControlChange = { sequence: number; tenant_id: string; kind: string; id: string; document: string }

const READ_BYTES = 1 << 20
const WAIT_MS = 1000

export class ControlFeed {
  /** `kind id` -> its document and the sequence that set it. */
  readonly #rows = new Map<string, { sequence: number; document: unknown }>()

  /** The document of a row, undefined when there is none (yet). */
  get<T>(kind: string, id: string): T | undefined {
    return this.#rows.get(`${kind} ${id}`)?.document as T | undefined
  }

  apply(change: ControlChange): void {
    const key = `${change.kind} ${change.id}`
    if ((this.#rows.get(key)?.sequence ?? -1) >= change.sequence) return
    if (change.document === '') this.#rows.delete(key)
    else this.#rows.set(key, { sequence: change.sequence, document: JSON.parse(change.document) })
  }

  /** Follows every partition until `stop` aborts; a backbone that is away is tried again, what is known stays. */
  async follow(driver: Driver, log: Log, stop: AbortSignal): Promise<void> {
    const partitions = Array.from({ length: driver.partitions(TOPICS.control.name) }, (_, partition) => partition)
    await Promise.all(partitions.map((partition) => this.#followOne(driver, partition, log, stop)))
  }

  async #followOne(driver: Driver, partition: number, log: Log, stop: AbortSignal): Promise<void> {
    let offset = 0
    while (!stop.aborted) {
      try {
        const cursor = await driver.reader({ topic: TOPICS.control.name, partition }, offset)
        try {
          while (!stop.aborted) {
            for (const record of await cursor.read(READ_BYTES, WAIT_MS))
              this.apply(decodeAvro('control-change', record.value))
            offset = cursor.position()
          }
        } finally {
          await cursor.close()
        }
      } catch (err) {
        log.warn({ err }, 'control data is not followed; trying again')
        await delay(WAIT_MS, undefined, { signal: stop }).catch(() => undefined)
      }
    }
  }
}
