import { expect, test } from 'vitest'
import { EventRow } from '../../../schemas/event-row.ts'
import { detectMapping } from '../../index.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { generic } from '../generic/mapping.ts'
import { ecs } from './mapping.ts'

const AT = '2026-11-24T10:00:01.500Z'
const TIME = Date.parse(AT)
const LOGON = {
  '@timestamp': AT,
  event: { category: ['authentication'], type: ['start'], outcome: 'failure', action: 'ssh_login', module: 'system' },
  host: { name: 'web01', os: { type: 'linux' } },
  user: { name: 'eve', id: '1001' },
  source: { ip: '203.0.113.7', port: 4006 },
  message: 'Failed password for eve',
}
const DOTTED = {
  '@timestamp': AT,
  'event.category': 'authentication',
  'event.outcome': 'success',
  'host.name': 'web01',
  'user.name': 'eve',
  'source.ip': '203.0.113.7',
  ecs: { version: '8.11.0' },
}

sourceTests(ecs, [
  {
    name: 'a logon that failed',
    record: LOGON,
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      time: TIME,
      device: { hostname: 'web01' },
      user: { name: 'eve', uid: '1001' },
      src_endpoint: { ip: '203.0.113.7', port: 4006 },
      message: 'Failed password for eve',
    },
  },
  {
    name: 'a logon under names with dots',
    record: DOTTED,
    becomes: { class_uid: 3002, status: 'Success', device: { hostname: 'web01' }, user: { name: 'eve' } },
  },
  {
    name: 'nested and dotted in one record',
    record: {
      '@timestamp': AT,
      event: { category: ['session'], action: 'logged-out' },
      'user.name': 'eve',
      service: { name: 'vpn' },
    },
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'eve' }, service: { name: 'vpn' } },
  },
  {
    name: 'a process',
    record: {
      '@timestamp': AT,
      event: { category: ['process'], type: ['start'], kind: 'event' },
      host: { hostname: 'web01' },
      user: { name: 'eve' },
      process: {
        pid: 42,
        executable: '/usr/bin/id',
        command_line: 'id -u',
        hash: { sha256: 'a'.repeat(64) },
        parent: { pid: 7, executable: '/bin/bash' },
      },
    },
    becomes: {
      class_uid: 1007,
      activity_name: 'Launch',
      actor: { user: { name: 'eve' }, process: { name: 'bash', pid: 7 } },
      process: { name: 'id', pid: 42, cmd_line: 'id -u', file: { path: '/usr/bin/id' }, parent_process: { pid: 7 } },
    },
  },
  {
    name: 'a file',
    record: {
      '@timestamp': AT,
      event: { category: ['file'], type: ['deletion'] },
      host: { name: 'web01' },
      user: { name: 'eve' },
      file: { path: '/etc/passwd', type: 'file' },
    },
    becomes: {
      class_uid: 1001,
      activity_name: 'Delete',
      file: { path: '/etc/passwd', name: 'passwd', type: 'Regular File' },
    },
  },
  {
    name: 'a connection that was denied',
    record: {
      '@timestamp': AT,
      event: { category: ['network'], type: ['connection', 'denied'] },
      source: { ip: '203.0.113.7', port: 4006, bytes: 10 },
      destination: { ip: '192.0.2.1', port: 22 },
      network: { transport: 'tcp', direction: 'inbound', bytes: 10 },
    },
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      src_endpoint: { ip: '203.0.113.7' },
      dst_endpoint: { ip: '192.0.2.1', port: 22 },
      connection_info: { direction: 'Inbound', protocol_name: 'tcp' },
    },
  },
  {
    name: 'a question of DNS',
    record: {
      '@timestamp': AT,
      event: { category: ['network'] },
      source: { ip: '192.0.2.9' },
      dns: {
        type: 'answer',
        question: { name: 'evil.example', type: 'A' },
        answers: [{ data: '192.0.2.1', type: 'A', ttl: 5 }],
      },
    },
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      query: { hostname: 'evil.example' },
      answers: [{ rdata: '192.0.2.1' }],
    },
  },
  {
    name: 'a request',
    record: {
      '@timestamp': AT,
      event: { category: ['web'], outcome: 'success' },
      http: { request: { method: 'POST' }, response: { status_code: 200 } },
      url: { original: '/login?a=1', path: '/login', query: 'a=1' },
      source: { ip: '203.0.113.7' },
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Post',
      http_request: { url: { path: '/login' } },
      http_response: { code: 200 },
    },
  },
  {
    name: 'an account that was disabled',
    record: {
      '@timestamp': AT,
      event: { category: ['iam'], type: ['user', 'change'], action: 'disabled-user-account' },
      user: { name: 'admin', target: { name: 'eve' } },
    },
    becomes: { class_uid: 3001, activity_name: 'Disable', actor: { user: { name: 'admin' } }, user: { name: 'eve' } },
  },
  {
    name: 'a member of a group',
    record: {
      '@timestamp': AT,
      event: { category: ['iam'], type: ['group', 'change'], action: 'added-member-to-group' },
      user: { name: 'admin', target: { name: 'eve' } },
      group: { name: 'wheel' },
    },
    becomes: { class_uid: 3006, activity_name: 'Add User', group: { name: 'wheel' }, user: { name: 'eve' } },
  },
  {
    name: 'a value of the registry',
    record: {
      '@timestamp': AT,
      event: { category: ['registry'], type: ['change'] },
      host: { name: 'ws1' },
      process: { name: 'reg.exe', pid: 4 },
      registry: {
        path: 'HKLM\\Software\\Run\\x',
        key: 'HKLM\\Software\\Run',
        value: 'x',
        data: { strings: ['c:\\a.exe'] },
      },
    },
    becomes: { class_uid: 201002, activity_name: 'Modify', reg_value: { path: 'HKLM\\Software\\Run', name: 'x' } },
  },
  {
    name: 'an alert of a rule',
    record: {
      '@timestamp': AT,
      event: { kind: 'alert', category: ['intrusion_detection'] },
      rule: { name: 'ET SCAN ssh', id: '2001219' },
      source: { ip: '203.0.113.7' },
      destination: { ip: '192.0.2.1' },
      threat: { technique: { id: ['T1046'] } },
    },
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'ET SCAN ssh', uid: '2001219' },
      evidences: [{ src_endpoint: { ip: '203.0.113.7' } }],
      attacks: [{ technique: { uid: 'T1046' } }],
    },
  },
])

test.each([
  [
    'a category that OCSF has no class for',
    { event: { category: ['package'], type: ['installation'] }, source: { ip: '192.0.2.9' } },
  ],
  [
    'a category without what its class is about',
    { event: { category: ['authentication'] }, source: { ip: '192.0.2.9' } },
  ],
  ['an event that is a text', { event: 'login', source: { ip: '192.0.2.9' } }],
  ['an event of another kind', { event: { type: 'login', name: 'x' }, source: { ip: '192.0.2.9' } }],
])('%s is left to the generic profile', (_, record) => {
  const row = new EventRow()
  expect(detectMapping(record)).toBe(generic)
  generic.fill(record, row)
  expect(row.srcIp).toBe('192.0.2.9')
})

test('a name with dots stays unchanged if its parent is not an object', () => {
  const record = JSON.parse(
    '{"event.category":"authentication","user":"eve","user.name":"eve","__proto__.x":1,"a.__proto__":2}',
  )
  expect(ecs.toOcsf(record)).toMatchObject({ class_uid: 3002 })
  expect(record['user.name']).toBe('eve')
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
