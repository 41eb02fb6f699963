/**
 * A mail as it travels, MIME, with the names that mail relays use in their JSON: from, to, cc, bcc, reply_to, subject,
 * date, message_id, headers (lower-case names; a list where one is there twice), text, html, attachments. Of an
 * attachment: filename, content_type, disposition, size in bytes, sha256. Its bytes stay in the raw event.
 */
import { createHash } from 'node:crypto'
import type { Decoded, Decoder } from './decoder.ts'
import { type Fields, newFields } from './fields.ts'
import { charsetText, headerText, type MimePart, readMime, readParameters } from './mime.ts'

export const mail: Decoder = {
  name: 'mail',
  open: (body) => (start, end) => mailRecord(body.latin1Slice(start, end), false),
}

/** The record, with the bytes of each attachment in base64 as `content`, as relays send them in JSON. */
export function wholeMail(body: Buffer): Decoded {
  return mailRecord(body.latin1Slice(), true)
}

function mailRecord(latin1: string, isWhole: boolean): Decoded {
  const message = readMime(latin1)
  if (message === null || !['from', 'received', 'subject', 'to', 'date'].some((name) => message.headers.has(name))) {
    return 'bad_mail'
  }
  const record = newFields()
  addHeaders(record, message)
  addParts(record, message, isWhole)
  return record
}

const SINGLE = ['from', 'subject', 'date', 'message-id', 'reply-to', 'return-path', 'sender']
const LISTS = ['to', 'cc', 'bcc']

function addHeaders(record: Fields, message: MimePart): void {
  const headers = newFields()
  for (const [name, values] of message.headers) {
    const texts = values.map(utf8Header)
    headers[name] = texts.length === 1 ? texts[0] : texts
    if (SINGLE.includes(name)) record[name.replaceAll('-', '_')] = texts[0]
    else if (LISTS.includes(name)) record[name] = texts.flatMap(mailboxesIn)
  }
  record.headers = headers
}

/** Headers with bytes above ASCII are UTF-8 since RFC 6532, read here as bytes. */
function utf8Header(value: string): string {
  return headerText(Buffer.from(value, 'latin1').toString())
}

/**
 * Splits at the commas outside of quotes and angle brackets. A quote behind a backslash is ignored, and so is a bracket
 * before another one, so that each character is read only a few times.
 */
export function mailboxesIn(value: string): string[] {
  const found = value.match(/(?:"(?:[^"\\]|\\.){0,512}"|<[^<>]{0,512}>|\\"|[^,"<]|["<])+/g) ?? []
  return found.map((address) => address.trim()).filter((address) => address !== '')
}

function addParts(record: Fields, message: MimePart, isWhole: boolean): void {
  const attachments: Fields[] = []
  for (const part of leaves(message)) {
    const disposition = readParameters(part.headers.get('content-disposition')?.[0] ?? '')
    const filename = disposition.parameters.get('filename') ?? part.parameters.get('name')
    const kind = part.type === 'text/plain' ? 'text' : part.type === 'text/html' ? 'html' : null
    const isBody = kind !== null && filename === undefined && disposition.value.toLowerCase() !== 'attachment'
    if (isBody && record[kind] === undefined)
      record[kind] = charsetText(part.content, part.parameters.get('charset') ?? '')
    else attachments.push({ ...attachmentOf(part, filename, disposition.value), ...(isWhole && contentOf(part)) })
  }
  if (attachments.length > 0) record.attachments = attachments
}

function* leaves(part: MimePart): Generator<MimePart> {
  if (part.parts.length === 0 && !part.type.startsWith('multipart/')) yield part
  for (const inner of part.parts) yield* leaves(inner)
}

function contentOf({ content }: MimePart): Fields {
  return { content: content.toString('base64') }
}

function attachmentOf(part: MimePart, filename: string | undefined, disposition: string): Fields {
  const attachment = newFields()
  if (filename !== undefined) attachment.filename = utf8Header(filename)
  attachment.content_type = part.type
  if (disposition !== '') attachment.disposition = disposition.toLowerCase()
  attachment.size = part.content.length
  attachment.sha256 = createHash('sha256').update(part.content).digest('hex')
  return attachment
}
