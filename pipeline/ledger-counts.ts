/** Outcomes of one commit, by tenant, source, minute of receipt, outcome and reason. */
import { decodeAvro, encodeAvro } from '../schemas/avro.ts'
import type { SourceCount } from '../schemas/normalized-events.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { Output } from '../stream/driver.ts'
import type { FATES } from '../stream/stage.ts'

export type LedgerOutcome = 'received' | (typeof FATES)[number]

export type LedgerEntry = {
  readonly tenant_id: string
  readonly source: string
  readonly minute_ms: number
  readonly outcome: LedgerOutcome
  readonly reason: string
  readonly events: number
}

export const MINUTE_MS = 60_000

export function minuteOf(ms: number): number {
  return ms - (ms % MINUTE_MS)
}

export class LedgerCounts {
  #entries = new Map<string, { entry: Omit<LedgerEntry, 'events'>; events: number }>()

  add(entry: Omit<LedgerEntry, 'events'>, events: number): void {
    if (events === 0) return
    const key = `${entry.tenant_id}\0${entry.source}\0${entry.minute_ms}\0${entry.outcome}\0${entry.reason}`
    const known = this.#entries.get(key)
    if (known) known.events += events
    else this.#entries.set(key, { entry, events })
  }

  drain(): LedgerEntry[] {
    const entries = [...this.#entries.values()].map(({ entry, events }) => ({ ...entry, events }))
    this.#entries = new Map()
    return entries
  }
}

/** Outputs for the ledger's topic; empty when there are no entries. */
export function ledgerOutputs(entries: readonly LedgerEntry[], timestampMs: number): Output[] {
  if (entries.length === 0) return []
  return [{ topic: TOPICS.ledger.name, partition: 0, timestampMs, key: '', value: [encodeAvro(SCHEMA, { entries })] }]
}

export function decodeLedgerEntries(value: Buffer): LedgerEntry[] {
  return decodeAvro<{ entries: LedgerEntry[] }>(SCHEMA, value).entries
}

const SCHEMA = 'ledger-entries'

/**
 * Counts the rows of one block by tenant, source and minute, which become the ledger's `stored` once the block is in
 * the lake.
 */
export class SourceCounts {
  #counts = new Map<string, { tenantId: string; source: string; minuteMs: number; events: number }>()
  /** The counter of the last batch, so that it is looked up once a batch and not once an event. */
  #last: { tenantId: string; source: string; minuteMs: number; events: number } | null = null

  add(tenantId: string, source: string, minuteMs: number): void {
    const last = this.#last
    if (last && last.tenantId === tenantId && last.source === source && last.minuteMs === minuteMs) last.events++
    else this.#addSlow(tenantId, source, minuteMs)
  }

  drain(): SourceCount[] {
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    this.#last = null
    return counts
  }

  #addSlow(tenantId: string, source: string, minuteMs: number): void {
    const key = `${tenantId}\0${source}\0${minuteMs}`
    let count = this.#counts.get(key)
    if (!count) this.#counts.set(key, (count = { tenantId, source, minuteMs, events: 0 }))
    count.events++
    this.#last = count
  }
}
