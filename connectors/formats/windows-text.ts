/**
 * Events of Windows that agents of syslog write on one line, as the record of Splunk's text form, `{ LogName, EventCode,
 * SourceName, ComputerName, Type, Message, ... }`:
 *
 *     Snare       `MSWinEventLog TAB 1 TAB Security TAB 5 TAB Fri Nov 27 10:11:12 2026 TAB 4625 TAB source TAB user TAB ...`; relays
 *                 write the tabs as `#011`
 *     evtsys      `Security-Auditing: 4625: AUDIT_FAILURE An account failed to log on. ...`
 *     WinCollect  `AgentDevice=WindowsLog TAB AgentLogFile=Security TAB ... TAB EventIDCode=4625 TAB ... TAB Message=...`
 *
 * Forms: "Guide to Snare for Windows", the sources of Eventlog to Syslog, and IBM's page on the WinCollect event format.
 */
import { codeAt } from '../../platform/code-at.ts'
import { type Fields, newFields } from './fields.ts'
import { isDigit } from './text-codes.ts'

const SNARE = 'MSWinEventLog'
/** Maximum length of the text before the mark if the header was not understood: a host. */
const SNARE_AT_MAX = 256
const SNARE_NAMES = [
  ...['', 'Criticality', 'LogName', 'Counter', 'TimeCreated', 'EventCode', 'SourceName', 'User', 'SidType', 'Type'],
  ...['ComputerName', 'TaskCategory', 'Data', 'Message', 'RecordNumber'],
]
const SEPARATORS = ['\t', '#011', '\\t'] as const
const NOTHING: ReadonlySet<string> = new Set(['', 'N/A', 'None', '-'])

const EVTSYS = /^(\d{1,5}): (AUDIT_SUCCESS|AUDIT_FAILURE) (?=\S)/
const WINCOLLECT = 'AgentDevice=Windows'
const WINCOLLECT_NAMES: Readonly<Record<string, string>> = {
  AgentLogFile: 'LogName',
  EventIDCode: 'EventCode',
  Source: 'SourceName',
  Computer: 'ComputerName',
  OriginatingComputer: 'OriginatingComputer',
  RecordNumber: 'RecordNumber',
  TimeGenerated: 'TimeCreated',
  Message: 'Message',
}

/** Called for every message; null for a message in none of these formats. */
export function windowsText(header: Readonly<Fields>, message: string): Fields | null {
  const at = message.indexOf(SNARE)
  if (at !== -1 && at <= SNARE_AT_MAX) return snare(message.slice(at))
  if (message.startsWith(WINCOLLECT)) return wincollect(message)
  if (!isDigit(codeAt(message, 0))) return null
  const { app_name: program, hostname } = header
  const [head, code, kind] = typeof program === 'string' ? (EVTSYS.exec(message) ?? []) : []
  if (head === undefined) return null
  const source = String(program).startsWith('Microsoft-Windows-') ? program : `Microsoft-Windows-${program}`
  return Object.assign(newFields(), {
    ...{ LogName: 'Security', EventCode: code, SourceName: source, Type: kind },
    ...(typeof hostname === 'string' && { ComputerName: hostname }),
    Message: message.slice(head.length),
  })
}

/** True for a line of Snare or WinCollect without a syslog header. */
export function isSnareLine(head: string): boolean {
  if (head.startsWith(WINCOLLECT)) return true
  return /^(?:[\w.-]{1,255}\t)?MSWinEventLog(?:\t|#011|\\t)\d\b/.test(head)
}

function snare(text: string): Fields | null {
  const separator = SEPARATORS.find((one) => text.startsWith(one, SNARE.length))
  if (separator === undefined) return null
  const values = text.split(separator)
  const record = newFields()
  for (const [i, name] of SNARE_NAMES.entries()) {
    const value = (values[i] ?? '').trim()
    if (name !== '' && !NOTHING.has(value)) record[name] = value
  }
  record.Message ??= ''
  return record.LogName === undefined || record.EventCode === undefined ? null : record
}

function wincollect(message: string): Fields | null {
  const record = newFields()
  for (const pair of message.split('\t', SNARE_AT_MAX)) {
    const equals = pair.indexOf('=')
    const value = pair.slice(equals + 1).trim()
    const name = equals > 0 ? pair.slice(0, equals) : ''
    if (name !== '' && value !== '') record[WINCOLLECT_NAMES[name] ?? name] = value
  }
  record.Message ??= ''
  return record.LogName === undefined || record.EventCode === undefined ? null : record
}
