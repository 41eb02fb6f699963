import { expect, test } from 'vitest'
import { accessLog } from '../../formats/access-log.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { webAccess } from './mapping.ts'

const decoded = accessLog.decode(
  '192.0.2.10 - bob [04/Mar/2024:11:11:12 +0100] "GET /a.php?x=1 HTTP/1.1" 404 512 "http://r/" "curl/8"',
  { receivedMs: 0 },
)
const APACHE = typeof decoded === 'string' ? {} : decoded
const accessRecord = (text: string) => {
  const record = accessLog.decode(text, { receivedMs: 0 })
  if (typeof record === 'string') throw new Error(record)
  return record
}
const IIS = {
  date: '2024-03-04',
  time: '10:11:12',
  's-ip': '10.0.0.5',
  'cs-method': 'POST',
  'cs-uri-stem': '/a.asp',
  'cs-uri-query': 'x=1',
  's-port': '443',
  'c-ip': '192.0.2.10',
  'sc-status': '200',
  'time-taken': '65',
  'cs(User-Agent)': 'curl',
}

const NGINX = {
  time_iso8601: '2024-03-04T10:11:12+00:00',
  remote_addr: '192.0.2.10',
  remote_user: 'bob',
  request: 'GET /a.php?x=1 HTTP/1.1',
  status: 404,
  body_bytes_sent: 512,
  request_time: 0.065,
  http_user_agent: 'curl/8',
  http_referer: 'http://r/',
  http_host: 'www.corp.example',
}

sourceTests(webAccess, [
  {
    name: 'Traefik',
    record: {
      ClientHost: '198.51.100.9',
      ClientPort: '4242',
      ClientUsername: 'ada',
      DownstreamStatus: 401,
      DownstreamContentSize: 17,
      Duration: 5_000_000,
      RequestHost: 'app.example.com',
      RequestMethod: 'POST',
      RequestPath: '/login?a=1',
      RequestProtocol: 'HTTP/2.0',
      RequestScheme: 'https',
      StartUTC: '2026-03-04T10:11:12.123456789Z',
      'request_User-Agent': 'curl/8',
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Post',
      time: Date.UTC(2026, 2, 4, 10, 11, 12, 123),
      actor: { user: { name: 'ada' } },
      src_endpoint: { ip: '198.51.100.9', port: 4242 },
      http_request: { url: { path: '/login', hostname: 'app.example.com', scheme: 'https' }, user_agent: 'curl/8' },
      http_response: { code: 401, length: 17 },
      duration: 5,
      metadata: { product: { name: 'Traefik' } },
    },
  },
  {
    name: 'Caddy',
    record: {
      level: 'info',
      ts: 1772619072.5,
      logger: 'http.log.access.log0',
      msg: 'handled request',
      request: {
        remote_ip: '198.51.100.9',
        remote_port: '4242',
        proto: 'HTTP/2.0',
        method: 'GET',
        host: 'www.example.com',
        uri: '/a?b=1',
        headers: { 'User-Agent': ['curl/8'], 'X-Forwarded-For': ['203.0.113.7'] },
        tls: { version: 772 },
      },
      user_id: 'ada',
      duration: 0.005,
      size: 10,
      status: 200,
    },
    becomes: {
      class_uid: 4002,
      src_endpoint: { ip: '198.51.100.9', port: 4242 },
      actor: { user: { name: 'ada' } },
      http_request: { url: { path: '/a', scheme: 'https' }, x_forwarded_for: ['203.0.113.7'] },
      http_response: { code: 200, length: 10 },
      duration: 5,
    },
  },
  {
    name: 'Envoy',
    record: {
      start_time: '2026-03-04T10:11:12.123Z',
      method: 'GET',
      path: '/a',
      protocol: 'HTTP/1.1',
      response_code: 503,
      downstream_remote_address: '198.51.100.9:4242',
      x_forwarded_for: '203.0.113.7',
      authority: 'www.example.com',
      duration: 7,
    },
    becomes: {
      class_uid: 4002,
      status: 'Failure',
      src_endpoint: { ip: '198.51.100.9' },
      http_response: { code: 503 },
      duration: 7,
    },
  },
  {
    name: 'what a proxy says of the client stands at the end',
    record: accessRecord(
      '198.51.100.4 - - [04/Mar/2026:10:11:12 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8" "203.0.113.7, 10.0.0.1"',
    ),
    becomes: { src_endpoint: { ip: '198.51.100.4' }, http_request: { x_forwarded_for: ['203.0.113.7', '10.0.0.1'] } },
  },

  {
    name: 'nginx in JSON',
    record: NGINX,
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Failure',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      duration: 65,
      src_endpoint: { ip: '192.0.2.10' },
      dst_endpoint: { hostname: 'www.corp.example' },
      actor: { user: { name: 'bob' } },
      http_request: { url: { path: '/a.php', query_string: 'x=1' }, referrer: 'http://r/', user_agent: 'curl/8' },
      http_response: { code: 404, length: 512 },
      metadata: { product: { name: 'nginx' } },
    },
  },
  {
    name: 'nginx in JSON, with the request in parts and all as text',
    record: {
      time_local: '04/Mar/2024:11:11:12 +0100',
      remote_addr: '192.0.2.10',
      request_method: 'POST',
      request_uri: '/a.php?x=1',
      status: '200',
      server_name: 'www.corp.example',
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Post',
      status: 'Success',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      http_request: { url: { path: '/a.php', query_string: 'x=1' } },
      http_response: { code: 200 },
    },
  },
  {
    name: 'Apache',
    record: APACHE,
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Failure',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      src_endpoint: { ip: '192.0.2.10' },
      actor: { user: { name: 'bob' } },
      http_request: {
        url: { url_string: '/a.php?x=1', path: '/a.php', query_string: 'x=1' },
        referrer: 'http://r/',
        user_agent: 'curl/8',
      },
      http_response: { code: 404, length: 512 },
    },
  },
  {
    name: 'IIS',
    record: IIS,
    becomes: {
      class_uid: 4002,
      activity_name: 'Post',
      status: 'Success',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      duration: 65,
      dst_endpoint: { ip: '10.0.0.5', port: 443 },
      http_request: { url: { path: '/a.asp', query_string: 'x=1', scheme: 'https' } },
    },
  },
  {
    name: 'IIS that writes the host too',
    record: { ...IIS, 'cs-host': 'www.corp.example' },
    becomes: { http_request: { url: { url_string: 'https://www.corp.example/a.asp', hostname: 'www.corp.example' } } },
  },
  {
    name: 'a virtual host with its port',
    record: { ...APACHE, virtual_host: 'a.corp.example:443' },
    becomes: { http_request: { url: { url_string: 'https://a.corp.example:443/a.php?x=1' } } },
  },
  {
    name: 'a server that names the protocol of TLS',
    record: { ...APACHE, virtual_host: 'a.corp.example', ssl_protocol: 'TLSv1.3' },
    becomes: { http_request: { url: { url_string: 'https://a.corp.example/a.php?x=1', scheme: 'https' } } },
  },
])

test.each([
  ['Apache', APACHE, 'cs-uri-query', '/a.php?x=1'],
  ['Apache', APACHE, 'sc-status', '404'],
  ['nginx', NGINX, 'c-ip', '192.0.2.10'],
  ['nginx', NGINX, 'cs-user-agent', 'curl/8'],
  ['IIS', IIS, 'cs-uri-query', 'x=1'],
  ['IIS', IIS, 'cs-user-agent', 'curl'],
])('%s: %3$s leads to the value', (_, record, field, value) => {
  const copy: Record<string, unknown> = structuredClone({ ...record })
  const found = webAccess
    .viewOf(copy)
    .paths(field)
    .map(({ path }) => copy[path[0] as string])
  expect(found).toContain(value)
})

test('nobody knows the scheme of a virtual host whose port is another or is not told', () => {
  for (const host of ['a.corp.example', 'a.corp.example:8080']) {
    const event = webAccess.toOcsf({ ...APACHE, virtual_host: host })
    expect(event).toMatchObject({ http_request: { url: { url_string: `${host}/a.php?x=1` } } })
    expect(event).not.toHaveProperty('http_request.url.scheme')
  }
})
