import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { amavis } from './mapping.ts'

const line = (text: string) => recordOf(`<22>Nov 27 10:11:12 mx amavis[123]: ${text}`)

sourceTests(amavis, [
  {
    name: 'a virus is blocked',
    record: line(
      '(00123-04) Blocked INFECTED (Eicar-Test) {DiscardedInbound,Quarantined}, [198.51.100.108]:50000 [203.0.113.9] <lee@example.org> -> <kim@example.com>, quarantine: v/a1, Queue-ID: 4F2A31, Message-ID: <a@example.org>, mail_id: a1, Hits: -, size: 900, 120 ms',
    ),
    becomes: {
      class_uid: 4009,
      status: 'Failure',
      severity: 'High',
      src_endpoint: { ip: '198.51.100.108', port: 50000 },
      email: {
        from: 'lee@example.org',
        to: ['kim@example.com'],
        uid: '4F2A31',
        message_uid: 'a@example.org',
        size: 900,
      },
      direction: 'Inbound',
    },
  },
  {
    name: 'a clean mail to two passes',
    record: line(
      '(00123-05) Passed CLEAN {RelayedInbound}, [IPv6:2001:db8::8]:25 <lee@example.org> -> <kim@example.com>,<ann@example.com>, Queue-ID: 4F2A32, mail_id: b1, Hits: 0.1, size: 90, 20 ms',
    ),
    becomes: { class_uid: 4009, status: 'Success', email: { to: ['kim@example.com', 'ann@example.com'] } },
  },
  {
    name: 'an older form, from this host',
    record: line('(00123-06) Passed SPAMMY, MYNETS LOCAL [127.0.0.1] <lee@example.org> -> <kim@example.com>, Hits: 5'),
    becomes: { class_uid: 4009, severity: 'Low', status: 'Success' },
  },
  {
    name: 'about itself',
    record: line('(!)policy_server FAILED: cannot connect'),
    becomes: { class_uid: 0 },
  },
])
