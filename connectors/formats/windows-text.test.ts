import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { mappedRecord } from '../index.ts'
import { readAnyText } from './any-text.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 5, 1) }
const MESSAGE =
  'An account failed to log on.    Subject:   Security ID:  S-1-0-0   Account Name:  -   Account Domain:  -   Logon ID:  0x0    Logon Type:   3    Account For Which Logon Failed:   Security ID:  S-1-0-0   Account Name:  ada   Account Domain:  CORP    Failure Information:   Failure Reason:  Unknown user name or bad password.   Status:   0xC000006D   Sub Status:  0xC0000064    Process Information:   Caller Process ID: 0x0   Caller Process Name: -    Network Information:   Workstation Name: PC9   Source Network Address: 198.51.100.9   Source Port:  51000    Detailed Authentication Information:   Logon Process:  NtLmSsp    Authentication Package: NTLM   Key Length:  0    This event is generated when a logon request fails. Account Name: nobody'
const SNARE = [
  'MSWinEventLog',
  '1',
  'Security',
  '5',
  'Wed Mar 04 10:11:12 2026',
  '4625',
  'Microsoft-Windows-Security-Auditing',
  'N/A',
  'N/A',
  'Failure Audit',
  'ws1.example.com',
  'Logon',
  '',
  MESSAGE,
  '55',
]
const SPLUNK =
  '3/4/2026 10:11:12 AM\nLogName=Security\nEventCode=4625\nComputerName=ws1.example.com\nMessage=An account failed to log on.\n\nAccount For Which Logon Failed:\n\tAccount Name:\t\tada\n\nNetwork Information:\n\tSource Network Address:\t198.51.100.9\n'

test.each([
  ['Snare', `<13>Mar  4 10:11:12 ws1 ${SNARE.join('\t')}`],
  ['Snare with a tab behind the host', `<13>Mar  4 10:11:12 ws1\t${SNARE.join('\t')}`],
  ['Snare whose tabs a relay wrote as numbers', `<13>Mar  4 10:11:12 ws1 ${SNARE.join('#011')}`],
  ['Snare without a header', SNARE.join('\t')],
  [
    'evtsys',
    `<13>Mar  4 10:11:12 ws1.example.com Security-Auditing: 4625: AUDIT_FAILURE ${MESSAGE.replaceAll(/ {2,}/g, ' ')}`,
  ],
  [
    'WinCollect',
    `<13>Mar  4 10:11:12 ws1 ${['AgentDevice=WindowsLog', 'AgentLogFile=Security', 'Source=Microsoft-Windows-Security-Auditing', 'Computer=ws1.example.com', 'EventIDCode=4625', 'TimeGenerated=1772619072', `Message=${MESSAGE.replaceAll(/ {2,}/g, '  ')}`].join('\t')}`,
  ],
  ["the text form of Splunk's agent", SPLUNK],
])('%s is an event of Windows', (_, text) => {
  const { record, mapping } = mappedRecord(readAnyText(text, CONTEXT), 'detect', CONTEXT)
  const row = new EventRow()
  expect(mapping.fill(record, row)).toBeNull()
  const { classUid, eventCode, host, targetUser, srcIp, statusId, timeMs } = row
  expect({ classUid, eventCode, host, targetUser, srcIp, statusId, timeMs }).toEqual({
    ...{ classUid: 3002, eventCode: '4625', host: 'ws1.example.com', targetUser: 'ada', srcIp: '198.51.100.9' },
    ...{
      statusId: 2,
      timeMs: Date.UTC(2026, 2, 4, 10, 11, 12),
    },
  })
})
