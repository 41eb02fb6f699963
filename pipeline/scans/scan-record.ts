/** Scans one record of normalised events with the YARA rules of the tenants in it, in the order of its events. */

import type { YaraBook } from '../../detections/tenant/detector.ts'
import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import type { Signal } from '../../schemas/signal.ts'
import { type StoredRow, storedRows } from '../../schemas/stored-rows.ts'
import { formatUid } from '../signal-id.ts'
import type { CarefulScanner, Scanned } from './careful-scanner.ts'
import { detectorEvent, eventBytes, type Item } from './event-bytes.ts'
import { matchedOf, signalOf } from './yara-signal.ts'

export type RecordScan = {
  readonly signals: readonly Signal[]
  readonly events: number
  readonly items: number
  /** Number of parts that were not scanned because their event has too many. */
  readonly omitted: number
}

type Part = { readonly stored: StoredRow; readonly item: Item }

/** Rejects when there is no engine to scan with, or when the record does not hold normalised events. */
export async function scanRecord(
  value: Buffer,
  book: YaraBook,
  scanner: Pick<CarefulScanner, 'scan'>,
): Promise<RecordScan> {
  const rows = [...storedRows(decodeNormalizedEvents(value), (tenant) => book.sourcesOf(tenant).length > 0)]
  const signals: Signal[] = []
  let [items, omitted] = [0, 0]
  for (const [tenant, ofTenant] of Map.groupBy(rows, ({ row }) => row.tenantId)) {
    const parts: Part[] = []
    for (const stored of ofTenant) {
      const { items, omitted: over } = eventBytes(stored)
      for (const item of items) parts.push({ stored, item })
      omitted += over
    }
    const scanned = await scanner.scan(
      tenant,
      parts.map(({ item }) => item.bytes),
    )
    items += parts.length
    signals.push(...signalsOf(parts, scanned, book))
  }
  return { signals, events: rows.length, items, omitted }
}

/** A rule that matches several parts of an event makes one signal, about the first part. */
function signalsOf(parts: readonly Part[], { found, stopped }: Scanned, book: YaraBook): readonly Signal[] {
  const signals = new Map<string, Signal>()
  const add = (signal: Signal) => signals.has(signal.signal_id) || signals.set(signal.signal_id, signal)
  for (const [at, { stored, item }] of parts.entries()) {
    const matches = found[at] ?? []
    if (matches.length === 0) continue
    const [event, uid] = [detectorEvent(stored), formatUid(stored.row.uid)]
    for (const match of matches) {
      const rule = book.headOf(match, event)
      if (rule) add(signalOf(stored.row, uid, { rule, matched: matchedOf(match, item) }))
    }
  }
  for (const { finding, item } of stopped) {
    const part = parts[item]
    if (part) add(signalOf(part.stored.row, formatUid(part.stored.row.uid), finding))
  }
  return [...signals.values()]
}
