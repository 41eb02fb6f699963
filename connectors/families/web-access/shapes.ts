/** IIS has names of W3C and two fields for a time; everything else is as the decoders of access logs name it. */
import type { Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const iis: RecordShape = {
  name: 'iis',
  is: (record) => record['cs-method'] !== undefined || record['sc-status'] !== undefined,
  names: {
    method: ['cs-method'],
    path: ['cs-uri-stem'],
    query: ['cs-uri-query'],
    status: ['sc-status'],
    substatus: ['sc-substatus'],
    user_agent: ['cs(User-Agent)'],
    referer: ['cs(Referer)'],
    cookie: ['cs(Cookie)'],
    remote_user: ['cs-username'],
    remote_host: ['c-ip'],
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
    settle(record, record['sc-status'], 'iis')
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
    // Proxies on the way are listed behind the client.
    if (typeof host === 'string' && host.includes(',')) record.first_host = host.slice(0, host.indexOf(','))
    else if (typeof host === 'string' && !/^[\d.]+$|:/.test(host)) record.remote_name = host
    if (typeof record.time === 'string') record.at = record.time.replace(/(\d\d:\d\d:\d\d),(\d{3})$/, '$1.$2')
    settle(record, record.status, record.labels !== undefined || record.request_id !== undefined ? 'bitbucket' : 'web')
  },
}

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

/** Members that a server writes of a connection with TLS alone. */
const OF_TLS = ['ssl_protocol', 'ssl_cipher', 'tls_version', 'tls_protocol', 'tls_cipher']
const SCHEME_OF_PORT: Readonly<Record<string, string>> = { 443: 'https', 80: 'http' }

/** How the server was reached, as far as the record says: '' when it says nothing. */
function schemeOf(record: Readonly<Members>): string {
  const named = [record.scheme, record.protocol].find((value) => value === 'https' || value === 'http')
  if (typeof named === 'string') return named
  if (record.https === 'on' || OF_TLS.some((name) => record[name] && record[name] !== '-')) return 'https'
  const host = record.virtual_host ?? record['cs-host']
  const port = typeof host === 'string' ? /:(\d{1,5})$/.exec(host)?.[1] : undefined
  return SCHEME_OF_PORT[port ?? textOf(record['s-port'] ?? record.local_port)] ?? ''
}

/**
 * JSON of nginx's `log_format ... escape=json`, whose members an administrator names: mostly as nginx calls its variables.
 * They may be prefixed for whom they are of (`nginx.`), which no path here follows.
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

export const WEB_SHAPES: readonly RecordShape[] = [iis, nginx, lines]

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
  if (isNginxJson(record)) return true
  if (record['cs-method'] === undefined && record.remote_host === undefined) return false
  if (record.syslog !== undefined && record.method === undefined) return false
  if (typeof record['cs-method'] === 'string' && record['c-ip'] !== undefined) return true
  if (record.elb !== undefined || record.bucket !== undefined || typeof record.remote_host !== 'string') return false
  return record.request !== undefined || (record.method !== undefined && record.path !== undefined) || isAudit(record)
}
