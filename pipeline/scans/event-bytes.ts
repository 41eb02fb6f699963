/**
 * The items of an event that YARA rules scan, each by itself: its text as received; the texts inside it where that is
 * JSON with escapes; each part of a mail with its transfer encoding undone; the bytes of the attachments where a relay
 * made JSON of a mail.
 *
 * bound   `ITEMS_MAX` of an event; bytes are those of the event, which intake bounds
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
  /** The field that a byte belongs to, as signals show it. */
  fieldAt(offset: number): string
}

/** Items past it are not looked at, which is counted. */
const ITEMS_MAX = 64
/** Members of an attachment that hold its bytes, as relays of mail name them. */
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

/** As rules about fields see it; an event that cannot be read alone has none. Its neighbours' header lines are gone. */
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

/** Texts are parts too: a mail's own are often encoded as its attachments are. */
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
