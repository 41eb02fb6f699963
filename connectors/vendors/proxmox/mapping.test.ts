import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { proxmox } from './mapping.ts'

const line = (text: string) => recordOf(`<29>Mar  4 10:11:12 pve1 pvedaemon[12]: ${text}`)

sourceTests(proxmox, [
  {
    name: 'a password is wrong',
    record: line('authentication failure; rhost=::ffff:198.51.100.4 user=root@pam msg=Authentication failure'),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'root@pam' }, src_endpoint: { ip: '198.51.100.4' } },
  },
  {
    name: 'somebody signs in',
    record: line("<root@pam> successful auth for user 'ada@pve'"),
    becomes: { class_uid: 3002, status: 'Success' },
  },
  {
    name: 'a machine is started',
    record: line('<ada@pve> starting task UPID:pve1:00001234:0000ABCD:65E59F00:qmstart:101:ada@pve:'),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'ada@pve' } },
      api: { operation: 'qmstart' },
      resources: [{ name: '101' }],
    },
  },
])
