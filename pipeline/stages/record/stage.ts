/**
 * record: passes signals that the API accepted (`POST /detections`) from the outbox on to where the rules' signals go:
 * to fusion, to the lake, and to every reader of `svc.signals`. Each once: the relay repeats an append whose result it
 * did not see, and a sender may repeat a request.
 *
 * key     none: the topic has one partition
 * state   ids of the last `REMEMBERED_MS`, `IDS_MAX` at most, one slot each; the oldest are forgotten first
 * loses   nothing; a repeat after that is passed on again, and fusion recognises it by its id
 */
import { decodeEntityChange } from '../../../schemas/entity-change.ts'
import { recordedSignal, SIGNAL_RECORDED } from '../../../schemas/recorded-signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import { SignalLanes } from '../../signal-lanes.ts'

const STORE = 'ids'
export const REMEMBERED_MS = 25 * 3_600_000
export const IDS_MAX = 100_000
/** Most records of the topic are about alerts and cases, and are not decoded. */
const MARK = Buffer.from(SIGNAL_RECORDED)

export type RecordConfig = {
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
  readonly idsMax?: number
}

export function recordStage({ signalPartitions, idsMax = IDS_MAX }: RecordConfig): Stage {
  return {
    ...{ name: 'record', inputs: [TOPICS.entityChanges.name], stores: [STORE] },
    open: () => new RecordTask(signalPartitions, idsMax),
  }
}

class RecordTask implements StageTask {
  readonly #idsMax: number
  readonly #signals: SignalLanes
  /** When and at which offset each id was written; in the order of the topic. */
  readonly #ids = new Map<string, { readonly atMs: number; readonly offset: number }>()
  readonly #changed = new Set<string>()
  readonly #outcomes = { recorded: 0, repeat: 0 }
  #newestMs = 0

  constructor(signalPartitions: number, idsMax: number) {
    this.#signals = new SignalLanes(signalPartitions)
    this.#idsMax = idsMax
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    const known = slots.map(({ slot, payload }) => {
      return [slot, { atMs: payload.readDoubleLE(0), offset: payload.readDoubleLE(8) }] as const
    })
    for (const [id, place] of known.sort(([, a], [, b]) => a.offset - b.offset)) this.#ids.set(id, place)
  }

  step({ value, timestampMs, offset }: LogRecord): void {
    if (!value.includes(MARK)) return
    const signal = recordedSignal(decodeEntityChange(value))
    if (signal === null) return
    this.#newestMs = Math.max(this.#newestMs, timestampMs)
    const id = `${signal.tenant_id}/${signal.signal_id}`
    if (this.#ids.has(id)) {
      this.#outcomes.repeat++
      return
    }
    this.#outcomes.recorded++
    this.#signals.add(signal)
    this.#ids.set(id, { atMs: timestampMs, offset })
    this.#changed.add(id)
    this.#forget(timestampMs - REMEMBERED_MS)
  }

  #forget(beforeMs: number): void {
    for (const [id, { atMs }] of this.#ids) {
      if (this.#ids.size <= this.#idsMax && atMs >= beforeMs) return
      this.#ids.delete(id)
      this.#changed.add(id)
    }
  }

  flush(): Flushed {
    const outputs = this.#signals.drain(this.#newestMs)
    const changes = [...this.#changed].map((slot) => ({ store: STORE, slot, payload: this.#payloadOf(slot) }))
    this.#changed.clear()
    this.#newestMs = 0
    const outcomes = (['recorded', 'repeat'] as const).flatMap((outcome) => {
      const events = this.#outcomes[outcome]
      this.#outcomes[outcome] = 0
      return events === 0 ? [] : [{ outcome, reason: '', events }]
    })
    return { outputs, changes, figures: { outcomes, state: { ids: this.#ids.size }, rows: 0 } }
  }

  /** An empty payload removes the slot. */
  #payloadOf(id: string): Buffer {
    const place = this.#ids.get(id)
    if (place === undefined) return Buffer.alloc(0)
    const payload = Buffer.alloc(16)
    payload.writeDoubleLE(place.atMs, 0)
    payload.writeDoubleLE(place.offset, 8)
    return payload
  }
}
