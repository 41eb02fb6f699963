import { recordOf } from '../../families/syslog/fixture-line.ts'
import { readAnyText } from '../../formats/any-text.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { ossec } from './mapping.ts'

const recordFor = (words: string, program = 'ossec: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

const ALERT = readAnyText(
  [
    '** Alert 1795774272.123: mail  - syslog,sshd,authentication_failed,',
    '2026 Nov 27 10:11:12 (web1) 10.0.0.5->/var/log/auth.log',
    "Rule: 5716 (level 5) -> 'SSHD authentication failed.'",
    'Src IP: 198.51.100.9',
    'User: kim',
    'Nov 27 10:11:11 web1 sshd[12]: Failed password for kim from 198.51.100.9 port 4242 ssh2',
  ].join('\n'),
  { receivedMs: Date.UTC(2026, 10, 27) },
)

sourceTests(ossec, [
  {
    name: 'a changed file',
    record: recordFor(
      "Alert Level: 7; Rule: 552 - Integrity checksum changed again (3rd time).; Location: so1->syscheck; classification: ossec,syscheck,; Previous MD5: '3e244ac47c346cc252f093a4e4f000fb'; Current MD5: 'd9ba8c6e3f0da05a67e24ac00668b6cc'; Integrity checksum changed for: '/etc/passwd'",
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'Integrity checksum changed again (3rd time).', uid: '552', types: ['ossec', 'syscheck'] },
      device: { hostname: 'so1' },
      evidences: [{ file: { path: '/etc/passwd', hashes: [{ value: 'd9ba8c6e3f0da05a67e24ac00668b6cc' }] } }],
    },
  },
  {
    name: 'an alert of the file',
    record: ALERT,
    becomes: {
      ...{ class_uid: 2004, severity: 'Low', time: 1_795_774_272_000, device: { hostname: 'web1', ip: '10.0.0.5' } },
      finding_info: { uid: '1795774272.123', title: 'SSHD authentication failed.', analytic: { uid: '5716' } },
      evidences: [{ src_endpoint: { ip: '198.51.100.9' }, user: { name: 'kim' } }],
    },
  },
  {
    name: 'of another host, with a user',
    record: recordFor(
      'Alert Level: 12; Rule: 18145 - Service startup type was changed.; Location: (win1) 192.0.2.7->WinEvtLog; classification:  windows,policy_changed,; user: SYSTEM; 2024 Sep 28 02:33:16 WinEvtLog: x',
    ),
    becomes: {
      severity: 'High',
      device: { hostname: 'win1', ip: '192.0.2.7' },
      evidences: [{ user: { name: 'SYSTEM' } }],
    },
  },
])
