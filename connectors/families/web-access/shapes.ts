/** IIS uses W3C names and two fields for the time; everything else has the names of the access log decoders. */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { settleFtp } from './ftp.ts'

const iis: RecordShape = {
  name: 'iis',
  is: (record) => record['cs-method'] !== undefined || record['sc-status'] !== undefined,
  names: {
    method: ['cs-method'],
    path: ['cs-uri-stem', 'cs-uri-path'],
    query: ['cs-uri-query'],
    status: ['sc-status'],
    substatus: ['sc-substatus'],
    user_agent: ['cs(User-Agent)'],
    referer: ['cs(Referer)'],
    cookie: ['cs(Cookie)'],
    remote_user: ['cs-username'],
    remote_host: ['c-ip'],
    remote_port: ['c-port'],
    local_host: ['s-ip'],
    local_port: ['s-port'],
    virtual_host: ['cs-host'],
    host: ['s-computername'],
    duration_ms: ['time-taken'],
    bytes: ['sc-bytes'],
    bytes_in: ['cs-bytes'],
    protocol: ['cs-version'],
    forwarded: ['X-Forwarded-For'],
    server: ['server_kind'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    if (typeof record.date === 'string' && typeof record.time === 'string') record.at = `${record.date}T${record.time}`
    else if (record['x-edge-location'] !== undefined && record.timestamp !== undefined) record.at = record.timestamp
    settle(record, record['sc-status'], 'iis')
    settleFtp(record)
  },
}

const lines: RecordShape = {
  name: 'access-log',
  is: () => true,
  names: {
    remote_ip: ['first_host'],
    server: ['server_kind'],
    bytes: ['bytes', 'bytes_written'],
    bytes_in: ['bytes_read'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    if (isAudit(record)) {
      record.kind = 'audit'
      record.server_kind = 'bitbucket'
      return
    }
    const { remote_host: host } = record
    // Further proxies are listed behind the client.
    if (typeof host === 'string' && host.includes(',')) record.first_host = host.slice(0, host.indexOf(','))
    else if (typeof host === 'string' && !/^[\d.]+$|:/.test(host)) record.remote_name = host
    // nginx's own format ends with a proxy's header that names the client.
    const [behind] = Array.isArray(record.extra) ? record.extra : []
    if (typeof behind === 'string' && FORWARDED.test(behind)) record.forwarded ??= behind
    if (typeof record.time === 'string') record.at = record.time.replace(/(\d\d:\d\d:\d\d),(\d{3})$/, '$1.$2')
    settle(record, record.status, record.labels !== undefined || record.request_id !== undefined ? 'bitbucket' : 'web')
  },
}

/** Forwarders may write a port behind an address, and a word for a client that they do not know. */
const FORWARDED =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[\da-fA-F]{0,4}:[\da-fA-F:.]{2,42}\]?)(?::\d{1,5})?(?:, {0,2}(?:[\da-fA-F:.[\]]{2,52}|unknown)){0,31}$/

/** Bitbucket's audit log, whose events are named after its classes. */
function isAudit(record: Readonly<Members>): boolean {
  return typeof record.event === 'string' && record.event.endsWith('Event') && record.remote_host !== undefined
}

function settle(record: Members, status: unknown, server: string): void {
  const isAnswered = typeof status === 'string' && /^\d{3}$/.test(status)
  record.kind = isAnswered ? 'answered' : 'unanswered'
  if (isAnswered) record.failed = status >= '400' ? 'yes' : 'no'
  record.server_kind = server
  const scheme = schemeOf(record)
  if (scheme !== '') record.url_scheme = scheme
}

/** Members that a server writes only for a connection with TLS. */
const OF_TLS = ['ssl_protocol', 'ssl_cipher', 'tls_version', 'tls_protocol', 'tls_cipher']
const SCHEME_OF_PORT: Readonly<Record<string, string>> = { 443: 'https', 80: 'http' }

/** The scheme of the request; '' when the record does not show it. */
function schemeOf(record: Readonly<Members>): string {
  const named = [record.scheme, record.protocol].find((value) => value === 'https' || value === 'http')
  if (typeof named === 'string') return named
  if (record.https === 'on' || OF_TLS.some((name) => record[name] && record[name] !== '-')) return 'https'
  const host = record.virtual_host ?? record['cs-host']
  const port = typeof host === 'string' ? /:(\d{1,5})$/.exec(host)?.[1] : undefined
  return SCHEME_OF_PORT[port ?? textOf(record['s-port'] ?? record.local_port)] ?? ''
}

/**
 * JSON of nginx's `log_format ... escape=json`, whose members an administrator names: mostly like nginx's variables.
 * They may have a prefix (`nginx.`), which no path here follows.
 */
const nginx: RecordShape = {
  name: 'nginx-json',
  is: (record) => record.remote_addr !== undefined,
  names: {
    at: ['at', 'time_iso8601', 'msec', 'time_local', '@timestamp', 'timestamp', 'time'],
    remote_host: ['remote_addr'],
    remote_ip: ['remote_addr', 'realip_remote_addr'],
    method: ['request_method', 'method'],
    path: ['path', 'request_uri', 'uri'],
    query: ['args', 'query_string'],
    status: ['status_text'],
    protocol: ['server_protocol', 'protocol'],
    bytes: ['body_bytes_sent', 'bytes_sent'],
    bytes_in: ['request_length'],
    referer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
    user_agent: ['http_user_agent', 'user_agent', 'agent'],
    forwarded: ['http_x_forwarded_for', 'x_forwarded_for'],
    virtual_host: ['http_host', 'host', 'server_name'],
    host: ['hostname', 'syslog.hostname'],
    local_host: ['server_addr'],
    local_port: ['server_port'],
    cookie: ['http_cookie'],
    server: ['server_kind'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    const status = textOf(record.status)
    record.status_text = status
    const request =
      typeof record.request === 'string' ? /^([A-Z_-]{1,32}) (\S+)(?: (HTTP\/[\d.]{1,4}))?$/.exec(record.request) : null
    if (request) {
      record.method ??= request[1]
      record.path ??= request[2]
      if (request[3] !== undefined) record.protocol ??= request[3]
    }
    const seconds = Number(textOf(record.request_time) || Number.NaN)
    if (seconds >= 0) record.duration_ms = Math.round(seconds * 1000)
    settle(record, status, 'nginx')
  },
}

/** Access log of Traefik as JSON: "Access logs", Traefik documentation. Durations are nanoseconds. */
const traefik: RecordShape = {
  name: 'traefik',
  is: (record) => record.DownstreamStatus !== undefined,
  names: {
    at: ['StartUTC', 'time'],
    remote_host: ['ClientHost', 'ClientAddr'],
    remote_port: ['ClientPort'],
    method: ['RequestMethod'],
    path: ['RequestPath'],
    status: ['status_text'],
    protocol: ['RequestProtocol'],
    bytes: ['DownstreamContentSize'],
    bytes_in: ['RequestContentSize'],
    referer: ['request_Referer'],
    user_agent: ['request_User-Agent'],
    forwarded: ['request_X-Forwarded-For'],
    virtual_host: ['RequestHost'],
    remote_user: ['ClientUsername'],
    server: ['server_kind'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    record.status_text = textOf(record.DownstreamStatus)
    record.scheme ??= record.RequestScheme
    const nanoseconds = Number(textOf(record.Duration) || Number.NaN)
    if (nanoseconds >= 0) record.duration_ms = Math.round(nanoseconds / 1e6)
    settle(record, record.status_text, 'traefik')
  },
}

/** Access log of Caddy: "log", Caddy documentation. */
const caddy: RecordShape = {
  name: 'caddy',
  is: isCaddy,
  names: {
    at: ['ts', '@timestamp'],
    remote_host: ['request.client_ip', 'request.remote_ip', 'request.remote_addr'],
    remote_port: ['request.remote_port'],
    method: ['request.method'],
    path: ['request.uri'],
    status: ['status_text'],
    protocol: ['request.proto'],
    bytes: ['size'],
    bytes_in: ['bytes_read'],
    referer: ['request.headers.Referer.0'],
    user_agent: ['request.headers.User-Agent.0'],
    forwarded: ['request.headers.X-Forwarded-For.0'],
    virtual_host: ['request.host'],
    remote_user: ['user_id'],
    server: ['server_kind'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    record.status_text = textOf(record.status)
    if (isMembers(record.request) && isMembers(record.request.tls)) record.scheme ??= 'https'
    const seconds = Number(textOf(record.duration) || Number.NaN)
    if (seconds >= 0) record.duration_ms = Math.round(seconds * 1000)
    settle(record, record.status_text, 'caddy')
  },
}

function isCaddy({ request, status, logger }: Readonly<Members>): boolean {
  if (!isMembers(request) || status === undefined) return false
  const isNamed = typeof logger === 'string' && logger.startsWith('http.log.access')
  return isNamed && typeof request.method === 'string' && typeof request.uri === 'string'
}

/** The port of `198.51.100.9:4711` and `[2001:db8::9]:4711`. */
function portIn(address: unknown): string | undefined {
  return /(?:^[\d.]{7,15}|\]):(\d{1,5})$/.exec(textOf(address).slice(0, 64))?.[1]
}

/** Access log of Envoy and of Istio's proxies as JSON, by the names of their default format: "Access logging", Envoy. */
const envoy: RecordShape = {
  name: 'envoy',
  is: (record) => record.downstream_remote_address !== undefined,
  names: {
    at: ['start_time'],
    remote_host: ['downstream_remote_address'],
    remote_port: ['ends.remote_port'],
    local_host: ['downstream_local_address'],
    local_port: ['ends.local_port'],
    method: ['method'],
    path: ['path'],
    status: ['status_text'],
    protocol: ['protocol'],
    bytes: ['bytes_sent'],
    bytes_in: ['bytes_received'],
    user_agent: ['user_agent'],
    forwarded: ['x_forwarded_for'],
    virtual_host: ['authority'],
    duration_ms: ['duration'],
    server: ['server_kind'],
  },
  settle(record: Members) {
    if (record.kind !== undefined) return
    record.status_text = textOf(record.response_code)
    record.ends = {
      remote_port: portIn(record.downstream_remote_address),
      local_port: portIn(record.downstream_local_address),
    }
    settle(record, record.status_text, 'envoy')
  },
}

export const WEB_SHAPES: readonly RecordShape[] = [iis, nginx, traefik, caddy, envoy, lines]

function isNginxJson(record: Readonly<Members>): boolean {
  if (record.remote_addr === undefined || typeof record.remote_addr !== 'string') return false
  const status = textOf(record.status)
  return (
    /^\d{3}$/.test(status) &&
    [record.request, record.request_uri, record.uri].some((value) => typeof value === 'string')
  )
}

/** ELB's and S3's records have other names; IIS's have a dash. */
export function isWebAccess(record: Readonly<Members>): boolean {
  if (isNginxJson(record) || isCaddy(record)) return true
  if (record.DownstreamStatus !== undefined) return record.RequestMethod !== undefined
  if (record.downstream_remote_address !== undefined) return record.response_code !== undefined
  if (record['cs-method'] === undefined && record.remote_host === undefined) return false
  if (record.syslog !== undefined && record.method === undefined) return false
  // A proxy writes its verdict.
  if (record['s-action'] !== undefined || record['sc-filter-result'] !== undefined) return false
  if (typeof record['cs-method'] === 'string' && record['c-ip'] !== undefined) return true
  if (record.elb !== undefined || record.bucket !== undefined || typeof record.remote_host !== 'string') return false
  // A client that sent nothing: the decoder leaves out the request, and its answer is 408 or 400.
  if (record.request === undefined && record.status !== undefined && record.time !== undefined) return true
  return record.request !== undefined || (record.method !== undefined && record.path !== undefined) || isAudit(record)
}
