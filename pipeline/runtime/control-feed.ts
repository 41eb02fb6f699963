/**
 * Control data as a stage or a service sees it: the latest document of every row, followed from `svc.control`. It is
 * read from the beginning at each start; a change is here as soon as the backbone delivers it.
 *
 * bound   one document a row; of a deleted row its sequence, so that a repeated older record cannot bring it back
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
  /** `tenant kind id` -> its document and the sequence that set it; a deleted row keeps its sequence. */
  readonly #rows = new Map<string, { sequence: number; document: unknown }>()

  /** The document of a tenant's row, undefined when there is none (yet). */
  get<T>(tenant: string, kind: string, id: string): T | undefined {
    return this.#rows.get(`${tenant} ${kind} ${id}`)?.document as T | undefined
  }

  apply(change: ControlChange): void {
    const key = `${change.tenant_id} ${change.kind} ${change.id}`
    if ((this.#rows.get(key)?.sequence ?? -1) >= change.sequence) return
    const document = change.document === '' ? undefined : JSON.parse(change.document)
    this.#rows.set(key, { sequence: change.sequence, document })
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
    await Promise.all(partitions.map((partition) => this.#followOne(driver, partition, log, stop)))
  }

  async #followOne(driver: Driver, partition: number, log: Log, stop: AbortSignal): Promise<void> {
    let offset = 0
    while (!stop.aborted) {
      try {
        const cursor = await driver.reader({ topic: TOPICS.control.name, partition }, offset)
        try {
          while (!stop.aborted) {
            for (const record of await cursor.read(READ_BYTES, WAIT_MS)) this.#take(record.value, log)
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
