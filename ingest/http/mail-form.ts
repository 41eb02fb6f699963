/**
 * Converts a mail that a relay posts as a form, as SendGrid and Mailgun do, to the JSON that other relays post: from,
 * to, cc, subject, text, html, headers, attachments. Other fields of the form keep their names.
 */
import { isFault } from '../../connectors/formats/decoder.ts'
import { wholeMail } from '../../connectors/formats/mail.ts'
import { charsetText, headerText, type MimePart, readMime, readParameters } from '../../connectors/formats/mime.ts'
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import { maybeJson } from './maybe-json.ts'

type Mail = Record<string, unknown>

/**
 * Fields of a form, and header lines of a mail: far more than any seen so far. `mime.ts` bounds multipart forms.
 * @bound fields, or header lines, of a mail that is posted as a form -> 400
 */
const FIELDS_MAX = 2048
const AMPERSAND = 0x26

/** Relays' other names for these members; a field with the standard name wins. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['recipient', 'to'],
  ['body-plain', 'text'],
  ['body-html', 'html'],
  ['Date', 'date'],
  ['Message-Id', 'message_id'],
  ['Cc', 'cc'],
])

/** Reads `application/x-www-form-urlencoded`. Throws `bad_body` when it has no field of a mail. */
export function mailOfFields(body: Buffer): Buffer {
  if (!isFewFields(body)) throw notForm()
  const mail: Mail = Object.create(null) as Mail
  for (const [name, value] of new URLSearchParams(body.toString())) addField(mail, name, value)
  return mailBody(mail)
}

/** Counts the fields before parsing them. */
function isFewFields(body: Buffer): boolean {
  let count = 1
  for (let at = body.indexOf(AMPERSAND); at !== -1 && count <= FIELDS_MAX; at = body.indexOf(AMPERSAND, at + 1)) count++
  return count <= FIELDS_MAX
}

/** Reads `multipart/form-data`; parts with a file name become attachments. Throws `bad_body` when it is no mail. */
export function mailOfParts(body: Buffer, contentType: string): Buffer {
  const form = readMime(`Content-Type: ${contentType}\r\n\r\n${body.latin1Slice()}`)
  if (form === null || form.parts.length === 0) throw notForm()
  const read = form.parts.map((part) => ({ part, ...dispositionOf(part) }))
  const charsets = charsetsIn(read.find(({ name }) => name === 'charsets')?.part)
  const mail: Mail = Object.create(null) as Mail
  const attachments: Mail[] = []
  for (const { part, name, filename } of read) {
    if (filename !== undefined) attachments.push(attachmentOf(part, filename))
    else if (name !== undefined) addField(mail, name, charsetText(part.content, charsets[name] ?? ''))
  }
  if (attachments.length > 0) mail.attachments = attachments
  return mailBody(mail)
}

function addField(mail: Mail, name: string, value: string): void {
  const known = mail[name]
  if (known === undefined) mail[name] = value
  else if (Array.isArray(known)) known.push(value)
  else mail[name] = [known, value]
}

/** Reads a raw MIME mail. Throws `bad_body` when it is none. */
export function mailOfMime(body: Buffer): Buffer {
  const mail = wholeMail(body)
  if (isFault(mail)) throw new AppError('bad_body', 'a mail has a head with one of From, To, Subject, Date, Received')
  return Buffer.from(JSON.stringify(mail))
}

/** Fields in which relays put the raw MIME mail when they are configured to pass it on. */
const WHOLE = ['email', 'body-mime', 'raw_msg'] as const

function mailBody(mail: Mail): Buffer {
  const name = WHOLE.find((one) => typeof mail[one] === 'string')
  const whole = name === undefined ? 'bad_mail' : wholeMail(Buffer.from(mail[name] as string))
  if (name === undefined || isFault(whole)) return bodyText(mail)
  const { [name]: _, ...around } = mail
  return Buffer.from(JSON.stringify({ ...around, ...whole }))
}

function bodyText(mail: Mail): Buffer {
  for (const [theirs, ours] of NAMES) mail[ours] ??= mail[theirs]
  const headers = headersOf(mail['message-headers'] ?? mail.headers)
  if (headers !== null) mail.headers = headers
  if (mail.from === undefined && mail.to === undefined && mail.subject === undefined) throw notForm()
  return Buffer.from(JSON.stringify(mail))
}

function notForm(): AppError {
  return new AppError('bad_body', `a form of a relayed mail has from, to or subject among at most ${FIELDS_MAX} fields`)
}

function dispositionOf(part: MimePart): { name: string | undefined; filename: string | undefined } {
  const { parameters } = readParameters(part.headers.get('content-disposition')?.[0] ?? '')
  const [name, filename] = [parameters.get('name'), parameters.get('filename')]
  return { name: name && utf8(name), filename: filename && utf8(filename) }
}

function attachmentOf(part: MimePart, filename: string): Mail {
  const { content, type } = part
  return { filename, content_type: type, size: content.length, content: content.toString('base64') }
}

/** SendGrid leaves each field in the mail's charset, and names the charsets in JSON. */
function charsetsIn(part: MimePart | undefined): Readonly<Record<string, string>> {
  const named = part ? maybeJson(part.content.toString()) : null
  if (!isMembers(named)) return {}
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Headers by lower-case name, from raw header lines, or from JSON that lists names and values. */
function headersOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') return null
  const listed = maybeJson(value)
  const pairs = Array.isArray(listed) ? listed.filter(isPair) : [...(readMime(value)?.headers ?? [])]
  if (pairs.length > FIELDS_MAX) throw notForm()
  const headers: Mail = Object.create(null) as Mail
  for (const [name, values] of pairs) {
    for (const text of [values].flat()) addField(headers, name.toLowerCase(), headerText(text))
  }
  return headers
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}

/** Names in a form are UTF-8 bytes. */
function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString()
}
