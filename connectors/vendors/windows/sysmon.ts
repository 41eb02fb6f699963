/** Microsoft Sysmon, all its events. Field names: the manifest of Sysmon 15. */
import {
  always,
  basename,
  type Chapter,
  capture,
  dirname,
  first,
  guid,
  hashes,
  integer,
  ip,
  is,
  json,
  lookup,
  type Profile,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'
import { DNS_ANSWERS, logOf, processAt, userAt } from './common.ts'
import { SYSMON_ECS } from './ecs.ts'

const PROVIDER = 'Microsoft-Windows-Sysmon'
const CHANNEL = `${PROVIDER}/Operational`

const INTEGRITY = lookup(
  'IntegrityLevel',
  { Untrusted: 'Untrusted', Low: 'Low', Medium: 'Medium', High: 'High', System: 'System', Protected: 'Protected' },
  'Other',
)
const SIGNATURE = { Valid: 'Valid', Expired: 'Expired', Revoked: 'Revoked', Unavailable: 'Unknown' }

const ACTOR: Rows = {
  ...processAt('actor.process', 'Image', 'ProcessId', 'ProcessGuid'),
  ...userAt('actor.user', 'User'),
}
const SOURCE: Rows = {
  ...processAt('actor.process', 'SourceImage', 'SourceProcessId', 'SourceProcessGuid'),
  'actor.process.uid': guid('SourceProcessGuid', 'SourceProcessGUID'),
  'actor.process.ptid': integer('SourceThreadId'),
  ...userAt('actor.user', 'SourceUser'),
}
const TARGET: Rows = {
  ...processAt('process', 'TargetImage', 'TargetProcessId', 'TargetProcessGuid'),
  'process.uid': guid('TargetProcessGuid', 'TargetProcessGUID'),
  ...userAt('process.user', 'TargetUser'),
}
const FILE: Rows = {
  'file.path': 'TargetFilename',
  'file.name': basename('TargetFilename'),
  'file.type_id': is('Unknown'),
}
const VERSION_INFO: Rows = {
  company_name: 'Company',
  desc: 'Description',
  internal_name: 'OriginalFileName',
  version: 'FileVersion',
  hashes: hashes('Hashes', 'Hash'),
}

function fileInfo(path: string): Rows {
  return {
    ...Object.fromEntries(Object.entries(VERSION_INFO).map(([name, cell]) => [`${path}.${name}`, cell])),
    [`${path}.product.name`]: 'Product',
  }
}

function signed(path: string): Rows {
  return {
    [`${path}.path`]: 'ImageLoaded',
    [`${path}.name`]: basename('ImageLoaded'),
    [`${path}.type_id`]: is('Executable File'),
    ...fileInfo(path),
    [`${path}.signatures[0].state_id`]: lookup('SignatureStatus', SIGNATURE, 'Other'),
    [`${path}.signatures[0].algorithm_id`]: is('Unknown'),
    [`${path}.signatures[0].developer_uid`]: 'Signature',
  }
}

const on = (id: number, name: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: `${id} ${name}`,
  when: { Channel: CHANNEL, EventID: id },
  ...of,
})

const category = (...categories: string[]) => ({ categories })

const fileEvent = (id: number, name: string, activity: string, categories: string[], rows: Rows = {}): Profile =>
  on(id, name, {
    class: 'file_activity',
    activity,
    rows: { ...ACTOR, ...FILE, ...rows },
    logSource: { categories },
  })

const PREVENTED: Rows = { status_id: is('Failure'), action_id: is('Denied'), disposition_id: is('Blocked') }

/** Windows' codes for errors that the server returned begin at 9001. */
const DNS_STATUS: Rows = {
  rcode_id: lookup('QueryStatus', {
    0: 'NoError',
    9001: 'FormError',
    9002: 'ServError',
    9003: 'NXDomain',
    9004: 'NotImp',
    9005: 'Refused',
  }),
  status_id: lookup('QueryStatus', { 0: 'Success' }, 'Failure'),
  status_code: text('QueryStatus'),
}

const wmi = (id: number, name: string, type: string, of: Rows): Profile =>
  on(id, name, {
    class: 'entity_management',
    activity: lookup('Operation', { Created: 'Create', Modified: 'Update', Deleted: 'Delete' }, 'Other'),
    rows: { ...userAt('actor.user', 'User'), 'entity.type': is(type), 'entity.type_id': is('Other'), ...of },
    logSource: category('wmi_event'),
  })

/** Sysmon puts WMI's values in quotes, after a blank. */
const QUOTED = /^\s*"?([^"]{1,1024})/

export const SYSMON: Chapter = {
  name: 'sysmon',
  logSource: { service: 'sysmon' },
  aliases: SYSMON_ECS,
  rows: { ...logOf(CHANNEL, PROVIDER), 'metadata.product.name': is('Sysmon') },
  profiles: [
    on(1, 'process creation', {
      class: 'process_activity',
      activity: 'Launch',
      logSource: category('process_creation'),
      rows: {
        ...processAt('process', 'Image', 'ProcessId', 'ProcessGuid'),
        ...fileInfo('process.file'),
        'process.cmd_line': 'CommandLine',
        'process.working_directory': 'CurrentDirectory',
        'process.integrity_id': INTEGRITY,
        'process.session.uid': 'LogonId',
        'process.session.uuid': guid('LogonGuid'),
        'process.session.terminal': text('TerminalSessionId'),
        'process.created_time': time('UtcTime'),
        ...processAt('process.parent_process', 'ParentImage', 'ParentProcessId', 'ParentProcessGuid'),
        'process.parent_process.cmd_line': 'ParentCommandLine',
        ...userAt('process.parent_process.user', 'ParentUser'),
        ...userAt('actor.user', 'User'),
      },
    }),
    fileEvent(2, 'file creation time changed', 'Set Attributes', ['file_change'], {
      'file.created_time': time('CreationUtcTime'),
    }),
    on(3, 'network connection', {
      class: 'network_activity',
      activity: 'Open',
      logSource: category('network_connection'),
      rows: {
        ...ACTOR,
        'src_endpoint.ip': ip('SourceIp'),
        'src_endpoint.port': integer('SourcePort'),
        'src_endpoint.hostname': 'SourceHostname',
        'dst_endpoint.ip': ip('DestinationIp'),
        'dst_endpoint.port': integer('DestinationPort'),
        'dst_endpoint.hostname': 'DestinationHostname',
        'dst_endpoint.svc_name': 'DestinationPortName',
        'connection_info.protocol_name': 'Protocol',
        'connection_info.direction_id': lookup(
          'Initiated',
          { true: 'Outbound', false: 'Inbound' },
          'Unknown',
          'Unknown',
        ),
      },
    }),
    on(4, 'service state changed', {
      class: 'application_lifecycle',
      activity: lookup('State', { Started: 'Start', Stopped: 'Stop' }, 'Other'),
      logSource: category('sysmon_status'),
      rows: { 'app.name': always('Sysmon'), 'app.vendor_name': is('Microsoft'), 'app.version': 'Version' },
    }),
    on(5, 'process terminated', {
      class: 'process_activity',
      activity: 'Terminate',
      logSource: category('process_termination'),
      // Windows does not name the process that ended another; an exiting process is its own actor.
      rows: {
        ...processAt('process', 'Image', 'ProcessId', 'ProcessGuid'),
        'process.terminated_time': time('UtcTime'),
        'actor.process.pid': integer('ProcessId'),
        'actor.process.uid': guid('ProcessGuid'),
        ...userAt('actor.user', 'User'),
      },
    }),
    on(6, 'driver loaded', {
      class: 'kernel_extension_activity',
      activity: 'Load',
      logSource: category('driver_load'),
      // Drivers are loaded by the System process, which is always number 4.
      rows: { ...signed('driver.file'), 'actor.process.name': always('System'), 'actor.process.pid': always(4) },
    }),
    on(7, 'image loaded', {
      class: 'module_activity',
      activity: 'Load',
      logSource: category('image_load'),
      rows: { ...ACTOR, ...signed('module.file'), 'module.load_type_id': is('Standard') },
    }),
    on(8, 'remote thread', {
      class: 'process_activity',
      activity: 'Inject',
      logSource: category('create_remote_thread'),
      rows: {
        ...SOURCE,
        ...TARGET,
        injection_type_id: is('Remote Thread'),
        'process.ptid': integer('NewThreadId'),
        'module.start_address': 'StartAddress',
        'module.function_name': 'StartFunction',
        'module.file.path': 'StartModule',
        'module.file.name': basename('StartModule'),
        'module.file.type_id': is('Executable File'),
        'module.load_type_id': is('Unknown'),
      },
    }),
    on(9, 'raw access read', {
      class: 'file_activity',
      activity: 'Read',
      logSource: category('raw_access_thread'),
      rows: { ...ACTOR, 'file.path': 'Device', 'file.name': basename('Device'), 'file.type_id': is('Block Device') },
    }),
    on(10, 'process access', {
      class: 'process_activity',
      activity: 'Open',
      logSource: category('process_access'),
      rows: { ...SOURCE, ...TARGET, requested_permissions: integer('GrantedAccess') },
    }),
    fileEvent(11, 'file created', 'Create', ['file_event'], { 'file.created_time': time('CreationUtcTime') }),
    {
      name: '12 registry value deleted',
      when: { Channel: CHANNEL, EventID: 12, EventType: 'DeleteValue' },
      class: 'registry_value_activity',
      activity: 'Delete',
      logSource: category('registry_event', 'registry_add', 'registry_delete'),
      rows: { ...ACTOR, 'reg_value.path': dirname('TargetObject'), 'reg_value.name': basename('TargetObject') },
    },
    on(12, 'registry object added or deleted', {
      class: 'registry_key_activity',
      activity: lookup('EventType', { CreateKey: 'Create', DeleteKey: 'Delete' }, 'Other'),
      logSource: category('registry_event', 'registry_add', 'registry_delete'),
      rows: { ...ACTOR, 'reg_key.path': 'TargetObject' },
    }),
    on(13, 'registry value set', {
      class: 'registry_value_activity',
      activity: 'Set',
      logSource: category('registry_event', 'registry_set'),
      rows: {
        ...ACTOR,
        'reg_value.path': dirname('TargetObject'),
        'reg_value.name': basename('TargetObject'),
        'reg_value.reg_string_data': 'Details',
      },
    }),
    on(14, 'registry object renamed', {
      class: 'registry_key_activity',
      activity: 'Rename',
      logSource: category('registry_event', 'registry_rename'),
      rows: { ...ACTOR, 'prev_reg_key.path': 'TargetObject', 'reg_key.path': 'NewName' },
    }),
    fileEvent(15, 'file stream created', 'Create', ['create_stream_hash'], {
      'file.created_time': time('CreationUtcTime'),
      'file.hashes': hashes('Hash', 'Hashes'),
    }),
    on(16, 'configuration changed', {
      class: 'application_lifecycle',
      activity: 'Update',
      logSource: category('sysmon_status'),
      rows: {
        'app.name': always('Sysmon'),
        'app.vendor_name': is('Microsoft'),
        'app.path': 'Configuration',
        ...userAt('actor.user', 'User'),
      },
    }),
    ...[17, 18].map((id) =>
      on(id, id === 17 ? 'pipe created' : 'pipe connected', {
        class: 'file_activity',
        activity: id === 17 ? 'Create' : 'Open',
        logSource: category('pipe_created'),
        rows: {
          ...ACTOR,
          'file.path': 'PipeName',
          'file.name': basename('PipeName'),
          'file.type_id': is('Named Pipe'),
        },
      }),
    ),
    wmi(19, 'WMI filter', 'WMI event filter', { 'entity.name': capture('Name', QUOTED), 'entity.data': json('Query') }),
    wmi(20, 'WMI consumer', 'WMI event consumer', {
      'entity.name': first(capture('Name', QUOTED), capture('Message', /\sName: +"?([^"\r\n]{1,256})/)),
      'entity.data': json('Destination'),
    }),
    wmi(21, 'WMI consumer to filter', 'WMI filter binding', { 'entity.name': 'Consumer', 'entity.uid': 'Filter' }),
    on(22, 'DNS query', {
      class: 'dns_activity',
      activity: 'Query',
      logSource: category('dns_query'),
      rows: {
        ...ACTOR,
        'query.hostname': 'QueryName',
        ...DNS_ANSWERS,
        ...DNS_STATUS,
        'src_endpoint.hostname': 'Computer',
      },
    }),
    fileEvent(23, 'file deleted and kept', 'Delete', ['file_delete'], {
      'file.hashes': hashes('Hashes'),
      'file.is_deleted': is(true),
    }),
    on(24, 'clipboard changed', {
      class: 'base_event',
      activity: 'Other',
      logSource: category('clipboard_capture'),
      unclassified: 'OCSF has no class for the clipboard',
      rows: ACTOR,
    }),
    on(25, 'process tampering', {
      class: 'process_activity',
      activity: 'Inject',
      logSource: category('process_tampering'),
      rows: {
        ...processAt('process', 'Image', 'ProcessId', 'ProcessGuid'),
        // Sysmon names the image that was tampered with, but not the actor.
        'actor.process.pid': integer('ProcessId'),
        'actor.process.uid': guid('ProcessGuid'),
        ...userAt('actor.user', 'User'),
        injection_type_id: lookup('Type', {}, 'Other'),
      },
    }),
    fileEvent(26, 'file deleted', 'Delete', ['file_delete_detected'], {
      'file.hashes': hashes('Hashes'),
      'file.is_deleted': is(true),
    }),
    fileEvent(27, 'executable blocked', 'Create', ['file_block_executable'], {
      'file.hashes': hashes('Hashes'),
      ...PREVENTED,
    }),
    fileEvent(28, 'shredding blocked', 'Delete', ['file_block_shredding'], {
      'file.hashes': hashes('Hashes'),
      ...PREVENTED,
    }),
    fileEvent(29, 'executable created', 'Create', ['file_executable_detected'], {
      'file.hashes': hashes('Hashes'),
    }),
    on(255, 'error', {
      class: 'application_error',
      activity: 'General Error',
      logSource: category('sysmon_error'),
      rows: { status_code: 'ID', message: 'Description', severity_id: is('High') },
    }),
    {
      name: 'other',
      when: { Channel: CHANNEL },
      class: 'base_event',
      activity: 'Unknown',
      unclassified: 'an event of Sysmon that its manifest did not have when this was written',
      rows: ACTOR,
    },
  ],
}
