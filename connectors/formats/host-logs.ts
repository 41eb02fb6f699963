/**
 * Lines that programs on a host write to their own files: container runtimes, Santa on macOS, the fast log of Snort and
 * Suricata.
 */
import { parseEventTime } from '../../platform/event-time.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { newFields } from './fields.ts'
import { fillPairs } from './kv.ts'

/** The Container Runtime Interface: `time stream tag message`; tag P is a part of a line, F the end of one. */
const CRI = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) (stdout|stderr) ([PF]) (.*)$/s

/** The messages of the lines of one event (see `cutCri`) are joined. */
export const cri = textDecoder('cri', (text): Decoded => {
  const record = newFields()
  const messages: string[] = []
  for (const line of text.split('\n', LINES_MAX)) {
    const parts = CRI.exec(line.endsWith('\r') ? line.slice(0, -1) : line)
    if (!parts) return 'bad_columns'
    record.time ??= parts[1]
    record.stream = parts[2]
    record.tag = parts[3]
    messages.push(parts[4] ?? '')
  }
  record.message = messages.join('')
  return record
})

/** Maximum number of parts of one line: runtimes cut lines at 16 KiB, and an event has at most 16 MiB. */
const LINES_MAX = 1024

/** `[time] I santad: action=EXEC|decision=ALLOW|...` */
const SANTA = /^\[(\S{10,40})\] ([A-Z]) (\w{1,64}): /

export const santa = textDecoder('santa', (text): Decoded => {
  const parts = SANTA.exec(text)
  if (!parts) return 'bad_kv'
  const [head, time, level, process_name] = parts
  fields.clear()
  fields.add('time', time)
  fields.add('level', level)
  fields.add('process_name', process_name)
  const pairs = fillPairs(fields, text, '|', head.length)
  if (typeof pairs === 'string') return pairs
  if (pairs === 0) fields.add('message', text.slice(head.length))
  return fields.toFields()
})

const fields = new FieldList()

/** `12/28-12:55:38.765402 [**] [1:366:11] message [**] [Classification: c] [Priority: 3] {ICMP} source -> target` */
const FAST_ALERT =
  /^(\d\d\/(?:\d\d\/)?\d\d(?:\/\d{2,4})?-\d\d:\d\d:\d\d\.\d{1,9}) +\[\*\*\] \[(\d+):(\d+):(\d+)\] (.{0,1024}?) \[\*\*\] (?:\[Classification: ([^\]]{0,256})\] )?(?:\[Priority: (\d+)\] )?(?:\{([^}]{1,32})\} )?(\S+) -> (\S+)$/

const ALERT_NAMES = 'time gid sid rev msg classification priority protocol source target'.split(' ')

/**
 * The same without its time, as it is sent over syslog, also by Cisco's manager, which writes the impact and the sensor
 * behind the name.
 */
const SENT_ALERT =
  /^\[(\d+):(\d+):(\d+)\] (.{0,1024}?) ?(?:\[Impact: [^\]]{0,64}\] ?)?(?:From "[^"]{0,255}" at .{10,64}? ?)?(?:\[Classification: ([^\]]{0,256})\]:? ?)?(?:\[Priority: (\d+)\]:? ?)?\{([^}]{1,32})\} ([^\s>]{2,64}?)(?: \([^)]{1,64}\))? ?-> ?(\S{2,64})(?: \([^)]{1,64}\))?$/

export const sentAlert = textDecoder('sent-alert', (text): Decoded => {
  const parts = SENT_ALERT.exec(text.trimEnd())
  if (!parts) return 'bad_columns'
  fields.clear()
  for (const [at, name] of ALERT_NAMES.slice(1).entries()) {
    const value = parts[at + 1]
    if (value !== undefined) fields.add(name, value)
  }
  return fields.toFields()
})

/** Snort writes no year: then `received_year` has the year from the receipt. */
export const fastAlert = textDecoder('fast-alert', (text, { receivedMs }): Decoded => {
  const parts = FAST_ALERT.exec(text.trimEnd())
  if (!parts) return 'bad_columns'
  fields.clear()
  for (const [at, name] of ALERT_NAMES.entries()) {
    const value = parts[at + 1]
    if (value !== undefined) fields.add(name, value)
  }
  const year = yearOf(parts[1] ?? '', receivedMs)
  if (year !== null) fields.add('received_year', String(year))
  return fields.toFields()
})

const NO_YEAR = /^(\d\d)\/(\d\d)-(\d\d:\d\d:\d\d)/
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function yearOf(time: string, receivedMs: number): number | null {
  const [, month = '', day, clock] = NO_YEAR.exec(time) ?? []
  const name = MONTHS[Number(month) - 1]
  const ms = name === undefined ? Number.NaN : parseEventTime(`${name} ${day} ${clock}`, receivedMs)
  return Number.isNaN(ms) ? null : new Date(ms).getUTCFullYear()
}
