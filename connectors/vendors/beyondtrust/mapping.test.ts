import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { beyondtrust } from './mapping.ts'

const recordFor = (words: string, program = 'BG[7]: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(beyondtrust, [
  {
    name: 'a logout',
    record: recordFor(
      '1427:01:02:event=logout;site=support.example;target=rep_client;when=1643824736;who=Eve Smith (eve) using password;who_ip=192.0.2.7',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logoff',
      user: { name: 'eve', full_name: 'Eve Smith' },
      time: 1_643_824_736_000,
      auth_protocol: 'password',
    },
  },
  {
    name: 'a refused login',
    record: recordFor(
      '1427:01:01:event=login;status=failure;reason=failed;when=1643824736;who=eve (eve);who_ip=192.0.2.7;target=web/login',
    ),
    becomes: { class_uid: 3002, status: 'Failure', status_detail: 'failed' },
  },
  {
    name: 'a change',
    record: recordFor('1427:01:01:event=user_removed;when=1643824736;who=Ann (ann);who_ip=192.0.2.7;target=web/login'),
    becomes: { class_uid: 6003, api: { operation: 'user_removed' } },
  },
])
