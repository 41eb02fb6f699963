import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { netscaler } from './mapping.ts'

const recordFor = (words: string, program = '') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(netscaler, [
  {
    name: 'a refused login',
    record: recordFor(
      'ns1 0-PPE-0 : default AAA LOGIN_FAILED 24 0 :  User eve - Client_ip 192.0.2.7 - Failure_reason "denied" - Browser chrome',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.7' },
      status_detail: 'denied',
    },
  },
  {
    name: 'a VPN login',
    record: recordFor(
      'ns1 0-PPE-0 : default SSLVPN LOGIN 25 0 : Context eve@192.0.2.7 - SessionId: 9- User eve - Client_ip 192.0.2.7 - Nat_ip "Mapped Ip" - Vserver 198.51.100.1:443',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'eve' }, session: { uid: '9' } },
  },
  {
    name: 'a connection ends',
    record: recordFor(
      'ns1 0-PPE-0 : default TCP CONN_TERMINATE 18 0 :  Source 192.0.2.7:4799 - Destination 198.51.100.1:80 - Start Time 26/03/2025:21:13:15 GMT - Total_bytes_send 5 - Total_bytes_recv 6',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      src_endpoint: { port: 4799 },
      traffic: { bytes_out: 5, bytes_in: 6 },
    },
  },
  {
    name: 'a command',
    record: recordFor(
      'ns1 0-PPE-0 : GUI CMD_EXECUTED : User nsroot - Remote_ip 192.0.2.7 - Command "show ns ip" - Status "Success"',
    ),
    becomes: { class_uid: 6003, actor: { user: { name: 'nsroot' } }, api: { operation: 'show ns ip' } },
  },
  {
    name: 'a violation',
    record: recordFor(
      'ns1 0-PPE-0 : default APPFW APPFW_STARTURL 56 0 :  192.0.2.7 39-PPE0 - shop Disallow Illegal URL: http://shop.example/x <blocked>',
    ),
    becomes: {
      class_uid: 2004,
      action: 'Denied',
      disposition: 'Blocked',
      finding_info: { title: 'Disallow Illegal URL' },
      policy: { name: 'shop' },
    },
  },
  {
    name: 'a request through the VPN',
    record: recordFor(
      'ns1 0-PPE-0 : SSLVPN HTTPREQUEST 12 : Context eve@192.0.2.7 - SessionId: 9- shop.example User eve : Group(s) staff : Vserver 198.51.100.1:443 - 01/01/2024:01:01:01 GMT GET a.gif - -',
    ),
    becomes: { class_uid: 4002, src_endpoint: { ip: '192.0.2.7' }, http_request: { http_method: 'GET' } },
  },
])
