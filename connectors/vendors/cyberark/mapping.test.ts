import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { cyberark } from './mapping.ts'

const line = (text: string) => recordOf(`<5>Mar  4 10:11:12 vault1 CEF:0|Cyber-Ark|Vault|12.6.0000|${text}`)

sourceTests(cyberark, [
  {
    name: 'a logon',
    record: line('7|Logon|5|act=Logon suser=kim shost=198.51.100.7'),
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 1,
      user: { name: 'kim' },
      src_endpoint: { ip: '198.51.100.7' },
      device: { hostname: 'vault1' },
    },
  },
  {
    name: 'a logon that fails',
    record: line('8|Logon Failed|7|act=Logon Failed suser=kim shost=198.51.100.7 reason=Authentication failure'),
    becomes: { class_uid: 3002, status_id: 2, severity_id: 4, status_detail: 'Authentication failure' },
  },
  {
    name: 'a password that is shown',
    record: line(
      '295|Retrieve password|5|act=Retrieve password suser=kim fname=Root-10.0.0.9-root shost=198.51.100.7 dhost=10.0.0.9 duser=root cs2Label="Safe Name" cs2=Linux',
    ),
    becomes: { class_uid: 3004, entity: { name: 'Root-10.0.0.9-root' }, actor: { user: { name: 'kim' } } },
  },
  {
    name: 'a user who is added',
    record: line('180|Add User|5|act=Add User suser=kim shost=198.51.100.7 cs1Label="Affected User Name" cs1=lee'),
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'lee' }, actor: { user: { name: 'kim' } } },
  },
])
