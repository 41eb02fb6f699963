/**
 * Lines of the Linux audit log as `ausearch -i` and `auparse` interpret them: the date in the words of the host, names in the
 * place of numbers of users and calls, and texts without quotes or hexadecimal digits. Names of users go where an enriched
 * log has them, in upper case, so that one table reads both.
 *
 *     type=USER_LOGIN msg=audit(11/27/2026 10:11:12.345:101) : pid=1 uid=root auid=kim msg='op=login acct=kim res=failed'
 */
import { parseEventTime } from '../../platform/event-time.ts'
import type { DecodeFault } from './decoder.ts'
import { FIELDS_MAX, type Fields, newFields } from './fields.ts'

const HEAD =
  /^(?:node=(\S{1,255}) )?type=([A-Z0-9_]{1,64}|UNKNOWN\[\d{1,8}\]) msg=audit\(((?:\d{1,4}[./-]){2}\d{1,4}\.? \d{1,2}:\d\d:\d\d(?:\.\d{1,9})?):(\d{1,20})\) ?: ?/

export type InterpretedHead = {
  readonly length: number
  readonly node: string | undefined
  readonly type: string
  /** Seconds, as in the log itself; the original text if the order of day and month is unknown. */
  readonly time: string
  readonly serial: string
}

/** Null for a line that is not interpreted. `receivedMs` decides the order of day and month when both are possible. */
export function interpretedHead(line: string, receivedMs: number): InterpretedHead | null {
  const found = HEAD.exec(line)
  if (!found) return null
  const [whole, node, type = '', date = '', serial = ''] = found
  const ms = parseEventTime(date.replace(/^(\d{4})\. ?(\d\d)\. ?(\d\d)\. /, '$1-$2-$3 '), receivedMs)
  return { length: whole.length, node, type, time: Number.isNaN(ms) ? date : (ms / 1000).toFixed(3), serial }
}

/** `ausearch` writes these lines between events: a ruler, and the time without `-i`. */
export const isAuditRuler = (line: string): boolean => /^(?:-{4}|time->[A-Z][\w :]{10,40})\r?$/.test(line)

const NAMED = /(?:^|[\s'({,])([a-z][\w-]{0,63})=/g
/** The names of arguments are fixed, because the value of an argument may contain an equals sign. */
const ARGUMENT = /(?:^| )(argc|a\d{1,7}(?:_len|\[\d{1,7}\])?)=/g
const AVC = /^avc: {1,4}(\w{1,32}) {1,4}\{ ?([^}]{0,1024}?) ?\} for {1,4}/
const ID = /^(?:[aefso]|fs|[io]n|new-|old-|o)?[ug]id$/

export function interpretedFields(type: string, text: string): Fields | DecodeFault {
  const fields = newFields()
  const avc = type.includes('AVC') ? AVC.exec(text) : null
  if (avc) Object.assign(fields, { seresult: avc[1], seperms: avc[2] })
  const body = avc ? text.slice(avc[0].length) : text
  if (body.startsWith('proctitle=')) return Object.assign(fields, { proctitle: body.slice('proctitle='.length).trim() })
  const marks = [...body.matchAll(type === 'EXECVE' ? ARGUMENT : NAMED)]
  if (marks.length > FIELDS_MAX) return 'too_many_fields'
  let from = 0
  for (const [i, { index, 0: mark, 1: name = '' }] of marks.entries()) {
    // The members of an address in braces belong to its value.
    if (index < from) continue
    const at = index + mark.length
    const isBraced = body[at] === '{'
    const close = isBraced ? body.indexOf('}', at) : -1
    from = close === -1 ? (marks[i + 1]?.index ?? body.length) : close + 1
    addField(fields, name, body.slice(at, from))
  }
  return fields
}

function addField(fields: Fields, name: string, written: string): void {
  const value = unquoted(written.trim())
  if (value === '') return
  if (name === 'saddr') Object.assign(fields, { saddr: value }, addressIn(value))
  else fields[ID.test(name) && !/^-?\d+$/.test(value) ? name.toUpperCase() : name] = value
}

/** Removes the quotes around the value and the end of `msg='...'`. */
function unquoted(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  return quoted?.[2] ?? value.replace(/'$/, '')
}

/** `{ saddr_fam=inet laddr=198.51.100.9 lport=22 }`, and `inet host:198.51.100.9 serv:22` of older versions. */
function addressIn(text: string): Fields {
  const [, family = ''] = /(?:saddr_fam=|^)(\w{1,16})/.exec(text) ?? []
  const [, addr] = /(?:laddr=|host:)([\da-fA-F.:]{2,45})/.exec(text) ?? []
  const [, port] = /(?:lport=|serv:)(\d{1,5})/.exec(text) ?? []
  const [, path] = /(?:path=|path:|^local )(\S{1,108})/.exec(text) ?? []
  const families: Readonly<Record<string, string>> = { inet: 'ipv4', inet6: 'ipv6', local: 'unix' }
  const address = newFields()
  const found = { family: families[family] ?? family, addr, port, path }
  for (const [name, value] of Object.entries(found)) if (value !== undefined && value !== '') address[name] = value
  return address
}
