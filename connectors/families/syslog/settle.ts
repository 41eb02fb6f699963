/**
 * Syslog records that shippers spell otherwise, and the sentences in their messages. What a template finds is put under
 * `said`, which no vendor writes; it is looked for once a record.
 */
import { isMembers, type Members } from '../../../platform/members.ts'

/** The text behind the header, however the record is spelled; '' when it carries something else. */
export function messageOf(record: Readonly<Members>): string {
  const message = isMembers(record.syslog) ? record.syslog.message : record.SyslogMessage
  return typeof message === 'string' ? message : ''
}

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

/** Puts what `read` finds in the message under `said`; an empty `said` when it finds nothing. */
export function addSaid(record: Members, read: (message: string) => Readonly<Members> | null): void {
  if (record.said !== undefined) return
  record.said = read(messageOf(record)) ?? {}
}
