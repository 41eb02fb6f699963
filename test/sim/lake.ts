/**
 * A simulated ClickHouse for the sink: it accepts blocks, drops an insert whose token the table has seen, and at times
 * is slow, away, does not report the outcome, or is killed during an insert. It checks and keeps the rows that it
 * accepts.
 */

import type { LakePort, LakeRows } from '../../stores/clickhouse/lake-port.ts'
import type { Life, Scheduler } from '../../stream/simulated/scheduler.ts'
import { nativeRows } from '../native-block.ts'

export type LakeFaults = {
  readonly refused: number
  readonly unknown: number
  readonly killed: number
  readonly lateMsMax: number
}

/** `non_replicated_deduplication_window` of the tables. */
const WINDOW = 10_000

export type LakeRow = { readonly token: string; readonly row: Record<string, unknown> }
type Tables = Record<
  'events' | 'signals' | 'ledger' | 'dead_letters' | 'schema_drift' | 'anomalies' | 'baselines',
  LakeRow[]
>

export class SimulatedLake {
  readonly tables: Tables = {
    events: [],
    signals: [],
    ledger: [],
    dead_letters: [],
    schema_drift: [],
    anomalies: [],
    baselines: [],
  }
  readonly violations: string[] = []
  faults: LakeFaults = { refused: 0, unknown: 0, killed: 0, lateMsMax: 5 }
  isAway = false
  readonly #scheduler: Scheduler
  readonly #seen = new Map<string, Buffer>()
  /** Number of the engine's current life: statements to a killed engine are lost. */
  #engine = 0

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** The port of one process. Inserts of a killed process may still arrive. */
  portFor(life: Life): LakePort {
    return {
      insert: ({ table, token, body }) => {
        const bytes = Buffer.concat(body)
        return this.#ask(life, () => this.#insert(table as keyof Tables, token, bytes))
      },
      countIds: (rows) => this.#ask(life, () => this.#count(rows)),
    }
  }

  #ask<T>(life: Life, act: () => T): Promise<T> {
    const engine = this.#engine
    return new Promise((resolve, reject) => {
      const answer = (settle: () => void) => this.#scheduler.after(this.#scheduler.random.below(20), settle, life)
      this.#scheduler.after(this.#latencyMs(), () => {
        try {
          if (engine !== this.#engine) throw new Error('simulated: the engine it was sent to is no more')
          const { random } = this.#scheduler
          if (this.isAway || random.chance(this.faults.refused)) throw new Error('simulated: the lake is away')
          const done = act()
          answer(() => resolve(done))
        } catch (error) {
          answer(() => reject(error))
        }
      })
    })
  }

  #latencyMs(): number {
    const { random } = this.#scheduler
    return random.below(random.chance(0.1) ? this.faults.lateMsMax : 30)
  }

  #insert(table: keyof Tables, token: string, bytes: Buffer): void {
    const { random } = this.#scheduler
    const known = this.#seen.get(`${table} ${token}`)
    if (known) {
      // The real engine would drop this silently: other content under a used token is a loss.
      if (!known.equals(bytes)) this.violations.push(`token ${table} ${token} came again with another content`)
      return
    }
    const isKilled = random.chance(this.faults.killed)
    const [hasToken, hasRows] = isKilled ? random.pick(KILLED_WITH) : [true, true]
    if (hasToken) this.#remember(`${table} ${token}`, bytes)
    if (hasRows) this.tables[table].push(...nativeRows(bytes).map((row) => ({ token, row })))
    if (isKilled) {
      this.#engine++
      throw new Error('simulated: the engine was killed')
    }
    if (random.chance(this.faults.unknown)) throw new Error('simulated: taken, but the answer was lost')
  }

  #remember(key: string, bytes: Buffer): void {
    this.#seen.set(key, bytes)
    if (this.#seen.size > WINDOW) this.#seen.delete(this.#seen.keys().next().value as string)
  }

  #count({ table, idColumn, timeColumn, ids, fromMs, toMs }: LakeRows): number {
    const msOf = (value: unknown) => (table === 'ledger' ? Number(value) * 1000 : Number(value))
    const found = this.tables[table as keyof Tables]
      .filter(({ row }) => msOf(row[timeColumn]) >= fromMs && msOf(row[timeColumn]) <= toMs)
      .map(({ row }) => String(row[idColumn]))
    return new Set(found.filter((id) => ids.includes(id))).size
  }
}

/** A kill leaves the token, the rows, or neither. */
const KILLED_WITH = [
  [true, false],
  [false, true],
  [false, false],
] as const
