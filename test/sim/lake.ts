/**
 * A simulated ClickHouse, as far as the sink can tell: it takes blocks, drops an insert whose token the table has seen,
 * and is slow, away, or silent about what it did at times. What it takes it checks and keeps as rows.
 */
import type { InsertNative } from '../../pipeline/lake/sink.ts'
import type { Life, Scheduler } from '../../pipeline/runtime/simulated/scheduler.ts'
import { nativeRows } from '../native-block.ts'

export type LakeFaults = { readonly refused: number; readonly unknown: number; readonly lateMsMax: number }

/** `non_replicated_deduplication_window` of the tables. */
const WINDOW = 10_000

export type LakeRow = { readonly token: string; readonly row: Record<string, unknown> }

export class SimulatedLake {
  readonly tables: Record<'events' | 'signals' | 'ledger' | 'dead_letters' | 'schema_drift', LakeRow[]> = {
    events: [],
    signals: [],
    ledger: [],
    dead_letters: [],
    schema_drift: [],
  }
  readonly violations: string[] = []
  faults: LakeFaults = { refused: 0, unknown: 0, lateMsMax: 5 }
  isAway = false
  readonly #scheduler: Scheduler
  readonly #seen = new Map<string, Buffer>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** As one process reaches it. What a killed process had sent may still arrive. */
  insertFrom(life: Life): InsertNative {
    return ({ table, token, body }) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.concat(body)
        const answer = (act: () => void) => this.#scheduler.after(this.#scheduler.random.below(20), act, life)
        this.#scheduler.after(this.#latencyMs(), () => {
          const error = this.#arrive(table, token, bytes)
          answer(error ? () => reject(error) : resolve)
        })
      })
  }

  #latencyMs(): number {
    const { random } = this.#scheduler
    return random.below(random.chance(0.1) ? this.faults.lateMsMax : 30)
  }

  #arrive(table: string, token: string, bytes: Buffer): Error | null {
    const { random } = this.#scheduler
    if (this.isAway || random.chance(this.faults.refused)) return new Error('simulated: the lake is away')
    this.#take(table as keyof SimulatedLake['tables'], token, bytes)
    return random.chance(this.faults.unknown) ? new Error('simulated: taken, but the answer was lost') : null
  }

  #take(table: keyof SimulatedLake['tables'], token: string, bytes: Buffer): void {
    const key = `${table} ${token}`
    const known = this.#seen.get(key)
    if (known) {
      // The engine would drop it unseen: another content under a used token is loss.
      if (!known.equals(bytes)) this.violations.push(`token ${key} came again with another content`)
      return
    }
    this.#seen.set(key, bytes)
    if (this.#seen.size > WINDOW) this.#seen.delete(this.#seen.keys().next().value as string)
    this.tables[table].push(...nativeRows(bytes).map((row) => ({ token, row })))
  }
}
