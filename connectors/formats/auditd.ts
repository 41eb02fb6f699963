/**
 * Linux audit: the lines that carry one `audit(time:serial)` are one event.
 *
 *     audit      id, time, serial, node, types (of all lines, in order), is_whole
 *     SYSCALL    the fields of the line of that type; so EXECVE, CWD, PROCTITLE, SOCKADDR, USER_LOGIN ...
 *     PATH       always a list, one for each path of the call
 *     more       further lines of a present type, in order, each with its `type`
 *
 * Fields of `msg='...'` stand beside those before it. Values that the kernel wrote in hexadecimal, because they hold
 * white space or quotes, are decoded, and arguments in parts are joined; `saddr` is kept, with its family, addr and
 * port, or path, beside it. A group whose lines came in two batches is two events with one `audit.id`. `is_whole` is
 * true when the end mark EOE was among the lines; without the mark it is unknown and absent.
 */

import { codeAt } from '../../platform/code-at.ts'
import { auditFields, wholeArguments } from './auditd-fields.ts'
import { type Decoded, type DecodeFault, textDecoder } from './decoder.ts'
import { FIELDS_MAX, type Fields, newFields } from './fields.ts'

export const auditd = textDecoder('auditd', (text) => auditGroup(text))

/** `node=` of a collector, the type by name or number, and the stamp, behind `msg=` in files and bare in the ring. */
const HEAD =
  /^(?:audit: )?(?:node=(\S{1,255}) )?type=([A-Z0-9_]{1,64}|UNKNOWN\[\d{1,8}\]) (?:msg=)?audit\((\d{1,12}\.\d{1,9}):(\d{1,20})\):? ?/

export function isAuditLine(text: string): boolean {
  const first = codeAt(text, 0)
  return (first === 0x74 || first === 0x6e || first === 0x61) && HEAD.test(text)
}

/** The record of all lines of one event; `bad_auditd` when a line is not an audit line or is of another event. */
export function auditGroup(text: string): Decoded {
  const record = newFields()
  const lines = text.split('\n', FIELDS_MAX + 1)
  if (lines.length > FIELDS_MAX) return 'too_many_fields'
  let audit: Fields | null = null
  for (const line of lines) {
    const head = HEAD.exec(line)
    if (!head) {
      if (line.trim() === '') continue
      return 'bad_auditd'
    }
    const [whole, node, type = '', time, serial] = head
    const id = `${time}:${serial}`
    if (audit === null) record.audit = audit = openAudit(id, time, serial, node)
    else if (audit.id !== id) return 'bad_auditd'
    const fault = addLine(record, audit, type, line, whole.length)
    if (fault !== null) return fault
  }
  if (record.EXECVE !== undefined) record.EXECVE = wholeArguments(record.EXECVE as Fields)
  return audit === null ? 'bad_auditd' : record
}

function openAudit(id: string, time: string | undefined, serial: string | undefined, node: string | undefined): Fields {
  const audit = newFields()
  Object.assign(audit, { id, time, serial, types: [] })
  if (node !== undefined) audit.node = node
  return audit
}

function addLine(record: Fields, audit: Fields, type: string, line: string, from: number): DecodeFault | null {
  ;(audit.types as string[]).push(type)
  if (type === 'EOE') {
    audit.is_whole = true
    return null
  }
  const fields = auditFields(type, line.endsWith('\r') ? line.slice(0, -1) : line, from)
  if (typeof fields === 'string') return fields
  const known = record[type]
  if (type === 'PATH') listOf(record, 'PATH').push(fields)
  else if (type === 'EXECVE' && known !== undefined) Object.assign(known as Fields, fields)
  else if (known === undefined) record[type] = fields
  else listOf(record, 'more').push(Object.assign(newFields(), { type }, fields))
  return null
}

function listOf(record: Fields, name: string): Fields[] {
  record[name] ??= []
  return record[name] as Fields[]
}
