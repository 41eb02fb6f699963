/**
 * Observations of Carbon Black's sensors: the endpoint events of the cloud's data forwarder, and of EDR's event forwarder.
 * Names: "Data forwarder: endpoint event schema" of Carbon Black Cloud, "cb-event-forwarder: events" of Carbon Black EDR.
 */
import type { Members } from '../../../platform/members.ts'
import { FORWARDED, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  capture,
  first,
  hostname,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  type Profile,
  type RecordShape,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const CLOUD = /^endpoint\.event\.(\w{4,24})$/
const EDR = /^ingress\.event\.(\w{4,24})$/

/** The strongest digest of a list of them, or of fields of their own. */
function digestOf(...values: readonly unknown[]): string {
  const digests = values
    .flat()
    .map(textOf)
    .filter((value) => /^[\da-f]{32}(?:[\da-f]{32})?$/i.test(value))
  return digests.sort((a, b) => b.length - a.length)[0] ?? ''
}

function settle(record: Members): void {
  if (record.kind !== undefined) return
  const type = textOf(record.type)
  const cloud = CLOUD.exec(type)?.[1]
  record.kind = cloud ?? EDR.exec(type)?.[1]?.replace(/^filewrite$/, 'filemod') ?? 'other'
  const isInbound = record.netconn_inbound === true || record.direction === 'inbound'
  record.side = isInbound ? 'inbound' : 'outbound'
  const [local, remote] = [
    [record.local_ip, record.local_port],
    [record.remote_ip, record.remote_port],
  ]
  const [from, to] = isInbound ? [remote, local] : [local, remote]
  Object.assign(record, { from_ip: from?.[0], from_port: from?.[1], to_ip: to?.[0], to_port: to?.[1] })
  record.digest = digestOf(record.process_hash, record.sha256, record.md5)
  record.file_digest = digestOf(record.filemod_hash, record.modload_hash, record.childproc_hash)
}

const WHO: Rows = {
  'actor.user.name': account('process_username', 'username'),
  'actor.user.domain': accountDomain('process_username', 'username'),
}
const PROCESS_PATH = ['process_path', 'path', 'process_path_full']
const process = (path: string): Rows => ({
  [`${path}.name`]: basename(...PROCESS_PATH),
  [`${path}.pid`]: integer('process_pid', 'pid'),
  [`${path}.uid`]: text('process_guid'),
  [`${path}.cmd_line`]: text('process_cmdline', 'command_line'),
  [`${path}.file.path`]: text(...PROCESS_PATH),
  [`${path}.file.name`]: basename(...PROCESS_PATH),
  [`${path}.file.type_id`]: is('Unknown'),
  [`${path}.file.hashes`]: { kind: 'hashes', fields: 'digest' },
})
const ACTOR: Rows = { ...WHO, ...process('actor.process') }
const FILE = ['filemod_name', 'file_path']
const MODULE = ['modload_name']
const KEY = ['regmod_name']

const on = (kinds: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kinds[0] as string,
  when: { kind: kinds },
  ...of,
})

const PROFILES: readonly Profile[] = [
  on(['procstart'], {
    class: 'process_activity',
    activity: 'Launch',
    logSource: { categories: ['process_creation'] },
    rows: {
      ...WHO,
      ...process('process'),
      'process.parent_process.name': basename('parent_path'),
      'process.parent_process.pid': integer('parent_pid'),
      'process.parent_process.cmd_line': text('parent_cmdline'),
      'process.parent_process.uid': text('parent_guid'),
    },
  }),
  on(['procend'], { class: 'process_activity', activity: 'Terminate', rows: { ...WHO, ...process('process') } }),
  on(['netconn', 'netconn_proxy'], {
    class: 'network_activity',
    activity: 'Open',
    logSource: { categories: ['network_connection'] },
    rows: {
      ...ACTOR,
      'src_endpoint.ip': ip('from_ip'),
      'src_endpoint.port': integer('from_port'),
      'dst_endpoint.ip': ip('to_ip'),
      'dst_endpoint.port': integer('to_port'),
      'dst_endpoint.domain': hostname('netconn_domain', 'domain'),
      'connection_info.protocol_name': first(
        lookupIn('netconn_protocol', /^PROTO_(\w{2,16})$/, { TCP: 'tcp', UDP: 'udp' }),
        capture('netconn_protocol', /^PROTO_(\w{2,16})$/),
      ),
      'connection_info.protocol_num': integer('protocol'),
      'connection_info.direction_id': lookup('side', { inbound: 'Inbound', outbound: 'Outbound' }),
    },
  }),
  on(['filemod'], {
    class: 'file_activity',
    activity: lookupIn(
      'action',
      /(CREATE|DELETE|WRITE|RENAME|READ)\b/i,
      { create: 'Create', delete: 'Delete', write: 'Update', rename: 'Rename', read: 'Read' },
      'Other',
    ),
    logSource: { categories: ['file_event'] },
    rows: {
      ...ACTOR,
      'file.path': text(...FILE),
      'file.name': basename(...FILE),
      'file.type_id': is('Unknown'),
      'file.hashes': { kind: 'hashes', fields: 'file_digest' },
    },
  }),
  on(['modload', 'moduleload'], {
    class: 'module_activity',
    activity: 'Load',
    logSource: { categories: ['image_load'] },
    rows: {
      ...ACTOR,
      'module.load_type_id': is('Standard'),
      'module.file.path': text(...MODULE),
      'module.file.name': basename(...MODULE),
      'module.file.type_id': is('Unknown'),
      'module.file.hashes': { kind: 'hashes', fields: 'file_digest' },
    },
  }),
  on(['regmod'], {
    class: 'registry_key_activity',
    activity: lookupIn(
      'action',
      /(CREATE|DELETE|WRITE|RENAME|RESTORE)/i,
      { create: 'Create', delete: 'Delete', write: 'Modify', rename: 'Rename', restore: 'Restore' },
      'Other',
    ),
    logSource: { categories: ['registry_event'] },
    rows: { ...ACTOR, 'reg_key.path': text(...KEY) },
  }),
  {
    name: 'other',
    when: {},
    class: 'base_event',
    activity: 'Other',
    rows: ACTOR,
    unclassified: 'calls, scripts and handles of processes',
  },
]

const shape: RecordShape = { name: 'json', is: () => true, settle }

export const carbonblackTelemetry = compileSource({
  id: 'carbonblack-telemetry/1',
  shapes: [shape],
  select: ['kind'],
  rows: {
    time: time('device_timestamp', 'timestamp', 'create_time', 'backend_timestamp'),
    severity_id: is('Informational'),
    ...product('VMware', 'Carbon Black'),
    'metadata.event_code': text('type'),
    'metadata.original_event_uid': text('event_id', 'event_guid'),
    'device.hostname': first(account('device_name'), hostname('computer_name')),
    'device.domain': accountDomain('device_name'),
    'device.uid': text('device_id', 'sensor_id'),
    'device.type_id': is('Unknown'),
    'device.os.name': text('device_os'),
    'device.os.type_id': lookup('device_os', { windows: 'Windows', linux: 'Linux', mac: 'macOS' }, 'Other'),
  },
  logSource: { product: 'carbonblack' },
  vendorId: 'event_id',
  recognises: ({ type }) => typeof type === 'string' && (CLOUD.test(type) || EDR.test(type)),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'telemetry',
      aliases: {
        Image: PROCESS_PATH,
        CommandLine: ['process_cmdline', 'command_line'],
        ParentImage: ['parent_path'],
        ParentCommandLine: ['parent_cmdline'],
        User: ['process_username', 'username'],
        DestinationIp: ['to_ip'],
        DestinationPort: ['to_port'],
        TargetFilename: FILE,
        ImageLoaded: MODULE,
        TargetObject: KEY,
      },
      profiles: PROFILES,
    },
  ],
})
