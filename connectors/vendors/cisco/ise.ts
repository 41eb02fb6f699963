/**
 * Cisco ISE and ACS: admission to the network. A message is `CISE_<category> <id> <segments> <segment> <time> <offset>
 * <sequence> <code> <severity> <text>, name=value, ...`; the pairs are read from the message itself, where a value ends
 * at `, ` and may hold spaces. Texts: Cisco ISE syslog reference, "Logging categories" and message codes.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { lineShape } from '../../families/syslog/mapping.ts'
import { isWhite } from '../../families/syslog/pairs.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import { nameOf } from '../../formats/fields.ts'
import { codesOf, wordCodes as read } from '../../formats/text-codes.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  first,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  mac,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const CATEGORY = /^(?:CISE|CSCOacs)_([A-Za-z_]{3,60})\b:? ?/
const HEAD =
  /^(\d{1,12}) (\d{1,4}) (\d{1,4}) (?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) ([+-]\d\d:?\d\d) (\d{1,12}) (\d{3,6}) ([A-Z]{3,8}) )?(.*)$/s
const PAIRS_MAX = 400
const NAME_CODES = codesOf(/[\w .-]/)
const EQUALS = 0x3d
const COMMA = 0x2c
const NAME_MIN = 2
const NAME_MAX = 64

/** The category may be in the place of the program. */
function wordsOf(record: Readonly<Members>): string {
  const program = syslogField(record, 'app_name')
  return CATEGORY.test(program) ? `${program} ${messageOf(record)}` : messageOf(record)
}

function settle(record: Members): void {
  if (record.ise !== undefined) return
  const words = wordsOf(record)
  const category = CATEGORY.exec(words)
  const [, id, segments, segment, day, offset, , code, level, rest = ''] =
    HEAD.exec(words.slice(category?.[0].length ?? 0).trimStart()) ?? []
  found.clear()
  // It is added first, so that a pair of that name takes precedence.
  found.add('category', undefined)
  const comma = rest.indexOf(', ')
  found.add('text', comma === -1 ? rest : rest.slice(0, comma))
  if (id !== undefined) found.addAll({ id, segments, segment })
  if (day !== undefined) found.addAll({ at: `${day.replace(' ', 'T')}${offset}`, code, level })
  addPairs(rest)
  const ise = found.toFields(setFirst)
  ise.category ??= category?.[1] ?? ''
  record.ise = ise
}

/** The first value of a name counts; `Step=` is followed by a list of numbers, the steps of the decision. */
function addPairs(rest: string): void {
  const codes = read.of(rest)
  const { length } = rest
  let equals = read.next(EQUALS, 0)
  for (let at = 0, pieces = 0; pieces < PAIRS_MAX && equals !== -1; pieces++) {
    const end = endOfPiece(codes, at, length)
    if (equals < at) equals = read.next(EQUALS, at)
    if (equals !== -1 && equals < end && isName(codes, at, equals))
      found.add(nameOf(rest, codes, at, equals), rest.slice(equals + 1, codes[end - 1] === COMMA ? end - 1 : end))
    for (at = end + 1; at < length && isWhite(codes[at] as number); ) at++
    if (end === length) return
  }
}

/** The place of the next comma before white space or the end. */
function endOfPiece(codes: Uint16Array, from: number, length: number): number {
  let comma = read.next(COMMA, from)
  while (comma !== -1 && !(comma + 1 < length && isWhite(codes[comma + 1] as number)))
    comma = read.next(COMMA, comma + 1)
  return comma === -1 ? length : comma
}

function isName(codes: Uint16Array, start: number, end: number): boolean {
  if (end - start < NAME_MIN || end - start > NAME_MAX) return false
  for (let at = start; at < end; at++) if (NAME_CODES[codes[at] as number] !== 1) return false
  return true
}

const found = new FieldList()

const shape: RecordShape = { ...lineShape, name: 'line', settle }

const USER: Rows = {
  'user.name': account('ise.UserName', 'ise.User-Name', 'ise.AdminName', 'ise.Calling-Station-ID'),
  'user.domain': accountDomain('ise.UserName', 'ise.User-Name'),
  'src_endpoint.ip': ip('ise.Framed-IP-Address', 'ise.AdminIPAddress', 'ise.Remote-Address', 'ise.Calling-Station-ID'),
  'src_endpoint.mac': mac('ise.Calling-Station-ID'),
  'src_endpoint.uid': 'ise.AcsSessionID',
  'dst_endpoint.ip': ip('ise.NAS-IP-Address', 'ise.Device IP Address', 'ise.DestinationIPAddress'),
  'dst_endpoint.hostname': first(text('ise.NetworkDeviceName'), text('syslog.hostname')),
  'dst_endpoint.port': integer('ise.DestinationPort'),
  'service.name': ['ise.SelectedAccessService', 'ise.AuthenticationMethod', 'ise.Protocol'],
  auth_protocol: ['ise.AuthenticationMethod', 'ise.Protocol'],
  'session.uid': ['ise.CPMSessionID', 'ise.AcsSessionID'],
  status_code: 'ise.code',
  status_detail: ['ise.FailureReason', 'ise.text'],
  is_remote: is(true),
}

/** The words of an administrator's sign-in give its result. */
const ADMINISTRATOR = lookupIn('ise.text', /\b(failed|succeeded|success(?:ful(?:ly)?)?|locked|denied)\b/i, {
  ...{ failed: 'Failure', locked: 'Failure', denied: 'Failure' },
  ...{ succeeded: 'Success', success: 'Success', successful: 'Success', successfully: 'Success' },
})

const authentication = { categories: ['authentication'] }
const about = (
  name: string,
  category: readonly string[],
  activity: string,
  status: string | null,
  more: Rows = {},
): Profile => ({
  name,
  when: { 'ise.category': category, 'ise.segment': '0' },
  class: 'authentication',
  activity,
  logSource: authentication,
  rows: { ...USER, ...(status === null ? {} : { status_id: is(status) }), ...more },
})

export const CISCO_ISE: SourceTable = {
  id: 'cisco-ise/1',
  shapes: [shape],
  select: ['ise.category', 'ise.segment'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('ise.at', 'syslog.time', 'syslog.timestamp'),
    severity_id: first(
      lookup('ise.level', {
        FATAL: 'Critical',
        ERROR: 'High',
        WARN: 'Medium',
        NOTICE: 'Informational',
        INFO: 'Informational',
        DEBUG: 'Informational',
      }),
      SYSLOG_HEADER.severity_id as ReturnType<typeof lookup>,
    ),
    'metadata.product.name': is('Identity Services Engine'),
    'metadata.product.vendor_name': is('Cisco'),
    'metadata.log_name': 'ise.category',
    'metadata.event_code': 'ise.code',
    'metadata.correlation_uid': 'ise.id',
    'device.type_id': is('Server'),
  },
  logSource: { product: 'cisco', service: 'ise' },
  chapters: [
    {
      name: 'network access',
      profiles: [
        about('passed', ['Passed_Authentications'], 'Logon', 'Success'),
        about('failed', ['Failed_Attempts'], 'Logon', 'Failure', { severity_id: is('Medium') }),
        about('administrator', ['Administrative_and_Operational_Audit'], 'Other', null, { status_id: ADMINISTRATOR }),
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          rows: { 'actor.user.name': account('ise.UserName', 'ise.User-Name', 'ise.User') },
          unclassified:
            'accounting, alarms and counters, and the later segments of a message, which name nobody by themselves',
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message'],
  begins: CATEGORY,
  programs: /^(?:CISE|CSCOacs)_/,
  recognises: (record) => isMembers(record.syslog) && CATEGORY.test(wordsOf(record)),
}

export const ciscoIse = compileSource(CISCO_ISE)
