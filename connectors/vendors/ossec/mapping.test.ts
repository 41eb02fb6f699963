import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { ossec } from './mapping.ts'

const recordFor = (words: string, program = 'ossec: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

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
