import type { Cursor, LogRecord, TopicPartition } from '../driver.ts'
import type { SimulatedBackbone, SimulatedPartition } from './backbone.ts'
import type { Life } from './scheduler.ts'

const SPENT = 0xdd

type Want = (record: { key: string; offset: number }) => boolean

export class SimulatedCursor implements Cursor {
  readonly #backbone: SimulatedBackbone
  readonly #life: Life
  readonly #log: SimulatedPartition
  #index: number
  #offset: number
  #isClosed = false

  constructor(backbone: SimulatedBackbone, life: Life, tp: TopicPartition, offset: number) {
    this.#backbone = backbone
    this.#life = life
    this.#log = backbone.partition(tp)
    this.#offset = offset
    const index = this.#log.records.findIndex((record) => record.offset >= offset)
    this.#index = index < 0 ? this.#log.records.length : index
  }

  position(): number {
    return this.#offset
  }

  /** Overwrites the values, so that a test finds a later read of them. */
  spent(records: readonly LogRecord[]): void {
    for (const { value } of records) value.fill(SPENT)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const wake of [...this.#log.waiting]) wake()
  }

  async read(bytesMax: number, waitMs: number, want?: Want): Promise<LogRecord[]> {
    const { scheduler } = this.#backbone
    const untilMs = scheduler.nowMs + waitMs
    await this.#backbone.travel(this.#life)
    if (waitMs === 0 && scheduler.random.chance(this.#backbone.schedule.lazyRead)) return []
    for (;;) {
      const records = this.#nextRecords(bytesMax, want)
      if (records.length > 0 || scheduler.nowMs >= untilMs || this.#isClosed) return records
      await this.#appended(untilMs - scheduler.nowMs)
    }
  }

  #nextRecords(bytesMax: number, want: Want | undefined): LogRecord[] {
    const { random } = this.#backbone.scheduler
    const { shortRead, looseWant } = this.#backbone.schedule
    const countMax = random.chance(shortRead) ? 1 + random.below(5) : Number.POSITIVE_INFINITY
    const records: LogRecord[] = []
    for (let bytes = 0; bytes < bytesMax && records.length < countMax; this.#index++) {
      const record = this.#log.records[this.#index]
      if (!record) break
      const isLoaded = !want || want(record) || random.chance(looseWant)
      if (isLoaded) bytes += record.value.length
      records.push({ ...record, value: isLoaded ? Buffer.from(record.value) : Buffer.alloc(0) })
      this.#offset = record.offset + 1
    }
    const isAtEnd = this.#index === this.#log.records.length && this.#offset < this.#log.end
    // At some point a cursor learns that no record comes before the end.
    if (isAtEnd && !random.chance(shortRead)) this.#offset = this.#log.end
    return records
  }

  /** Resolves when something was written or `ms` passed. */
  #appended(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#log.waiting.delete(wake)
        this.#backbone.scheduler.after(0, resolve, this.#life)
      }
      this.#log.waiting.add(wake)
      this.#backbone.scheduler.after(ms, wake, this.#life)
    })
  }
}
