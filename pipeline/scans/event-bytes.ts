/**
 * The items of an event that YARA rules scan, each alone: its text as received; decoded JSON strings with escapes; each
 * MIME part of a mail, decoded; and attachments that a mail relay put into JSON.
 *
 * bound   `ITEMS_MAX` items an event; their bytes are the event's own, which intake bounds
 */
import { type Fields, recordIn } from '../../connectors/formats/decoder.ts'
import { formatNamed } from '../../connectors/formats/formats.ts'
import { jsonRecord } from '../../connectors/formats/json.ts'
import { type MimePart, readMime, readParameters } from '../../connectors/formats/mime.ts'
import { intakeOf, mappedRecord } from '../../connectors/index.ts'
import type { DetectorEvent } from '../../detections/tenant/detector.ts'
import { type EventText, eventText } from '../../detections/yara/event-text.ts'
import type { StoredRow } from '../../schemas/stored-rows.ts'

export type Item = {
  readonly bytes: Uint8Array
  /** Returns the field that contains a byte, as signals show it. */
  fieldAt(offset: number): string
}

/**
 * Items beyond this are not scanned, only counted.
 * @bound parts of an event that are scanned with YARA -> the rest is not scanned, and counted
 */
const ITEMS_MAX = 64
/** Members that hold an attachment's bytes, in the spelling of common mail relays. */
const CONTENT = ['content', 'content_base64', 'contentBytes', 'data', 'Content']
const BACKSLASH = 0x5c

export type EventBytes = { readonly items: readonly Item[]; readonly omitted: number }

export function eventBytes(stored: StoredRow): EventBytes {
  const { row, raw } = stored
  const items: Item[] = [{ bytes: raw, fieldAt: () => 'raw' }]
  if (formatNamed(row.sourceFormat).decoder.name === 'mail') items.push(...mailItems(raw))
  else if (raw.includes(BACKSLASH) || row.mapping.startsWith('mail/')) items.push(...recordItems(stored))
  const omitted = Math.max(0, items.length - ITEMS_MAX)
  return { items: omitted > 0 ? items.slice(0, ITEMS_MAX) : items, omitted }
}

/**
 * The event as field rules see it; an event that cannot be decoded alone has no fields, because header lines of its
 * file are missing.
 */
export function detectorEvent(stored: StoredRow): DetectorEvent {
  const { row } = stored
  const intake = intakeOf(row.sourceFormat) ?? 'detect'
  const { record, mapping } = mappedRecord(recordOf(stored) ?? {}, intake, { receivedMs: row.receivedMs })
  return { tenantId: row.tenantId, record, mapping, row }
}

function recordOf({ row, raw }: StoredRow): Fields | null {
  const context = { receivedMs: row.receivedMs }
  const asNamed = formatNamed(row.sourceFormat).decoder.open(raw, context)(0, raw.length)
  return recordIn(asNamed) ?? recordIn(jsonRecord(raw.toString()))
}

function recordItems(stored: StoredRow): readonly Item[] {
  const record = recordOf(stored)
  if (record === null) return []
  const text: EventText = eventText(record)
  return [text, ...(stored.row.mapping.startsWith('mail/') ? attachmentsIn(record) : [])]
}

function attachmentsIn(record: Fields): readonly Item[] {
  const listed: unknown = record.attachments ?? record.Attachments
  if (!Array.isArray(listed)) return []
  return listed.flatMap((one: unknown, at) => {
    const encoded = contentOf(one)
    return encoded === null ? [] : [{ bytes: Buffer.from(encoded, 'base64'), fieldAt: () => `attachments.${at}` }]
  })
}

function contentOf(attachment: unknown): string | null {
  if (typeof attachment !== 'object' || attachment === null) return null
  for (const [name, value] of Object.entries(attachment))
    if (CONTENT.includes(name) && typeof value === 'string') return value
  return null
}

/** Text parts are items too, because a mail's own texts are often encoded like its attachments. */
function mailItems(raw: Buffer): readonly Item[] {
  const message = readMime(raw.latin1Slice())
  if (message === null) return []
  return [...leaves(message)].map((part, at) => {
    const field = `parts.${at}${nameOf(part)}`
    return { bytes: part.content, fieldAt: () => field }
  })
}

function* leaves(part: MimePart): Generator<MimePart> {
  if (part.parts.length === 0) yield part
  for (const inner of part.parts) yield* leaves(inner)
}

const NAME_CHARS_MAX = 100

function nameOf(part: MimePart): string {
  const disposition = readParameters(part.headers.get('content-disposition')?.[0] ?? '')
  const name = disposition.parameters.get('filename') ?? part.parameters.get('name') ?? ''
  return name === '' ? '' : ` ${Buffer.from(name, 'latin1').toString().slice(0, NAME_CHARS_MAX)}`
}
