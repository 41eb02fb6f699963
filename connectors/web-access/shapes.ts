/** IIS has names of W3C and two fields for a time; everything else is as the decoders of access logs name it. */
import type { Members } from '../../platform/members.ts'
import type { RecordShape } from '../compile/table.ts'
import { textOf } from '../text-of.ts'

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

export const WEB_SHAPES: readonly RecordShape[] = [iis, lines]

/** ELB's and S3's records have other names; IIS's have a dash. */
export function isWebAccess(record: Readonly<Members>): boolean {
  if (record['cs-method'] === undefined && record.remote_host === undefined) return false
  if (record.syslog !== undefined && record.method === undefined) return false
  if (typeof record['cs-method'] === 'string' && record['c-ip'] !== undefined) return true
  if (record.elb !== undefined || record.bucket !== undefined || typeof record.remote_host !== 'string') return false
  return record.request !== undefined || (record.method !== undefined && record.path !== undefined) || isAudit(record)
}
