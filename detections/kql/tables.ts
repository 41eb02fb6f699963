/**
 * Tables of Microsoft's schema as log sources, with the columns whose names differ in the events themselves, as OCSF
 * paths that every source's view resolves. A table that is not listed has no log source. Source: Azure Monitor table
 * reference, advanced hunting schema reference.
 */
import type { LogSource } from '../plan/plan.ts'

export type KqlTable = {
  readonly logSource: LogSource
  readonly columns: Readonly<Record<string, string>>
}

const windows = (category: string | null, service: string | null = null): LogSource => ({
  product: 'windows',
  category,
  service,
})
const cloud = (product: string, service: string | null): LogSource => ({ product, category: null, service })

const INITIATOR = {
  DeviceName: 'device.hostname',
  InitiatingProcessAccountName: 'actor.user.name',
  InitiatingProcessFileName: 'actor.process.name',
  InitiatingProcessFolderPath: 'actor.process.file.path',
  InitiatingProcessCommandLine: 'actor.process.cmd_line',
  InitiatingProcessId: 'actor.process.pid',
}
const FILE = { FileName: 'file.name', FolderPath: 'file.path' }

const PROCESS = {
  DeviceName: 'device.hostname',
  AccountName: 'actor.user.name',
  FileName: 'process.name',
  FolderPath: 'process.file.path',
  ProcessCommandLine: 'process.cmd_line',
  ProcessId: 'process.pid',
  InitiatingProcessFileName: 'process.parent_process.name',
  InitiatingProcessFolderPath: 'process.parent_process.file.path',
  InitiatingProcessCommandLine: 'process.parent_process.cmd_line',
  InitiatingProcessId: 'process.parent_process.pid',
}
const NETWORK = {
  ...INITIATOR,
  RemoteIP: 'dst_endpoint.ip',
  RemotePort: 'dst_endpoint.port',
  LocalIP: 'src_endpoint.ip',
  LocalPort: 'src_endpoint.port',
}

export const KQL_TABLES: Readonly<Record<string, KqlTable>> = {
  SecurityEvent: { logSource: windows(null, 'security'), columns: {} },
  WindowsEvent: { logSource: windows(null), columns: {} },
  Event: { logSource: windows(null), columns: { EventLog: 'Channel', Source: 'Provider_Name' } },
  DeviceProcessEvents: { logSource: windows('process_creation'), columns: PROCESS },
  DeviceNetworkEvents: { logSource: windows('network_connection'), columns: NETWORK },
  DeviceFileEvents: { logSource: windows('file_event'), columns: { ...INITIATOR, ...FILE } },
  DeviceImageLoadEvents: { logSource: windows('image_load'), columns: { ...INITIATOR, ...FILE } },
  DeviceRegistryEvents: {
    logSource: windows('registry_event'),
    columns: { ...INITIATOR, RegistryKey: 'reg_key.path' },
  },
  DeviceEvents: { logSource: windows(null), columns: INITIATOR },
  DeviceLogonEvents: {
    logSource: windows(null, 'security'),
    columns: { DeviceName: 'device.hostname', AccountName: 'user.name', RemoteIP: 'src_endpoint.ip' },
  },
  CloudAppEvents: { logSource: cloud('m365', null), columns: {} },
  SigninLogs: { logSource: cloud('azure', 'signinlogs'), columns: {} },
  AADNonInteractiveUserSignInLogs: { logSource: cloud('azure', 'signinlogs'), columns: {} },
  AuditLogs: { logSource: cloud('azure', 'auditlogs'), columns: {} },
  AzureActivity: { logSource: cloud('azure', 'activitylogs'), columns: {} },
  OfficeActivity: { logSource: cloud('m365', 'audit'), columns: {} },
  AWSCloudTrail: { logSource: cloud('aws', 'cloudtrail'), columns: {} },
  Syslog: {
    logSource: cloud('linux', null),
    columns: {
      SyslogMessage: 'message',
      Computer: 'device.hostname',
      HostName: 'device.hostname',
      ProcessName: 'metadata.log_provider',
      ProcessID: 'actor.process.pid',
    },
  },
  CommonSecurityLog: {
    logSource: { product: null, category: 'firewall', service: null },
    columns: {
      SourceIP: 'src_endpoint.ip',
      DestinationIP: 'dst_endpoint.ip',
      DestinationPort: 'dst_endpoint.port',
      SourcePort: 'src_endpoint.port',
      SourceHostName: 'src_endpoint.hostname',
      DestinationHostName: 'dst_endpoint.hostname',
      SourceUserName: 'actor.user.name',
      DestinationUserName: 'user.name',
      DeviceVendor: 'metadata.product.vendor_name',
      DeviceProduct: 'metadata.product.name',
      DeviceVersion: 'metadata.product.version',
      DeviceEventClassID: 'metadata.event_code',
      Activity: 'metadata.log_name',
      LogSeverity: 'cef.severity',
      DeviceAction: 'action',
      Computer: 'device.hostname',
      Message: 'message',
      Protocol: 'proto',
      ApplicationProtocol: 'app_protocol_name',
      SentBytes: 'traffic.bytes_out',
      ReceivedBytes: 'traffic.bytes_in',
      RequestURL: 'http_request.url.url_string',
      RequestMethod: 'http_request.http_method',
    },
  },
  DnsEvents: {
    logSource: { product: null, category: 'dns', service: null },
    columns: { Name: 'query.hostname', ClientIP: 'src_endpoint.ip' },
  },
  ...sources(cloud('azure', 'signinlogs'), [
    ...['AADServicePrincipalSignInLogs', 'AADManagedIdentitySignInLogs', 'AADSignInEventsBeta', 'EntraIdSignInEvents'],
    ...['AADSpnSignInEventsBeta', 'EntraIdSpnSignInEvents', 'ADFSSignInLogs'],
  ]),
  ...sources(cloud('azure', 'riskdetection'), ['AADUserRiskEvents', 'AADServicePrincipalRiskEvents', 'AADRiskyUsers']),
  ...sources(cloud('azure', 'pim'), ['AADProvisioningLogs']),
  ...sources(cloud('azure', 'microsoftgraphactivitylogs'), ['MicrosoftGraphActivityLogs', 'GraphAPIAuditEvents']),
  ...sources(cloud('azure', 'diagnostics'), [
    ...[
      'AzureDiagnostics',
      'StorageBlobLogs',
      'StorageFileLogs',
      'StorageQueueLogs',
      'StorageTableLogs',
      'LAQueryLogs',
    ],
    ...['MicrosoftAzureBastionAuditLogs', 'AZKVAuditLogs', 'CloudAuditEvents'],
  ]),
  ...sources(cloud('azure', 'vmconnection'), ['VMConnection']),
  ...sources(cloud('m365', 'defender'), [
    ...['AlertInfo', 'AlertEvidence', 'SecurityAlert', 'SecurityIncident', 'BehaviorInfo', 'BehaviorEntities'],
    ...['IdentityLogonEvents', 'IdentityDirectoryEvents', 'IdentityQueryEvents', 'UrlClickEvents'],
    ...['CloudStorageAggregatedEvents', 'InformationProtectionEvents'],
  ]),
  ...sources(cloud('m365', 'exchange'), [
    ...['EmailEvents', 'EmailAttachmentInfo', 'EmailUrlInfo', 'EmailPostDeliveryEvents', 'MessageEvents'],
  ]),
  ...sources(cloud('m365', 'intune'), ['IntuneAuditLogs', 'IntuneOperationalLogs']),
  ...sources(cloud('gcp', 'gcp.audit'), ['GCPAuditLogs', 'GCP_IAM_CL']),
  ...sources(cloud('okta', 'okta'), ['Okta_CL', 'OktaSSO', 'OktaV2_CL']),
  ...sources(cloud('github', 'audit'), ['GitHubAuditLogPolling_CL', 'GitHubAuditData']),
  ...sources({ product: null, category: 'webserver', service: null }, ['W3CIISLog']),
}

/** Tables whose columns have the same names as in the events themselves. */
function sources(logSource: LogSource, names: readonly string[]): Readonly<Record<string, KqlTable>> {
  return Object.fromEntries(names.map((name) => [name, { logSource, columns: {} }]))
}
