import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { falcoText } from './text.ts'

const line = (words: string) => recordOf(`<12>Mar  4 10:11:12 node1 falco: ${words}`)

sourceTests(falcoText, [
  {
    name: 'a shell in a container',
    record: line(
      '10:11:12.123456789: Warning A shell was spawned in a container (user=root container_id=ab12 shell=bash parent=runc cmdline=bash -i terminal=34816)',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'A shell was spawned in a container' },
      actor: { user: { name: 'root' }, app_name: 'bash' },
      status_detail: 'bash -i',
      evidences: [{ container: { uid: 'ab12' } }],
      device: { hostname: 'node1' },
    },
  },
  {
    name: 'a connection',
    record: line(
      '10:11:12.123456789: Notice Unexpected connection (command=nc user=<NA> connection=10.0.0.9:50001->203.0.113.4:443)',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Low',
      status_detail: 'nc',
      evidences: [{ src_endpoint: { ip: '10.0.0.9', port: 50_001 }, dst_endpoint: { ip: '203.0.113.4', port: 443 } }],
    },
  },
])
