/**
 * Reads syslog records in shippers' spellings, and the sentences in their messages. The values of a template are put
 * under `parsed`; a record that has a member of that name was read already, and is left as it is.
 */
import { codeAt } from '../../../platform/code-at.ts'
import { isMembers, type Members } from '../../../platform/members.ts'

const BLANK = 0x20

/** The text behind the header, in any spelling of the record; '' when the payload has a known format. */
export function messageOf(record: Readonly<Members>): string {
  const message = isMembers(record.syslog) ? record.syslog.message : record.SyslogMessage
  if (typeof message !== 'string') return ''
  // A blank at the end belongs to no value, and patterns for whole messages would not fit.
  if (message.length === 0 || codeAt(message, message.length - 1) > BLANK) return message
  if (message !== lastMessage) {
    lastMessage = message
    lastTrimmed = message.trimEnd()
  }
  return lastTrimmed
}

/** Cached, because each table that may know a message asks for it. */
let lastMessage = ''
let lastTrimmed = ''

export function syslogField(record: Readonly<Members>, name: string): string {
  const value = isMembers(record.syslog) ? record.syslog[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The parameters of one element of RFC 5424's structured data; null when the message has no such element. */
export function structuredData({ syslog }: Readonly<Members>, name: string): Readonly<Members> | null {
  const elements = isMembers(syslog) ? syslog.structured_data : undefined
  const data = isMembers(elements) ? elements[name] : undefined
  return isMembers(data) ? data : null
}

export function hasSyslog(record: Readonly<Members>): boolean {
  return isMembers(record.syslog)
}

/** Puts the result of `read` for the message under `parsed`; if there is no result, an empty object. */
export function addParsed(record: Members, read: (message: string) => Readonly<Members> | null): void {
  if (record.parsed !== undefined) return
  record.parsed = read(messageOf(record)) ?? {}
}
