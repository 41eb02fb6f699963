/**
 * tally: the signals of a tenant are counted a span of time of receipt, and told when the span is over. A stage that
 * svc does not have: it shows what one takes.
 *
 * key     none: a partition counts what it reads
 * state   a number a tenant and span that is not over; bound by the signals of the spans that are under way
 * late    a signal of a span that was told already is told by itself
 * loses   nothing
 */
import fs from 'node:fs'
import avro from 'avsc'
import { decodeSignals } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { LogRecord } from '../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../stream/stage.ts'
import type { Time } from '../../stream/time/stream-time.ts'
import { tallies } from './entry.ts'

export const SPAN_MS = 1_000
const STORE = 'spans'

export type Tally = { readonly tenant_id: string; readonly span_ms: number; readonly signals: number }
const TYPE = avro.Type.forSchema(JSON.parse(fs.readFileSync(new URL('tallies.avsc', import.meta.url), 'utf8')))
export const decodeTally = (value: Buffer): Tally => TYPE.fromBuffer(value) as Tally

export function tallyStage(): Stage {
  return {
    ...{ name: 'tally', inputs: [TOPICS.signals.name], stores: [STORE], timeFrom: TOPICS.securityEvents.name },
    open: () => new TallyTask(),
  }
}

class TallyTask implements StageTask {
  /** By `<start of the span> <tenant>`. */
  readonly #spans = new Map<string, number>()
  readonly #touched = new Set<string>()
  #time: Time = { receivedMs: 0, behind: new Map() }
  #accepted = 0

  restore(slots: Parameters<StageTask['restore']>[0]): void {
    for (const { slot, payload } of slots) this.#spans.set(slot, payload.readUInt32LE())
  }

  advance(time: Time): void {
    this.#time = time
  }

  step({ value }: LogRecord): void {
    for (const { tenant_id, received_ms } of decodeSignals(value)) {
      const slot = `${received_ms - (received_ms % SPAN_MS)} ${tenant_id}`
      this.#spans.set(slot, (this.#spans.get(slot) ?? 0) + 1)
      this.#touched.add(slot)
      this.#accepted++
    }
  }

  flush(): Flushed {
    const outputs = [...this.#spans.keys()]
      .sort()
      .filter((slot) => this.#isOver(slot))
      .map((slot) => this.#report(slot))
    const changes = [...this.#touched]
      .sort()
      .map((slot) => ({ store: STORE, slot, payload: u32(this.#spans.get(slot)) }))
    this.#touched.clear()
    const outcomes = [{ outcome: 'tallied', reason: '', events: this.#accepted }]
    this.#accepted = 0
    return { outputs, changes, figures: { outcomes, state: { spans: this.#spans.size }, rows: 0 } }
  }

  #isOver(slot: string): boolean {
    const { tenant, startMs } = spanOf(slot)
    return startMs + SPAN_MS <= (this.#time.behind.get(tenant) ?? this.#time.receivedMs)
  }

  #report(slot: string): Flushed['outputs'][number] {
    const { tenant, startMs } = spanOf(slot)
    const value = [TYPE.toBuffer({ tenant_id: tenant, span_ms: startMs, signals: this.#spans.get(slot) })]
    this.#spans.delete(slot)
    this.#touched.add(slot)
    return { topic: tallies.name, partition: 0, timestampMs: startMs, key: '', value }
  }
}

function spanOf(slot: string): { readonly tenant: string; readonly startMs: number } {
  const space = slot.indexOf(' ')
  return { tenant: slot.slice(space + 1), startMs: Number(slot.slice(0, space)) }
}

/** Undefined writes an empty slot, which means that the slot is removed. */
function u32(of: number | undefined): Buffer {
  if (of === undefined) return Buffer.alloc(0)
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(of)
  return bytes
}
