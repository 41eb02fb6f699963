import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'a connection is no file',
    record: {
      output: '10:11:12 Notice connection',
      priority: 'Notice',
      rule: 'Outbound connection',
      time: '2024-03-04T10:11:12.123456789Z',
      hostname: 'node1',
      output_fields: { 'fd.name': '10.0.0.7:40000->192.0.2.10:443', 'fd.cip': '10.0.0.7', 'fd.sip': '192.0.2.10' },
    },
    becomes: { evidences: [{ src_endpoint: { ip: '10.0.0.7' }, dst_endpoint: { ip: '192.0.2.10' } }] },
  },
  {
    name: 'a file that is read',
    record: {
      output: '10:11:12 Warning read',
      priority: 'Warning',
      rule: 'Read sensitive file',
      time: '2024-03-04T10:11:12.123456789Z',
      hostname: 'node1',
      output_fields: { 'fd.name': '/etc/shadow' },
    },
    becomes: { evidences: [{ file: { path: '/etc/shadow', name: 'shadow' } }] },
  },
])

test('the name of a socket is not taken for a path', () => {
  const event = falco.toOcsf({
    output: 'o',
    priority: 'Notice',
    rule: 'r',
    time: '2024-03-04T10:11:12Z',
    output_fields: { 'fd.name': '10.0.0.7:1->192.0.2.10:443', 'fd.cip': '10.0.0.7' },
  })
  expect(JSON.stringify(event)).not.toContain('->')
})
