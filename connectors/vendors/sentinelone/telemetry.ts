/**
 * Observations of SentinelOne's agents: Deep Visibility and the Cloud Funnel, flat JSON with names of dots. Names: "Cloud
 * Funnel 2.0: event types and fields", SentinelOne.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { FORWARDED, product } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  basename,
  dirname,
  each,
  first,
  integer,
  ip,
  is,
  json,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

/** The field with this name of dots. */
const at = (name: string) => name.replaceAll('.', '\\.')

const process = (path: string, side: string): Rows => ({
  [`${path}.name`]: first(text(at(`${side}.name`)), basename(at(`${side}.image.path`))),
  [`${path}.pid`]: integer(at(`${side}.pid`)),
  [`${path}.uid`]: text(at(`${side}.uid`)),
  [`${path}.cmd_line`]: text(at(`${side}.cmdline`)),
  [`${path}.file.path`]: text(at(`${side}.image.path`)),
  [`${path}.file.name`]: basename(at(`${side}.image.path`)),
  [`${path}.file.type_id`]: is('Unknown'),
  [`${path}.file.hashes`]: allHashes(at(`${side}.image.sha256`), at(`${side}.image.sha1`), at(`${side}.image.md5`)),
})
const WHO: Rows = {
  'actor.user.name': account(at('src.process.user')),
  'actor.user.domain': accountDomain(at('src.process.user')),
}
const ACTOR: Rows = { ...WHO, ...process('actor.process', 'src.process') }
const FILE: Rows = {
  'file.path': text(at('tgt.file.path')),
  'file.name': basename(at('tgt.file.path')),
  'file.type_id': is('Unknown'),
  'file.size': integer(at('tgt.file.size')),
  'file.hashes': allHashes(at('tgt.file.sha256'), at('tgt.file.sha1'), at('tgt.file.md5')),
}
const KEY: Rows = { 'reg_key.path': text(at('registry.keyPath')) }
const VALUE: Rows = {
  'reg_value.path': dirname(at('registry.keyPath')),
  'reg_value.name': basename(at('registry.keyPath')),
  'reg_value.data': json(at('registry.value')),
}

const on = (types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: types[0] as string,
  when: { [at('event.type')]: types },
  ...of,
})
const FILES: Readonly<Record<string, string>> = {
  ...{ 'File Creation': 'Create', 'File Modification': 'Update', 'File Deletion': 'Delete', 'File Rename': 'Rename' },
  'File Scan': 'Read',
}
const KEYS: Readonly<Record<string, string>> = {
  ...{ 'Registry Key Create': 'Create', 'Registry Key Delete': 'Delete', 'Registry Key Rename': 'Rename' },
  ...{ 'Registry Key Import': 'Import', 'Registry Key Export': 'Export', 'Registry Key Security Changed': 'Modify' },
}
const VALUES: Readonly<Record<string, string>> = {
  ...{ 'Registry Value Create': 'Set', 'Registry Value Modified': 'Modify', 'Registry Value Delete': 'Delete' },
}

const PROFILES: readonly Profile[] = [
  on(['Process Creation'], {
    class: 'process_activity',
    activity: 'Launch',
    logSource: { categories: ['process_creation'] },
    rows: {
      ...WHO,
      ...process('process', 'tgt.process'),
      'process.user.name': account(at('tgt.process.user')),
      'process.parent_process.name': text(at('src.process.name')),
      'process.parent_process.pid': integer(at('src.process.pid')),
      'process.parent_process.cmd_line': text(at('src.process.cmdline')),
    },
  }),
  on(['Process Termination', 'Process Exit'], {
    class: 'process_activity',
    activity: 'Terminate',
    rows: { ...WHO, ...process('process', 'tgt.process') },
  }),
  on(['IP Connect', 'IP Listen'], {
    class: 'network_activity',
    activity: lookup(at('event.type'), { 'IP Connect': 'Open', 'IP Listen': 'Listen' }),
    logSource: { categories: ['network_connection'] },
    rows: {
      ...ACTOR,
      'src_endpoint.ip': ip(at('src.ip.address')),
      'src_endpoint.port': integer(at('src.port.number')),
      'dst_endpoint.ip': ip(at('dst.ip.address')),
      'dst_endpoint.port': integer(at('dst.port.number')),
      'connection_info.protocol_name': text(at('event.network.protocolName')),
      'connection_info.direction_id': lookup(
        at('event.network.direction'),
        { incoming: 'Inbound', outgoing: 'Outbound' },
        'Other',
        'Unknown',
      ),
      status_id: lookup(at('event.network.connectionStatus'), { success: 'Success', failure: 'Failure' }, 'Other'),
    },
  }),
  on(['DNS Resolved', 'DNS Unresolved'], {
    class: 'dns_activity',
    activity: 'Response',
    logSource: { categories: ['dns_query'] },
    rows: {
      ...ACTOR,
      'query.hostname': text(at('event.dns.request')),
      'query.type': text(at('event.dns.type')),
      answers: each(at('event.dns.response'), 'rdata', {}, /[;,]\s*/),
      'src_endpoint.hostname': text(at('endpoint.name')),
      status_id: lookup(at('event.type'), { 'DNS Resolved': 'Success', 'DNS Unresolved': 'Failure' }),
    },
  }),
  on(Object.keys(FILES), {
    class: 'file_activity',
    activity: lookup(at('event.type'), FILES),
    logSource: { categories: ['file_event'] },
    rows: { ...ACTOR, ...FILE },
  }),
  on(Object.keys(KEYS), {
    class: 'registry_key_activity',
    activity: lookup(at('event.type'), KEYS),
    logSource: { categories: ['registry_event'] },
    rows: { ...ACTOR, ...KEY },
  }),
  on(Object.keys(VALUES), {
    class: 'registry_value_activity',
    activity: lookup(at('event.type'), VALUES),
    logSource: { categories: ['registry_event'] },
    rows: { ...ACTOR, ...VALUE },
  }),
  on(['Login', 'Logout'], {
    class: 'authentication',
    activity: lookup(at('event.type'), { Login: 'Logon', Logout: 'Logoff' }),
    logSource: { categories: ['authentication'] },
    rows: {
      'user.name': account(at('event.login.userName')),
      'user.domain': first(text(at('event.login.accountDomain')), accountDomain(at('event.login.userName'))),
      'user.uid': text(at('event.login.accountSid')),
      'src_endpoint.ip': ip(at('src.endpoint.ip.address')),
      'dst_endpoint.hostname': text(at('endpoint.name')),
      status_id: lookup(at('event.login.loginIsSuccessful'), { true: 'Success', false: 'Failure' }),
      status_detail: text(at('event.login.failureReason')),
    },
  }),
  on(['GET', 'POST', 'PUT', 'HEAD', 'CONNECT', 'DELETE', 'OPTIONS', 'PATCH'], {
    class: 'http_activity',
    activity: lookup(at('event.type'), HTTP_METHODS, 'Other'),
    logSource: { categories: ['proxy'] },
    rows: {
      ...ACTOR,
      'http_request.http_method': text(at('event.url.action'), at('event.type')),
      'http_request.url.url_string': text(at('url.address')),
      'http_request.url.hostname': urlHost(at('url.address')),
      'http_request.url.path': urlPath(at('url.address')),
      'http_request.url.query_string': urlQuery(at('url.address')),
    },
  }),
  on(['Module Load'], {
    class: 'module_activity',
    activity: 'Load',
    logSource: { categories: ['image_load'] },
    rows: {
      ...ACTOR,
      'module.load_type_id': is('Standard'),
      'module.file.path': text(at('module.path')),
      'module.file.name': basename(at('module.path')),
      'module.file.type_id': is('Unknown'),
      'module.file.hashes': allHashes(at('module.sha256'), at('module.sha1'), at('module.md5')),
    },
  }),
  {
    name: 'other',
    when: {},
    class: 'base_event',
    activity: 'Other',
    rows: ACTOR,
    unclassified: 'handles, behaviour indicators and scripts of agents',
  },
]

const flat: RecordShape = { name: 'flat', is: () => true }

export const sentineloneTelemetry = compileSource({
  id: 'sentinelone-telemetry/1',
  shapes: [flat],
  select: [at('event.type')],
  rows: {
    time: time(at('event.time'), 'timestamp', '@timestamp'),
    severity_id: is('Informational'),
    ...product('SentinelOne', 'Deep Visibility'),
    'metadata.event_code': text(at('event.type')),
    'metadata.original_event_uid': text(at('event.id')),
    'metadata.log_name': text(at('event.category')),
    'device.hostname': text(at('endpoint.name')),
    'device.uid': text(at('agent.uuid')),
    'device.type_id': is('Unknown'),
    'device.os.name': text(at('endpoint.os')),
    'device.os.type_id': lookup(at('endpoint.os'), { windows: 'Windows', linux: 'Linux', osx: 'macOS' }, 'Other'),
  },
  logSource: { product: 'sentinelone' },
  vendorId: at('event.id'),
  recognises: isTelemetry,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'telemetry',
      aliases: {
        Image: [at('tgt.process.image.path'), at('src.process.image.path')],
        CommandLine: [at('tgt.process.cmdline'), at('src.process.cmdline')],
        ParentImage: [at('src.process.image.path')],
        ParentCommandLine: [at('src.process.cmdline')],
        User: [at('src.process.user')],
        QueryName: [at('event.dns.request')],
        DestinationIp: [at('dst.ip.address')],
        DestinationPort: [at('dst.port.number')],
        TargetFilename: [at('tgt.file.path')],
        TargetObject: [at('registry.keyPath')],
        ImageLoaded: [at('module.path')],
      },
      profiles: PROFILES,
    },
  ],
})

function isTelemetry(record: Readonly<Members>): boolean {
  if (isMembers(record.event)) return false
  return (
    typeof record['event.type'] === 'string' &&
    record['endpoint.name'] !== undefined &&
    (record['agent.uuid'] !== undefined || record['src.process.name'] !== undefined)
  )
}
