import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { checkpoint } from './mapping.ts'

const line = (data: string) => recordOf(`<134>1 2024-03-04T10:11:12Z gw1 CheckPoint 77 - [sc4s@2620 ${data}]`)

const own = (data: string) => recordOf(`<134>1 2024-03-04T10:11:12Z gw1 CheckPoint 77 - [${data}]`)

sourceTests(checkpoint, [
  {
    name: 'a connection is dropped',
    record: line(
      'action="Drop" ifdir="inbound" ifname="eth0" loguid="{1}" origin="10.0.0.1" time="1709547072" product="VPN-1 & FireWall-1" src="192.0.2.10" dst="10.0.0.7" s_port="5000" service="22" proto="6" rule_name="Cleanup" xlatesrc="0.0.0.0" xlatesport="0" xlatedst="10.9.9.9" xlatedport="2222"',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      disposition: 'Dropped',
      time: 1_709_547_072_000,
      src_endpoint: { ip: '192.0.2.10', port: 5000 },
      dst_endpoint: { ip: '10.0.0.7', port: 22, proxy_endpoint: { ip: '10.9.9.9', port: 2222 } },
      connection_info: { direction: 'Unknown' },
      firewall_rule: { name: 'Cleanup' },
    },
  },
  {
    name: 'what goes into a tunnel is let through',
    record: line('action="Encrypt" loguid="{4}" origin="10.0.0.1" time="1709547072" src="10.0.0.7" dst="192.0.2.10"'),
    becomes: { class_uid: 4001, activity_name: 'Traffic', action: 'Allowed', status: 'Success' },
  },
  {
    name: 'an administrator signs in',
    record: line(
      'action="Accept" loguid="{2}" origin="10.0.0.1" time="1709547072" administrator="admin" client_ip="10.0.0.9" operation="Log In" product="SmartConsole"',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { name: 'admin' },
      src_endpoint: { ip: '10.0.0.9' },
    },
  },
  {
    name: 'a protection detects',
    record: line(
      'action="Detect" loguid="{3}" origin="10.0.0.1" time="1709547072" protection_name="Log4j" severity="4" confidence_level="5" src="192.0.2.10" dst="10.0.0.7" product="IPS"',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      confidence: 'High',
      finding_info: { title: 'Log4j' },
      action: 'Observed',
    },
  },
  {
    name: "a connection is dropped, in the exporter's own form",
    record: own(
      'action:"Drop"; ifdir:"inbound"; loguid:"{1}"; time:"1709547072"; product:"VPN-1 & FireWall-1"; src:"192.0.2.10"; dst:"10.0.0.7"; s_port:"5000"; service:"22"; proto:"6"; rule_name:"Clean \\"up\\"; \\] all"',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      time: 1_709_547_072_000,
      src_endpoint: { ip: '192.0.2.10', port: 5000 },
      firewall_rule: { name: 'Clean "up"; ] all' },
    },
  },
  {
    name: 'a user of the VPN is refused',
    record: own('action:"Failed Log In"; product:"VPN"; src:"192.0.2.10"; user:"eve"; reason:"wrong password"'),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      status_detail: 'wrong password',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.10' },
    },
  },
])

test('both spellings of the header are known', () => {
  for (const time of ['2024-03-04T10:11:12Z', '2024-03-04 10:11:12']) {
    const record = recordOf(`<134>1 ${time} gw1 CheckPoint 77 - [action:"Drop"; src:"192.0.2.10"; dst:"10.0.0.7"]`)
    expect(checkpoint.recognises(record), time).toBe(true)
    expect(checkpoint.toOcsf(record), time).toMatchObject({ class_uid: 4001, disposition: 'Dropped' })
  }
})
