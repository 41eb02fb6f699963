import { expect, test } from 'vitest'
import { sourceTests } from '../compile/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { juniper } from './mapping.ts'

const line = (tag: string, data: string) =>
  recordOf(`<14>1 2024-03-04T10:11:12Z srx1 RT_FLOW - ${tag} [junos@2636.1.1.1.2.129 ${data}]`)

sourceTests(juniper, [
  {
    name: 'a session is closed',
    record: line(
      'RT_FLOW_SESSION_CLOSE',
      'reason="TCP FIN" source-address="10.0.0.7" source-port="5000" destination-address="192.0.2.10" destination-port="443" protocol-id="6" policy-name="out" session-id-32="9" packets-from-client="3" bytes-from-client="400" packets-from-server="4" bytes-from-server="900" elapsed-time="7" nat-source-address="198.51.100.1" nat-source-port="6000" nat-destination-address="192.0.2.10" nat-destination-port="443"',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      duration: 7000,
      src_endpoint: { ip: '10.0.0.7', port: 5000, proxy_endpoint: { ip: '198.51.100.1', port: 6000 } },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
      traffic: { bytes_out: 400, bytes_in: 900 },
      firewall_rule: { name: 'out' },
    },
  },
  {
    name: 'an attack',
    record: line(
      'IDP_ATTACK_LOG_EVENT',
      'source-address="192.0.2.10" source-port="1" destination-address="10.0.0.7" destination-port="80" attack-name="HTTP:LOG4J" action="DROP" threat-severity="HIGH"',
    ),
    becomes: { class_uid: 2004, severity: 'High', finding_info: { title: 'HTTP:LOG4J' }, action: 'Denied' },
  },
  {
    name: 'malware, by its verdict',
    record: line(
      'AAMW_ACTION_LOG',
      `source-address="192.0.2.10" destination-address="10.0.0.7" malware-info="Testfile" action="PERMIT" verdict-number="10" username="N/A" sample-sha256="${'e'.repeat(64)}" file-name="a.exe" url="N/A"`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { title: 'Testfile' },
      evidences: [{ file: { name: 'a.exe', hashes: [{ algorithm: 'SHA-256' }] } }],
    },
  },
])

test('N/A is nobody', () => {
  const data = 'source-address="10.0.0.7" destination-address="192.0.2.10" protocol-id="6" username='
  const actorOf = (user: string) => juniper.toOcsf(line('RT_FLOW_SESSION_DENY', `${data}"${user}"`))?.actor
  expect(actorOf('N/A')).toBeUndefined()
  expect(actorOf('bob')).toEqual({ user: { name: 'bob' } })
})

test('an address that stays what it is was not translated', () => {
  const data =
    'source-address="10.0.0.7" source-port="1" destination-address="192.0.2.10" nat-source-address="10.0.0.7" nat-source-port="1"'
  const event = juniper.toOcsf(line('RT_FLOW_SESSION_CREATE', data))
  expect(event?.src_endpoint).not.toHaveProperty('proxy_endpoint')
})
