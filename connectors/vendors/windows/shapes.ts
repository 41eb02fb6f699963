/**
 * The shippers' spellings of an event of the Windows event log. Tables use the names of the event's own XML; header
 * fields with other names in other programs are `Provider_Name`, `Computer`, `EventRecordID`, `ExecutionProcessID`,
 * `UserID`.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { dataOfMessage, rendered } from './rendered.ts'
import { sqlSessionKind } from './sql-audit.ts'

/** Alternative names of a field that rules use. */
function named(names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, readonly string[]>> {
  const aliases: [string, readonly string[] | undefined][] = [
    ['Hostname', names.Computer],
    ['ComputerName', names.Computer],
    ['ProviderName', names.Provider_Name],
    ['SourceName', names.Provider_Name],
    ['Source', names.Provider_Name],
    ['EventLog', names.Channel],
    ['event_id', names.EventID],
    ['EventCode', names.EventID],
  ]
  const missing = aliases.filter((alias): alias is [string, readonly string[]] => alias[1] !== undefined)
  return { ...Object.fromEntries(missing), ...names }
}

/** nxlog, logstash and the like: header and data side by side. */
export const flat: RecordShape = {
  name: 'flat',
  is: () => true,
  names: named({
    Channel: ['Channel', 'LogName', 'log_name'],
    EventID: ['EventID', 'EventCode', 'event_id', 'Id'],
    Provider_Name: ['SourceName', 'Provider_Name', 'ProviderName', 'Source', 'Provider'],
    Provider_Guid: ['ProviderGuid'],
    Computer: ['Hostname', 'Computer', 'ComputerName', 'MachineName'],
    EventRecordID: ['RecordNumber', 'EventRecordID', 'RecordId'],
    // NXLog's own `EventType` is the result of the event.
    EventType: ['SqlSession', 'EventType'],
    // Sets no place, because the header's Channel would hide the event's own.
    ClearedChannel: [],
  }),
  settle: (record) => {
    settlePowerShell(record)
    settleInserts(record)
    settleText(record)
    const kind = sqlSessionKind(record.EventID, () => record.Message ?? record.message)
    if (kind !== undefined) record.SqlSession = kind
    settlePeer(record, record.Channel)
  },
}

/** Properties of an event as `Get-WinEvent` gives it, which scripts write as CSV or JSON. */
export const isOfPowerShell = (record: Readonly<Members>): boolean =>
  record.EventID === undefined &&
  typeof record.MachineName === 'string' &&
  /^\d{1,5}$/.test(textOf(record.Id)) &&
  (typeof record.LogName === 'string' || (record.LevelDisplayName !== undefined && isOfSecurity(record)))

/** Numbers of the events of the Security log, and the first words of most of their texts. */
function isOfSecurity({ Id: id, Message: text, ProviderName: provider }: Readonly<Members>): boolean {
  const number = Number(textOf(id))
  const isNumbered = (number >= 4608 && number <= 5478) || number === 1102
  if (provider !== undefined) return isNumbered && provider === 'Microsoft-Windows-Security-Auditing'
  return isNumbered && typeof text === 'string' && /^An? [a-zA-Z ]{4,80}\.\r?\n/.test(text)
}

/** Channels by the source that the Event Viewer's export names. */
const CHANNELS: Readonly<Record<string, string>> = {
  'Microsoft-Windows-Security-Auditing': 'Security',
  'Microsoft-Windows-Sysmon': 'Microsoft-Windows-Sysmon/Operational',
  'Service Control Manager': 'System',
  'Microsoft-Windows-Windows Defender': 'Microsoft-Windows-Windows Defender/Operational',
}

/** Rows of the Event Viewer's own export. */
export const isOfEventViewer = (record: Readonly<Members>): boolean =>
  record['Event ID'] !== undefined &&
  record['Date and Time'] !== undefined &&
  Object.hasOwn(CHANNELS, textOf(record.Source))

function settlePowerShell(record: Members): void {
  if (record.EventID === undefined && isOfEventViewer(record)) {
    record.EventID = record['Event ID']
    record.LogName = CHANNELS[textOf(record.Source)]
    record.TimeCreated = record['Date and Time']
    record.Message = record.Description ?? record.column_6 ?? record.column_7
    return
  }
  if (!isOfPowerShell(record)) return
  record.EventID = record.Id
  record.LogName ??= 'Security'
}

/**
 * Fluent Bit's input `winevtlog` sends the values of the event in the order of its definition, without names. The names are those
 * of the events of the Security log in "Advanced security audit policy settings", Microsoft.
 */
const SUBJECT = 'SubjectUserSid SubjectUserName SubjectDomainName SubjectLogonId'
const TARGET = 'TargetUserSid TargetUserName TargetDomainName'
const ACCOUNT = `TargetUserName TargetDomainName TargetSid ${SUBJECT}`
const INSERTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    4624: `${SUBJECT} ${TARGET} TargetLogonId LogonType LogonProcessName AuthenticationPackageName WorkstationName LogonGuid TransmittedServices LmPackageName KeyLength ProcessId ProcessName IpAddress IpPort`,
    4625: `${SUBJECT} ${TARGET} Status FailureReason SubStatus LogonType LogonProcessName AuthenticationPackageName WorkstationName TransmittedServices LmPackageName KeyLength ProcessId ProcessName IpAddress IpPort`,
    4634: `${TARGET} TargetLogonId LogonType`,
    4647: `${TARGET} TargetLogonId`,
    4648: `${SUBJECT} LogonGuid TargetUserName TargetDomainName TargetLogonGuid TargetServerName TargetInfo ProcessId ProcessName IpAddress IpPort`,
    4672: `${SUBJECT} PrivilegeList`,
    4688: `${SUBJECT} NewProcessId NewProcessName TokenElevationType ProcessId CommandLine ${TARGET} TargetLogonId ParentProcessName MandatoryLabel`,
    4720: ACCOUNT,
    4722: ACCOUNT,
    4725: ACCOUNT,
    4726: ACCOUNT,
    4740: ACCOUNT,
    4768: 'TargetUserName TargetDomainName TargetSid ServiceName ServiceSid TicketOptions Status TicketEncryptionType PreAuthType IpAddress IpPort',
    4769: 'TargetUserName TargetDomainName ServiceName ServiceSid TicketOptions TicketEncryptionType IpAddress IpPort Status LogonGuid',
    4771: 'TargetUserName TargetSid ServiceName TicketOptions Status PreAuthType IpAddress IpPort',
    4776: 'PackageName TargetUserName Workstation Status',
  }).map(([id, names]) => [id, names.split(' ')]),
)

function settleInserts(record: Members): void {
  const { StringInserts: values, Channel: channel, EventID: id } = record
  if (!Array.isArray(values) || channel !== 'Security') return
  for (const [at, name] of (INSERTS.get(String(id)) ?? []).entries())
    if (typeof values[at] === 'string' || typeof values[at] === 'number') record[name] ??= values[at]
}

/**
 * For an agent that sends only the header and the rendered text: the data are read from the text. Names are looked for
 * first and by `in`, which reads no value: a record that has one is then routed without being parsed (`RouteMemo`), and a
 * query may count events with different values together (`TracedNames`).
 */
function settleText(record: Members): void {
  if (DATA_NAMES.some((name) => name in record) || SCRIPT_LOGS.has(record.Channel)) return
  const text = record.Message ?? record.message
  if (typeof text !== 'string' || !text.includes('\n')) return
  const data = dataOfMessage(text)
  for (const name of Object.keys(data)) record[name] ??= data[name]
}

/** Every event of Sysmon has `UtcTime`, and every one of the filtering platform a run-time identifier of its filter. */
const DATA_NAMES: readonly string[] = [
  ...['UtcTime', 'SubjectUserName', 'TargetUserName', 'IpAddress', 'NewProcessName', 'EventData', 'Image'],
  ...['FilterRTID', 'FilterKey'],
]
/** Their messages are scripts and what these print, with lines that only look like data. */
const SCRIPT_LOGS: ReadonlySet<unknown> = new Set([
  'Windows PowerShell',
  'Microsoft-Windows-PowerShell/Operational',
  'PowerShellCore/Operational',
])

/** The names of a flat head; the object with the data has a channel of its own when a log is cleared. */
const headNames = (data: string) =>
  named({
    Channel: ['Channel'],
    ClearedChannel: [`${data}.Channel`],
    EventID: ['EventID'],
    Provider_Name: ['ProviderName'],
    Provider_Guid: ['ProviderGuid'],
    Computer: ['Computer'],
    EventRecordID: ['EventRecordID'],
    ExecutionProcessID: ['ProcessID'],
    ThreadID: ['ThreadID'],
    ActivityID: ['ActivityID'],
    UserID: ['UserID'],
    Level: ['Level'],
    Keywords: ['Keywords'],
    Version: ['Version'],
    Opcode: ['Opcode'],
    Task: ['Task'],
    Message: ['Message'],
    TimeCreated: ['TimeCreated'],
  })

/** As security data lakes store it: the event's own data in an object, beside the header. */
export const extra: RecordShape = {
  name: 'extra-event-data',
  is: (record) => isMembers(record.ExtraEventData),
  under: 'ExtraEventData',
  namesAllBeside: true,
  names: headNames('ExtraEventData'),
}

/** The head of an event beside an object with its data, as agents write it that flatten only the head. */
export const nested: RecordShape = {
  name: 'nested',
  is: (record) =>
    isMembers(record.EventData) &&
    Object.keys(record.EventData).length > 0 &&
    record.EventID !== undefined &&
    record.System === undefined,
  under: 'EventData',
  namesAllBeside: true,
  names: headNames('EventData'),
  settle: ({ EventData }) => {
    if (isMembers(EventData) && (Array.isArray(EventData.Data) || isMembers(EventData.Data))) settleData(EventData)
  },
}

/** winlogbeat up to 6, and OpenTelemetry's receiver `windowseventlog`, which calls some members otherwise. */
export const beats: RecordShape = {
  name: 'winlogbeat-6',
  is: ({ event_data: data, event_id: id, log_name: log, channel }) =>
    isMembers(data) ||
    (typeof (log ?? channel) === 'string' && (Array.isArray(data) || (typeof log === 'string' && id !== undefined))),
  under: 'event_data',
  namesAllBeside: true,
  names: named({
    Channel: ['log_name', 'channel'],
    ClearedChannel: ['event_data.Channel'],
    EventID: ['event_id'],
    Provider_Name: ['source_name', 'provider_name', 'provider.name'],
    Provider_Guid: ['provider_guid'],
    Computer: ['computer_name', 'computer'],
    EventRecordID: ['record_number'],
    ExecutionProcessID: ['process_id'],
    ThreadID: ['thread_id'],
    ActivityID: ['activity_id'],
    UserID: ['user.identifier'],
    AccountName: ['user.name'],
    Domain: ['user.domain'],
    Level: ['level'],
    Keywords: ['keywords'],
    Version: ['version'],
    Opcode: ['opcode'],
    Task: ['task'],
    Message: ['message'],
    TimeCreated: ['@timestamp', 'system_time', 'time_created', 'timestamp'],
    '@timestamp': ['@timestamp'],
  }),
  settle: (record) => {
    if (isMembers(record.event_id)) record.event_id = record.event_id.id
    const data = oneObject(record.event_data)
    if (data !== record.event_data) record.event_data = data
    moveUserData(record, 'event_data', record.user_data)
  },
}

/** The data as a list of objects with a member each, or of names and values, as one object. */
function oneObject(data: unknown): unknown {
  const inner = isMembers(data) && Array.isArray(data.data) ? data.data : data
  if (!Array.isArray(inner) || inner.length > DATA_MAX) return data
  const pairs = inner.flatMap((item): [string, unknown][] => {
    if (!isMembers(item)) return []
    return typeof item.name === 'string' && 'value' in item ? [[item.name, item.value]] : Object.entries(item)
  })
  return Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'))
}

/** NXLog over syslog: the event's members are the structured data of the header. */
const OF_NXLOG = 'syslog.structured_data.NXLOG@14506'
export const nxlogSyslog: RecordShape = {
  name: 'nxlog-syslog',
  is: ({ syslog }) => {
    const elements = isMembers(syslog) ? syslog.structured_data : undefined
    const data = isMembers(elements) ? elements['NXLOG@14506'] : undefined
    return isMembers(data) && data.EventID !== undefined && data.Channel !== undefined
  },
  under: OF_NXLOG,
  namesAllBeside: true,
  names: named({
    Channel: [`${OF_NXLOG}.Channel`],
    EventID: [`${OF_NXLOG}.EventID`],
    Provider_Name: [`${OF_NXLOG}.SourceName`, 'syslog.app_name'],
    Provider_Guid: [`${OF_NXLOG}.ProviderGuid`],
    Computer: ['syslog.hostname'],
    EventRecordID: [`${OF_NXLOG}.RecordNumber`],
    Keywords: [`${OF_NXLOG}.Keywords`],
    Task: [`${OF_NXLOG}.Task`],
    Message: ['syslog.message'],
    TimeCreated: ['syslog.timestamp'],
  }),
}

/** winlogbeat from 7 and the Elastic agent. */
export const winlog: RecordShape = {
  name: 'winlogbeat-7',
  is: (record) => isMembers(record.winlog),
  under: 'winlog.event_data',
  namesAllBeside: true,
  names: named({
    Channel: ['winlog.channel'],
    ClearedChannel: ['winlog.event_data.Channel'],
    EventID: ['winlog.event_id', 'event.code'],
    Provider_Name: ['winlog.provider_name', 'event.provider'],
    Provider_Guid: ['winlog.provider_guid'],
    Computer: ['winlog.computer_name', 'host.name'],
    EventRecordID: ['winlog.record_id'],
    ExecutionProcessID: ['winlog.process.pid'],
    ThreadID: ['winlog.process.thread.id'],
    ActivityID: ['winlog.activity_id'],
    UserID: ['winlog.user.identifier'],
    AccountName: ['winlog.user.name'],
    Domain: ['winlog.user.domain'],
    Level: ['log.level'],
    Keywords: ['winlog.keywords'],
    Version: ['winlog.version'],
    Opcode: ['winlog.opcode'],
    Task: ['winlog.task'],
    Message: ['message'],
    TimeCreated: ['@timestamp'],
    '@timestamp': ['@timestamp'],
  }),
  settle: (record) => {
    const inner = record.winlog as Members
    moveUserData(inner, 'event_data', inner.user_data)
    settlePeer(inner.event_data, inner.channel)
  },
}

/** The XML as JSON: `{Event: {System, EventData}}`, attributes under `#attributes` or beside the rest. */
export const event: RecordShape = {
  name: 'event',
  is: (record) => isMembers(record.Event) && isMembers(record.Event.System),
  under: 'Event.EventData',
  namesAllBeside: true,
  names: systemNames('Event.System'),
  settle: (record) => settleEvent(record.Event as Members),
}

/** The same without its outer object. */
export const system: RecordShape = {
  name: 'system',
  is: (record) => isMembers(record.System),
  under: 'EventData',
  namesAllBeside: true,
  names: systemNames('System'),
  settle: settleEvent,
}

export const WINDOWS_SHAPES: readonly RecordShape[] = [
  event,
  beats,
  winlog,
  system,
  rendered,
  extra,
  nested,
  nxlogSyslog,
  flat,
]

function systemNames(at: string): Readonly<Record<string, readonly string[]>> {
  const attribute = (element: string, name: string) => [
    `${at}.${element}.#attributes.${name}`,
    `${at}.${element}.${name}`,
    `${at}.${element}.@${name}`,
    `${at}.${element}.$.${name}`,
  ]
  return named({
    Channel: [`${at}.Channel`],
    ClearedChannel: [at.replace('System', 'EventData.Channel')],
    EventID: [`${at}.EventID`],
    Provider_Name: attribute('Provider', 'Name'),
    Provider_Guid: attribute('Provider', 'Guid'),
    Computer: [`${at}.Computer`],
    EventRecordID: [`${at}.EventRecordID`],
    ExecutionProcessID: attribute('Execution', 'ProcessID'),
    ThreadID: attribute('Execution', 'ThreadID'),
    ActivityID: attribute('Correlation', 'ActivityID'),
    UserID: attribute('Security', 'UserID'),
    Level: [`${at}.Level`],
    Keywords: [`${at}.Keywords`],
    Version: [`${at}.Version`],
    Opcode: [`${at}.Opcode`],
    Task: [`${at}.Task`],
    TimeCreated: attribute('TimeCreated', 'SystemTime'),
    Message: ['Event.RenderingInfo.Message'],
  })
}

/** Maximum number of elements of one event; further ones are not moved. */
const DATA_MAX = 500

/**
 * Data with a name attribute become a member of that name, unnamed data `Data`; UserData is used in the place of
 * EventData.
 */
function settleEvent(event: Members): void {
  const head = event.System as Members
  if (isMembers(head.EventID)) head.EventID = head.EventID['#text'] ?? head.EventID._ ?? head.EventID.Value
  if (!isMembers(event.EventData) && isMembers(event.UserData)) {
    const [inner] = Object.values(event.UserData)
    event.EventData = isMembers(inner) ? inner : event.UserData
  }
  const data = event.EventData
  if (!isMembers(data)) return
  if (Array.isArray(data.Data) || isMembers(data.Data)) settleData(data)
  const kind = sqlSessionKind(head.EventID, () => data.Data)
  if (kind !== undefined) data.EventType ??= kind
  settlePeer(data, head.Channel)
}

/** The other machine of a DNS server's event has the name that other events have for their provider. */
function settlePeer(data: unknown, channel: unknown): void {
  if (typeof channel !== 'string' || !DNS_SERVER.has(channel) || !isMembers(data)) return
  if (data.Source !== undefined) data.DnsPeer = data.Source
}
const DNS_SERVER: ReadonlySet<string> = new Set([
  'Microsoft-Windows-DNSServer/Analytical',
  'Microsoft-Windows-DNS-Server/Analytical',
])

function settleData(data: Members): void {
  const items = [data.Data].flat()
  if (items.length > DATA_MAX || !items.some((item) => isMembers(item) && nameOf(item) !== undefined)) return
  const unnamed: unknown[] = []
  delete data.Data
  for (const item of items) {
    const name = isMembers(item) ? nameOf(item) : undefined
    if (name === undefined) unnamed.push(item)
    else
      Object.defineProperty(data, name, {
        value: (item as Members)['#text'] ?? (item as Members)._ ?? null,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  if (unnamed.length > 0) data.Data = unnamed
}

function nameOf(item: Members): string | undefined {
  const attributes = [item['#attributes'], item.$].find(isMembers) ?? item
  const name = attributes.Name ?? attributes['@Name']
  return typeof name === 'string' && name !== '' ? name : undefined
}

function moveUserData(owner: Members, name: string, userData: unknown): void {
  if (!isMembers(owner[name]) && isMembers(userData)) owner[name] = userData
}
