/** Logs of single Windows services; most have only one kind of event that gets a class. */
import { always, basename, type Chapter, is, lookup, type Profile, text } from '../../mapping/table.ts'
import { LOGGED_AS } from './common.ts'

type Of = Omit<Profile, 'name' | 'when'>

const HOUSEKEEPING: Of = {
  class: 'base_event',
  activity: 'Other',
  rows: LOGGED_AS,
  unclassified: 'housekeeping of one service, no activity of OCSF',
}
const SETTINGS: Of = { class: 'device_config_state_change', activity: 'Log', rows: { 'actor.user.uid': 'UserID' } }

/** A log whose events are all of one kind; the name is that of Sigma's taxonomy, if it has one. */
const log = (service: string, channels: readonly string[], of: Of): Chapter => ({
  name: service,
  logSource: { service },
  profiles: [{ name: 'any', when: { Channel: channels }, ...of }],
})

const windows = (name: string) => `Microsoft-Windows-${name}`

const EXCHANGE: Chapter = {
  name: 'msexchange-management',
  logSource: { service: 'msexchange-management' },
  profiles: [
    {
      name: 'cmdlet',
      when: { Channel: 'MSExchange Management' },
      class: 'script_activity',
      activity: 'Execute',
      rows: {
        'actor.app_name': always('Exchange Management Shell'),
        'script.type_id': is('PowerShell'),
        'script.script_content.value': text('Data', 'Message', 'Provider_Name'),
      },
    },
  ],
}

const DNS_SERVER: Chapter = {
  name: 'dns-server',
  logSource: { service: 'dns-server' },
  profiles: [
    {
      name: '150,770 plugin',
      when: { Channel: 'DNS Server', EventID: [150, 770] },
      class: 'module_activity',
      activity: 'Load',
      rows: {
        'actor.app_name': always('DNS Server'),
        'module.file.path': 'param1',
        'module.file.name': basename('param1', 'Provider_Name'),
        'module.file.type_id': is('Executable File'),
        'module.load_type_id': is('Unknown'),
        status_id: lookup('EventID', { 150: 'Failure', 770: 'Success' }),
      },
    },
    { name: 'other', when: { Channel: 'DNS Server' }, ...HOUSEKEEPING },
  ],
}

const PRINTING: Chapter = {
  name: 'printservice-operational',
  logSource: { service: 'printservice-operational' },
  profiles: [
    {
      name: '316 driver installed',
      when: { Channel: windows('PrintService/Operational'), EventID: 316 },
      class: 'application_lifecycle',
      activity: 'Install',
      rows: {
        'app.name': ['Param1', 'param1', 'Provider_Name'],
        'app.version': ['Param3', 'param3'],
        'actor.user.uid': 'UserID',
      },
    },
    {
      name: '300-317 printer',
      when: { Channel: windows('PrintService/Operational'), EventID: [300, 301, 302, 304, 305, 306, 308, 317] },
      class: 'entity_management',
      activity: lookup('EventID', { 300: 'Create', 301: 'Delete', 302: 'Delete', 317: 'Delete' }, 'Update'),
      rows: {
        'entity.name': ['Param1', 'param1', 'Provider_Name'],
        'entity.type': is('Printer'),
        'entity.type_id': is('Other'),
        'actor.user.uid': 'UserID',
      },
    },
    { name: 'other', when: { Channel: windows('PrintService/Operational') }, ...HOUSEKEEPING },
  ],
}

const PRINT_ERRORS = log('printservice-admin', [windows('PrintService/Admin')], {
  class: 'application_error',
  activity: 'General Error',
  rows: { message: ['PluginDllName', 'Param1'], status_code: ['ErrorCode', 'Status'], 'actor.user.uid': 'UserID' },
})

const SETUP = log('setup', ['Setup'], {
  class: 'application_lifecycle',
  activity: 'Update',
  rows: {
    'app.name': ['UpdateName', 'PackageIdentifier', 'Provider_Name'],
    'app.uid': 'PackageIdentifier',
    'actor.app_name': 'Client',
    'actor.user.uid': 'UserID',
    status_code: 'ErrorCode',
  },
})

export const SERVICES: readonly Chapter[] = [
  EXCHANGE,
  DNS_SERVER,
  PRINTING,
  PRINT_ERRORS,
  SETUP,
  log('bitlocker', [windows('BitLocker/BitLocker Management'), windows('BitLocker-API/Management')], SETTINGS),
  log('wininet', [windows('WinINet-Config/ProxyConfigChanged')], SETTINGS),
  log(
    'application-experience',
    [
      windows('Application-Experience/Program-Telemetry'),
      windows('Application-Experience/Program-Compatibility-Assistant'),
    ],
    HOUSEKEEPING,
  ),
  log('appmodel-runtime', [windows('AppModel-Runtime/Admin')], HOUSEKEEPING),
  log('appxdeployment-server', [windows('AppXDeploymentServer/Operational')], HOUSEKEEPING),
  log('appxpackaging-om', [windows('AppxPackaging/Operational')], HOUSEKEEPING),
  log('capi2', [windows('CAPI2/Operational')], HOUSEKEEPING),
  log(
    'certificateservicesclient-lifecycle-system',
    [windows('CertificateServicesClient-Lifecycle-System/Operational')],
    HOUSEKEEPING,
  ),
  log('dhcp', [windows('DHCP-Server/Operational')], HOUSEKEEPING),
  log('diagnosis-scripted', [windows('Diagnosis-Scripted/Operational')], HOUSEKEEPING),
  log('directory-service', ['Directory Service'], HOUSEKEEPING),
  log('dns-server-audit', [windows('DNS-Server/Audit'), windows('DNSServer/Audit')], HOUSEKEEPING),
  log('driver-framework', [windows('DriverFrameworks-UserMode/Operational')], HOUSEKEEPING),
  log('hyper-v-worker', [windows('Hyper-V-Worker'), windows('Hyper-V-Worker-Admin')], HOUSEKEEPING),
  log('iis-configuration', ['Microsoft-IIS-Configuration/Operational'], SETTINGS),
  log('kernel-event-tracing', [windows('Kernel-EventTracing'), windows('Kernel-EventTracing/Admin')], HOUSEKEEPING),
  log('kernel-io', [windows('Kernel-IO/Operational')], HOUSEKEEPING),
  log(
    'kernel-shimengine',
    [windows('Kernel-ShimEngine/Operational'), windows('Kernel-ShimEngine/Diagnostic')],
    HOUSEKEEPING,
  ),
  log('ldap', [windows('LDAP-Client/Debug')], HOUSEKEEPING),
  log('lsa-server', [windows('LSA/Operational')], HOUSEKEEPING),
  log('msexchange', ['Microsoft-Exchange-*', 'MSExchange*'], HOUSEKEEPING),
  log('ntfs', [windows('Ntfs/Operational')], HOUSEKEEPING),
  log(
    'security-mitigations',
    [
      windows('Security-Mitigations/Kernel Mode'),
      windows('Security-Mitigations/User Mode'),
      windows('Security-Mitigations*'),
    ],
    HOUSEKEEPING,
  ),
  log('sense', [windows('SENSE/Operational')], HOUSEKEEPING),
  log('servicebus-client', ['Microsoft-ServiceBus-Client/*'], HOUSEKEEPING),
  log('shell-core', [windows('Shell-Core/Operational')], HOUSEKEEPING),
  log('smbclient-connectivity', [windows('SmbClient/Connectivity')], HOUSEKEEPING),
  log('smbclient-security', [windows('SmbClient/Security')], HOUSEKEEPING),
  log('smbserver-connectivity', [windows('SMBServer/Connectivity')], HOUSEKEEPING),
  log('vhdmp', [windows('VHDMP/Operational'), windows('VHDMP-Operational')], HOUSEKEEPING),
]
