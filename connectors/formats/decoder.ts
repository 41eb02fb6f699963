/**
 * What a decoder owes whoever calls it: the bytes of one event become a record of the vendor's own names and values,
 * or the reason why they cannot. Any bytes are answered, in time linear in their number; nothing is dropped, guessed
 * or renamed. Numbers in text stay text, because only a mapping knows which of them are numbers.
 *
 * What is around a vendor's fields has its own place, one object a wrapper, at the top of the record:
 *
 *     syslog   pri, facility, severity, version, sequence, timestamp, time, level, hostname or address, app_name, proc_id,
 *              msg_id, structured_data, message; `time` is milliseconds since the epoch, all others as they were written
 *     cef      version, device_vendor, device_product, device_version, device_event_class_id, name, severity; `time`, in
 *              milliseconds, where `rt` has no year
 *     leef     version, vendor, product, product_version, event_id, delimiter
 *     audit    id, time, serial, node, types, is_whole: see `auditd.ts`
 *     hec      time, host, source, sourcetype, index, fields
 *     cloudwatch  id, timestamp and where the event is from; sns, sqs, eventbridge: see `carried.ts`
 *     relayed  what a relay of syslog says beside its line: see `relayed.ts`
 *     zeek     path, system, writer: the log type where the header lines name one
 *     log      text (a line kept whole) and reason (why it was not decoded)
 *
 * A vendor's field of such a name stands beside its wrapper with `_` added. Names written twice hold a list.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { type Fields, newFields } from './fields.ts'

export type { Fields } from './fields.ts'

/** Closed, so that it can be a metric label and the reason on a dead letter. */
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

/** What a decoder may know beside the bytes. */
export type DecodeContext = {
  /** When the body was received, milliseconds since the epoch: gives times written without a year theirs. */
  readonly receivedMs: number
  /**
   * Whole numbers of JSON past 2^53 become `bigint` instead of being rounded, which takes several times as long. No
   * mapping fills a row from such a record: rules look in it for the digits that another one has lost.
   */
  readonly isExact?: boolean
}

/** Decodes the event at a range of the body. Ranges are asked for in ascending order: header lines lie between them. */
export type DecodeEvent = (start: number, end: number) => Decoded

/** The header lines by which the event that begins at `start` is read, '' for none. Asked in ascending order. */
export type RowHeader = (start: number) => string

export type Decoder = {
  readonly name: string
  /** Once a body, because the lines of some formats are read with the header lines before them. */
  open(body: Buffer, context: DecodeContext): DecodeEvent
  /** Absent where no event needs a line but its own. A body of the header, a line end and the event is read the same. */
  readonly headers?: (body: Buffer) => RowHeader
}

export type DecodeText = (text: string, context: DecodeContext) => Decoded

/** A decoder for formats whose events stand for themselves, and so can be decoded without a body around them. */
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
 * Text of a range: UTF-8 where the bytes are, otherwise each byte one character (ISO 8859-1), so that no byte is
 * lost. A byte order mark at the start is none of the text.
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

/** The record of text that nobody could read: whole, with the reason. */
export function wholeText(text: string, reason: string): Fields {
  const record = newFields()
  record.log = { text, reason }
  return record
}
