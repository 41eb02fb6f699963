import { expect, test } from 'vitest'
import { accessLog, bitbucket, elb, s3Access } from './access-log.ts'
import { cri, fastAlert, santa } from './host-logs.ts'

const CONTEXT = { receivedMs: 0 }

test('combined, common, with a virtual host, and with additional fields', () => {
  const common = '10.0.0.1 - alice [10/Oct/2000:13:55:36 -0700] "GET /a?b=\\"c\\" HTTP/1.1" 200 23'
  const plain = {
    remote_host: '10.0.0.1',
    remote_user: 'alice',
    time: '10/Oct/2000:13:55:36 -0700',
    request: 'GET /a?b="c" HTTP/1.1',
    status: '200',
    bytes: '23',
    method: 'GET',
    path: '/a?b="c"',
    protocol: 'HTTP/1.1',
  }
  expect(accessLog.decode(common, CONTEXT)).toEqual(plain)
  expect(accessLog.decode(`www:80 ${common} "-" "curl 8" 0.004 "x y"`, CONTEXT)).toEqual({
    ...plain,
    virtual_host: 'www:80',
    user_agent: 'curl 8',
    extra: ['0.004', 'x y'],
  })
})

test('an invalid request is kept whole', () => {
  const record = accessLog.decode('h - - [10/Oct/2000:13:55:36 -0700] "\\x16\\x03" 400 -', CONTEXT)
  expect(record).toMatchObject({ request: '\\x16\\x03', status: '400' })
  expect(record).not.toHaveProperty('method')
})

test('Tomcat, Bitbucket', () => {
  const tomcat =
    '[17/Jun/2021:12:57:26 +0200] user http-8080 10.0.0.1 GET /a HTTP/1.1 200 46ms - http://r/ Mozilla/5.0 (X)'
  expect(accessLog.decode(tomcat, CONTEXT)).toMatchObject({
    remote_user: 'user',
    duration_ms: '46',
    user_agent: 'Mozilla/5.0 (X)',
  })
  const access =
    '10.0.0.1 | https | o@1 | alice | 2012-10-29 00:06:26,838 | "GET /a HTTP/1.1" | "" "git/1.7" | 200 | 13 | 0 | refs | 101 | s |'
  expect(bitbucket.decode(access, CONTEXT)).toMatchObject({
    protocol: 'https',
    method: 'GET',
    user_agent: 'git/1.7',
    session_id: 's',
  })
  const audit = '10.0.0.1 | UserCreatedEvent | admin | 1400681400000 | - | {"id":1} | @8 | x'
  expect(bitbucket.decode(audit, CONTEXT)).toMatchObject({ event: 'UserCreatedEvent', details: '{"id":1}' })
})

test('load balancers, distinguished by the place of the time', () => {
  const rest = '10.0.0.1:2817 10.0.0.2:80 0.0 0.1 0.2 200 200 34 366 "GET http://h:80/ HTTP/1.1" "curl" - -'
  expect(elb.decode(`2026-03-04T10:11:12.1Z my-lb ${rest}`, CONTEXT)).toMatchObject({
    elb: 'my-lb',
    'backend:port': '10.0.0.2:80',
    method: 'GET',
  })
  expect(elb.decode(`h2 2026-03-04T10:11:12.1Z app/x/1 ${rest} arn:x "Root=1"`, CONTEXT)).toMatchObject({
    type: 'h2',
    'target:port': '10.0.0.2:80',
    target_group_arn: 'arn:x',
    trace_id: 'Root=1',
  })
  expect(
    elb.decode('tls 2.0 2026-03-04T10:11:12 net/x/1 l 10.0.0.1:1 10.0.0.2:2 5 2 98 246 - arn:c', CONTEXT),
  ).toMatchObject({
    type: 'tls',
    listener: 'l',
    chosen_cert_arn: 'arn:c',
  })
})

test('S3', () => {
  const line = `${'a'.repeat(64)} bucket [06/Feb/2019:00:00:38 +0000] 192.0.2.3 - 3E57 REST.GET.VERSIONING - "GET /b?versioning HTTP/1.1" 200 - 113 - 7 - "-" "S3Console/0.4" - host= SigV4 - AuthHeader b.s3.amazonaws.com TLSv1.2 - -`
  expect(s3Access.decode(line, CONTEXT)).toMatchObject({
    bucket: 'bucket',
    operation: 'REST.GET.VERSIONING',
    http_status: '200',
    tls_version: 'TLSv1.2',
  })
})

test('logs of hosts', () => {
  expect(cri.decode('2016-10-06T00:17:09.669794202Z stderr F log content', CONTEXT)).toMatchObject({
    stream: 'stderr',
    message: 'log content',
  })
  expect(
    santa.decode('[2026-02-09T16:47:01.893Z] I santad: action=EXEC|path=/Applications/A B|args=a=b c', CONTEXT),
  ).toMatchObject({
    process_name: 'santad',
    action: 'EXEC',
    path: '/Applications/A B',
    args: 'a=b c',
  })
  expect(
    fastAlert.decode('12/28-12:55:38.765402 [**] [1:366:11] "PING" [**] [Priority: 3] {ICMP} ::1 -> ::2', CONTEXT),
  ).toMatchObject({
    sid: '366',
    priority: '3',
    target: '::2',
    received_year: String(new Date(CONTEXT.receivedMs).getUTCFullYear() - 1),
  })
})

test('lines of another format are faults', () => {
  for (const decoder of [accessLog, bitbucket, elb, s3Access, cri, santa, fastAlert]) {
    for (const line of ['', 'hello', '[', '"', 'a b c d e f g h i j k l m n'])
      expect(typeof decoder.decode(line, CONTEXT)).toBe('string')
  }
})
