/**
 * The rendered text of Sysmon: a title, then `Name: value` for each field, with its line ends or with blanks in their
 * place. Names: Sysmon's manifest, version 15.
 */
import type { Members } from '../../../platform/members.ts'

const NAMES = [
  ...'RuleName UtcTime ProcessGuid ProcessId Image FileVersion Description Product Company OriginalFileName'.split(' '),
  ...'CommandLine CurrentDirectory User LogonGuid LogonId TerminalSessionId IntegrityLevel Hashes'.split(' '),
  ...'ParentProcessGuid ParentProcessId ParentImage ParentCommandLine ParentUser'.split(' '),
  ...'TargetFilename CreationUtcTime PreviousCreationUtcTime Protocol Initiated SourceIsIpv6 SourceIp'.split(' '),
  ...'SourceHostname SourcePort SourcePortName DestinationIsIpv6 DestinationIp DestinationHostname'.split(' '),
  ...'DestinationPort DestinationPortName ImageLoaded Signed Signature SignatureStatus SourceProcessGuid'.split(' '),
  ...'SourceProcessGUID SourceProcessId SourceThreadId SourceImage TargetProcessGuid TargetProcessGUID'.split(' '),
  ...'TargetProcessId TargetImage NewThreadId StartAddress StartModule StartFunction GrantedAccess CallTrace'.split(
    ' ',
  ),
  ...'SourceUser TargetUser Device EventType TargetObject Details NewName Hash Contents PipeName'.split(' '),
  ...'EventNamespace Name Query Operation Type Destination Consumer Filter QueryName QueryStatus'.split(' '),
  ...'QueryResults Session ClientInfo Archived IsExecutable State Version SchemaVersion Configuration'.split(' '),
]
const LABEL = new RegExp(`(?:^|\\s)(${NAMES.join('|')}): ?`, 'g')
/** Every event about a process has this field near its beginning. */
const UTC_TIME = /(?:^|\s)UtcTime: \d{4}-\d\d-\d\d /
const HEAD_MAX = 512
const TEXT_MAX = 65_536

/** Null for a text that is not Sysmon's. A value that repeats a label of its own event ends there. */
export function sysmonData(message: string): Members | null {
  if (!UTC_TIME.test(message.slice(0, HEAD_MAX))) return null
  const text = message.slice(0, TEXT_MAX)
  const data: Members = {}
  let name = ''
  let from = 0
  for (const found of text.matchAll(LABEL)) {
    const label = found[1] as string
    if (data[label] !== undefined) continue
    if (name !== '') data[name] = text.slice(from, found.index).trim()
    // Keeps the place of a label whose value is still to be read.
    data[label] = ''
    name = label
    from = found.index + found[0].length
  }
  data[name] = text.slice(from).trim()
  return data
}
