/** The small tables of the lake as Native blocks. */
import { Dictionary, Fixed, Milliseconds, nativeBlock, Text, UInt64 } from '../../schemas/native-columns.ts'
import type { LedgerEntry } from '../ledger-counts.ts'

export type DeadLetter = {
  readonly letter_id: string
  readonly tenant_id: string
  readonly connector_id: string
  readonly connector_type: string
  readonly source_format: string
  readonly request_id: string
  readonly received_ms: number
  readonly reason: string
  readonly detail: string
  readonly raw: Buffer
}

export function ledgerBlock(entries: readonly LedgerEntry[]): { rows: number; block: Buffer[] } {
  const tenant = new Dictionary()
  const source = new Dictionary()
  const minute = new Fixed('UInt32')
  const outcome = new Dictionary()
  const reason = new Dictionary()
  const events = new UInt64()
  for (const entry of entries) {
    tenant.push(entry.tenant_id)
    source.push(entry.source)
    minute.push(Math.floor(entry.minute_ms / 1000))
    outcome.push(entry.outcome)
    reason.push(entry.reason)
    events.push(entry.events)
  }
  const block = nativeBlock(
    [
      ['tenant_id', tenant],
      ['source', source],
      ['minute', minute],
      ['outcome', outcome],
      ['reason', reason],
      ['events', events],
    ],
    entries.length,
  )
  return { rows: entries.length, block }
}

export function deadLetterBlock(letters: readonly DeadLetter[]): Buffer[] {
  const texts = {
    letter_id: new Text(),
    tenant_id: new Text(),
    connector_id: new Text(),
    connector_type: new Text(),
    source_format: new Text(),
    request_id: new Text(),
    reason: new Text(),
    detail: new Text(),
  }
  const receivedAt = new Milliseconds()
  const raw = new Text()
  for (const letter of letters) {
    for (const [name, column] of Object.entries(texts)) column.push(letter[name as keyof typeof texts])
    receivedAt.push(letter.received_ms)
    raw.pushBytes(letter.raw, 0, letter.raw.length)
  }
  return nativeBlock([...Object.entries(texts), ['received_at', receivedAt], ['raw', raw]], letters.length)
}
