/**
 * Reads a line of unknown format as if it were the message of syslog: programs write the same words into a file, to a
 * container's output and to syslog, so a source that knows the program by its words recognises it in all three.
 */
import { isMembers } from '../../platform/members.ts'
import { isUnreadText } from './any-text.ts'
import { lineIn } from './carried-line.ts'
import type { DecodeContext, Fields } from './decoder.ts'
import { addWrapper, newFields, WRAPPERS } from './fields.ts'
import { leadingTime } from './leading-time.ts'
import { syslogOf } from './syslog.ts'

const TEXT_MAX = 32_768

/**
 * Reads a line of unknown form that holds JSON or pairs behind its first words: `2026-11-27 10:11:12 event=x ip=...`,
 * `@cee: {...}`. Returns its members, or null for any other record.
 */
export function lineWithMembers(record: Fields, context: DecodeContext): Fields | null {
  if (!isUnreadText(record)) return null
  const text = (record.log as Fields).text as string
  if (text.length > TEXT_MAX || !MAY_HOLD.test(text)) return null
  const fields = newFields()
  addLeadingTime(fields, text, context)
  // Monolog writes two objects; the second is mostly empty, and then a list.
  const line = syslogOf(fields, text.replace(/\} \[\]\s*$/, '}'), context)
  const names = Object.keys(line)
  if (names.length < 2) return null
  for (const member of Object.keys(record))
    if (member !== 'log' && WRAPPERS.has(member) && isMembers(record[member]))
      addWrapper(line, member, record[member] as Fields)
  return line
}

/** Adds the time at the start of the line, its level, and the guess of its zone. */
function addLeadingTime(fields: Fields, text: string, { receivedMs }: DecodeContext): void {
  const time = leadingTime(text, receivedMs)
  if (time === null) return
  fields.time = time.ms
  if (time.level !== '') fields.level = time.level
  if (time.zoneGuess !== '') fields.zone_guess = time.zoneGuess
}

/** JSON at the end, or two pairs. */
const MAY_HOLD = /\{ ?"[\s\S]*\}(?: \[\])?\s*$|[\w.-]=[\s\S]*[\w.-]=/

/** `sshd[77]: `, without a syslog header before it. */
const TAG = /^([A-Za-z][\w./-]{0,63})\[(\d{1,10})\]: /

/**
 * The record of the message with the members around it. Null for a record without a line, and when `isKnown` rejects
 * its words and its program. `isKnown` is called first, because most lines are of no known program.
 */
export function bareLine(record: Fields, context: DecodeContext, isKnown: (line: Fields) => boolean): Fields | null {
  const [name, text] = isUnreadText(record) ? ['log', ((record.log as Fields).text as string).trim()] : lineIn(record)
  if (text === '' || text.length > TEXT_MAX) return null
  const [head = '', program, pid] = TAG.exec(text) ?? []
  const fields = newFields()
  if (program !== undefined) Object.assign(fields, { app_name: program, proc_id: pid })
  if (!isKnown({ syslog: { ...fields, message: text.slice(head.length) } })) return null
  addLeadingTime(fields, text, context)
  const line = syslogOf(fields, text.slice(head.length), context)
  const beside = newFields()
  for (const member of Object.keys(record)) {
    if (member === name) continue
    if (WRAPPERS.has(member) && isMembers(record[member])) addWrapper(line, member, record[member] as Fields)
    else beside[member] = record[member]
  }
  if (Object.keys(beside).length > 0) addWrapper(line, 'relayed', beside)
  return line
}

/**
 * The record of a message that begins with a time of its own behind the header of a relay: a program's file that is sent
 * line by line. The relay's name for the program says nothing then. Null when `isKnown` rejects its words.
 */
export function bareMessage(record: Fields, context: DecodeContext, isKnown: (line: Fields) => boolean): Fields | null {
  const { syslog } = record
  if (!isMembers(syslog) || typeof syslog.message !== 'string' || syslog.message.length > TEXT_MAX) return null
  if (leadingTime(syslog.message, context.receivedMs) === null) return null
  const { app_name: _, proc_id: __, ...header } = syslog
  return isKnown({ syslog: { message: syslog.message } }) ? { ...record, syslog: header } : null
}
