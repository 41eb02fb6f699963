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
import { type InterpretedHead, interpretedFields, interpretedHead, isAuditRuler } from './auditd-interpreted.ts'
import { type Decoded, type DecodeFault, textDecoder } from './decoder.ts'
import { FIELDS_MAX, type Fields, newFields } from './fields.ts'

export const auditd = textDecoder('auditd', (text, { receivedMs }) => auditGroup(text, receivedMs))

/** `node=` of a collector, the type by name or number, and the stamp, behind `msg=` in files and bare in the ring. */
const HEAD =
  /^(?:\[ {0,8}\d{1,12}\.\d{1,9}\] )?(?:audit: )?(?:node=(\S{1,255}) )?type=([A-Z0-9_]{1,64}|UNKNOWN\[\d{1,8}\]) (?:msg=)?audit\((\d{1,12}\.\d{1,9}):(\d{1,20})\):? ?/

export function isAuditLine(text: string): boolean {
  const first = codeAt(text, 0)
  return (
    (first === 0x74 || first === 0x6e || first === 0x61 || first === 0x5b) &&
    (HEAD.test(text) || interpretedHead(text, Number.NaN) !== null)
  )
}

/** The record of all lines of one event; `bad_auditd` when a line is not an audit line or is of another event. */
export function auditGroup(text: string, receivedMs = Number.NaN): Decoded {
  const record = newFields()
  const lines = text.split('\n', FIELDS_MAX + 1)
  if (lines.length > FIELDS_MAX) return 'too_many_fields'
  let audit: Fields | null = null
  for (const line of lines) {
    const head = headOf(line, receivedMs)
    if (head === null) {
      if (line.trim() === '' || isAuditRuler(line)) continue
      return 'bad_auditd'
    }
    const { node, time, serial } = head
    const id = `${time}:${serial}`
    if (audit === null) record.audit = audit = openAudit(id, time, serial, node)
    else if (audit.id !== id) return 'bad_auditd'
    const fault = addLine(record, audit, line, head)
    if (fault !== null) return fault
  }
  if (record.EXECVE !== undefined) record.EXECVE = wholeArguments(record.EXECVE as Fields)
  return audit === null ? 'bad_auditd' : record
}

/** Types by the numbers that the kernel writes when no daemon translates them to names. Names: `linux/audit.h`. */
const NUMBERED: Readonly<Record<string, string>> = {
  ...{
    1100: 'USER_AUTH',
    1101: 'USER_ACCT',
    1105: 'USER_START',
    1106: 'USER_END',
    1107: 'USER_AVC',
    1112: 'USER_LOGIN',
  },
  ...{ 1130: 'SERVICE_START', 1131: 'SERVICE_STOP', 1300: 'SYSCALL', 1302: 'PATH', 1305: 'CONFIG_CHANGE' },
  ...{ 1306: 'SOCKADDR', 1307: 'CWD', 1309: 'EXECVE', 1320: 'EOE', 1325: 'NETFILTER_CFG', 1326: 'SECCOMP' },
  ...{ 1327: 'PROCTITLE', 1400: 'AVC', 1401: 'SELINUX_ERR', 1701: 'ANOM_ABEND' },
}

type Head = InterpretedHead & { readonly isInterpreted: boolean }

function headOf(line: string, receivedMs: number): Head | null {
  const found = HEAD.exec(line)
  if (found) {
    const [{ length }, node, type = '', time = '', serial = ''] = found
    return { length, node, type: NUMBERED[type] ?? type, time, serial, isInterpreted: false }
  }
  const interpreted = interpretedHead(line, receivedMs)
  return interpreted && { ...interpreted, isInterpreted: true }
}

function openAudit(id: string, time: string | undefined, serial: string | undefined, node: string | undefined): Fields {
  const audit = newFields()
  Object.assign(audit, { id, time, serial, types: [] })
  if (node !== undefined) audit.node = node
  return audit
}

function addLine(record: Fields, audit: Fields, line: string, head: Head): DecodeFault | null {
  const { type, length, isInterpreted } = head
  ;(audit.types as string[]).push(type)
  if (type === 'EOE') {
    audit.is_whole = true
    return null
  }
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line
  const fields = isInterpreted ? interpretedFields(type, whole.slice(length)) : auditFields(type, whole, length)
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
