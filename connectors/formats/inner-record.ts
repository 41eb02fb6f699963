/**
 * Finds a line of a known format inside a record that is otherwise unknown: XML of the Windows event log, an audit
 * record, CEF, LEEF, a line of syslog, JSON as text. Senders choose the member's name (`message`, `Event`, `raw`,
 * `payload.xml`), so the text itself decides. It is called for records that match no source; the other members become
 * `relayed`.
 */
import { codeAt } from '../../platform/code-at.ts'
import { isMembers } from '../../platform/members.ts'
import { readByLook } from './any-text.ts'
import { carriesLine } from './carried-line.ts'
import { type DecodeContext, type Fields, isFault } from './decoder.ts'
import { isTooDeep } from './depth.ts'
import { addWrapper, newFields, WRAPPERS } from './fields.ts'
import { jsonRecord } from './json.ts'
import { lookAtLine } from './line-format.ts'
import { windowsEvent } from './windows-xml.ts'

/** Members that are read, and their greatest depth. */
const MEMBERS_MAX = 256
const DEPTH_MAX = 4
/** The shortest line that can be of such a format. */
const LENGTH_MIN = 12

export type InnerRecord = {
  readonly record: Fields
  /** True for JSON: it is an event with members of its own. */
  readonly isWhole: boolean
}

/** Null when no text in the record is a line of such a format. */
export function innerRecord(record: Fields, context: DecodeContext): InnerRecord | null {
  const resource = resourceOf(record)
  if (resource !== null) return { record: resource, isWhole: true }
  const search = { left: MEMBERS_MAX }
  for (const name of namesOf(record)) {
    const value = record[name]
    const isWrapper = isMembers(value) && WRAPPERS.has(name)
    const inner = isWrapper ? null : innerOf(name, value, record, context, 1, search)
    if (inner === null) continue
    if (isTooDeep(inner)) return null
    const isWhole = typeof value === 'string' && value.trimStart().startsWith('{')
    return { record: around(inner, record, typeof value === 'string' ? name : ''), isWhole }
  }
  return null
}

/** True if a member may hold the line or the record of another program. */
export function mayHoldLine(record: Fields): boolean {
  for (const name in record) {
    const value = record[name]
    if (HOLDERS.has(name) || carriesLine(name, record) || (typeof value === 'string' && value.startsWith('<')))
      return true
  }
  return false
}

/** GELF's full message comes before the short one, which is its beginning. */
function namesOf(record: Fields): readonly string[] {
  const names = Object.keys(record)
  return typeof record.full_message === 'string' ? ['full_message', ...names] : names
}

/** Members of a resource of JSON:API beside its attributes, and of the document around one resource. */
const OF_RESOURCES: ReadonlySet<string> = new Set(['id', 'type', 'attributes', 'relationships', 'links', 'meta'])
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['data', 'included', 'links', 'meta', 'jsonapi'])

/** The attributes of a resource of JSON:API with its id, type and links beside them; null for another record. */
function resourceOf(record: Fields): Fields | null {
  const { data, attributes: own } = record
  if (own === undefined && data === undefined) return null
  const resource = own === undefined && isMembers(data) && isMade(record, OF_DOCUMENTS) ? data : record
  const { attributes, id, type, links } = resource
  if (!isMembers(attributes) || typeof id !== 'string' || typeof type !== 'string') return null
  if (!isMade(resource, OF_RESOURCES) || isTooDeep(record)) return null
  const flat: Fields = { ...attributes }
  flat.id ??= id
  flat.type ??= type
  if (links !== undefined) flat.links ??= links
  return flat
}

const isMade = (record: Fields, names: ReadonlySet<string>) => Object.keys(record).every((name) => names.has(name))

/** Members in which forwarders and services hold the record of another product as an object. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['event', 'payload', 'record', 'data', 'body', 'message', 'raw', 'detail', 'originalEvent'],
])

/** The object inside a record that may be another product's; the caller finds out if any product writes it. */
export function heldObject(record: Fields): Fields | null {
  for (const name in record) {
    const value = record[name]
    if (typeof value === 'object' && HOLDERS.has(name) && isMembers(value))
      return isTooDeep(record) ? null : around({ ...value }, record, name)
  }
  return null
}

type Search = { left: number }

function innerOf(
  name: string,
  value: unknown,
  under: Fields,
  context: DecodeContext,
  depth: number,
  search: Search,
): Fields | null {
  if (search.left-- <= 0) return null
  if (typeof value === 'string') return value.length < LENGTH_MIN ? null : recordOf(name, value, under, context)
  if (!isMembers(value) || depth >= DEPTH_MAX) return null
  for (const member of Object.keys(value)) {
    const inner = innerOf(member, value[member], value, context, depth + 1, search)
    if (inner !== null) return inner
  }
  return null
}

const LESS = 0x3c
const AMPERSAND = 0x26
const BRACE = 0x7b
/** First letters of the other line formats: `C` and `L` of CEF and LEEF, `t`, `n` and `a` of audit records. */
const FIRSTS: ReadonlySet<number> = new Set([...'CLtna'].map((letter) => codeAt(letter, 0)))
const LINE_FORMS: ReadonlySet<string> = new Set(['syslog', 'cef', 'leef', 'auditd'])
const WRAPPED_FORMS: ReadonlySet<string> = new Set([
  ...['kv', 'access-log', 'nginx-error', 'mysql-error', 'elb', 's3-access', 'vpcflow', 'bitbucket', 'cri', 'santa'],
  ...['umbrella-row', 'postgres-row', 'ossec-alerts'],
  ...['fast-alert', 'dpkg'],
])
/** A line of a file that a syslog daemon writes. */
const SYSLOG_LINE = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.:-]{1,255} [\w./-]{1,96}(?:\[\d{1,10}\])?: /

function recordOf(name: string, value: string, under: Fields, context: DecodeContext): Fields | null {
  const text = value.trimStart()
  const first = codeAt(text, 0)
  if (first === BRACE) return carriesLine(name, under) ? readJson(text, context) : null
  if ((first === LESS || first === AMPERSAND) && WINDOWS_EVENT.test(text)) return fieldsOf(windowsEvent(text, true))
  // Pairs and times may begin any text; a text with a distinctive mark can only be of that format.
  const isMarked = first === LESS || FIRSTS.has(first)
  const hasLineName = carriesLine(name, under)
  if (!isMarked && !hasLineName) return null
  const format = lookAtLine(text)?.format ?? ''
  const isLine =
    (isMarked && LINE_FORMS.has(format)) ||
    (hasLineName && (WRAPPED_FORMS.has(format) || (!isMarked && SYSLOG_LINE.test(text))))
  return isLine ? fieldsOf(readByLook(text.trimEnd(), context)) : null
}

/** Matches the escaped form too, which senders use inside other XML or inside a text. */
const WINDOWS_EVENT = /^(?:<|&lt;)(?:\?xml[\s\S]{0,200}?\?(?:>|&gt;)\s{0,16}(?:<|&lt;))?Event[\s>&]/

function readJson(text: string, context: DecodeContext): Fields | null {
  return text.trimEnd().endsWith('}') ? fieldsOf(jsonRecord(text, context)) : null
}

function fieldsOf(read: Fields | string): Fields | null {
  return typeof read === 'string' || isFault(read) ? null : read
}

/** Adds the surrounding members of the record, without the text itself if it is a member of the record. */
function around(inner: Fields, record: Fields, name: string): Fields {
  const beside = newFields()
  for (const member of Object.keys(record)) {
    if (WRAPPERS.has(member) && isMembers(record[member])) addWrapper(inner, member, record[member] as Fields)
    else if (member !== name) beside[member] = record[member]
  }
  addWrapper(inner, 'relayed', beside)
  return inner
}
