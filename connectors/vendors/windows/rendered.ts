/**
 * Events of which only the text is left: Splunk's agent and others send `LogName=...` lines and the rendered message.
 * The message of the audit log has sections of `Label:  value` lines; this gives them the names of the event's own XML.
 * English only: other languages stay in the message.
 */
import type { Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { sqlSessionKind } from './sql-audit.ts'
import { sysmonData } from './sysmon-text.ts'

const SUBJECT = {
  'Security ID': 'SubjectUserSid',
  'Account Name': 'SubjectUserName',
  'Account Domain': 'SubjectDomainName',
  'Logon ID': 'SubjectLogonId',
  'Logon GUID': 'LogonGuid',
}
const TARGET = {
  'Security ID': 'TargetUserSid',
  'Account Name': 'TargetUserName',
  'Account Domain': 'TargetDomainName',
  'Logon ID': 'TargetLogonId',
  'Logon GUID': 'LogonGuid',
  'Old Account Name': 'OldTargetUserName',
  'New Account Name': 'NewTargetUserName',
}

/** Section -> label -> name; '' are labels whatever their section. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Subject: SUBJECT,
  'Creator Subject': SUBJECT,
  'New Logon': TARGET,
  'Target Subject': TARGET,
  'Target Account': TARGET,
  'New Account': TARGET,
  User: TARGET,
  'Account Information': { ...TARGET, 'Supplied Realm Name': 'TargetDomainName', 'User ID': 'TargetSid' },
  'Account For Which Logon Failed': TARGET,
  'Account Whose Credentials Were Used': { ...TARGET, 'Logon GUID': 'TargetLogonGuid' },
  'Account That Was Locked Out': TARGET,
  Group: { 'Security ID': 'TargetSid', 'Account Name': 'TargetUserName', 'Account Domain': 'TargetDomainName' },
  'New Group': { 'Security ID': 'TargetSid' },
  Member: { 'Security ID': 'MemberSid', 'Account Name': 'MemberName' },
  '': {
    'Logon Type': 'LogonType',
    'Process ID': 'ProcessId',
    'Caller Process ID': 'ProcessId',
    'Process Name': 'ProcessName',
    'Caller Process Name': 'ProcessName',
    'New Process ID': 'NewProcessId',
    'New Process Name': 'NewProcessName',
    'Creator Process ID': 'ProcessId',
    'Creator Process Name': 'ParentProcessName',
    'Process Command Line': 'CommandLine',
    'Token Elevation Type': 'TokenElevationType',
    'Exit Status': 'Status',
    'Workstation Name': 'WorkstationName',
    'Source Workstation': 'Workstation',
    'Source Network Address': 'IpAddress',
    'Source Address': 'IpAddress',
    'Client Address': 'IpAddress',
    'Source Port': 'IpPort',
    'Client Port': 'IpPort',
    'Failure Reason': 'FailureReason',
    Status: 'Status',
    'Sub Status': 'SubStatus',
    'Logon Process': 'LogonProcessName',
    'Authentication Package': 'AuthenticationPackageName',
    'Object Server': 'ObjectServer',
    'Object Type': 'ObjectType',
    'Object Name': 'ObjectName',
    'Handle ID': 'HandleId',
    'Access Mask': 'AccessMask',
    'Service Name': 'ServiceName',
    'Service ID': 'ServiceSid',
    'Ticket Options': 'TicketOptions',
    'Ticket Encryption Type': 'TicketEncryptionType',
    'Result Code': 'Status',
    'Failure Code': 'Status',
    'Error Code': 'Status',
    'Logon Account': 'TargetUserName',
    'Target Server Name': 'TargetServerName',
    'Caller Computer Name': 'TargetDomainName',
    'Client Name': 'ClientName',
    'Session Name': 'SessionName',
    'Application Name': 'Application',
    Direction: 'Direction',
    'Destination Address': 'DestAddress',
    'Destination Port': 'DestPort',
    Protocol: 'Protocol',
    'Service Type': 'ServiceType',
    'Share Name': 'ShareName',
    'Share Path': 'ShareLocalPath',
    'Relative Target Name': 'RelativeTargetName',
    'Task Name': 'TaskName',
    'Service File Name': 'ServiceFileName',
    'Service Start Type': 'ServiceStartType',
    'Service Account': 'ServiceAccount',
    Privileges: 'PrivilegeList',
    'Group Name': 'TargetUserName',
    'Group Domain': 'TargetDomainName',
  },
}

/** Maximum number of lines that are read; the explanation below a message's data is longer than the data. */
const LINES_MAX = 120
const LINE = /^\s*([A-Z][A-Za-z ]{1,40}?)\s*:\s*(\S.*)?$/

/** The first value of a label counts; a label without a section and a name stays in the message. */
export function dataOfMessage(message: string): Members {
  const sysmon = sysmonData(message)
  if (sysmon !== null) return sysmon
  if (!message.includes('\n')) return dataOfFlat(message)
  const data: Members = {}
  let section = ''
  for (const line of message.split(/\r?\n/, LINES_MAX)) {
    const found = LINE.exec(line)
    if (!found) continue
    const [, label = '', value] = found
    const name = NAMES[section]?.[label] ?? NAMES['']?.[label]
    if (value === undefined) {
      if (name === undefined) section = label
      continue
    }
    if (name !== undefined && data[name] === undefined)
      data[name] = value.trim() === 'NULL SID' ? 'S-1-0-0' : value.trim()
  }
  return data
}

/** Labels without a name of their own, which only end the value before them. */
const BESIDE = [
  ...['Transited Services', 'Package Name (NTLM only)', 'Key Length', 'Detailed Authentication Information'],
  ...[
    'Process Information',
    'Network Information',
    'Failure Information',
    'Logon Information',
    'Access Request Information',
  ],
  ...['Restricted Admin Mode', 'Remote Credential Guard', 'Virtual Account', 'Elevated Token', 'Impersonation Level'],
  ...['Linked Logon ID', 'Network Account Name', 'Network Account Domain', 'Additional Information', 'Attributes'],
  ...['Certificate Information', 'Certificate Issuer Name', 'Certificate Serial Number', 'Certificate Thumbprint'],
  ...['Ticket Information', 'Service Information', 'Pre-Authentication Type', 'SAM Account Name', 'Display Name'],
  ...['User Principal Name', 'Home Directory', 'Home Drive', 'Script Path', 'Profile Path', 'User Workstations'],
  ...['Password Last Set', 'Account Expires', 'Primary Group ID', 'Allowed To Delegate To', 'User Account Control'],
  ...[
    'Object',
    'Accesses',
    'Access Reasons',
    'Transaction ID',
    'Share Information',
    'Task Information',
    'Task Content',
  ],
  ...['Application Information', 'Filter Information', 'Layer Name', 'Layer Run-Time ID', 'Filter Run-Time ID'],
  ...['Mandatory Label', 'Target Server', 'Additional Info', 'Expiration time', 'Response Ticket', 'Advertized Etypes'],
]
const LABELS = new Set([...Object.keys(NAMES), ...Object.values(NAMES).flatMap(Object.keys), ...BESIDE])
LABELS.delete('')
const LABEL_MAX = Math.max(...[...LABELS].map((label) => label.length))
/** The explanation below the data of a message. */
const EXPLAINED = / {1,4}(?:This event is generated|The subject fields indicate|Token Elevation Type indicates)/
const FLAT_MAX = 16_384

type Label = { readonly label: string; readonly start: number; readonly end: number }

/**
 * The known labels of a text, each with its start and the start of its value: of several, the longest before a colon
 * and a blank.
 */
function labelsOf(text: string): Label[] {
  const labels: Label[] = []
  let free = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    if (colon + 1 < text.length && !isBlank(text.charCodeAt(colon + 1))) continue
    const start = labelStart(text, Math.max(free, colon - LABEL_MAX), colon)
    if (start === -1) continue
    free = colon + 1
    labels.push({ label: text.slice(start, colon), start, end: free })
  }
  return labels
}

/**
 * The first place at or behind `from` at which a known label begins that ends at `colon`; no letter or hyphen may
 * precede it.
 */
function labelStart(text: string, from: number, colon: number): number {
  for (let start = from; start < colon; start++) {
    const code = text.charCodeAt(start)
    // Every label begins with a capital letter.
    if (code < 0x41 || code > 0x5a || (start > 0 && isWordPart(text.charCodeAt(start - 1)))) continue
    if (LABELS.has(text.slice(start, colon))) return start
  }
  return -1
}

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0
const isWordPart = (code: number) =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d

/** Reads a message in which an agent replaced the line ends by blanks: a value extends to the next label. */
function dataOfFlat(text: string): Members {
  const data: Members = {}
  const end = text.search(EXPLAINED)
  const message = text.slice(0, Math.min(end === -1 ? text.length : end, FLAT_MAX))
  const labels = labelsOf(message)
  let section = ''
  for (const [i, { label, end }] of labels.entries()) {
    const value = message.slice(end, labels[i + 1]?.start ?? message.length).trim()
    if (value === '' && NAMES[label] !== undefined) section = label
    const name = NAMES[section]?.[label] ?? NAMES['']?.[label]
    // If an agent cut the message, the end of a value is uncertain; two blanks end a value that is followed by words.
    const plain = value.split(/ {2,}/, 1)[0] ?? ''
    if (name !== undefined && plain !== '' && data[name] === undefined)
      data[name] = plain === 'NULL SID' ? 'S-1-0-0' : plain
  }
  // Short messages name the account without its section.
  if (data.TargetUserName === undefined && data.SubjectUserName === undefined) {
    const user = labels.length > 0 ? /(?<![\w-])Account Name: {1,8}(\S{1,256})/.exec(message)?.[1] : undefined
    if (user !== undefined && user !== '-') data.TargetUserName = user
  }
  return data
}

export const rendered: RecordShape = {
  name: 'rendered',
  is: (record) =>
    typeof record.LogName === 'string' && record.EventCode !== undefined && typeof record.Message === 'string',
  under: 'EventData',
  namesAllBeside: true,
  names: {
    Channel: ['LogName'],
    EventID: ['EventCode'],
    Provider_Name: ['SourceName'],
    Computer: ['ComputerName'],
    EventRecordID: ['RecordNumber'],
    TimeCreated: ['TimeCreated'],
    Keywords: ['Keywords'],
    Level: ['Type'],
    Message: ['Message'],
    ClearedChannel: [],
  },
  settle(record) {
    if (record.EventData !== undefined) return
    const data = dataOfMessage(record.Message as string)
    const kind = sqlSessionKind(record.EventCode, () => record.Message)
    if (kind !== undefined) data.EventType = kind
    record.EventData = data
  },
}
