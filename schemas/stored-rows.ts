/** Rows of `svc.normalized_events` with their text, for readers that process received events a second time. */
import { EventRow } from './event-row.ts'
import { EVENTS_LAYOUTS } from './events-block.ts'
import { NativeRows } from './native-rows.ts'
import type { NormalizedEvents } from './normalized-events.ts'

/** A row with the event's tenant, source, entities, time and form; its other columns are empty. */
export type StoredRow = { readonly row: EventRow; readonly raw: Buffer }

const TEXTS = new Set(['tenant_id', 'source', 'source_format', 'event_code', 'host', 'user', 'mapping', 'raw'])

/** Yields the rows of wanted tenants, in the order of the block; `raw` is a view of it. Throws on an unknown layout. */
export function* storedRows(record: NormalizedEvents, isWanted: (tenant: string) => boolean): Generator<StoredRow> {
  if (!EVENTS_LAYOUTS.has(record.layout)) throw new TypeError(`layout ${record.layout} is not known here`)
  // The counts name the tenants of the rows, so most blocks need not be opened.
  if (!record.counts.some(({ tenantId }) => isWanted(tenantId))) return
  const block = new NativeRows(record.block, TEXTS)
  for (let at = 0; at < block.rows; at++) {
    const tenant = block.text('tenant_id', at)
    if (isWanted(tenant)) yield { row: rowAt(block, at, tenant), raw: block.bytes('raw', at) }
  }
}

function rowAt(block: NativeRows, at: number, tenant: string): EventRow {
  const row = new EventRow()
  row.tenantId = tenant
  block.uuid('event_uid', at, row.uid)
  row.timeMs = block.uint64('time', at)
  row.receivedMs = block.uint64('ingest_time', at)
  row.classUid = block.uint32('class_uid', at)
  row.source = block.text('source', at)
  row.sourceFormat = block.text('source_format', at)
  row.eventCode = block.text('event_code', at)
  row.host = block.text('host', at)
  row.user = block.text('user', at)
  row.srcIp = block.address('src_ip', at)
  row.mapping = block.text('mapping', at)
  return row
}
