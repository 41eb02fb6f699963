import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { vmware } from './mapping.ts'

const recordFor = (words: string, program = 'vpxd[7]: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(vmware, [
  {
    name: 'a session of vCenter',
    record: recordFor(
      'Event [34] [1-1] [2024-03-04T10:11:12Z] [vim.event.UserLoginSessionEvent] [info] [VSPHERE.LOCAL\\eve] [] [34] [User VSPHERE.LOCAL\\eve@192.0.2.7 logged in as pyvmomi Python]',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      user: { name: 'eve', domain: 'VSPHERE.LOCAL' },
      src_endpoint: { ip: '192.0.2.7' },
      metadata: { event_code: 'vim.event.UserLoginSessionEvent' },
    },
  },
  {
    name: 'a refused session of a host',
    record: recordFor(
      'info hostd[42] [Originator@6876 sub=Vimsvc.ha-eventmgr opID=a1] Event 9 : Cannot login root@192.0.2.7',
      'Hostd: ',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      src_endpoint: { ip: '192.0.2.7' },
      user: { name: 'root' },
      severity: 'Medium',
    },
  },
  {
    name: 'an agent about its work',
    record: recordFor('verbose vpxa[42] [Originator@6876 sub=vpxLro opID=a1] [VpxLRO] -- FINISH lro-1', 'Vpxa: '),
    becomes: { class_uid: 0, severity: 'Informational' },
  },
])
