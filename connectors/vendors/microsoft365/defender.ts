/**
 * Microsoft Defender XDR: tables of advanced hunting, streamed with the table's name as category or queried without it.
 * Sigma writes its Windows rules with Sysmon's names; the aliases give them their columns here.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  email,
  type Field,
  ip,
  is,
  json,
  list,
  lookup,
  objects,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { parseTexts, product } from '../azure/common.ts'
import { CONNECTION, DEVICE, FILE, INITIATOR, LOGON, STARTED } from './defender-rows.ts'

const TEXTS = ['AttackTechniques', 'AdditionalFields', 'Categories']
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/

/** Techniques are written `PowerShell (T1059.001)`, or as their identifier alone. */
function attacksIn(value: unknown): Members[] {
  const named = [value].flat().filter((one): one is string => typeof one === 'string')
  return named.flatMap((one) => {
    const uid = TECHNIQUE.exec(one)?.[0]
    const name = one.replace(/ ?\(?T\d{4}(?:\.\d{3})?\)?$/, '')
    return uid === undefined && name === '' ? [] : [{ ...(uid && { uid }), ...(name !== '' && { name }) }]
  })
}

const streamed: RecordShape = {
  name: 'streamed',
  is: (record) => isMembers(record.properties),
  under: 'properties',
  names: {
    category: ['category'],
    time: ['time'],
    tenantId: ['tenantId'],
    Tenant: ['Tenant'],
    'parsed.attacks': ['parsed.attacks'],
  },
  settle: (record) => {
    const properties = record.properties as Members
    parseTexts(properties, TEXTS)
    record.parsed ??= { attacks: attacksIn(properties.AttackTechniques) }
  },
}

/** Exports of several tables in one give columns that differ in type a suffix. */
const queried: RecordShape = {
  name: 'queried',
  is: () => true,
  names: {
    ReportId: ['ReportId', 'ReportId_long', 'ReportId_string'],
    UserAgent: ['UserAgent', 'UserAgent_string'],
    AdditionalFields: ['AdditionalFields', 'AdditionalFields_dynamic', 'AdditionalFields_string'],
  },
  settle: (record) => {
    nameTable(record)
    if (record.AttackTechniques === undefined) return
    parseTexts(record, TEXTS)
    record.parsed ??= { attacks: attacksIn(record.AttackTechniques) }
  },
}

const CATEGORY = 'category'
const of = (...tables: readonly string[]) => tables.flatMap((table) => [`AdvancedHunting-${table}`, table])

const PROCESS_ALIASES: Readonly<Record<string, Field | readonly Field[]>> = {
  Image: 'FolderPath',
  CommandLine: 'ProcessCommandLine',
  ParentImage: 'InitiatingProcessFolderPath',
  ParentCommandLine: 'InitiatingProcessCommandLine',
  ParentProcessId: 'InitiatingProcessId',
  User: 'AccountName',
  OriginalFileName: 'ProcessVersionInfoOriginalFileName',
  Company: 'ProcessVersionInfoCompanyName',
  Product: 'ProcessVersionInfoProductName',
  Description: 'ProcessVersionInfoFileDescription',
  IntegrityLevel: 'ProcessIntegrityLevel',
  Hashes: ['SHA256', 'SHA1', 'MD5'],
  md5: 'MD5',
  sha1: 'SHA1',
  sha256: 'SHA256',
}
const OTHER_ALIASES: Readonly<Record<string, Field | readonly Field[]>> = {
  Image: 'InitiatingProcessFolderPath',
  CommandLine: 'InitiatingProcessCommandLine',
  ParentImage: 'InitiatingProcessParentFileName',
  User: 'InitiatingProcessAccountName',
  ProcessId: 'InitiatingProcessId',
  TargetFilename: 'FolderPath',
  ImageLoaded: 'FolderPath',
  TargetObject: 'RegistryKey',
  Details: 'RegistryValueData',
  DestinationIp: 'RemoteIP',
  DestinationPort: 'RemotePort',
  DestinationHostname: 'RemoteUrl',
  SourceIp: 'LocalIP',
  SourcePort: 'LocalPort',
  Hashes: ['SHA256', 'SHA1', 'MD5'],
}

const PROCESSES: readonly Profile[] = [
  {
    name: 'process',
    when: { [CATEGORY]: of('DeviceProcessEvents') },
    class: 'process_activity',
    activity: lookup('ActionType', { ProcessCreated: 'Launch', OpenProcessApiCall: 'Open' }, 'Other', 'Launch'),
    logSource: { product: 'windows', categories: ['process_creation'] },
    rows: { ...DEVICE, ...INITIATOR, ...STARTED },
  },
]

const REGISTRY: Rows = {
  ...DEVICE,
  ...INITIATOR,
  'reg_value.path': 'RegistryKey',
  'reg_value.name': ['RegistryValueName', 'PreviousRegistryValueName', 'RegistryKey'],
  'reg_value.data': json('RegistryValueData'),
}

const DEVICES: readonly Profile[] = [
  {
    name: 'network',
    when: { [CATEGORY]: of('DeviceNetworkEvents') },
    class: 'network_activity',
    activity: lookup(
      'ActionType',
      {
        ConnectionSuccess: 'Open',
        ConnectionFailed: 'Fail',
        ConnectionAttempt: 'Open',
        ListeningConnectionCreated: 'Listen',
        InboundConnectionAccepted: 'Open',
      },
      'Other',
      'Traffic',
    ),
    logSource: { product: 'windows', categories: ['network_connection'] },
    rows: {
      ...DEVICE,
      ...INITIATOR,
      ...CONNECTION,
      'url.url_string': 'RemoteUrl',
      // Microsoft's columns always have the device as the source: only this field shows the initiator.
      'connection_info.direction_id': lookup(
        'ActionType',
        {
          ConnectionSuccess: 'Outbound',
          ConnectionFailed: 'Outbound',
          ConnectionAttempt: 'Outbound',
          ConnectionRequest: 'Outbound',
          InboundConnectionAccepted: 'Inbound',
        },
        'Unknown',
        'Unknown',
      ),
      status_id: lookup('ActionType', {
        ConnectionSuccess: 'Success',
        ConnectionFailed: 'Failure',
        InboundConnectionAccepted: 'Success',
      }),
    },
  },
  {
    name: 'file',
    when: { [CATEGORY]: of('DeviceFileEvents') },
    class: 'file_activity',
    activity: lookup(
      'ActionType',
      { FileCreated: 'Create', FileModified: 'Update', FileDeleted: 'Delete', FileRenamed: 'Rename' },
      'Other',
      'Unknown',
    ),
    logSource: { product: 'windows', categories: ['file_event'] },
    rows: { ...DEVICE, ...INITIATOR, ...FILE },
  },
  {
    name: 'registry',
    when: { [CATEGORY]: of('DeviceRegistryEvents') },
    class: 'registry_value_activity',
    activity: lookup('ActionType', { RegistryValueSet: 'Set', RegistryValueDeleted: 'Delete' }, 'Other', 'Unknown'),
    logSource: { product: 'windows', categories: ['registry_event', 'registry_set'] },
    rows: REGISTRY,
  },
  {
    name: 'module',
    when: { [CATEGORY]: of('DeviceImageLoadEvents') },
    class: 'module_activity',
    activity: 'Load',
    logSource: { product: 'windows', categories: ['image_load'] },
    rows: {
      ...DEVICE,
      ...INITIATOR,
      ...Object.fromEntries(Object.entries(FILE).map(([path, cell]) => [`module.${path}`, cell])),
      'module.load_type_id': is('Standard'),
    },
  },
  {
    name: 'logon',
    when: { [CATEGORY]: of('DeviceLogonEvents', 'IdentityLogonEvents') },
    class: 'authentication',
    activity: 'Logon',
    rows: {
      ...DEVICE,
      ...LOGON,
      status_id: lookup(
        'ActionType',
        { LogonSuccess: 'Success', LogonFailed: 'Failure', LogonAttempted: 'Other' },
        'Other',
      ),
      logon_type_id: lookup(
        'LogonType',
        {
          Interactive: 'Interactive',
          Network: 'Network',
          Batch: 'Batch',
          Service: 'OS Service',
          Unlock: 'Unlock',
          RemoteInteractive: 'Remote Interactive',
          CachedInteractive: 'Cached Interactive',
        },
        'Other',
      ),
    },
  },
  {
    name: 'identity',
    when: { ActionType: ['Directory Services replication', 'SMB session', 'SAMR query', 'LDAP query'] },
    class: 'network_activity',
    activity: 'Traffic',
    rows: {
      ...CONNECTION,
      'actor.user.name': ['AccountName', 'AccountUpn'],
      'actor.user.domain': 'AccountDomain',
      'actor.user.uid': ['AccountSid', 'AccountObjectId'],
      'actor.user.full_name': 'AccountDisplayName',
      'src_endpoint.hostname': 'DeviceName',
      'src_endpoint.isp': 'ISP',
      app_name: 'Application',
    },
  },
  {
    name: 'device',
    when: { [CATEGORY]: of('DeviceEvents') },
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the table of what Defender has no table for: LDAP searches, API calls, attack surface reduction',
    rows: { ...DEVICE, ...INITIATOR },
  },
  {
    name: 'ldap search',
    when: { ActionType: 'LdapSearch' },
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the search is only in text; neither server nor client are named',
    rows: { ...DEVICE, ...INITIATOR },
  },
]

const MAIL: readonly Profile[] = [
  {
    name: 'mail',
    when: { [CATEGORY]: of('EmailEvents', 'EmailPostDeliveryEvents') },
    class: 'email_activity',
    activity: lookup('EmailDirection', { Inbound: 'Receive', Outbound: 'Send' }, 'Other', 'Other'),
    rows: {
      'email.from': email('SenderFromAddress', 'SenderMailFromAddress'),
      'email.return_path': email('SenderMailFromAddress'),
      'email.to': list('RecipientEmailAddress', /[;,]/, 'email'),
      'email.subject': 'Subject',
      'email.message_uid': 'InternetMessageId',
      'email.uid': 'NetworkMessageId',
      'src_endpoint.ip': ip('SenderIPv4', 'SenderIPv6'),
      direction_id: lookup(
        'EmailDirection',
        { Inbound: 'Inbound', Outbound: 'Outbound', 'Intra-org': 'Internal' },
        'Unknown',
        'Unknown',
      ),
      action_id: lookup(
        'DeliveryAction',
        { Delivered: 'Allowed', Junked: 'Modified', Blocked: 'Denied', Replaced: 'Modified' },
        'Other',
      ),
      disposition: 'DeliveryLocation',
    },
  },
]

const APPS: readonly Profile[] = [
  {
    name: 'alert',
    when: { [CATEGORY]: of('AlertInfo', 'AlertEvidence') },
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      is_alert: is(true),
      severity_id: lookup(
        'Severity',
        { High: 'High', Medium: 'Medium', Low: 'Low', Informational: 'Informational' },
        'Unknown',
        'Unknown',
      ),
      'finding_info.uid': 'AlertId',
      'finding_info.title': 'Title',
      'finding_info.types': list(['Category', 'Categories'], /\n/),
      'finding_info.product.name': 'ServiceSource',
      'finding_info.data_sources': list('DetectionSource', /\n/),
      attacks: objects('parsed.attacks', { 'technique.uid': 'uid', 'technique.name': 'name' }),
      'actor.user.name': ['AccountName', 'AccountUpn'],
      'actor.user.uid': ['AccountSid', 'AccountObjectId'],
      ...DEVICE,
      'evidences[0].data': json('AdditionalFields'),
      'evidences[0].src_endpoint.ip': ip('RemoteIP', 'LocalIP'),
      'evidences[0].url.url_string': 'RemoteUrl',
    },
  },
  {
    name: 'cloud app',
    when: {},
    class: 'api_activity',
    activity: lookup(
      'ActionType',
      {
        MailItemsAccessed: 'Read',
        FileDownloaded: 'Read',
        FileAccessed: 'Read',
        FileUploaded: 'Create',
        FileDeleted: 'Delete',
      },
      'Other',
      'Unknown',
    ),
    logSource: { product: 'm365', service: 'threat_detection' },
    rows: {
      'api.operation': 'ActionType',
      'api.service.name': 'Application',
      'api.request.uid': 'ReportId',
      'actor.user.name': ['AccountUpn', 'UserId', 'AccountName', 'AccountDisplayName'],
      'actor.user.uid': ['AccountObjectId', 'AccountId', 'AccountSid'],
      'actor.user.full_name': 'AccountDisplayName',
      'actor.app_uid': ['OAuthAppId', 'AppId'],
      'src_endpoint.ip': ip('IPAddress'),
      'src_endpoint.name': ['DeviceType', 'Application'],
      'src_endpoint.isp': 'ISP',
      'src_endpoint.location.city': 'City',
      'src_endpoint.location.country': 'CountryCode',
      'http_request.user_agent': 'UserAgent',
      'resources[0].name': 'ObjectName',
      'resources[0].uid': 'ObjectId',
      'resources[0].type': 'ObjectType',
      'resources[0].data': json('ActivityObjects'),
    },
  },
]

export const ADVANCED_HUNTING: SourceTable = {
  id: 'microsoft-defender/1',
  shapes: [streamed, queried],
  select: [CATEGORY, 'ActionType'],
  recognises: (record) => isHunting(record),
  logSource: { product: 'm365', service: 'defender' },
  rows: {
    ...product('Defender XDR'),
    'cloud.provider': always('Microsoft 365'),
    'cloud.org.uid': 'tenantId',
    time: time('Timestamp', 'TimeGenerated', 'time'),
    severity_id: is('Informational'),
    'metadata.event_code': ['ActionType', CATEGORY],
    'metadata.log_name': CATEGORY,
    'metadata.original_event_uid': text('ReportId', 'AlertId'),
  },
  chapters: [
    { name: 'processes', aliases: PROCESS_ALIASES, profiles: PROCESSES },
    { name: 'devices', aliases: OTHER_ALIASES, profiles: DEVICES },
    { name: 'mail', profiles: MAIL },
    { name: 'apps', aliases: { eventName: 'ActionType', eventSource: 'Application' }, profiles: APPS },
  ],
}

/** The table of a row that came without its name, by what its action is called. */
const TABLES: readonly (readonly [RegExp, string])[] = [
  [/^Logon(?:Success|Failed|Attempted)$/, 'DeviceLogonEvents'],
  [/^ProcessCreated/, 'DeviceProcessEvents'],
  [/^(?:Inbound)?Connection[A-Z]|^ListeningConnection|^NetworkSignature/, 'DeviceNetworkEvents'],
  [/^File(?:Created|Modified|Deleted|Renamed)$/, 'DeviceFileEvents'],
  [/^Registry(?:Key|Value)/, 'DeviceRegistryEvents'],
  [/^ImageLoaded$/, 'DeviceImageLoadEvents'],
]

function nameTable(record: Members): void {
  const { ActionType: action } = record
  // Files of Microsoft 365 have an application instead of a device.
  if (typeof action !== 'string' || record.DeviceName === undefined) return
  if ([record.category, record.Type, record.Category].some((name) => typeof name === 'string' && name !== '')) return
  const table = TABLES.find(([pattern]) => pattern.test(action))?.[1]
  if (table !== undefined) record.category = table
}

function isHunting(record: Readonly<Members>): boolean {
  if (typeof record.category === 'string' && record.category.startsWith('AdvancedHunting-'))
    return isMembers(record.properties)
  const hasReport = 'ReportId' in record || 'ReportId_long' in record || 'ReportId_string' in record
  return typeof record.ActionType === 'string' && hasReport && ('Timestamp' in record || 'TimeGenerated' in record)
}

export const defender = compileSource(ADVANCED_HUNTING)
