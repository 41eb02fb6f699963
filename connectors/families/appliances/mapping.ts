/**
 * Appliances that are recognised by the style of their messages, most of which are about the appliance itself: one
 * table, and a list of makers. Messages about users and other machines on the network get their class; the others keep
 * maker, level and code.
 */
import { byFirstCode } from '../../mapping/first-codes.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import {
  account,
  accountDomain,
  basename,
  first,
  integer,
  ip,
  is,
  lookup,
  mac,
  type Profile,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'
import { SEVERITY } from '../syslog/common.ts'
import { command, ENDPOINTS, finding, logon, on, syslogDevice } from '../syslog/device.ts'
import { syslogField } from '../syslog/settle.ts'
import { CONSOLES } from './consoles.ts'
import type { Maker, Members } from './maker.ts'
import { NETWORK } from './network.ts'
import { SERVERS } from './servers.ts'
import { STORAGE } from './storage.ts'

const MAKERS: readonly Maker[] = [...NETWORK, ...STORAGE, ...CONSOLES, ...SERVERS]
const byProgram = new Map(MAKERS.flatMap((maker) => (maker.programs ?? []).map((name) => [name, maker] as const)))
const byForm = byFirstCode(
  MAKERS.filter(({ words, is: isMade }) => words !== undefined || isMade !== undefined),
  ({ words, is: isMade }) => (isMade ? undefined : words),
)

function makerOf(record: Members, message: string): Maker | null {
  const named = byProgram.get(syslogField(record, 'app_name'))
  if (named) return named
  return (
    byForm(message).find((maker) => maker.words?.test(message) === true || maker.is?.(record, message) === true) ?? null
  )
}

/** The message with its mark, which the decoder reads as the id of the message: `%%10SC/6/SC_AAA_LAUNCH(l): words`. */
function lineOf(record: Members, message: string): string {
  const mark = syslogField(record, 'msg_id')
  return mark.startsWith('%10') ? `%${mark}: ${message}` : message.trimStart()
}

function read(message: string, record: Members): PhraseValues | null {
  const line = lineOf(record, message)
  const maker = makerOf(record, line)
  if (!maker) return null
  const { vendor, product } = maker
  const fields: PhraseValues = maker.read?.(line, record) ?? { kind: 'words' }
  fields.kind = kindOf(fields)
  fields.vendor = vendor
  fields.product = product
  return fields
}

/** A command without a user was not run by a user; only its request is kept. */
function kindOf({ kind = 'words', user, method }: PhraseValues): string {
  if (kind !== 'command' || user) return kind
  return method ? 'http' : 'words'
}

/** The service to which a user signs in, if the appliance names neither a service nor itself. */
const SERVICE: Rows = { 'service.name': ['parsed.service', 'parsed.product'] }

const RESULTS = {
  success: 'Success',
  ok: 'Success',
  SUCS: 'Success',
  failure: 'Failure',
  failed: 'Failure',
  Error: 'Failure',
} as const
const RESULT = first(
  lookup('parsed.result', RESULTS),
  {
    kind: 'lookup',
    fields: 'parsed.status',
    pattern: /^([1-5])/,
    words: { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
  },
  lookup('parsed.result', {}, 'Other', 'Unknown'),
)

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), SERVICE),
  logon('refused', 'Logon', is('Failure'), { ...SERVICE, severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success'), SERVICE),
  command('command', {
    'actor.user.uid': text('parsed.user_uid'),
    'src_endpoint.ip': ip('parsed.src_ip', 'parsed.src', 'syslog.address'),
    'src_endpoint.hostname': ['syslog.hostname', 'parsed.src'],
    'dst_endpoint.ip': ip('parsed.dst_ip'),
    'http_request.http_method': 'parsed.method',
    'http_request.url.path': 'parsed.path',
    'http_response.code': integer('parsed.status'),
    'resources[0].type': 'parsed.type',
    'resources[0].uid': text('parsed.uid'),
    status_id: RESULT,
  }),
  finding('finding', {
    'finding_info.title': first(text('parsed.title'), text('syslog.message')),
    'finding_info.uid': text('parsed.code', 'syslog.message'),
    severity_id: is('Medium'),
  }),
  on('flow', {
    class: 'network_activity',
    activity: lookup(
      'parsed.action',
      {
        ...{ 'fini ': 'Close', remove: 'Close', allow: 'Open', localallow: 'Open' },
        ...{ block: 'Refuse', localblock: 'Refuse', deny: 'Refuse', drop: 'Refuse', fail: 'Fail' },
      },
      'Traffic',
      'Traffic',
    ),
    rows: {
      ...ENDPOINTS,
      'connection_info.uid': text('parsed.connection'),
      'connection_info.direction_id': is('Unknown'),
      'tls.version': 'parsed.tls',
      'tls.cipher': 'parsed.cipher',
      'tls.sni': 'parsed.sni',
      'firewall_rule.uid': text('parsed.rule'),
      status_detail: 'parsed.detail',
      status_id: lookup('parsed.action', {
        ...{ allow: 'Success', localallow: 'Success', block: 'Failure', localblock: 'Failure', deny: 'Failure' },
        ...{ drop: 'Failure', fail: 'Failure' },
      }),
    },
  }),
  on('http', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other', 'Unknown'),
    rows: {
      'http_request.http_method': 'parsed.method',
      'src_endpoint.ip': ip('parsed.src_ip'),
      'dst_endpoint.ip': ip('parsed.dst_ip'),
      'http_request.url.path': ['parsed.path', 'parsed.operation'],
      'http_request.url.url_string': 'parsed.url',
      'http_response.code': integer('parsed.status'),
      'dst_endpoint.hostname': 'parsed.dst_host',
      status_id: RESULT,
    },
  }),
  on('file', {
    class: 'file_hosting',
    activity: lookup(
      'parsed.operation',
      {
        fs_read_data: 'Download',
        fs_write_data: 'Update',
        fs_create_file: 'Upload',
        fs_create_directory: 'Upload',
        fs_delete: 'Delete',
        fs_rename: 'Rename',
        fs_open: 'Open',
        ...{
          upload: 'Upload',
          download: 'Download',
          update: 'Update',
          delete: 'Delete',
          rename: 'Rename',
          open: 'Open',
        },
        ...{ preview: 'Preview', permission: 'Other' },
      },
      'Other',
    ),
    rows: {
      'file.path': 'parsed.path',
      'file.name': first(basename('parsed.path'), text('parsed.path')),
      'file.type_id': is('Unknown'),
      'file.uid': text('parsed.uid'),
      'actor.user.name': account('parsed.user'),
      'actor.user.domain': accountDomain('parsed.user'),
      'actor.user.uid': text('parsed.user_uid'),
      'src_endpoint.ip': ip('parsed.src_ip'),
      'src_endpoint.hostname': 'parsed.src_host',
      'dst_endpoint.svc_name': 'parsed.service',
      status_id: RESULT,
    },
  }),
]

export const appliances = syslogDevice({
  id: 'appliances/1',
  vendor: text('parsed.vendor'),
  product: text('parsed.product'),
  // Formats that any vendor may write have a table for the format.
  is: (record, message) =>
    record.cef === undefined && record.leef === undefined && makerOf(record, lineOf(record, message)) !== null,
  read,
  rows: {
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    'metadata.product.version': 'parsed.version',
    'metadata.event_code': ['parsed.code', 'syslog.msg_id'],
    'metadata.log_name': ['parsed.part', 'parsed.domain'],
    'device.hostname': ['parsed.host', 'syslog.hostname'],
    'device.ip': ip('parsed.host_ip'),
    'device.mac': mac('parsed.mac'),
    'device.uid': text('parsed.device'),
    'device.model': 'parsed.model',
    message: ['parsed.text', 'syslog.message'],
    severity_id: first(
      lookup('parsed.level', {
        0: 'Critical',
        1: 'Critical',
        2: 'Critical',
        3: 'High',
        4: 'Low',
        5: 'Informational',
        6: 'Informational',
        7: 'Informational',
        critical: 'Critical',
        crit: 'Critical',
        emergency: 'Critical',
        alert: 'Critical',
        major: 'High',
        error: 'High',
        err: 'High',
        warning: 'Low',
        warn: 'Low',
        minor: 'Low',
        notice: 'Informational',
        info: 'Informational',
        debug: 'Informational',
      }),
      SEVERITY,
    ),
  },
  profiles: PROFILES,
  rest: 'appliances about their own parts: ports, disks, jobs and processes',
  renderings: ['parsed.vendor', 'parsed.product', 'parsed.text'],
})
