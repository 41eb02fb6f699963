import { describe, expect, test } from 'vitest'
import { sourceTests } from '../compile/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { cisco } from './mapping.ts'
import { umbrella } from './umbrella.ts'

const line = (text: string) => recordOf(`<166>Mar  4 2024 10:11:12 fw1 : ${text}`)

sourceTests(cisco, [
  {
    name: 'ASA: a connection is built',
    record: line(
      '%ASA-6-302013: Built outbound TCP connection 11757 for outside:192.0.2.10/443 (192.0.2.10/443) to inside:10.0.0.7/51000 (198.51.100.1/51000)',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      action: 'Allowed',
      src_endpoint: { ip: '192.0.2.10', port: 443, interface_name: 'outside' },
      dst_endpoint: { ip: '10.0.0.7', port: 51_000, interface_name: 'inside' },
      connection_info: { direction: 'Outbound', uid: '11757' },
      metadata: { event_code: '302013' },
    },
  },
  {
    name: 'ASA: a rule denies',
    record: line(
      '%ASA-4-106023: Deny tcp src outside:192.0.2.10/40000 dst inside:10.0.0.7/22 by access-group "outside_in" [0x0, 0x0]',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      severity: 'Low',
      dst_endpoint: { ip: '10.0.0.7', port: 22 },
      firewall_rule: { name: 'outside_in' },
    },
  },
  {
    name: 'ASA: a user is refused',
    record: line(
      '%ASA-6-113015: AAA user authentication Rejected : reason = Invalid password : local database : user = eve : user IP = 192.0.2.10',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.10' } },
  },
  {
    name: 'IOS: a login fails',
    record: line(
      '%SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: eve] [Source: 192.0.2.10] [localport: 22] [Reason: Login Authentication Failed] at 10:11:12 UTC Mon Mar 4 2024',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.10' },
      metadata: { product: { name: 'Cisco IOS' } },
    },
  },
  {
    name: 'Meraki: a flow',
    record: recordOf(
      '<134>1 1709547072.1 mx1 flows deny src=10.0.0.7 dst=192.0.2.10 protocol=tcp sport=52421 dport=80',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      src_endpoint: { ip: '10.0.0.7', port: 52_421 },
      dst_endpoint: { port: 80 },
    },
  },
  {
    name: 'words',
    record: line('%LINEPROTO-5-UPDOWN: Line protocol on Interface Gi0/1, changed state to down'),
    becomes: { class_uid: 0, message: 'Line protocol on Interface Gi0/1, changed state to down' },
  },
])

describe('Umbrella', () => {
  sourceTests(umbrella, [
    {
      name: 'a name is blocked',
      record: {
        action: 'Blocked',
        internalIp: '10.0.0.7',
        externalIp: '192.0.2.1',
        timestamp: '2024-03-04 10:11:12.000',
        responseCode: 'NOERROR',
        domain: 'evil.example.',
      },
      becomes: {
        class_uid: 4003,
        action: 'Denied',
        query: { hostname: 'evil.example.' },
        rcode: 'NoError',
        src_endpoint: { ip: '10.0.0.7' },
      },
    },
  ])
})

test('the log sources are those of Sigma', () => {
  expect(cisco.logSourceOf(line('%BGP-3-NOTIFICATION: sent to neighbor 192.0.2.1'))).toEqual({
    product: 'cisco',
    service: 'bgp',
    categories: [],
  })
})
