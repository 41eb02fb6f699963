/**
 * Events in the Elastic Common Schema from sources without a table of their own. Names: the field reference of ECS 8.
 */

import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  allHashes,
  basename,
  email,
  fileAt,
  first,
  integer,
  ip,
  is,
  lookup,
  mac,
  objects,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { ecsShape, isEcs } from './shape.ts'

/** The techniques of a Kibana detection rule. */
const ofRule = (path: string) => [`kibana.alert.rule.threat.${path}`, `signal.rule.threat.${path}`]

const WORDS = {
  ...{ critical: 'Critical', fatal: 'Critical', emergency: 'Critical', alert: 'Critical', crit: 'Critical' },
  ...{ high: 'High', error: 'High', err: 'High' },
  ...{ medium: 'Medium', warn: 'Low', warning: 'Low', low: 'Low' },
  ...{ info: 'Informational', informational: 'Informational', notice: 'Informational', debug: 'Informational' },
} as const
const STATUS = lookup('event.outcome', { success: 'Success', failure: 'Failure' })
const OS = { linux: 'Linux', windows: 'Windows', macos: 'macOS', ios: 'iOS', android: 'Android' } as const

const HEADER: Rows = {
  time: time('@timestamp', 'event.created', 'event.start', 'event.ingested'),
  severity_id: first(
    lookup(['rule.severity', 'kibana.alert.severity', 'signal.rule.severity', 'log.level'], WORDS),
    // Numbers are those of Elastic's detection engine and of Suricata; for other senders only words are read.
    lookup('event.severity', WORDS),
  ),
  'metadata.product.name': text('event.module', 'observer.product', 'event.dataset', 'agent.type', 'event.provider'),
  'metadata.product.vendor_name': 'observer.vendor',
  'metadata.log_name': 'event.dataset',
  'metadata.event_code': text('event.code', 'event.action'),
  'metadata.original_event_uid': text('event.id'),
  'device.hostname': ['host.name', 'host.hostname', 'observer.hostname', 'observer.name', 'agent.name'],
  'device.uid': 'host.id',
  'device.ip': ip('host.ip', 'host.ip.0'),
  'device.os.name': 'host.os.name',
  'device.os.type_id': lookup('host.os.type', OS, 'Unknown', 'Unknown'),
  'device.type_id': is('Unknown'),
  message: 'message',
}

const SOURCE: Rows = {
  'src_endpoint.ip': ip('source.ip', 'client.ip', 'source.address', 'client.address'),
  'src_endpoint.port': integer('source.port', 'client.port'),
  'src_endpoint.hostname': ['source.domain', 'client.domain'],
  'src_endpoint.mac': mac('source.mac'),
}
const DESTINATION: Rows = {
  'dst_endpoint.ip': ip('destination.ip', 'server.ip', 'destination.address', 'server.address'),
  'dst_endpoint.port': integer('destination.port', 'server.port'),
  'dst_endpoint.hostname': ['destination.domain', 'server.domain'],
}
const CONNECTION: Rows = {
  ...SOURCE,
  ...DESTINATION,
  'connection_info.protocol_name': 'network.transport',
  'connection_info.direction_id': lookup(
    'network.direction',
    { inbound: 'Inbound', ingress: 'Inbound', outbound: 'Outbound', egress: 'Outbound', internal: 'Lateral' },
    'Unknown',
    'Unknown',
  ),
}
const USER: Rows = {
  'user.name': 'user.name',
  'user.uid': text('user.id'),
  'user.domain': 'user.domain',
  'user.email_addr': email('user.email'),
}
const TARGET: Rows = {
  'user.name': ['user.target.name', 'user.name'],
  'user.uid': text('user.target.id', 'user.id'),
  'user.domain': ['user.target.domain', 'user.domain'],
}
const BY: Rows = {
  'actor.user.name': 'user.name',
  'actor.user.uid': text('user.id'),
  'actor.user.domain': 'user.domain',
}
const PROCESS: Rows = {
  name: first(text('process.name'), basename('process.executable')),
  pid: integer('process.pid'),
  uid: text('process.entity_id'),
  cmd_line: 'process.command_line',
}
const HASHES = ['sha256', 'sha1', 'md5'] as const
const hashesOf = (object: string) => allHashes(...HASHES.map((name) => `${object}.hash.${name}`))
const ACTOR: Rows = { ...BY, ...under('actor.process', PROCESS) }
const REQUEST: Rows = {
  ...CONNECTION,
  'actor.user.name': 'user.name',
  'http_request.http_method': 'http.request.method',
  'http_request.user_agent': 'user_agent.original',
  'http_request.referrer': 'http.request.referrer',
  'http_request.version': text('http.version'),
  'http_request.url.url_string': ['url.full', 'url.original', 'url.path'],
  'http_request.url.hostname': 'url.domain',
  'http_request.url.path': 'url.path',
  'http_request.url.query_string': 'url.query',
  'http_request.url.scheme': 'url.scheme',
  'http_response.code': integer('http.response.status_code'),
  'http_response.length': integer('http.response.body.bytes', 'http.response.bytes'),
}

const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})

const FINDING: Profile = on('finding', {
  class: 'detection_finding',
  activity: 'Create',
  rows: {
    ...BY,
    'finding_info.title': text(
      'rule.name',
      'kibana.alert.rule.name',
      'signal.rule.name',
      'event.action',
      'message',
      'event.dataset',
      'event.module',
      'event.kind',
    ),
    'finding_info.uid': text(
      'kibana.alert.uuid',
      'event.id',
      'rule.uuid',
      'rule.id',
      'rule.name',
      'event.action',
      'message',
      'event.dataset',
      'event.module',
      'event.kind',
    ),
    'finding_info.desc': [
      'rule.description',
      'kibana.alert.reason',
      'kibana.alert.rule.description',
      'event.reason',
      'message',
    ],
    'finding_info.src_url': ['kibana.alert.url', 'event.url'],
    'finding_info.analytic.uid': text('kibana.alert.rule.uuid', 'signal.rule.id', 'rule.uuid', 'rule.id'),
    'finding_info.analytic.name': text('kibana.alert.rule.name', 'signal.rule.name', 'rule.name'),
    'finding_info.analytic.type_id': is('Rule'),
    status_id: lookup(
      ['kibana.alert.workflow_status', 'signal.status'],
      { open: 'New', acknowledged: 'In Progress', 'in-progress': 'In Progress', closed: 'Resolved' },
      'Other',
    ),
    ...under('evidences[0]', {
      ...CONNECTION,
      ...under('process', PROCESS),
      ...fileAt('file', 'file.path', { hashes: hashesOf('file') }),
    }),
    'attacks[0].technique.uid': text('threat.technique.id', 'threat.technique.id.0', ...ofRule('0.technique.0.id')),
    'attacks[0].technique.name': text(
      ...['threat.technique.name', 'threat.technique.name.0'],
      ...ofRule('0.technique.0.name'),
    ),
    'attacks[0].tactic.uid': text('threat.tactic.id', 'threat.tactic.id.0', ...ofRule('0.tactic.id')),
    'attacks[0].tactic.name': text('threat.tactic.name', 'threat.tactic.name.0', ...ofRule('0.tactic.name')),
    'attacks[1].technique.uid': text('threat.technique.id.1', ...ofRule('1.technique.0.id')),
  },
})

const PROFILES: readonly Profile[] = [
  on('dns', {
    class: 'dns_activity',
    activity: lookup('dns.type', { query: 'Query', answer: 'Response' }, 'Traffic', 'Traffic'),
    rows: {
      ...CONNECTION,
      'query.hostname': 'dns.question.name',
      'query.type': 'dns.question.type',
      'query.class': 'dns.question.class',
      answers: objects('dns.answers', { rdata: 'data', type: 'type', class: 'class', ttl: integer('ttl') }),
      rcode: 'dns.response_code',
    },
  }),
  on('logon', {
    class: 'authentication',
    activity: lookup('parsed.activity', { start: 'Logon', end: 'Logoff' }, 'Other', 'Other'),
    logSource: { categories: ['authentication'] },
    rows: {
      ...USER,
      ...SOURCE,
      ...DESTINATION,
      'service.name': [
        'service.name',
        'event.module',
        'event.dataset',
        'event.provider',
        'process.name',
        'event.category',
        'event.category.0',
      ],
      'logon_process.name': 'process.name',
      'logon_process.pid': integer('process.pid'),
      'session.uid': text('session.id'),
    },
  }),
  on('account', {
    class: 'account_change',
    activity: lookup(
      'parsed.activity',
      {
        creation: 'Create',
        deletion: 'Delete',
        reset: 'Password Reset',
        password: 'Password Change',
        lock: 'Lock',
        unlock: 'Unlock',
        enable: 'Enable',
        disable: 'Disable',
      },
      'Other',
      'Other',
    ),
    rows: { ...BY, ...TARGET },
  }),
  on('group', {
    class: 'group_management',
    activity: lookup(
      'parsed.activity',
      { creation: 'Create', deletion: 'Delete', add: 'Add User', remove: 'Remove User' },
      'Other',
      'Other',
    ),
    rows: {
      ...BY,
      'group.name': 'group.name',
      'group.uid': text('group.id'),
      'user.name': 'user.target.name',
      'user.uid': text('user.target.id'),
    },
  }),
  on('process', {
    class: 'process_activity',
    activity: lookup('parsed.activity', { start: 'Launch', end: 'Terminate', access: 'Open' }, 'Other', 'Other'),
    rows: {
      ...BY,
      'actor.process.name': first(text('process.parent.name'), basename('process.parent.executable')),
      'actor.process.pid': integer('process.parent.pid'),
      ...under('process', PROCESS),
      'process.working_directory': 'process.working_directory',
      ...fileAt('process.file', 'process.executable', { hashes: hashesOf('process') }),
      'process.parent_process.name': first(text('process.parent.name'), basename('process.parent.executable')),
      'process.parent_process.pid': integer('process.parent.pid'),
      'process.parent_process.cmd_line': 'process.parent.command_line',
      exit_code: integer('process.exit_code'),
    },
  }),
  on('file', {
    class: 'file_activity',
    activity: lookup(
      'parsed.activity',
      { creation: 'Create', deletion: 'Delete', access: 'Read', change: 'Update', rename: 'Rename' },
      'Other',
      'Other',
    ),
    rows: {
      ...ACTOR,
      'file.path': 'file.path',
      'file.name': first(text('file.name'), basename('file.path')),
      'file.type_id': lookup(
        'file.type',
        { file: 'Regular File', dir: 'Folder', symlink: 'Symbolic Link' },
        'Unknown',
        'Unknown',
      ),
      'file.size': integer('file.size'),
      'file.hashes': hashesOf('file'),
    },
  }),
  on('registry', {
    class: 'registry_value_activity',
    activity: lookup(
      'parsed.activity',
      { creation: 'Set', change: 'Modify', deletion: 'Delete', access: 'Get' },
      'Other',
      'Other',
    ),
    rows: {
      ...ACTOR,
      'reg_value.path': ['registry.key', 'registry.path'],
      'reg_value.name': first(text('registry.value'), basename('registry.path')),
      'reg_value.reg_string_data': ['registry.data.strings', 'registry.data.strings.0'],
    },
  }),
  on('http', {
    class: 'http_activity',
    activity: lookup('http.request.method', HTTP_METHODS, 'Other', 'Unknown'),
    rows: REQUEST,
  }),
  on('network', {
    class: 'network_activity',
    activity: lookup('parsed.activity', { start: 'Open', end: 'Close', denied: 'Refuse' }, 'Traffic', 'Traffic'),
    rows: {
      ...CONNECTION,
      'actor.user.name': 'user.name',
      ...under('actor.process', PROCESS),
      'traffic.bytes': integer('network.bytes'),
      'traffic.packets': integer('network.packets'),
      'traffic.bytes_out': integer('source.bytes'),
      'traffic.bytes_in': integer('destination.bytes'),
    },
  }),
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified:
      'categories of ECS that OCSF has no class for (configuration, package, host, ...), and events that lack what their class is about',
    rows: ACTOR,
  },
]

export const ECS_EVENTS: SourceTable = {
  id: 'ecs/1',
  shapes: [ecsShape],
  select: ['parsed.kind'],
  rows: HEADER,
  chapters: [
    { name: 'findings', profiles: [FINDING] },
    { name: 'events', rows: { status_id: STATUS, status_detail: 'event.reason' }, profiles: PROFILES },
  ],
  renderings: ['parsed.kind', 'parsed.activity', 'event.original'],
  recognises: isEcs,
}
export const ecs = compileSource(ECS_EVENTS)
