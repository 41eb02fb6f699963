import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { tenable } from './mapping.ts'

const recordFor = (words: string, program = 'nnm[7]: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(tenable, [
  {
    name: 'seen on the wire',
    record: recordFor('192.0.2.7:53|198.51.100.1:51329|17|7117|DNS Server Detection|A server answers|none|MEDIUM'),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'DNS Server Detection', uid: '7117' },
      evidences: [{ src_endpoint: { ip: '192.0.2.7', port: 53 }, connection_info: { protocol_num: 17 } }],
    },
  },
  {
    name: 'an exposure',
    record: recordFor(
      '"0" "1" "forest" "corp" "C-SLEEPING-ACCOUNTS" "medium" "CN=Eve,DC=corp" "14" "2" "R-SLEEPING-NEVER-LOGON" "10" "Cn"="Eve"',
      'Tenable.ad[4]: ',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'C-SLEEPING-ACCOUNTS', uid: '10' },
      resources: [{ name: 'CN=Eve,DC=corp' }],
    },
  },
])
