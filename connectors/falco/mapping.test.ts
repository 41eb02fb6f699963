import { sourceTests } from '../compile/source-tests.ts'
import { falco } from './mapping.ts'

sourceTests(falco, [
  {
    name: 'a shell in a container',
    record: {
      uuid: 'f1',
      output: '10:11:12 Warning shell',
      priority: 'Warning',
      rule: 'Terminal shell in container',
      source: 'syscall',
      hostname: 'node1',
      tags: ['shell', 'T1059'],
      time: '2024-03-04T10:11:12.123456789Z',
      output_fields: {
        'proc.pid': 11,
        'proc.name': 'sh',
        'proc.cmdline': 'sh -c id',
        'user.name': 'root',
        'container.id': 'abc',
        'container.image.repository': 'nginx',
      },
    },
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      finding_info: { title: 'Terminal shell in container', uid: 'f1', types: ['shell', 'T1059'] },
      evidences: [{ process: { cmd_line: 'sh -c id' }, container: { uid: 'abc' } }],
      device: { hostname: 'node1' },
    },
  },
])
