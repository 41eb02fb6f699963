import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { postfix } from './mapping.ts'

const line = (program: string, text: string) => recordOf(`<22>Mar  4 10:11:12 mx1 postfix/${program}[99]: ${text}`)
const HOST = 'mail.example.net[198.51.100.7]'
const PEER = { ip: '198.51.100.7', hostname: 'mail.example.net' }

sourceTests(postfix, [
  {
    name: 'a mail is queued',
    record: line('qmgr', '4F2A31B6: from=<ada@example.com>, size=3021, nrcpt=1 (queue active)'),
    becomes: {
      class_uid: 4009,
      activity_name: 'Receive',
      email: { from: 'ada@example.com', size: 3021, uid: '4F2A31B6' },
      message_trace_uid: '4F2A31B6',
    },
  },
  {
    name: 'a mail is delivered to a relay',
    record: line(
      'smtp',
      '4F2A31B6: to=<bob@example.org>, orig_to=<b@example.org>, relay=mx.example.org[203.0.113.9]:25, delay=1.2, dsn=2.0.0, status=sent (250 2.0.0 Ok)',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Send',
      status: 'Success',
      status_code: '2.0.0',
      status_detail: '250 2.0.0 Ok',
      email: { to: ['bob@example.org'] },
      dst_endpoint: { hostname: 'mx.example.org', ip: '203.0.113.9', port: 25 },
    },
  },
  {
    name: 'a mail bounces',
    record: line(
      'smtp',
      '4F2A31B6: to=<bob@example.org>, relay=none, delay=30, dsn=5.4.4, status=bounced (Host not found)',
    ),
    becomes: { status: 'Failure', severity: 'Low' },
  },
  {
    name: 'a mail goes to a filter on the same machine',
    record: line(
      'smtp',
      '3ZbQ2q1Zz4zNsMk: to=<bob@example.org>, relay=127.0.0.1[127.0.0.1]:10024, dsn=2.0.0, status=sent (250 Ok)',
    ),
    becomes: { email: { uid: '3ZbQ2q1Zz4zNsMk' }, status: 'Success' },
  },
  {
    name: 'a client comes with a mail',
    record: line('smtpd', `4F2A31B6: client=${HOST}`),
    becomes: { class_uid: 4001, src_endpoint: PEER, metadata: { correlation_uid: '4F2A31B6' } },
  },
  {
    name: 'a user signs in',
    record: line('submission/smtpd', `4F2A31B6: client=${HOST}, sasl_method=LOGIN, sasl_username=ada@example.com`),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'ada@example.com' },
      src_endpoint: PEER,
      auth_protocol: 'LOGIN',
    },
  },
  {
    name: 'a password is wrong, of whom is said',
    record: line(
      'smtpd',
      `warning: ${HOST}: SASL PLAIN authentication failed: (reason unavailable), sasl_username=ada@example.com`,
    ),
    becomes: { status: 'Failure', user: { name: 'ada@example.com' }, status_detail: '(reason unavailable)' },
  },
  {
    name: 'a recipient is refused',
    record: line(
      'smtpd',
      `NOQUEUE: reject: RCPT from ${HOST}: 554 5.7.1 <bob@example.org>: Relay access denied; from=<ada@example.com> to=<bob@example.org> proto=ESMTP helo=<x>`,
    ),
    becomes: {
      class_uid: 4009,
      status: 'Failure',
      status_code: '554',
      action: 'Denied',
      src_endpoint: PEER,
      email: { from: 'ada@example.com', to: ['bob@example.org'] },
    },
  },
  {
    name: 'a header is refused',
    record: line(
      'cleanup',
      `4F2A31B6: reject: header Subject: win money from ${HOST}; from=<ada@example.com> to=<bob@example.org> proto=ESMTP helo=<x>: 5.7.1 no`,
    ),
    becomes: { status: 'Failure', email: { uid: '4F2A31B6', from: 'ada@example.com' }, src_endpoint: PEER },
  },
  {
    name: 'postscreen keeps a client out',
    record: line(
      'postscreen',
      'NOQUEUE: reject: RCPT from [198.51.100.7]:4242: 550 5.7.1 Service unavailable; client [198.51.100.7] blocked using zen.example; from=<a@example.com>, to=<b@example.org>, proto=ESMTP, helo=<x>',
    ),
    becomes: { status: 'Failure', src_endpoint: { ip: '198.51.100.7', port: 4242 }, email: { to: ['b@example.org'] } },
  },
  {
    name: 'postscreen sees a client that talks too soon',
    record: line('postscreen', 'PREGREET 14 after 0.1 from [198.51.100.7]:4242: EHLO x'),
    becomes: { class_uid: 4001, activity_name: 'Refuse', src_endpoint: { ip: '198.51.100.7', port: 4242 } },
  },
  {
    name: 'a client connects',
    record: line('smtpd', `connect from ${HOST}`),
    becomes: { class_uid: 4001, activity_name: 'Open', src_endpoint: PEER, dst_endpoint: { hostname: 'mx1' } },
  },
  {
    name: 'a client is lost',
    record: line('smtpd', 'lost connection after AUTH from unknown[2001:db8::7]'),
    becomes: { class_uid: 4001, activity_name: 'Fail', src_endpoint: { ip: '2001:db8::7' } },
  },
  {
    name: 'a relay does not answer',
    record: line('smtp', 'connect to mx.example.org[203.0.113.9]:25: Connection timed out'),
    becomes: { class_uid: 4001, dst_endpoint: { ip: '203.0.113.9', port: 25 }, status_detail: 'Connection timed out' },
  },
  { name: 'a mail is done with', record: line('qmgr', '4F2A31B6: removed'), becomes: { class_uid: 0 } },
])

/** The event lacks the user that its class requires, because the client has not named one. */
test('a failed logon without a user name has no user', () => {
  const event = postfix.toOcsf(
    line('smtpd', 'warning: unknown[198.51.100.7]: SASL LOGIN authentication failed: UGFzc3dvcmQ6'),
  )
  expect(event).toMatchObject({ class_uid: 3002, status: 'Failure', severity: 'Medium' })
  expect(event?.src_endpoint).toEqual({ ip: '198.51.100.7' })
  expect(event).not.toHaveProperty('user')
})

test('an unknown client and a relay on the machine itself are not entities', () => {
  const event = (program: string, text: string) => postfix.toOcsf(line(program, text))
  expect(event('smtpd', 'connect from unknown[198.51.100.7]')?.src_endpoint).toEqual({ ip: '198.51.100.7' })
  expect(
    event('smtp', '4F2A31B6: to=<b@example.org>, relay=127.0.0.1[127.0.0.1]:10024, status=sent (ok)'),
  ).not.toHaveProperty('dst_endpoint')
  expect(event('local', '4F2A31B6: to=<b@example.org>, relay=local, status=sent (ok)')).not.toHaveProperty(
    'dst_endpoint',
  )
})
