import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { openvpn } from './mapping.ts'

const line = (text: string) => recordOf(`<29>Mar  4 10:11:12 vpn1 openvpn[12]: ${text}`)

sourceTests(openvpn, [
  {
    name: 'a client is let in',
    record: line('198.51.100.4:5555 [ada] Peer Connection Initiated with [AF_INET]198.51.100.4:5555'),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'ada' },
      src_endpoint: { ip: '198.51.100.4', port: 5555 },
    },
  },
  {
    name: 'a password is right',
    record: line("198.51.100.4:5555 TLS: Username/Password authentication succeeded for username 'ada'"),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'ada' }, src_endpoint: { ip: '198.51.100.4' } },
  },
  {
    name: 'a client gets an address',
    record: line('ada/198.51.100.4:5555 MULTI_sva: pool returned IPv4=10.8.0.6, IPv6=(Not enabled)'),
    becomes: { class_uid: 4014, activity_name: 'Open', user: { name: 'ada' }, tunnel_interface: { ip: '10.8.0.6' } },
  },
  {
    name: 'a client leaves',
    record: line('ada/198.51.100.4:5555 SIGTERM[soft,remote-exit] received, client-instance exiting'),
    becomes: { class_uid: 4014, activity_name: 'Close', user: { name: 'ada' } },
  },
  {
    name: 'the handshake',
    record: line('198.51.100.4:5555 TLS: Initial packet from [AF_INET]198.51.100.4:5555, sid=1'),
    becomes: { class_uid: 0 },
  },
])
