/**
 * The contract of a decoder: it turns the bytes of one event into a record of the vendor's own names and values, or
 * gives the reason why it cannot. It accepts any bytes, in time linear in their number; it drops, guesses and renames
 * nothing. Numbers in text stay text, because only a mapping knows which of them are numbers.
 *
 * Wrappers around a vendor's fields have their own places, one object per wrapper, at the top of the record:
 *
 *     syslog   pri, facility, severity, version, sequence, timestamp, time, level, hostname or address, app_name, proc_id,
 *              msg_id, structured_data, message; `time` is milliseconds since the epoch, all others as they were written
 *     cef      version, device_vendor, device_product, device_version, device_event_class_id, name, severity; `time`, in
 *              milliseconds, where `rt` has no year
 *     leef     version, vendor, product, product_version, event_id, delimiter
 *     audit    id, time, serial, node, types, is_whole: see `auditd.ts`
 *     hec      time, host, source, sourcetype, index, fields
 *     cloudwatch  id, timestamp and where the event is from; sns, sqs, eventbridge: see `carried.ts`
 *     relayed  the members that a syslog relay adds beside the line: see `relayed.ts`
 *     zeek     path, system, writer: the log type where the header lines name one
 *     log      text (a line kept whole) and reason (why it was not decoded)
 *
 * A vendor's field with the name of a wrapper gets the suffix `_`. A repeated name holds a list.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { type Fields, newFields } from './fields.ts'

export type { Fields } from './fields.ts'

/** A closed set: the fault is a metric label and the reason on a dead letter. */
export type DecodeFault =
  | 'bad_json'
  | 'not_an_object'
  | 'bad_xml'
  | 'bad_windows_event'
  | 'no_header'
  | 'bad_header'
  | 'bad_columns'
  | 'bad_cef'
  | 'bad_leef'
  | 'bad_kv'
  | 'bad_auditd'
  | 'bad_vpcflow'
  | 'bad_access_log'
  | 'bad_mail'
  | 'empty'
  | 'too_many_fields'
  | 'too_deep'

export type Decoded = Fields | DecodeFault

export function isFault(decoded: Decoded): decoded is DecodeFault {
  return typeof decoded === 'string'
}

export function recordIn(decoded: Decoded): Fields | null {
  return isFault(decoded) ? null : decoded
}

/** Context that a decoder gets in addition to the bytes. */
export type DecodeContext = {
  /** When the body was received, milliseconds since the epoch: it supplies the year of times written without one. */
  readonly receivedMs: number
  /**
   * Whole numbers of JSON past 2^53 become `bigint` instead of being rounded, which takes several times as long. No
   * mapping fills a row from such a record; rules read it for the digits that the rounded record has lost.
   */
  readonly isExact?: boolean
}

/**
 * Decodes the event at a range of the body. Callers pass ranges in ascending order, because header lines lie between
 * the events.
 */
export type DecodeEvent = (start: number, end: number) => Decoded

/**
 * The header lines that apply to the event at `start`; '' if there are none. Callers pass places in ascending order.
 */
export type RowHeader = (start: number) => string

export type Decoder = {
  readonly name: string
  /** Called once per body, because the lines of some formats depend on the header lines before them. */
  open(body: Buffer, context: DecodeContext): DecodeEvent
  /**
   * Absent where each event needs only its own line. A body of the header, a line end and the event is read the same.
   */
  readonly headers?: (body: Buffer) => RowHeader
}

export type DecodeText = (text: string, context: DecodeContext) => Decoded

/** A decoder for formats whose events can be decoded alone, without the body around them. */
export type LineDecoder = Decoder & { readonly decode: DecodeText }

export function textDecoder<Name extends string>(
  name: Name,
  decode: DecodeText,
): LineDecoder & { readonly name: Name } {
  return {
    name,
    decode,
    open(body, context) {
      const read = textReader(body)
      return (start, end) => decode(read(start, end), context)
    },
  }
}

/**
 * Text of a range: UTF-8 if the bytes are valid, otherwise ISO 8859-1 (each byte one character), so that no byte is
 * lost. A byte order mark at the start is left out.
 */
export function textReader(body: Buffer): (start: number, end: number) => string {
  if (isAscii(body)) return (start, end) => body.latin1Slice(start, end)
  const isUtf8Body = isUtf8(body)
  return (start, end) => {
    const from = hasBom(body, start, end) ? start + 3 : start
    return isUtf8Body || isUtf8(body.subarray(from, end)) ? body.utf8Slice(from, end) : body.latin1Slice(from, end)
  }
}

function hasBom(body: Buffer, start: number, end: number): boolean {
  return end - start >= 3 && body[start] === 0xef && body[start + 1] === 0xbb && body[start + 2] === 0xbf
}

/** The record of a text that could not be read: the whole text, with the reason. */
export function wholeText(text: string, reason: string): Fields {
  const record = newFields()
  record.log = { text, reason }
  return record
}
