/**
 * HAProxy by syslog: `option httplog`, `option tcplog`, connections that failed, and servers that go up and down. Fields:
 * "Log formats" and "Logging > Errors" of the configuration manual.
 */
import type { Members } from '../../../platform/members.ts'
import { on, syslogDevice } from '../../families/syslog/device.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { type Phrases, phraseReader } from '../../mapping/phrases.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

const HEAD =
  /^(\S{2,64}):(\d{1,5}) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d\.\d{3})\] (\S{1,128}) ([^\s/]{1,128})\/(\S{1,128}) /
const FAILED =
  /^(\S{2,64}):(\d{1,5}) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d\.\d{3})\] ([^\s/]{1,128})\/(\S{1,128}): (.{1,1024})$/s
const HTTP =
  /^(?:-?\d+\/){4}\+?(-?\d+) (-1|\d{3}) \+?(\d+) \S+ \S+ (\S{4}) [\d/+]{9,64} [\d/]{3,32} (?:\{([^}]{0,4096})\} )?(?:\{[^}]{0,4096}\} )?"(.{0,8192}?)"?$/s
const TCP = /^(?:-?\d+\/){2}\+?(-?\d+) \+?(\d+) (\S{2}) [\d/+]{9,64} [\d/]{3,32}/

const STATES: Phrases = {
  'server/down': ['Server {name} is DOWN, reason: {reason*}', 'Server {name} is DOWN...'],
  'server/up': ['Server {name} is UP, reason: {reason*}', 'Server {name} is UP...'],
  'proxy/start': ['Proxy {name} started.', 'New worker {name} forked'],
  'proxy/stop': [
    'Proxy {name} stopped (...',
    'Stopping proxy {name} in...',
    'Stopping frontend {name} in...',
    'Stopping backend {name} in...',
  ],
  'backend/empty': ['backend {name} has no server available!', 'proxy {name} has no server available!'],
}
const readState = phraseReader(STATES)

function read(message: string): Members | null {
  const head = HEAD.exec(message)
  if (!head) return failed(message) ?? readState(message)
  const [whole, src_ip, src_port, accepted, frontend, backend, server] = head
  const fields = { src_ip, src_port, accepted, frontend, backend, server }
  const rest = message.slice(whole.length)
  const http = HTTP.exec(rest)
  if (http) {
    const [, total, status, bytes, state, captured, request = ''] = http
    const [, method, path, version] = /^([A-Z_-]{1,32}) (\S+)(?: (HTTP\/[\d.]{1,4}))?$/.exec(request) ?? []
    return {
      ...fields,
      kind: 'http',
      total,
      status,
      bytes,
      state,
      captured,
      request,
      method,
      path,
      version,
      failed: Number(status) >= 400 || status === '-1' ? 'yes' : 'no',
    }
  }
  const tcp = TCP.exec(rest)
  if (!tcp) return null
  const [, total, bytes, state = ''] = tcp
  return { ...fields, kind: 'tcp', total, bytes, state, failed: state === '--' ? 'no' : 'yes' }
}

function failed(message: string): Members | null {
  const parts = FAILED.exec(message)
  if (!parts) return null
  const [, src_ip, src_port, accepted, frontend, bind, reason] = parts
  return { kind: 'failed', src_ip, src_port, accepted, frontend, bind, reason }
}

const ENDS: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.svc_name': 'parsed.frontend',
  duration: integer('parsed.total'),
}
/** The session's end as two letters: the side that ended it, and the phase. */
const ENDED: Rows = {
  status_id: lookup('parsed.failed', { yes: 'Failure', no: 'Success' }),
  status_detail: 'parsed.state',
  'proxy_endpoint.hostname': 'syslog.hostname',
  'proxy_endpoint.svc_name': first(capture('parsed.server', /^([^<].*)$/), text('parsed.backend')),
}
const PROFILES: readonly Profile[] = [
  on('http', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other', 'Unknown'),
    logSource: { categories: ['webserver'] },
    rows: {
      ...ENDS,
      ...ENDED,
      'http_request.http_method': 'parsed.method',
      'http_request.url.url_string': ['parsed.path', 'parsed.request'],
      'http_request.url.path': urlPath('parsed.path'),
      'http_request.url.query_string': urlQuery('parsed.path'),
      'http_request.url.hostname': urlHost('parsed.path'),
      'http_request.version': 'parsed.version',
      'http_response.code': capture('parsed.status', /^(\d{3})$/, 'integer'),
      'http_response.length': integer('parsed.bytes'),
      status_code: text('parsed.status'),
    },
  }),
  on('tcp', {
    class: 'network_activity',
    activity: 'Close',
    rows: {
      ...ENDS,
      ...ENDED,
      'traffic.bytes_in': integer('parsed.bytes'),
      'connection_info.protocol_name': is('tcp'),
      'connection_info.direction_id': is('Inbound'),
    },
  }),
  on('failed', {
    class: 'network_activity',
    activity: 'Fail',
    rows: { ...ENDS, status_id: is('Failure'), status_detail: 'parsed.reason' },
  }),
  on(['server/up', 'proxy/start'], {
    class: 'application_lifecycle',
    activity: 'Start',
    rows: { 'app.name': 'parsed.name', status_detail: 'parsed.reason' },
  }),
  on(['server/down', 'proxy/stop', 'backend/empty'], {
    class: 'application_lifecycle',
    activity: 'Stop',
    rows: { 'app.name': 'parsed.name', status_detail: 'parsed.reason' },
  }),
]

export const haproxy = syslogDevice({
  id: 'haproxy/1',
  vendor: 'HAProxy Technologies',
  product: 'HAProxy',
  programs: /^haproxy$/,
  read,
  profiles: PROFILES,
  rest: 'formats that an administrator made, and the proxy about itself',
  logSource: { product: 'haproxy' },
  aliases: {
    'c-ip': ['parsed.src_ip'],
    'cs-method': ['parsed.method'],
    'c-uri': ['parsed.path'],
    'sc-status': ['parsed.status'],
  },
  renderings: ['parsed.failed', 'parsed.request'],
})
