import { sourceTests } from '../../mapping/source-tests.ts'
import { clientVpn } from './client-vpn.ts'

sourceTests(clientVpn, [
  {
    name: 'an attempt that failed: the address is that of the device',
    record: {
      'connection-log-type': 'connection-attempt',
      'connection-attempt-status': 'failed',
      'connection-attempt-failure-reason': 'authentication-failed',
      'client-vpn-endpoint-id': 'cvpn-1',
      'connection-id': 'c1',
      'connection-start-time': '2024-03-04 10:11:12',
      'connection-end-time': '2024-03-04 10:11:13',
      'client-ip': '0.0.0.0',
      'device-ip': '192.0.2.9',
      port: '50096',
      username: 'N/A',
      'common-name': 'ada',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'ada' },
      src_endpoint: { ip: '192.0.2.9', port: 50_096 },
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
    },
  },
  {
    name: 'a connection that ends',
    record: {
      'connection-log-type': 'connection-reset',
      'connection-attempt-status': 'successful',
      'client-vpn-endpoint-id': 'cvpn-1',
      'connection-start-time': '2024-03-04 10:11:12',
      'connection-end-time': '2024-03-04 10:11:13',
      'device-ip': '192.0.2.9',
      username: 'ada',
    },
    becomes: { class_uid: 3002, activity_name: 'Logoff', time: Date.UTC(2024, 2, 4, 10, 11, 13) },
  },
])
