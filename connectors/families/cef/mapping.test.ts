import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { kindOf } from './kind.ts'
import { cef } from './mapping.ts'

const line = (text: string) => recordOf(`<134>Mar  4 10:11:12 fw1 CEF:0|Acme|Box|1.0|${text}`)

sourceTests(cef, [
  {
    name: 'an event of which one address is all that is known',
    record: line('1|some event|3|src=198.51.100.201 msg=x'),
    becomes: { class_uid: 4001, activity_name: 'Other', src_endpoint: { ip: '198.51.100.201' } },
  },
  {
    name: 'what a named user did from an address is no connection',
    record: line('10004|SECRET - VIEW|3|src=198.51.100.201 suser=ada fname=db1 msg=x'),
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      src_endpoint: { ip: '198.51.100.201' },
      actor: { user: { name: 'ada' } },
      api: { operation: 'SECRET - VIEW' },
      resources: [{ name: 'db1' }],
    },
  },
  {
    name: 'a sign-in whose user stands under a label, and its time under another',
    record: line(
      'UserAction|Login|0|cs1Label=username cs1=ada@example.com src=198.51.100.201 outcome=success deviceCustomDate1Label=actionTime deviceCustomDate1=Nov 27 2026, 10:11:12 UTC',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'ada@example.com' },
      time: Date.UTC(2026, 10, 27, 10, 11, 12),
    },
  },
  {
    name: 'an attack on a sign-in page is no logon',
    record: line('SQLi|SQL injection on login|High|src=198.51.100.201 dst=192.0.2.10 duser=n/a act=Block'),
    becomes: { class_uid: 2004, finding_info: { title: 'SQL injection on login' } },
  },
  {
    name: 'the page and the id of a finding stand under labels',
    record: line(
      '25|Suspected theft|8|src=198.51.100.201 cs2Label=EventID cs2=52b0 cs3Label=Link cs3=https://pta.example.com/incidents/52b0',
    ),
    becomes: { class_uid: 2004, finding_info: { uid: '52b0', src_url: 'https://pta.example.com/incidents/52b0' } },
  },
  {
    name: 'the address of a page about the finding is not one that somebody requested',
    record: line('x|Evil|8|src=198.51.100.201 externalId=55 request=https://console.example.com/alert/55'),
    becomes: {
      class_uid: 2004,
      finding_info: { uid: '55', src_url: 'https://console.example.com/alert/55' },
      evidences: [{ src_endpoint: { ip: '198.51.100.201' } }],
    },
  },
  {
    name: 'a time without a year, as its decoder completed it',
    record: { ...line('100|connection|1|rt=Mar 04 10:11:12 src=10.0.0.7  dst=192.0.2.10'), dst: '192.0.2.10 ' },
    becomes: {
      class_uid: 4001,
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      dst_endpoint: { ip: '192.0.2.10' },
      metadata: { original_time: 'Mar 04 10:11:12' },
    },
  },
  {
    name: 'a flow',
    record: line(
      '100|connection|1|src=10.0.0.7 spt=5000 dst=192.0.2.10 dpt=443 proto=TCP act=blocked in=5 out=6 deviceDirection=1',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      src_endpoint: { ip: '10.0.0.7', port: 5000 },
      connection_info: { direction: 'Outbound' },
      traffic: { bytes_in: 5, bytes_out: 6 },
      metadata: { event_code: '100', product: { name: 'Box', vendor_name: 'Acme' } },
    },
  },
  {
    name: 'a logon that failed',
    record: line('7|User login failed|5|suser=CORP\\\\bob src=10.0.0.7'),
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium', user: { name: 'bob', domain: 'CORP' } },
  },
  {
    name: 'a logon from an address in the place of a name, of which the outcome is not told',
    record: line('7|Logon|5|suser=bob shost=10.0.0.10 outcome='),
    becomes: { class_uid: 3002, activity_name: 'Logon', src_endpoint: { ip: '10.0.0.10' }, user: { name: 'bob' } },
  },
  {
    name: 'malware',
    record: line('9|Malware found|10|src=10.0.0.7 fname=a.exe act=quarantined externalId=77'),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      finding_info: { title: 'Malware found', uid: '77' },
      evidences: [{ file: { name: 'a.exe' } }],
    },
  },
  {
    name: 'a flow whose protocol is a number',
    record: line('100|connection|1|src=10.0.0.7 dst=192.0.2.10 dpt=53 proto=17 act=accept'),
    becomes: { class_uid: 4001, connection_info: { protocol_num: 17 } },
  },
  { name: 'what tells nothing', record: line('1|heartbeat|0|cnt=1'), becomes: { class_uid: 0, message: 'heartbeat' } },
])

test.each([
  [{ name: 'session', severity: '2' }, { requestMethod: 'GET', request: '/' }, 'web'],
  [{ name: 'Host scan', severity: '0' }, {}, 'other'],
  [
    { name: 'APPFW_STARTURL', device_event_class_id: 'APPFW', severity: '6' },
    { method: 'GET', request: 'http://shop.example/' },
    'finding',
  ],
  [{ name: 'Host scan', severity: '5' }, {}, 'finding'],
  [{ name: 'Logout' }, { suser: 'bob' }, 'logoff'],
  [{ name: 'Logon' }, {}, 'other'],
])('%j with %j is %s', (header, record, kind) => {
  expect(kindOf(header, record)).toBe(kind)
})

test('an unknown outcome is not Other, an address is not a host name, and n/a is not a user', () => {
  const logon = cef.toOcsf(line('7|Logon|5|suser=bob shost=10.0.0.10'))
  expect(logon).not.toHaveProperty('status_id')
  expect(logon?.src_endpoint).toEqual({ ip: '10.0.0.10' })
  const malware = cef.toOcsf(line('9|Malware found|10|src=10.0.0.7 duser=n/a'))
  expect(malware).toMatchObject({ evidences: [{ src_endpoint: { ip: '10.0.0.7' } }] })
  expect(JSON.stringify(malware?.evidences)).not.toContain('n/a')
})
