/** The record on `svc.normalized_events`: one block of columns. Schema: `avro/normalized-events.avsc`. */
import { avroHeader, HEADER_BYTES } from './avro.ts'
import { WireReader, WireWriter } from './avro-wire.ts'

export type SourceCount = {
  readonly tenantId: string
  readonly source: string
  readonly minuteMs: number
  readonly events: number
}

export type NormalizedEventsHeader = {
  readonly layout: string
  readonly rows: number
  readonly counts: readonly SourceCount[]
}

export type NormalizedEvents = NormalizedEventsHeader & { readonly block: Buffer }

const header = avroHeader('normalized-events')

/** The value in pieces; the block's pieces are not copied. */
export function encodeNormalizedEvents(record: NormalizedEventsHeader, block: readonly Buffer[]): Buffer[] {
  const prefix = new WireWriter().raw(header).string(record.layout).long(record.rows)
  if (record.counts.length > 0) prefix.long(record.counts.length)
  for (const count of record.counts) {
    prefix.string(count.tenantId).string(count.source).long(count.minuteMs).long(count.events)
  }
  prefix.long(0).long(block.reduce((bytes, piece) => bytes + piece.length, 0))
  return [prefix.finish(), ...block]
}

/** Number of rows in an encoded value, from its pieces. */
export function rowsOf(pieces: readonly Buffer[]): number {
  const wire = new WireReader(pieces[0] ?? Buffer.alloc(0), HEADER_BYTES)
  wire.string() // layout
  return wire.long()
}

/** Decodes a value; the block is a view of it. Throws when the value holds no normalized events. */
export function decodeNormalizedEvents(value: Buffer): NormalizedEvents {
  if (!value.subarray(0, HEADER_BYTES).equals(header)) throw new TypeError('not a normalized-events record')
  const wire = new WireReader(value, HEADER_BYTES)
  const layout = wire.string()
  const rows = wire.long()
  const counts: SourceCount[] = []
  // An Avro array consists of blocks; after a negative count the block's size in bytes follows.
  for (let items = wire.long(); items !== 0; items = wire.long()) {
    if (items < 0) {
      items = -items
      wire.long()
    }
    for (let i = 0; i < items; i++) {
      counts.push({ tenantId: wire.string(), source: wire.string(), minuteMs: wire.long(), events: wire.long() })
    }
  }
  return { layout, rows, counts, block: wire.bytes() }
}
