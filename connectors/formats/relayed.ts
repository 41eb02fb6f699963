/**
 * Syslog that a relay or an agent has put into JSON: the whole line in one member, or its parts under the relay's own
 * names. It becomes the record of the line itself, so that the source of the program or device recognises it; the
 * relay's other members stand beside it as `relayed`.
 *
 *     syslog-ng    format-json: MESSAGE, PROGRAM, HOST, PID, ISODATE or DATE, FACILITY, PRIORITY
 *     rsyslog      msg or message, programname, syslogtag or tag, hostname or host, timereported or timestamp, rawmsg
 *     journald     journalctl -o json, Fluent Bit's systemd, Vector's journald (message, host): MESSAGE, SYSLOG_IDENTIFIER,
 *                  _HOSTNAME, _PID, __REALTIME_TIMESTAMP; a message that is not UTF-8 or holds control characters is a
 *                  list of bytes, one of several fields of that name a list of texts, one past the bound null
 *     Vector       the source syslog: message, appname, hostname, procid, timestamp, facility, severity
 *     Fluent Bit   the parsers syslog-rfc3164 and -rfc5424, and Fluentd's: message, ident, host, pid, time, pri
 *     NXLog        xm_syslog to JSON: Message, SourceName, Hostname, ProcessID, EventTime, SyslogFacilityValue
 *     Filebeat, Logstash, Vector, OpenTelemetry  a line under `message`, or as it came under `event.original`
 *     Benthos and others          a line under `message`, beside `host` and a time, in a record that has no level
 *     Fluent Bit, Docker, Cribl   a line under `log`, under `_raw`
 *     containerd, CRI-O           a line under `message`, beside time, stream and tag
 *
 * Names: the manuals of each. A combination of members that no other record has identifies a relay, in any order,
 * because many writers of JSON keep none; other records stay as they are.
 */
import { parseEventTime } from '../../platform/event-time.ts'
import { isMembers } from '../../platform/members.ts'
import { textOf } from '../mapping/text-of.ts'
import { readByLook } from './any-text.ts'
import { type DecodeContext, textReader, wholeText } from './decoder.ts'
import { addWrapper, type Fields, newFields } from './fields.ts'
import { leadingTime } from './leading-time.ts'
import { lookAtLine } from './line-format.ts'
import { MARKS, syslogOf } from './syslog.ts'
import { setHost } from './syslog-header.ts'

/** Members in which a relay puts the parts of a syslog line; of several, the first that is present counts. */
type Spelling = {
  readonly is: (record: Fields) => boolean
  readonly message: readonly string[]
  readonly hostname: readonly string[]
  readonly tag: readonly string[]
  readonly pid: readonly string[]
  readonly msgId: readonly string[]
  readonly time: readonly string[]
  readonly facility: readonly string[]
  readonly severity: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

const SPELLINGS: readonly Spelling[] = [
  {
    is: ({ MESSAGE, HOST, PROGRAM, PRIORITY }) =>
      isText(MESSAGE) && isText(HOST) && (isText(PROGRAM) || isText(PRIORITY)),
    message: ['MESSAGE'],
    hostname: ['HOST'],
    tag: ['PROGRAM'],
    pid: ['PID'],
    msgId: ['MSGID'],
    time: ['ISODATE', 'S_ISODATE', 'UNIXTIME', 'S_UNIXTIME', 'R_ISODATE', 'DATE'],
    facility: ['FACILITY_NUM', 'FACILITY'],
    severity: ['PRIORITY', 'LEVEL'],
  },
  {
    is: isOfJournal,
    message: ['MESSAGE', 'message'],
    hostname: ['_HOSTNAME', 'HOSTNAME', 'host'],
    tag: ['SYSLOG_IDENTIFIER', '_COMM', 'COMM'],
    pid: ['_PID', 'SYSLOG_PID', 'PID'],
    msgId: [],
    time: ['_SOURCE_REALTIME_TIMESTAMP', '__REALTIME_TIMESTAMP', 'timestamp', 'date'],
    facility: ['SYSLOG_FACILITY'],
    severity: ['PRIORITY'],
  },
  {
    is: ({ Message, SyslogFacilityValue, Hostname }) =>
      isText(Message) && SyslogFacilityValue !== undefined && isText(Hostname),
    message: ['Message'],
    hostname: ['Hostname'],
    tag: ['SourceName'],
    pid: ['ProcessID'],
    msgId: ['MessageID'],
    time: ['EventTime'],
    facility: ['SyslogFacilityValue'],
    severity: ['SyslogSeverityValue'],
  },
  {
    is: isOfRsyslog,
    message: ['msg', 'message'],
    hostname: ['hostname', 'host', 'sysloghost', 'source', 'fromhost'],
    tag: ['syslogtag', 'syslog-tag', 'programname', 'tag'],
    pid: ['procid'],
    msgId: ['msgid'],
    time: ['timereported', 'timestamp', '@timestamp', 'time', 'timegenerated'],
    facility: ['syslogfacility', 'facility', 'syslogfacility-text'],
    severity: ['syslogseverity', 'severity', 'syslogseverity-text'],
  },
  {
    is: ({ appname, facility, hostname }) => isText(appname) && isText(facility) && isText(hostname),
    message: ['message'],
    hostname: ['hostname'],
    tag: ['appname'],
    pid: ['procid'],
    msgId: ['msgid'],
    time: ['timestamp'],
    facility: ['facility'],
    severity: ['severity'],
  },
  {
    is: ({ ident, host, message }) => isText(ident) && isText(host) && isText(message),
    message: ['message'],
    hostname: ['host'],
    tag: ['ident'],
    pid: ['pid'],
    msgId: ['msgid'],
    time: ['time', 'date'],
    facility: [],
    severity: [],
  },
  {
    // Logstash's SYSLOGLINE, and templates of rsyslog and syslog-ng in lower case.
    is: ({ program, host, logsource, hostname, message, level }) =>
      isText(program) && isText(message) && level === undefined && isText(logsource ?? hostname ?? host),
    message: ['message'],
    hostname: ['logsource', 'hostname', 'host'],
    tag: ['program'],
    pid: ['pid'],
    msgId: [],
    time: ['timestamp', '@timestamp', 'time', 'date'],
    facility: ['facility'],
    severity: ['severity', 'priority'],
  },
]

/**
 * rsyslog's templates have names of their own. A `tag` alone is too common, and counts only beside a priority in words.
 */
function isOfRsyslog(record: Fields): boolean {
  const { tag, facility, severity } = record
  if (isText(record.programname) || isText(record.syslogtag) || isText(record['syslog-tag'])) return true
  return isText(tag) && isText(facility) && isText(severity)
}

/** The journal's names; Fluent Bit can remove the underscores in front of some of them. */
function isOfJournal({ MESSAGE, message, SYSLOG_IDENTIFIER, _HOSTNAME, __REALTIME_TIMESTAMP }: Fields): boolean {
  if (MESSAGE === undefined) return isText(message) && isText(SYSLOG_IDENTIFIER)
  return isText(_HOSTNAME) || isText(SYSLOG_IDENTIFIER) || isText(__REALTIME_TIMESTAMP)
}

/** Null for a record that no relay has made, and for a line of unknown format. */
export function relayedRecord(record: Fields, context: DecodeContext): Fields | null {
  if (isOfWindows(record) || !mayHoldLine(record)) return null
  // The whole line is preferred, because it has more than the fields made from it.
  const line = wholeLine(record)
  const read = line === null ? 'no_known_form' : readByLook(line, context)
  if (typeof read !== 'string') return withRelay(read, record, isOfCri(record) ? ['message'] : [])
  if (line !== null && isOfCri(record)) return withRelay(wholeText(line, read), record, ['message'])
  if (line !== null && isOfDocker(record) && isZonedLine(line, context))
    return withRelay(wholeText(line, read), record, ['log'])
  const spelling = SPELLINGS.find(({ is }) => is(record))
  return spelling === undefined ? null : spelledRecord(record, spelling, context)
}

/** Windows events come from many shippers, and have their own sources. */
function isOfWindows({ EventID, winlog, event_data: data, event_id: id }: Fields): boolean {
  return EventID !== undefined || winlog !== undefined || (isMembers(data) && id !== undefined)
}

/** Called for every record; most are not a relay's. */
function mayHoldLine({ message, msg, MESSAGE, Message, log, _raw, rawmsg, event }: Fields): boolean {
  if (MESSAGE !== undefined) return true
  return isText(message ?? msg ?? Message ?? log ?? _raw ?? rawmsg) || isMembers(event)
}

function wholeLine(record: Fields): string | null {
  const { rawmsg, log, _raw, event, message } = record
  if (isText(message) && isOfCri(record)) return message
  if (isText(rawmsg)) return rawmsg
  // A container runtime keeps the line end at the end of a line.
  if (isText(log) && isOfContainer(record)) return log.trimEnd()
  if (isText(_raw) && record._time !== undefined) return _raw
  // Records parsed by a module of Elastic's name the module, and have their own sources here.
  const isParsed = isMembers(event) && event.module !== undefined
  if (isParsed || !isText(record.message ?? (isMembers(event) ? event.original : null))) return null
  if (!hasLine(record)) return isBesideHost(record) && isHeaded(record.message) ? record.message : null
  if (isMembers(event) && isText(event.original)) return event.original
  return isText(record.message) ? record.message : null
}

function isOfCri({ tag, stream, time }: Fields): boolean {
  return (tag === 'F' || tag === 'P') && (stream === 'stdout' || stream === 'stderr') && isText(time)
}

/**
 * True for the members that relays put around a line when no agent names itself. A record with a level was written by a
 * program itself.
 */
function isBesideHost({
  host,
  hostname,
  timestamp,
  '@timestamp': at,
  time,
  level,
  severity,
  levelname,
}: Fields): boolean {
  const isHost = isText(host ?? hostname) || isMembers(host)
  return isHost && (timestamp ?? at ?? time) !== undefined && (level ?? severity ?? levelname) === undefined
}

/** Formats that ordinary words never look like. */
const HEADED: ReadonlySet<string> = new Set(['syslog', 'cef', 'leef', 'auditd', 'access-log', 'json'])

function isHeaded(message: unknown): message is string {
  return isText(message) && HEADED.has(lookAtLine(message)?.format ?? '')
}

const CARRIERS: ReadonlySet<unknown> = new Set(['filebeat', 'opentelemetry'])

/**
 * True for records of Logstash, Vector, Filebeat and OpenTelemetry. Vector's journal records hold a message without a
 * header.
 */
function hasLine({ '@version': version, source_type, agent }: Fields): boolean {
  const isOfVector = isText(source_type) && source_type !== 'journald'
  return isText(version) || isOfVector || (isMembers(agent) && CARRIERS.has(agent.type))
}

/** A member `log` of any program may be text too: Docker and Fluent Bit write a stream or a time beside it. */
function isOfContainer({ stream, date, time, timestamp, '@timestamp': at, kubernetes }: Fields): boolean {
  return [stream, date, time, timestamp, at, kubernetes].some((value) => value !== undefined)
}

/** Docker's own file: the line, its stream and the time at which the daemon read it, and nothing else. */
const isOfDocker = ({ log, stream, time, ...others }: Fields): boolean =>
  isText(log) && isText(stream) && isText(time) && Object.keys(others).every((name) => name === 'attrs')

/** The program's time with a zone is more exact than the daemon's. */
const isZonedLine = (line: string, { receivedMs }: DecodeContext): boolean =>
  leadingTime(line, receivedMs)?.isZoned === true

function spelledRecord(record: Fields, spelling: Spelling, context: DecodeContext): Fields | null {
  const { is, ...lists } = spelling
  const names = Object.values(lists).map((list) => list.find((name) => !isNothing(record[name])) ?? '')
  const [written, hostname, tag, pid, msgId, time, facility, severity] = names.map((name) => record[name])
  const message = messageText(written ?? record.MESSAGE)
  if (message === null) return null
  const fields = newFields()
  addPriority(fields, numberIn(record.pri, 191), facility, severity)
  addTime(fields, time, context)
  const host = textOf(hostname)
  if (host !== '') setHost(fields, host)
  const [head = '', kind = ''] = isNothing(tag) ? (KIND.exec(message) ?? []) : []
  const id = textOf(msgId)
  if (id !== '' && id !== '-') fields.msg_id = id
  const data = STRUCTURED_DATA.find((name) => isMembers(record[name]))
  if (data !== undefined) {
    fields.structured_data = record[data]
    names.push(data)
  }
  const rest = message.slice(head.length).replace(/^ /, '')
  const payload = taggedPayload(fields, kind || textOf(tag).trim(), textOf(pid), rest)
  return withRelay(syslogOf(fields, payload, context), record, names)
}

/** Null for a value in none of the forms in which the journal writes a message. */
function messageText(message: unknown): string | null {
  if (isText(message)) return message
  if (message === null) return ''
  if (!Array.isArray(message) || message.length === 0) return null
  if (message.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) {
    const bytes = Buffer.from(message)
    return textReader(bytes)(0, bytes.length)
  }
  const texts = message.map(messageText)
  return texts.includes(null) ? null : texts.join('\n')
}

/** Structured data of syslog-ng. */
const STRUCTURED_DATA = ['_SDATA', 'SDATA']

const TAG_IN_MESSAGE = /^ ?([^\s:[\]]{1,96}(?:\[[^\]]{0,64}\])?): /

/** Matches the name of a program or of a kind of message, but neither a path nor `udp:514`. */
const PROGRAM = /^%?[A-Za-z][\w.-]{0,95}$/

/**
 * A message that came without time and host: its program is the tag at its beginning, or the `source`. Null when
 * neither names the program.
 */
export function syslogBehindHost(text: string, { host, source }: Fields, context: DecodeContext): Fields | null {
  const [head = '', inText = ''] = TAG_IN_MESSAGE.exec(text) ?? []
  const beside = isText(source) && PROGRAM.test(source) ? source : ''
  const tag = inText || beside
  if (tag === '') return null
  const fields = newFields()
  if (isText(host) && host !== '') setHost(fields, host)
  return syslogOf(fields, taggedPayload(fields, tag, '', text.slice(head.length)), context)
}

/** The program's message. A relay may take the format's mark at the start of a message (`CEF:`) for a program's tag. */
function taggedPayload(fields: Fields, tag: string, pid: string, text: string): string {
  const program = addTag(fields, tag, pid)
  return MARKS.has(program) ? `${program}:${text}` : text
}

/** The mark that a relay leaves in the message of a device without a program name: `%ASA-6-302015: `. */
const KIND = /^ ?(%[^\s:]{1,96}): /

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function addTime(fields: Fields, time: unknown, { receivedMs }: DecodeContext): void {
  const text = textOf(time)
  if (text !== '') fields.timestamp = text
  const timeMs = parseEventTime(time, receivedMs)
  if (!Number.isNaN(timeMs)) fields.time = timeMs
}

/** Numbers go to the priority, a severity in words to the level. */
function addPriority(fields: Fields, pri: number | null, facility: unknown, severity: unknown): void {
  const ofFacility = numberIn(facility, 23) ?? (pri === null ? null : pri >> 3)
  const ofSeverity = numberIn(severity, 7) ?? (pri === null ? null : pri & 7)
  if (ofFacility !== null) fields.facility = ofFacility
  if (ofSeverity !== null) fields.severity = ofSeverity
  else if (isText(severity)) fields.level = severity
}

function numberIn(value: unknown, max: number): number | null {
  const text = textOf(value)
  return /^\d{1,3}$/.test(text) && Number(text) <= max ? Number(text) : null
}

const TAG = /^([^[\]:]{1,96})(?:\[([^\]]{0,64})\])?:?$/

/** `sshd[106]:` is a program and its process; `%ASA-6-302015` is the kind of a message. */
function addTag(fields: Fields, text: string, pid: string): string {
  const [, tag = '', inTag = ''] = TAG.exec(text) ?? []
  const process = pid === '' || pid === '-' ? inTag : pid
  if (tag.startsWith('%')) fields.msg_id = tag.slice(1)
  else if (tag !== '' && tag !== '-' && !MARKS.has(tag)) fields.app_name = tag
  if (process !== '') fields.proc_id = process
  return tag
}

/** Puts the relay's other members under `relayed`; a collector's wrapper moves to the record of the line. */
function withRelay(line: Fields, record: Fields, lineMembers: readonly string[]): Fields {
  const around = newFields()
  for (const name of Object.keys(record)) {
    if (name === 'hec' && isMembers(record.hec)) addWrapper(line, 'hec', record.hec as Fields)
    else if (!lineMembers.includes(name)) around[name] = record[name]
  }
  addWrapper(line, 'relayed', around)
  return line
}
