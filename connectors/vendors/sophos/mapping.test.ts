import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { readAnyText } from '../../formats/any-text.ts'
import { mappedRecord } from '../../index.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { sophos } from './mapping.ts'

const line = (message: string) => recordOf(`<134>Mar  4 10:11:12 fw1 ${message}`)
const SRC = '192.0.2.24'
const DST = '198.51.100.9'
const XGS = 'device_name="SFW" timestamp="2026-03-04T11:54:23+0100" device_model="XGS2100" device_serial_id="X1"'

sourceTests(sophos, [
  {
    name: 'Sophos Firewall denies a flow',
    record: line(
      `device="SFW" date=2022-04-25 time=15:27:08 timezone="CDT" timestamp="2022-04-25T15:27:08-0500" device_name="XG430" device_id=C420 log_id=0101 log_type="Firewall" log_component="Firewall Rule" log_subtype="Denied" fw_rule_id=2 application="MSN" in_interface="Port1" src_mac=00:56:2B:8B:10:70 src_ip=${SRC} dst_ip=${DST} protocol="TCP" src_port=58562 dst_port=443 sent_bytes=591 recv_bytes=4428`,
    ),
    becomes: {
      action: 'Denied',
      activity_name: 'Refuse',
      time: Date.UTC(2022, 3, 25, 20, 27, 8),
      device: { hostname: 'XG430', uid: 'C420' },
      app_name: 'MSN',
    },
  },
  {
    name: 'a clock in a zone whose name means one offset',
    record: line(
      `device="SFW" date=2026-11-27 time=10:54:23 timezone="CET" device_name="XG" device_id=X log_id=062910617701 log_type="Event" log_component="SSL VPN Authentication" log_subtype="Authentication" status="Failed" user_name="kim" src_ip=198.51.100.4`,
    ),
    becomes: { class_uid: 3002, status_id: 2, time: Date.UTC(2026, 10, 27, 9, 54, 23), user: { name: 'kim' } },
  },
  {
    name: 'Sophos Firewall by the clock of UTC',
    record: line(
      `device="SFW" date=2022-04-25 time=15:27:08 timezone="GMT" device_name="XG430" device_id=C420 log_id=0101 log_type="Firewall" log_component="Firewall Rule" log_subtype="Allowed" src_ip=${SRC} dst_ip=${DST}`,
    ),
    becomes: { action: 'Allowed', time: Date.UTC(2022, 3, 25, 15, 27, 8) },
  },
  {
    name: 'a flow of version 18 and later, without a header',
    record: recordOf(
      `<30>${XGS} log_id="010101600001" log_type="Firewall" log_component="Firewall Rule" log_subtype="Allowed" fw_rule_id="7" user_name="ada" src_ip="${SRC}" dst_ip="${DST}" protocol="TCP" src_port=50001 dst_port=443 bytes_sent=100 bytes_received=200`,
    ),
    becomes: {
      class_uid: 4001,
      time: Date.UTC(2026, 2, 4, 10, 54, 23),
      action: 'Allowed',
      actor: { user: { name: 'ada' } },
      src_endpoint: { ip: SRC, port: 50_001 },
      dst_endpoint: { ip: DST, port: 443 },
      traffic: { bytes_out: 100, bytes_in: 200 },
      device: { hostname: 'SFW', uid: 'X1' },
    },
  },
  {
    name: 'a request at the web application firewall',
    record: line(
      `${XGS} log_id="075000617071" log_type="WAF" log_component="Web Application Firewall" severity="Information" src_ip="${SRC}" dst_ip="10.0.0.80" method="GET" httpstatus="403" url="/admin" querystring="?a=1" server="www.example.com:443" user_agent="curl/8" reason="WAF Anomaly"`,
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      src_endpoint: { ip: SRC },
      http_request: { url: { path: '/admin', query_string: 'a=1', hostname: 'www.example.com' } },
      http_response: { code: 403 },
    },
  },
  {
    name: 'a page that is not for everybody',
    record: line(
      `${XGS} log_id="050902616002" log_type="Content Filtering" log_component="HTTP" log_subtype="Denied" user_name="ada" src_ip="${SRC}" dst_ip="${DST}" src_port=50001 dst_port=443 url="https://bad.example/x?y" status_code="403" http_method="GET"`,
    ),
    becomes: {
      class_uid: 4002,
      action: 'Denied',
      actor: { user: { name: 'ada' } },
      http_request: { url: { hostname: 'bad.example', path: '/x' } },
    },
  },
  {
    name: 'a signature of intrusions',
    record: line(
      `${XGS} log_id="020804407002" log_type="IDP" log_component="Signatures" log_subtype="Drop" severity="Warning" signature_id=26022 signature_msg="EXPLOIT-KIT landing page" classification="A Network Trojan was Detected" src_ip="${SRC}" dst_ip="${DST}" src_port=50001 dst_port=80`,
    ),
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'EXPLOIT-KIT landing page', uid: '26022' },
      severity: 'Medium',
      evidences: [{ src_endpoint: { ip: SRC } }],
    },
  },
  {
    name: 'a logon that fails',
    record: line(
      `${XGS} log_id="062910617703" log_type="Event" log_component="SSL VPN Authentication" log_subtype="Authentication" status="Failed" user_name="ada" src_ip="${SRC}" auth_mechanism="AD" reason="wrong credentials" message="User ada failed to login"`,
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ada' },
      src_endpoint: { ip: SRC },
      service: { name: 'SSL VPN Authentication' },
    },
  },
  {
    name: 'UTM: a packet is dropped',
    record: line(
      `ulogd[4711]: id="2001" severity="info" sys="SecureNet" sub="packetfilter" name="Packet dropped" action="drop" fwrule="60001" initf="eth1" srcmac="00:11:22:33:44:55" srcip="${SRC}" dstip="${DST}" proto="6" srcport="50001" dstport="23"`,
    ),
    becomes: {
      class_uid: 4001,
      action: 'Denied',
      src_endpoint: { ip: SRC, port: 50_001 },
      connection_info: { protocol_name: 'tcp' },
      metadata: { product: { name: 'Sophos UTM' }, event_code: '2001' },
    },
  },
  {
    name: 'UTM: a page',
    record: line(
      `httpproxy[4711]: id="0060" severity="info" sys="SecureWeb" sub="http" name="web request blocked" action="block" method="GET" srcip="${SRC}" dstip="${DST}" user="ada" statuscode="403" size="2048" url="http://bad.example/x" ua="curl/8"`,
    ),
    becomes: { class_uid: 4002, action: 'Denied', actor: { user: { name: 'ada' } }, http_response: { code: 403 } },
  },
  {
    name: 'the firewall about itself',
    record: line(
      `${XGS} log_id="127626618031" log_type="System Health" log_component="CPU" severity="Information" system_cpu="1%"`,
    ),
    becomes: { class_uid: 0 },
  },
])

test('pairs without a header are read as the firewall’s', () => {
  const context = { receivedMs: Date.UTC(2026, 5, 1) }
  const text = `${XGS} log_id="010101600001" log_type="Firewall" log_subtype="Denied" src_ip="${SRC}" dst_ip="${DST}"`
  expect(mappedRecord(readAnyText(text, context), 'detect', context).mapping.id).toBe('sophos/1')
})
