import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { sendmail } from './mapping.ts'

const line = (words: string) => recordOf(`<22>Mar  4 10:11:12 mx1 ${words}`)

sourceTests(sendmail, [
  {
    name: 'a message is sent',
    record: line(
      'sendmail[7]: w3HMZPVT056101: to=<a@corp.example>,<b@corp.example>, delay=00:00:01, mailer=esmtp, pri=133527, relay=mx.example. [192.0.2.153], dsn=2.0.0, stat=Sent (ok: Message accepted)',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Send',
      status: 'Success',
      email: { to: ['a@corp.example', 'b@corp.example'], uid: 'w3HMZPVT056101' },
      dst_endpoint: { ip: '192.0.2.153', hostname: 'mx.example' },
      status_code: '2.0.0',
    },
  },
  {
    name: 'a message comes in',
    record: line(
      'sm-mta[7]: w3HMZPVT056101: from=<eve@evil.example>, size=1042, class=0, nrcpts=1, msgid=<m-1@evil.example>, proto=ESMTP, daemon=MTA, relay=out.example [203.0.113.9]',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Receive',
      email: { from: 'eve@evil.example', message_uid: 'm-1@evil.example', size: 1042 },
      src_endpoint: { ip: '203.0.113.9', hostname: 'out.example' },
    },
  },
  {
    name: 'a recipient is refused',
    record: line(
      'sendmail[7]: w3HMZPVT056101: ruleset=check_rcpt, arg1=<a@corp.example>, relay=out.example [203.0.113.9], reject=550 5.7.1 <a@corp.example>... Relaying denied',
    ),
    becomes: {
      ...{ class_uid: 4009, status: 'Failure', status_code: '550', email: { to: ['a@corp.example'] } },
      src_endpoint: { ip: '203.0.113.9', hostname: 'out.example' },
    },
  },
  {
    name: 'a message that cannot be sent',
    record: line('sendmail[7]: w3HMZPVT056101: to=<a@corp.example>, mailer=esmtp, dsn=5.1.1, stat=User unknown'),
    becomes: { class_uid: 4009, status: 'Failure', status_detail: 'User unknown' },
  },
  {
    name: 'a message that the filter lets on',
    record: line(
      'filter_instance1[7]: rprt s=2hd m=1 x=2hd-1 cmd=send profile=mail qid=w3HMWjG3039079 rcpts=a@corp.example',
    ),
    becomes: { class_uid: 4009, activity_name: 'Scan', email: { to: ['a@corp.example'], uid: 'w3HMWjG3039079' } },
  },
])
