import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { aviatrix } from './mapping.ts'

const recordFor = (words: string, program = 'cloudxd: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(aviatrix, [
  {
    name: 'a VPN session',
    record: recordFor(
      'AviatrixVPNSession: User=eve, Status=active, Gateway=gw1, GatewayIP=198.51.100.1, VPNVirtualIP=10.0.0.6, PublicIP=192.0.2.7, Login=2024-08-17 22:07:38, Logout=N/A',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logon', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'a command',
    record: recordFor(
      "AviatrixCMD: action=DELETE_GATEWAY, argv=['--rtn_file', 'x'], result=Success, reason=, username=admin",
    ),
    becomes: { class_uid: 6003, api: { operation: 'DELETE_GATEWAY' }, status: 'Success' },
  },
  {
    name: 'a packet',
    record: recordFor(
      '2024/05/25 15:57:43 AviatrixGwMicrosegPacket: POLICY=p1 SRC_MAC=16:06:11:d7:a1:11 DST_MAC=16:54:ec:50:09:17 IP_SZ=84 SRC_IP=192.0.2.7 DST_IP=198.51.100.1 PROTO=TCP SRC_PORT=4 DST_PORT=22 DATA=0x ACT=DENY ENFORCED=true',
    ),
    becomes: { class_uid: 4001, activity_name: 'Refuse', action: 'Denied', policy: { uid: 'p1' } },
  },
  {
    name: 'a tunnel',
    record: recordFor(
      'AviatrixTunnelStatusChange: src_gw=transit(AWS us-west-2) dst_gw=198.51.100.1(NA NA) old_state=Up new_state=Down',
    ),
    becomes: { class_uid: 4014, activity_name: 'Close' },
  },
  {
    name: 'a name let through',
    record: recordFor(
      'AviatrixFQDNRule2[CRIT]nfq_ssl_handle_client_hello() L#281  Gateway=gw1 S_IP=192.0.2.7 D_IP=198.51.100.1 hostname=a.example state=MATCHED  Rule=*.example;1',
    ),
    becomes: { class_uid: 4001, dst_endpoint: { hostname: 'a.example' } },
  },
  {
    name: 'what GuardDuty found',
    record: recordFor(
      'AviatrixGuardDuty: Account [aws], Region [us-east-1], Instance ID [i-1], at 2024-09-23T02:05:35Z, 192.0.2.7 is performing SSH brute force attacks against i-1.',
    ),
    becomes: { class_uid: 2004, cloud: { region: 'us-east-1' }, evidences: [{ src_endpoint: { ip: '192.0.2.7' } }] },
  },
])
