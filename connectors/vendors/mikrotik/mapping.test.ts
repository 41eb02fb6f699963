import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { mikrotik } from './mapping.ts'

const line = (text: string) => recordOf(`<28>Mar  4 10:11:12 router1 ${text}`)
const FLOW =
  'in:ether1 out:(unknown 0), connection-state:new src-mac 00:11:22:33:44:55, proto TCP (SYN), 198.51.100.9:4000->203.0.113.5:22, len 60'

sourceTests(mikrotik, [
  {
    name: 'a password is wrong',
    record: line('system,error,critical login failure for user admin from 198.51.100.9 via ssh'),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'admin' },
      src_endpoint: { ip: '198.51.100.9' },
      service: { name: 'ssh' },
    },
  },
  {
    name: 'somebody signs in, with the name of the router before it',
    record: line('R1: system,info,account user ada logged in from 198.51.100.9 via winbox'),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'ada' } },
  },
  {
    name: 'somebody leaves',
    record: line('system,info,account user ada logged out from 198.51.100.9 via winbox'),
    becomes: { class_uid: 3002, activity_name: 'Logoff' },
  },
  {
    name: 'a packet at a rule',
    record: line(`firewall,info input: ${FLOW}`),
    becomes: {
      class_uid: 4001,
      src_endpoint: { ip: '198.51.100.9', port: 4000, mac: '00:11:22:33:44:55', interface_name: 'ether1' },
      dst_endpoint: { ip: '203.0.113.5', port: 22 },
      connection_info: { protocol_name: 'TCP', direction: 'Inbound' },
    },
  },
  {
    name: 'a packet at a rule whose prefix says that it drops',
    record: line(`firewall,info DROP-IN forward: ${FLOW}`),
    becomes: { activity_name: 'Refuse', action: 'Denied', firewall_rule: { name: 'DROP-IN' } },
  },
  {
    name: 'a packet of IPv6',
    record: line(
      'firewall,info forward: in:ether1 out:bridge, proto UDP, [2001:db8::1]:4000->[2001:db8::2]:53, len 60',
    ),
    becomes: { src_endpoint: { ip: '2001:db8::1', port: 4000 }, dst_endpoint: { ip: '2001:db8::2', port: 53 } },
  },
  {
    name: 'an address is leased',
    record: line('dhcp,info dhcp1 assigned 10.0.0.9 to 00:11:22:33:44:55 pc1'),
    becomes: { class_uid: 4004, activity_name: 'Ack', src_endpoint: { ip: '10.0.0.9', hostname: 'pc1' } },
  },
  {
    name: 'a tunnel is opened',
    record: line('l2tp,ppp,info,account ada logged in, 10.9.0.2 from 198.51.100.1'),
    becomes: {
      class_uid: 4014,
      user: { name: 'ada' },
      tunnel_interface: { ip: '10.9.0.2' },
      src_endpoint: { ip: '198.51.100.1' },
    },
  },
  {
    name: 'a rule is changed',
    record: line('system,info filter rule changed by winbox-3.40:ada@198.51.100.9 (/ip firewall filter set)'),
    becomes: {
      class_uid: 3004,
      actor: { user: { name: 'ada' }, app_name: 'winbox-3.40' },
      entity: { name: 'filter rule' },
    },
  },
  { name: 'a link', record: line('interface,info ether1 link up (speed 1G, full duplex)'), becomes: { class_uid: 0 } },
])
