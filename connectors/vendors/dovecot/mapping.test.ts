import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { dovecot } from './mapping.ts'

const line = (text: string) => recordOf(`<22>Mar  4 10:11:12 mx1 dovecot: ${text}`)

sourceTests(dovecot, [
  {
    name: 'somebody signs in',
    record: line(
      'imap-login: Info: Login: user=<ada@example.com>, method=PLAIN, rip=198.51.100.4, lip=192.0.2.5, mpid=1, TLS, session=<x1>',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'ada@example.com' },
      src_endpoint: { ip: '198.51.100.4' },
      service: { name: 'imap' },
      auth_protocol: 'PLAIN',
    },
  },
  {
    name: 'a password is wrong',
    record: line(
      'pop3-login: Disconnected: Connection closed (auth failed, 1 attempts in 2 secs): user=<ada>, method=PLAIN, rip=198.51.100.4, lip=192.0.2.5',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'ada' }, src_endpoint: { ip: '198.51.100.4' } },
  },
  {
    name: 'somebody leaves',
    record: line('imap(ada@example.com)<123><x1>: Disconnected: Logged out in=10 out=20'),
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'ada@example.com' } },
  },
  { name: 'the server starts', record: line('master: Dovecot v2.3 starting up for imap'), becomes: { class_uid: 0 } },
])
