import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { detectMapping } from '../../index.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { haproxy } from './mapping.ts'

const line = (message: string) => recordOf(`<134>Nov 24 10:00:01 lb haproxy[14389]: ${message}`)
const AT = '[24/Nov/2026:10:00:00.655]'

sourceTests(haproxy, [
  {
    name: 'httplog',
    record: line(
      `10.0.1.2:33317 ${AT} http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html?a=1 HTTP/1.1"`,
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Success',
      duration: 109,
      src_endpoint: { ip: '10.0.1.2', port: 33317 },
      dst_endpoint: { hostname: 'lb', svc_name: 'http-in' },
      proxy_endpoint: { svc_name: 'srv1' },
      http_request: { url: { path: '/index.html', query_string: 'a=1' }, version: 'HTTP/1.1' },
      http_response: { code: 200, length: 2750 },
    },
  },
  {
    name: 'a request that was none, from an address of IPv6',
    record: line(
      `::ffff:10.0.1.2:33317 ${AT} http-in~ http-in/<NOSRV> -1/-1/-1/-1/0 400 187 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"`,
    ),
    becomes: {
      class_uid: 4002,
      status: 'Failure',
      status_detail: 'PR--',
      src_endpoint: { ip: '10.0.1.2' },
      proxy_endpoint: { svc_name: 'http-in' },
      http_response: { code: 400 },
    },
  },
  {
    name: 'tcplog',
    record: line(`10.0.1.2:33313 ${AT} fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0`),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      status: 'Success',
      duration: 5007,
      src_endpoint: { ip: '10.0.1.2', port: 33313 },
      traffic: { bytes_in: 212 },
    },
  },
  {
    name: 'a connection that failed',
    record: line(`10.0.1.2:33313 ${AT} fe/1: SSL handshake failure`),
    becomes: { class_uid: 4001, activity_name: 'Fail', status_detail: 'SSL handshake failure' },
  },
  {
    name: 'a server that went down',
    record: line('Server bck/srv1 is DOWN, reason: Layer4 connection problem, info: "Connection refused"'),
    becomes: { class_uid: 6002, activity_name: 'Stop', app: { name: 'bck/srv1' } },
  },
  {
    name: 'a format of its own',
    record: line('10.0.0.0:1000 [something]'),
    becomes: { class_uid: 0, message: '10.0.0.0:1000 [something]' },
  },
])

test('a client cannot write a request that passes for another line', () => {
  const record = line(
    `10.0.1.2:33317 ${AT} in b/s 1/0/3/6/10 200 27 - - ---- 1/1/1/1/0 0/0 "GET /x"{9.9.9.9}" 500 1 HTTP/1.1"`,
  )
  expect(detectMapping(record)).toBe(haproxy)
  expect(haproxy.toOcsf(record)).toMatchObject({ src_endpoint: { ip: '10.0.1.2' }, http_response: { code: 200 } })
})
