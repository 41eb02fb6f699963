import { expect, test } from 'vitest'
import { accessLog } from '../../formats/access-log.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { webAccess } from './mapping.ts'

const decoded = accessLog.decode(
  '192.0.2.10 - bob [04/Mar/2024:11:11:12 +0100] "GET /a.php?x=1 HTTP/1.1" 404 512 "http://r/" "curl/8"',
  { receivedMs: 0 },
)
const APACHE = typeof decoded === 'string' ? {} : decoded
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
