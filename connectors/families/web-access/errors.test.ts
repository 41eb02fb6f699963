import { expect, test } from 'vitest'
import type { Fields } from '../../formats/decoder.ts'
import { nginxError } from '../../formats/server-logs.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { nginxErrors } from './errors.ts'

const read = (text: string) => nginxError.decode(text, { receivedMs: 0 }) as Fields
const TIME = Date.UTC(2026, 10, 24, 10, 0, 1)
const HEAD = '2026/11/24 10:00:01 [error] 12#34: *56'
const BEHIND =
  ', client: 192.0.2.1, server: example.com, request: "GET /x?a=1 HTTP/1.1", host: "example.com", referrer: "http://r/"'
const MISSING = `${HEAD} open() "/var/www/x" failed (2: No such file or directory)${BEHIND}`
const request = {
  class_uid: 4002,
  activity_name: 'Get',
  status: 'Failure',
  time: TIME,
  src_endpoint: { ip: '192.0.2.1' },
  http_request: { url: { path: '/x', query_string: 'a=1', hostname: 'example.com' }, referrer: 'http://r/' },
  message: 'open() "/var/www/x" failed (2: No such file or directory)',
}

sourceTests(nginxErrors, [
  { name: 'a request', record: read(MISSING), becomes: request },
  {
    name: 'a request, by syslog',
    record: recordOf(`<187>Nov 24 10:00:01 web01 nginx: ${MISSING}`),
    becomes: { ...request, device: { hostname: 'web01' } },
  },
  {
    name: 'a connection without a request',
    record: read(
      '2026/11/24 10:00:01 [crit] 12#12: *1 SSL_do_handshake() failed, client: 192.0.2.1, server: 0.0.0.0:443',
    ),
    becomes: { class_uid: 4001, activity_name: 'Fail', severity: 'Critical', src_endpoint: { ip: '192.0.2.1' } },
  },
  {
    name: 'the server itself',
    record: read('2026/11/24 10:00:01 [emerg] 12#12: bind() to 0.0.0.0:80 failed (98: Address already in use)'),
    becomes: { class_uid: 6008, severity: 'Critical' },
  },
  {
    name: 'words',
    record: read('2026/11/24 10:00:01 [notice] 12#34: signal process started'),
    becomes: { class_uid: 0, severity: 'Informational' },
  },
])

test.each([
  `open() "/var/www/x, client: 6.6.6.6" failed`,
  `open() "/var/www/x, client: 6.6.6.6, server: s, request: "GET /y" failed`,
  `open() "/var/www/x, client: 6.6.6.6, server: s, host: "h" failed`,
])('a path that looks like what stands behind it is none: %s', (words) => {
  expect(read(`${HEAD} ${words}${BEHIND}`)).toMatchObject({ client: '192.0.2.1', message: words })
})
