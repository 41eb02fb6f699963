import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { exim } from './mapping.ts'

const line = (text: string) => recordOf(`<22>Mar  4 10:11:12 mx1 exim[7]: ${text}`)

sourceTests(exim, [
  {
    name: 'a mail comes',
    record: line(
      '1abcde-000001-AB <= ada@example.com H=mail.example.net (helo) [198.51.100.4]:5555 P=esmtps A=plain:ada S=1234 id=x@y',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Receive',
      email: { from: 'ada@example.com', size: 1234, uid: '1abcde-000001-AB' },
      src_endpoint: { ip: '198.51.100.4', hostname: 'mail.example.net' },
      actor: { user: { name: 'ada' } },
    },
  },
  {
    name: 'a mail goes',
    record: line(
      '2026-03-04 10:11:12 1abcde-000001-AB => bob@example.org R=dnslookup T=remote_smtp H=mx.example.org [203.0.113.9]:25 C="250 OK"',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Send',
      status: 'Success',
      email: { to: ['bob@example.org'] },
      dst_endpoint: { ip: '203.0.113.9', port: 25 },
    },
  },
  {
    name: 'a mail bounces',
    record: line(
      '1abcde-000001-AB ** bob@example.org R=dnslookup T=remote_smtp H=mx.example.org [203.0.113.9]: 550 no such user',
    ),
    becomes: { status: 'Failure', status_detail: '550 no such user' },
  },
  {
    name: 'a password is wrong',
    record: line(
      'plain_login authenticator failed for (x) [198.51.100.4]:5555: 535 Incorrect authentication data (set_id=ada@example.com)',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ada@example.com' },
      src_endpoint: { ip: '198.51.100.4', port: 5555 },
    },
  },
  {
    name: 'a recipient is refused',
    record: line('H=(x) [198.51.100.4]:5555 F=<ada@example.com> rejected RCPT <bob@example.org>: relay not permitted'),
    becomes: {
      class_uid: 4009,
      status: 'Failure',
      email: { from: 'ada@example.com', to: ['bob@example.org'] },
      status_detail: 'relay not permitted',
    },
  },
])
