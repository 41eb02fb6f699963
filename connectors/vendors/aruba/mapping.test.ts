import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { clearpass } from './mapping.ts'

const recordFor = (words: string, program = '') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(clearpass, [
  {
    name: 'a refused login',
    record: recordFor(
      'Sessions 4 1 0 Common.Alerts=User "eve" not present,Common.Alerts-Present=0,Common.Host-MAC-Address=00-11-22-33-44-55,Common.Login-Status=REJECT,Common.NAS-IP-Address=192.0.2.1,RADIUS.Acct-Framed-IP-Address=192.0.2.7,Common.Request-Timestamp=2024-03-04 16:37:24.417+05:30,Common.Request-Id=W1,Common.Service=Guest Wireless,Common.Username=eve',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      severity: 'Medium',
      user: { name: 'eve' },
      time: Date.UTC(2024, 2, 4, 11, 7, 24, 417),
      src_endpoint: { ip: '192.0.2.7', mac: '00-11-22-33-44-55' },
      dst_endpoint: { ip: '192.0.2.1' },
      service: { name: 'Guest Wireless' },
      session: { uid: 'W1' },
    },
  },
  {
    name: 'a change',
    record: recordFor(
      'Audits 30 1 0 Timestamp=Mar 28, 2024 16:46:59 IST,Source=All Audits,Category=Syslog Export Data,Action=MODIFY,User=admin',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'admin' } },
      api: { operation: 'MODIFY' },
      resources: [{ type: 'Syslog Export Data' }],
    },
  },
  {
    name: 'an endpoint is profiled',
    record: recordFor(
      'CPPM_Endpoint_Profile 1 1 0 mac_address=001122334455,ip_address=192.0.2.7,hostname=pc1,mac_vendor=Intel Corporate,device_category=Computer,device_name=Windows 10',
    ),
    becomes: {
      class_uid: 5001,
      device: { mac: '00:11:22:33:44:55', ip: '192.0.2.7', hostname: 'pc1', desc: 'Windows 10' },
    },
  },
  {
    name: 'an alert',
    record: recordFor(
      'CPPM_Alert 7 1 0 session_id=R1,service_name=RADIUS,alert=MSCHAP: Authentication failed,timestamp=2024-01-04 11:37:53.649+01',
    ),
    becomes: { class_uid: 2004, finding_info: { title: 'MSCHAP: Authentication failed' } },
  },
  {
    name: 'the manager about itself',
    record: recordFor(
      'CPPM_System_Events 9 1 0 event_source=SnmpService,level=ERROR,category=Trap,description=Bad name,action_key=Failed',
    ),
    becomes: { class_uid: 0, severity: 'High', message: 'Bad name' },
  },
])
