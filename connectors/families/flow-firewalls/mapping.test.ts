import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { flowFirewalls } from './mapping.ts'

const line = (message: string) => recordOf(`<134>Mar  4 10:11:12 fw1 ${message}`)
const SRC = '192.0.2.24'
const DST = '198.51.100.9'

sourceTests(flowFirewalls, [
  {
    name: 'NSX passes a connection',
    record: line(`dfwpktlogs: 4242 INET match PASS domain-c7/1001 IN 60 TCP ${SRC}/45926->${DST}/8140 S`),
    becomes: {
      class_uid: 4001,
      action: 'Allowed',
      src_endpoint: { ip: SRC, port: 45_926 },
      dst_endpoint: { ip: DST, port: 8140 },
      connection_info: { protocol_name: 'TCP', direction: 'Inbound', flag_history: 'S' },
      firewall_rule: { uid: 'domain-c7/1001' },
      metadata: { product: { name: 'NSX' } },
    },
  },
  {
    name: 'NSX ends a connection, with what went through it',
    record: line(`FIREWALL-PKTLOG: INET TERM PASS 5096 OUT TCP RST ${SRC}/60512->${DST}/443 9/8 1461/4738 DR-Allow`),
    becomes: { traffic: { packets_in: 9, packets_out: 8, bytes_in: 1461, bytes_out: 4738 } },
  },
  {
    name: 'RouterOS forwards a packet',
    record: line(
      `forward: in:ether1 out:bridge, src-mac 26:5a:4c:57:6e:cc, proto TCP (SYN), ${SRC}:62583->${DST}:8000, len 64`,
    ),
    becomes: {
      src_endpoint: { ip: SRC, mac: '26:5a:4c:57:6e:cc', interface_name: 'ether1' },
      dst_endpoint: { port: 8000, interface_name: 'bridge' },
      traffic: { bytes: 64 },
    },
  },
  {
    name: 'Prisma SD-WAN allows a flow',
    record: line(
      `cgxFlowLogV1: 2024-01-28T23:46:17,${SRC},52520,${DST},80,tcp,,,3,4,5,6,,Site1,157,web,New Flow,Allow-All:allow:1`,
    ),
    becomes: {
      time: Date.UTC(2024, 0, 28, 23, 46, 17),
      action: 'Allowed',
      app_name: 'web',
      traffic: { packets_out: 3, packets_in: 4, bytes_out: 5, bytes_in: 6 },
    },
  },
  {
    name: 'SonicOS closes a connection',
    record: line(
      `id=firewall sn=C0EF fw=192.0.2.254 pri=6 c=1024 m=537 msg="Connection Closed" src=${SRC}:61254:X1: dst=${DST}:53:X3:DC01 proto=udp/dns sent=59 rcvd=134`,
    ),
    becomes: {
      activity_name: 'Close',
      action: 'Allowed',
      status: 'Success',
      metadata: { event_code: '537', product: { name: 'SonicOS' } },
      src_endpoint: { ip: SRC, port: 61_254, interface_name: 'X1' },
      dst_endpoint: { ip: DST, port: 53, hostname: 'DC01' },
      connection_info: { protocol_name: 'udp' },
      traffic: { bytes_out: 59, bytes_in: 134 },
    },
  },
  {
    name: 'SonicOS drops a connection, by its own clock',
    record: line(
      `id=firewall sn=C0EF time="2024-03-04 09:08:07 UTC" fw=192.0.2.254 pri=5 c=64 m=36 msg="TCP connection dropped" src=${SRC}:61254:X1: dst=${DST}:23:X3: proto=tcp/telnet fw_action="NA"`,
    ),
    becomes: {
      time: Date.UTC(2024, 2, 4, 9, 8, 7),
      activity_name: 'Refuse',
      action: 'Denied',
      disposition: 'Dropped',
      status: 'Failure',
    },
  },
  {
    name: 'SonicOS lets something through',
    record: line(
      `id=firewall sn=C0EF fw=192.0.2.254 pri=6 c=1 m=1197 msg="NAT Mapping" src=${SRC}:61254:X1: dst=${DST}:53:X3: proto=udp/dns fw_action="forward"`,
    ),
    becomes: { activity_name: 'Traffic', action: 'Allowed' },
  },
  {
    name: 'NetScreen denies a flow',
    record: line(
      `ns204: NetScreen device_id=ns2  [Root]system-notification-00257(traffic): start_time="2024-03-18 16:07:06" duration=0 policy_id=320001 service=msrpc proto=6 action=Deny sent=0 rcvd=16384 src=${SRC} dst=${DST}`,
    ),
    becomes: { action: 'Denied', firewall_rule: { uid: '320001' }, traffic: { bytes_in: 16_384 } },
  },
])
