/** The `System` log: services, start and stop of the machine, drivers, updates. Ids are unique within a provider only. */
import {
  account,
  accountDomain,
  always,
  basename,
  type Chapter,
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { INSTALLED_SERVICE } from './security-blocks.ts'

const CHANNEL = 'System'
const SCM = 'Service Control Manager'

const on = (
  provider: string,
  id: number | readonly number[],
  name: string,
  of: Omit<Profile, 'name' | 'when'>,
): Profile => ({
  name: `${[id].flat().join(',')} ${name}`,
  when: { Channel: CHANNEL, EventID: id, Provider_Name: provider },
  ...of,
})

/** The service control manager does not name the requesting account. */
const MANAGER: Rows = { 'actor.app_name': always(SCM), 'actor.user.uid': 'UserID' }
const SERVICE: Rows = { ...MANAGER, 'win_service.name': 'param1', 'win_service.service_category_id': is('Unknown') }

const NOT_STARTED = { class: 'windows_service_activity', activity: 'Start' } as const
const FAILED: Rows = {
  ...SERVICE,
  'win_service.name': ['param1', 'Data', 'Provider_Name'],
  status_id: is('Failure'),
  status_detail: text('param2'),
}

const WINDOWS: Rows = { 'app.name': always('Windows'), 'app.vendor_name': is('Microsoft') }
const STARTS = {
  'boot start': 'Boot',
  'system start': 'System',
  'auto start': 'Auto',
  'demand start': 'Demand',
  disabled: 'Disabled',
}

export const SYSTEM: Chapter = {
  name: 'system',
  logSource: { service: 'system' },
  rows: { 'metadata.log_name': is(CHANNEL) },
  profiles: [
    on(SCM, 7045, 'service installed', {
      class: 'windows_service_activity',
      activity: 'Create',
      rows: { ...MANAGER, ...INSTALLED_SERVICE },
    }),
    on(SCM, 7036, 'service state', {
      class: 'windows_service_activity',
      activity: lookup('param2', { running: 'Start', stopped: 'Stop', paused: 'Pause' }, 'Other'),
      rows: SERVICE,
    }),
    on(SCM, 7040, 'service start type', {
      class: 'windows_service_activity',
      activity: 'Reconfigure',
      rows: {
        ...SERVICE,
        'win_service.name': ['param4', 'param1'],
        'win_service.service_start_type_id': lookup('param3', STARTS, 'Other'),
      },
    }),
    on(SCM, [7000, 7002, 7003, 7022, 7026], 'service did not start', { ...NOT_STARTED, rows: FAILED }),
    // The second value is the service on which this one depends, or its account.
    on(SCM, [7001, 7038, 7041], 'service did not start', {
      ...NOT_STARTED,
      rows: { ...FAILED, status_detail: text('param3') },
    }),
    // The first value is the time waited, in milliseconds.
    on(SCM, [7009, 7011], 'service did not answer in time', {
      ...NOT_STARTED,
      rows: { ...FAILED, 'win_service.name': ['param2', 'Data', 'Provider_Name'], status_detail: text('param1') },
    }),
    on(SCM, [7023, 7024], 'service ended with an error', {
      class: 'windows_service_activity',
      activity: 'Stop',
      rows: { ...SERVICE, status_id: is('Failure'), status_code: text('param2') },
    }),
    // The second value is the number of occurrences.
    on(SCM, [7031, 7034], 'service ended unexpectedly', {
      class: 'windows_service_activity',
      activity: 'Stop',
      rows: { ...SERVICE, status_id: is('Failure') },
    }),
    on(SCM, 7032, 'service not restarted', {
      class: 'windows_service_activity',
      activity: 'Start',
      rows: { ...SERVICE, 'win_service.name': 'param3', status_id: is('Failure'), status_code: text('param4') },
    }),
    on(SCM, [7035, 7042], 'service was sent a control', {
      class: 'windows_service_activity',
      activity: lookup('param2', { start: 'Start', stop: 'Stop', pause: 'Pause', continue: 'Continue' }, 'Other'),
      rows: SERVICE,
    }),
    on(SCM, [7007, 7008, 7010, 7030], 'service', {
      class: 'windows_service_activity',
      activity: 'Other',
      rows: SERVICE,
    }),
    on('Microsoft-Windows-UserPnp', 20003, 'driver service', {
      class: 'windows_service_activity',
      activity: 'Create',
      rows: {
        'actor.app_name': always('Plug and Play'),
        'actor.user.uid': 'UserID',
        'win_service.name': 'ServiceName',
        'win_service.cmd_line': 'DriverFileName',
        'win_service.service_category_id': is('Kernel Mode'),
        status_code: text('AddServiceStatus'),
      },
    }),
    on('Microsoft-Windows-UserPnp', 20001, 'driver installed', {
      class: 'application_lifecycle',
      activity: 'Install',
      rows: {
        'app.name': ['DriverDescription', 'DriverName', 'DeviceInstanceID'],
        'app.version': 'DriverVersion',
        'app.vendor_name': 'DriverProvider',
        'app.uid': 'DeviceInstanceID',
        status_code: text('InstallStatus'),
      },
    }),
    on('Microsoft-Windows-Eventlog', 104, 'log cleared', {
      class: 'event_log_actvity',
      activity: 'Clear',
      rows: {
        log_name: first(
          text('ClearedChannel'),
          capture('Message', /^The (.{1,200}) log file was cleared/),
          text('Channel'),
        ),
        log_type_id: is('OS'),
        'actor.user.name': ['SubjectUserName', 'AccountName'],
        'actor.user.domain': ['SubjectDomainName', 'Domain'],
        'actor.user.uid': 'UserID',
        'file.path': 'BackupPath',
        'file.name': basename('BackupPath'),
        'file.type_id': is('Unknown'),
      },
    }),
    on('EventLog', [6005, 6006], 'log started or stopped', {
      class: 'event_log_actvity',
      activity: lookup('EventID', { 6005: 'Start', 6006: 'Stop' }),
      rows: { log_name: is(CHANNEL), log_type_id: is('OS') },
    }),
    on('EventLog', [6008, 6009, 6011, 6013], 'machine', {
      class: 'application_lifecycle',
      activity: lookup('EventID', { 6008: 'Stop', 6009: 'Start' }, 'Other'),
      rows: WINDOWS,
    }),
    on('Microsoft-Windows-Kernel-General', [12, 13], 'machine started or stopped', {
      class: 'application_lifecycle',
      activity: lookup('EventID', { 12: 'Start', 13: 'Stop' }),
      rows: { ...WINDOWS, 'app.version': text('BuildVersion') },
    }),
    on('Microsoft-Windows-Kernel-Power', [41, 42, 107, 109, 172], 'power', {
      class: 'application_lifecycle',
      activity: lookup('EventID', { 41: 'Restart', 42: 'Stop', 107: 'Start', 109: 'Stop' }, 'Other'),
      rows: WINDOWS,
    }),
    on('User32', [1074, 1076], 'shutdown asked for', {
      class: 'application_lifecycle',
      activity: lookup('param5', { restart: 'Restart', shutdown: 'Stop', 'power off': 'Stop' }, 'Stop', 'Stop'),
      rows: {
        ...WINDOWS,
        'actor.app_name': 'param1',
        'actor.user.name': account('param7'),
        'actor.user.domain': accountDomain('param7'),
        'actor.user.uid': 'UserID',
        status_detail: 'param3',
      },
    }),
    on('Microsoft-Windows-WindowsUpdateClient', [19, 20, 43, 44], 'update', {
      class: 'application_lifecycle',
      activity: 'Update',
      rows: {
        'app.name': 'updateTitle',
        'app.uid': 'updateGuid',
        status_id: lookup('EventID', { 19: 'Success', 20: 'Failure' }),
        status_code: text('errorCode'),
      },
    }),
    on('Microsoft-Windows-FilterManager', [1, 6], 'filter driver', {
      class: 'kernel_extension_activity',
      activity: lookup('EventID', { 1: 'Unload', 6: 'Load' }),
      rows: {
        'driver.file.name': 'DeviceName',
        'driver.file.type_id': is('Executable File'),
        // Drivers are loaded by the System process, which is always number 4.
        'actor.process.name': always('System'),
        'actor.process.pid': always(4),
        status_code: text('FinalStatus'),
      },
    }),
    on('Microsoft-Windows-DNS-Client', 1014, 'DNS timeout', {
      class: 'dns_activity',
      activity: 'Query',
      rows: {
        'query.hostname': 'QueryName',
        'src_endpoint.hostname': 'Computer',
        status_id: is('Failure'),
        'actor.process.pid': integer('ExecutionProcessID'),
      },
    }),
    on('Microsoft-Windows-DistributedCOM', [10005, 10010, 10016], 'COM', {
      class: 'windows_resource_activity',
      activity: 'Access',
      rows: {
        'actor.app_name': always('DistributedCOM'),
        'actor.user.name': 'param7',
        'actor.user.domain': 'param6',
        'actor.user.uid': 'param8',
        'win_resource.name': ['param4', 'param2', 'Provider_Name'],
        'win_resource.type': is('COM class'),
        'win_resource.type_id': is('Other'),
        status_id: is('Failure'),
      },
    }),
    on('Microsoft-Windows-Winlogon', [7001, 7002], 'logon notification', {
      class: 'authentication',
      activity: lookup('EventID', { 7001: 'Logon', 7002: 'Logoff' }),
      rows: { 'user.uid': 'UserSid', 'session.uid': text('TSId'), 'dst_endpoint.hostname': 'Computer' },
    }),
    on('Microsoft-Windows-Directory-Services-SAM', [16962, 16965, 16968, 16969], 'remote calls of SAM', {
      class: 'windows_resource_activity',
      activity: 'Access',
      rows: {
        'actor.app_name': always('SAM client'),
        'actor.user.uid': 'Client SID:',
        'win_resource.name': always('SAM'),
        'win_resource.type_id': is('SAM_SERVER'),
        'win_resource.details': 'Client Network Address:',
      },
    }),
    on('NETLOGON', [5723, 5805], 'machine not authenticated', {
      class: 'authentication',
      activity: 'Logon',
      rows: {
        'user.name': first(capture('Data', /<string>([^<]*)<\/string>/), text('Data', 'Provider_Name')),
        'user.type_id': is('Other'),
        'user.type': is('Computer'),
        'dst_endpoint.hostname': 'Computer',
        status_id: is('Failure'),
      },
    }),
    on('Microsoft-Windows-GroupPolicy', [1054, 1500, 1501, 1502, 1503], 'group policy', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { 'actor.user.uid': 'UserID' },
    }),
    on('Microsoft-Windows-Time-Service', [34, 35, 36, 37, 50, 52, 134, 139, 143, 144, 158, 260, 261], 'clock', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: {},
    }),
    on('Microsoft-Windows-Kernel-General', 1, 'clock set', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { 'actor.app_name': 'ProcessName' },
    }),
    on('Microsoft-Windows-TerminalServices-RemoteConnectionManager', [1056, 20499], 'remote desktop', {
      class: 'device_config_state_change',
      activity: 'Log',
    }),
    on('Microsoft-Windows-WinRM', [10148, 10149, 10154], 'WinRM', {
      class: 'application_lifecycle',
      activity: lookup('EventID', { 10148: 'Start', 10149: 'Stop' }, 'Other'),
      rows: { 'app.name': always('WinRM'), 'app.vendor_name': is('Microsoft'), status_code: text('error') },
    }),
    on('Microsoft-Windows-Iphlpsvc', [4200, 4201], 'tunnel interface', {
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { 'device.ip': ip('Address') },
    }),
    {
      name: 'other',
      when: { Channel: CHANNEL },
      class: 'base_event',
      activity: 'Other',
      unclassified: 'housekeeping of the system and its drivers, no activity of OCSF',
      rows: { 'actor.user.uid': 'UserID' },
    },
  ],
}
