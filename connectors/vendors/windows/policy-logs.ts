/** AppLocker and code integrity: allowed and blocked programs. */
import {
  account,
  accountDomain,
  basename,
  type Chapter,
  guid,
  integer,
  is,
  lookup,
  type Profile,
  type Rows,
} from '../../mapping/table.ts'

const APPLOCKER_CHANNELS = [
  'Microsoft-Windows-AppLocker/EXE and DLL',
  'Microsoft-Windows-AppLocker/MSI and Script',
  'Microsoft-Windows-AppLocker/Packaged app-Deployment',
  'Microsoft-Windows-AppLocker/Packaged app-Execution',
]

const RUN: Rows = {
  'process.pid': integer('TargetProcessId', 'ExecutionProcessID'),
  'process.name': basename('FilePath', 'Package'),
  'process.file.path': ['FilePath', 'Package'],
  'process.file.name': basename('FilePath', 'Package'),
  'process.file.type_id': is('Unknown'),
  'actor.user.uid': ['TargetUser', 'UserID'],
  'actor.user.name': account('TargetUserName'),
  'actor.user.domain': accountDomain('TargetUserName'),
  'metadata.correlation_uid': guid('RuleId'),
}

const applocker = (id: readonly number[], name: string, rows: Rows): Profile => ({
  name: `${id.join(',')} ${name}`,
  when: { Channel: APPLOCKER_CHANNELS, EventID: id },
  class: 'process_activity',
  activity: 'Launch',
  rows: { ...RUN, ...rows },
})

export const APPLOCKER: Chapter = {
  name: 'applocker',
  logSource: { service: 'applocker' },
  rows: { 'metadata.product.name': is('AppLocker') },
  profiles: [
    applocker([8002, 8003, 8005, 8006, 8020, 8021, 8023, 8024], 'allowed or audited', {
      status_id: is('Success'),
      action_id: is('Allowed'),
      disposition_id: is('Allowed'),
    }),
    applocker([8004, 8007, 8022, 8025], 'blocked', {
      status_id: is('Failure'),
      action_id: is('Denied'),
      disposition_id: is('Blocked'),
    }),
    { name: 'other', when: { Channel: APPLOCKER_CHANNELS }, class: 'device_config_state_change', activity: 'Log' },
  ],
}

const INTEGRITY_CHANNEL = 'Microsoft-Windows-CodeIntegrity/Operational'

export const CODE_INTEGRITY: Chapter = {
  name: 'codeintegrity-operational',
  logSource: { service: 'codeintegrity-operational' },
  rows: { 'metadata.product.name': is('Code Integrity') },
  profiles: [
    {
      name: '3023-3104 image checked',
      when: {
        Channel: INTEGRITY_CHANNEL,
        EventID: [
          3001, 3002, 3004, 3010, 3021, 3022, 3023, 3032, 3033, 3034, 3035, 3036, 3063, 3064, 3065, 3066, 3076, 3077,
          3082, 3083, 3104,
        ],
      },
      class: 'module_activity',
      activity: 'Load',
      rows: {
        'module.file.path': ['File Name', 'FileNameBuffer', 'FileName'],
        'module.file.name': basename('File Name', 'FileNameBuffer', 'FileName'),
        'module.file.type_id': is('Executable File'),
        'module.load_type_id': is('Unknown'),
        'actor.app_name': ['Process Name', 'ProcessNameBuffer', 'ProcessName', 'Provider_Name'],
        'actor.user.uid': 'UserID',
        status_id: lookup('EventID', { 3023: 'Failure', 3033: 'Failure', 3077: 'Failure' }, 'Other'),
      },
    },
    { name: 'other', when: { Channel: INTEGRITY_CHANNEL }, class: 'device_config_state_change', activity: 'Log' },
  ],
}
