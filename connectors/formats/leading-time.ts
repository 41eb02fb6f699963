/**
 * The time and the level that a line of no known form begins with, as programs write their own logs:
 *
 *     2026-11-24 10:00:01 ...              2026-11-24T10:00:02.500Z WARN ...       [2026-11-24 10:00:03] ERROR ...
 *     2026-11-24 10:00:01,250 - root - INFO - ...    2026/11/24 10:00:01 [error] ...    [INFO] 2026-11-24 10:00:01 ...
 *     [Tue Nov 24 10:00:01.123456 2026] [core:error] ...    24/Nov/2026:10:00:01 +0000 ...    1795514401.250 ...
 *     Nov 24, 2026 1:00:02 PM org.example.Main run     2026-11-24 11:00:01 CET ...     Tue Nov 24 11:00:01 CET 2026 ...
 *     11/24/2026 10:00:01 AM ...    24.11.2026 10:00:01 ...    20261124 10:00:01 ...    2026:11:24-10:00:01 ...
 *     20261124100001 ...    2026年11月24日 10:00:01 ...    24 nov. 2026 10:00:01 ...    24-NOV-26 10.00.01 AM ...
 *     nov/24/2026 10:00:01 ...     nov/24 10:00:01 ...      (MikroTik)
 *     42:M 24 Nov 2026 10:00:01.250 # ...      (Redis)
 *     26Nov2026 17:55:14 ...    [02] Thu 26Nov26 17:55:14 - ...      (Check Point, Serv-U)
 *     AuthReject host1 [23/Jul/2026:09:36:18 +0200] ...      (a time in brackets behind the first words)
 *     @4000000069242ac30a2b3c4d ...      (TAI64N of multilog)
 *     2026-328T10:00:01Z ...     26328 10:00:01.25 ...      (the day of the year)
 *     E1124 10:00:01.250000   42 main.go:7] ...      (glog and klog, without a year)
 *     [GIN] 2026/11/24 - 10:00:01 | ...     I, [2026-11-24T10:00:01.250000 #42]  INFO -- : ...      (Gin, Ruby)
 */
import { parseEventTime } from '../../platform/event-time.ts'
import { leadingForeignDate } from '../../platform/foreign-date.ts'
import { namedZone, placeZone } from '../../platform/time-zone.ts'

export type LeadingTime = {
  /** Unix milliseconds. */
  readonly ms: number
  /** False if the line names no zone: the time is then read as UTC. */
  readonly isZoned: boolean
  /** The zone's abbreviation where it is ambiguous; '' for none. */
  readonly zoneGuess: string
  /** The level behind or before the time, in lower case; '' if there is none. */
  readonly level: string
}

/** Number of characters that are searched: time and level stand at the start. */
const HEAD_MAX = 256

const LEVELS =
  'trace|debug|info|information|notice|warn|warning|error|err|crit|critical|alert|emerg|emergency|fatal|panic|severe'
const LEVEL = `(?:\\[ ?)?(${LEVELS})(?: ?\\])?`

const ISO =
  '\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?))?'
const MONTH_FIRST =
  '[A-Za-z]{3}/\\d\\d(?:/\\d{4})? \\d\\d:\\d\\d:\\d\\d|(?:[A-Z][a-z]{2,8},? )?[A-Z][a-z]{2,8} [ \\d]?\\d,? (?:\\d{4},? )?\\d?\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: [AP]M)?(?: \\d{4})?(?: (?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?'
/** Dates of numbers in other orders, see `platform/numeric-date.ts`. */
const NUMBERS =
  '(?:\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2}),?|\\d{4}[.:_]\\d\\d[.:_]\\d\\d|\\d{4}-\\d\\d-\\d\\d(?=[_-])|(?:19|20)\\d{6})[ T_-]\\d{1,2}:?\\d\\d:?\\d\\d(?:[.,:]\\d{1,9})?(?: ?[AP]M)?(?:Z|[+-]\\d\\d:?\\d\\d)?'
const YEAR_FIRST = '\\d{4}[ -][A-Z][a-z]{2}[ -]\\d{1,2}[ T:]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?'
const DAY_FIRST =
  '(?:[A-Z][a-z]{2}, )?\\d{1,2}[ /-][A-Z][a-z]{2}[ /-]\\d{4}[ :]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?: ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?'
/** The parts of a day written together, as Check Point and Serv-U do. */
const JOINED = '\\d{2}[A-Z][a-z]{2}(?:\\d{4}|\\d{2}) \\d\\d:\\d\\d:\\d\\d'
/** A year and the number of a day in it. */
const ORDINAL =
  '(?:\\d{4}[.:/-]\\d{3}[T :-]|(?:20)?\\d{5} )\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?'
const UNIX = '\\d{10}(?:\\.\\d{1,9}|\\d{3})?'
const DIGITS = '(?:19|20)\\d{12}(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?'
const TAI = '@4[\\da-f]{15}(?:[\\da-f]{8})?'
/** Characters that may follow a time. */
const ENDS = '(?=[\\][\\s)>"|,;]|:(?!\\d)|$)'

const TIME = new RegExp(
  `^\\s{0,16}(?:${LEVEL}[:\\s]\\s{0,8}|\\d{1,7}:[MSCX] |\\[[\\w.-]{1,32}\\](?=\\[)|\\(\\d{1,9}\\) ?|#{4}|[DIWEFA], (?=\\[))?[[("<*]?(${ISO}|${MONTH_FIRST}|${DAY_FIRST}|${YEAR_FIRST}|${JOINED}|${NUMBERS}|${ORDINAL}|${DIGITS}|${UNIX}|${TAI})(?:\\.\\d{1,9})?${ENDS}`,
  'i',
)
/** Numbers and the name of a day may stand before such a time. */
const BEFORE_JOINED = /^(?:\[\d{1,3}\] )?(?:[A-Z][a-z]{2} )?(?=\d\d[A-Z][a-z]{2}\d\d)/
/** The time of an event in brackets, as servers write it behind a host or a kind. */
const BRACKETED =
  /\[(\d{1,2}\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}|\d{1,2}\/\d{1,2}\/\d{4} \d\d:\d\d:\d\d)\] "/
const ZONED = /(?:Z|UTC|GMT|[ \d][+-]\d\d(?::?\d\d)?)$/i

/** Words that programs write between time and level: a thread, a process, a name between dashes. */
const BEHIND = new RegExp(
  `^[\\])>"|,;:\\s-]{0,16}(?:\\[[^\\]]{1,64}\\]\\s{1,4}|\\d{1,10}\\s{1,4}|[\\w.]{1,64} - )?(?:\\[[\\w-]{1,32}:)?${LEVEL}(?![\\w-])`,
  'i',
)

/**
 * Digits at the start are only a possible time: a time before this moment, or more than a day after receipt, is
 * rejected.
 */
const OLDEST_MS = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000

/** Null when the line does not begin with a time. `receivedMs` supplies a missing year. */
export function leadingTime(text: string, receivedMs: number): LeadingTime | null {
  const head = headOf(text)
  const found = TIME.exec(head)
  const number = found?.[2] ?? ''
  const dated = NUMBER.test(number) ? DATED.exec(head)?.[1] : undefined
  const time = dated
    ? { ms: parseEventTime(dated, receivedMs), isZoned: false, zoneGuess: '', level: '' }
    : found
      ? timeOf(found, head, receivedMs)
      : rarerTime(head, receivedMs)
  return time !== null && time.ms >= OLDEST_MS && time.ms <= receivedMs + DAY_MS ? time : null
}

function headOf(text: string): string {
  const head = text.slice(0, HEAD_MAX).replace(BEFORE_JOINED, '')
  return head.startsWith('[GIN] ') ? head.replace(OF_GIN, '$1 ') : head
}

/** Gin, a framework of web servers, writes a dash between the day and the clock. */
const OF_GIN = /^\[GIN\] (\d{4}\/\d\d\/\d\d) - /

/** Ten digits before a whole date are a number of something. */
const NUMBER = /^\d{10}$/
const DATED = /^\d{10}\t.{0,100}?\t(\d{1,2}-\d{1,2}-\d{4} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)\t/

function rarerTime(head: string, receivedMs: number): LeadingTime | null {
  return glogTime(head, receivedMs) ?? bracketedTime(head, receivedMs) ?? foreignTime(head, receivedMs)
}

/** Such a date begins with digits, or with letters and then digits. */
const FOREIGN = /^[[("<]?(?:[^\s\d[({"<=:]{2,10}\.?,? )?\d/

function foreignTime(head: string, receivedMs: number): LeadingTime | null {
  const text = head.trimStart()
  const stamp = FOREIGN.test(text) ? leadingForeignDate(text) : ''
  return stamp === '' ? null : timeOf([stamp, '', stamp], text.replace(/^[[("<]/, ''), receivedMs)
}

/** `"SMTPD"\t1234\t1\t"2026-11-27 10:11:12.123"\t...` of hMailServer. */
const QUOTED = /^"[A-Z]{3,16}"\t(?:\d{1,9}\t){1,2}"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?)"\t/
/** `at [Fri, 27 Nov 2026 10:11:12.123456 UTC]` of Samba. */
const AT = / at \[([A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d(?:\.\d{1,9})? (?:UTC|GMT|[+-]\d{4}))\] /

function bracketedTime(head: string, receivedMs: number): LeadingTime | null {
  const [, stamp = ''] = BRACKETED.exec(head) ?? AT.exec(head) ?? QUOTED.exec(head) ?? []
  const ms = stamp === '' ? Number.NaN : parseEventTime(stamp, receivedMs)
  return Number.isNaN(ms) ? null : { ms, isZoned: ZONED.test(stamp), zoneGuess: '', level: '' }
}

/** Separates the parts: `26Nov26 17:55:14` becomes `26 Nov 2026 17:55:14`. */
const apart = (stamp: string): string =>
  stamp.replace(
    /^(\d\d)([A-Z][a-z]{2})(\d\d(?:\d\d)?)(?= )/,
    (_, day, month, year) => `${day} ${month} ${year.length === 2 ? '20' : ''}${year}`,
  )

function timeOf(found: readonly (string | undefined)[], head: string, receivedMs: number): LeadingTime | null {
  const [whole = '', before = '', written = ''] = found
  const stamp = apart(written)
  const zone = ZONED.test(stamp) ? null : ZONE_BEHIND.exec(head.slice(whole.length))
  const [text = '', name = '', year = ''] = zone ?? []
  const localMs = parseEventTime(`${stamp}${year}`, receivedMs)
  const named = zone === null ? null : (namedZone(name, localMs, receivedMs) ?? placeZone(name, localMs))
  const ms = named === null ? parseEventTime(stamp, receivedMs) : localMs - named.minutes * 60_000
  if (Number.isNaN(ms)) return null
  const behind = head.slice(whole.length + (named === null ? 0 : text.length))
  return {
    ms,
    isZoned: named !== null || ZONED.test(stamp) || /^(?:\d{10}(?!\d{4})|@)/.test(stamp),
    zoneGuess: named?.isGuess ? name : '',
    level: (before || (BEHIND.exec(behind)?.[1] ?? '')).toLowerCase(),
  }
}

/** `CET`, `[CET]`, `GMT+1`, `(UTC+01:00)`, `Europe/Berlin`, and the year behind it where the day has none before it. */
const ZONE_BEHIND =
  /^[\])]?(?: |(?=\[))[[(]?((?:UTC|GMT)[+-]\d{1,2}(?::?\d\d)?|[A-Z]{2,5}|[A-Z][A-Za-z]{3,15}\/[A-Z][A-Za-z_]{2,24})[\])]?( (?:19|20)\d\d)?(?![\w.-])/

/** `Lmmdd hh:mm:ss.uuuuuu threadid file:line] msg`; in the local zone. Form: glog's documentation, "Log Line Prefix Format". */
const GLOG = /^([IWEF])(\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{1,9}) +\d+ [^\s\]]{1,128}:\d{1,6}\] /
const GLOG_LEVELS: Readonly<Record<string, string>> = { I: 'info', W: 'warning', E: 'error', F: 'fatal' }

function glogTime(head: string, receivedMs: number): LeadingTime | null {
  const found = GLOG.exec(head)
  if (!found) return null
  const [, letter = '', month, day, clock] = found
  const year = new Date(receivedMs).getUTCFullYear()
  const inYear = (of: number) => parseEventTime(`${of}-${month}-${day}T${clock}`)
  // Around New Year a line belongs to the past year, never to the future.
  const ms = inYear(year) > receivedMs + DAY_MS ? inYear(year - 1) : inYear(year)
  return Number.isNaN(ms) ? null : { ms, isZoned: false, zoneGuess: '', level: GLOG_LEVELS[letter] ?? '' }
}
