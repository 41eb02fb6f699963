/**
 * Access logs of web servers and of AWS, one line for each request. The columns have the names of the vendors'
 * documentation: Apache mod_log_config (`%h %l %u %t "%r" %>s %b` and combined), AWS classic and application load
 * balancers, the S3 server access log, Tomcat in Jira and Confluence, and Bitbucket. A `-` means no value and is left
 * out.
 */
import { type Decoded, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import type { Fields } from './fields.ts'
import { headlessRow } from './headless-rows.ts'
import { readTokens } from './tokens.ts'

const COMMON = ['remote_host', 'ident', 'remote_user', 'time', 'request', 'status', 'bytes']
const COMBINED = [...COMMON, 'referer', 'user_agent']

/** `13/Jan/2016:19:31:16 +0000` */
const APACHE_TIME = /^\d{1,2}\/[A-Za-z]{3}\/\d{4}:\d\d:\d\d:\d\d/

const ACCESS = /^\S{1,255} \S{1,255} (?:\S{1,255} )?\S{1,255} \[\d\d?\/[A-Z][a-z]{2}\/\d{4}:\d\d:/

/** True for a host, two or three names and a time in brackets. */
export const isAccessLine = (head: string): boolean => ACCESS.test(head)

/**
 * Common and combined format, with the virtual host before them where it is logged; further values are put under
 * `extra`.
 */
export const accessLog = textDecoder('access-log', (text) => {
  if (text.startsWith('[')) return tomcat(text)
  const row = headlessRow(text)
  if (row !== null) return row
  const tokens = readTokens(text.replace(CHAIN, '$1 '))
  if (tokens === null) return 'too_many_fields'
  const offset = APACHE_TIME.test(tokens[3] ?? '') ? 0 : APACHE_TIME.test(tokens[4] ?? '') ? 1 : -1
  if (offset === -1 || tokens.length < COMMON.length + offset) return 'bad_access_log'
  fields.clear()
  if (offset === 1) fields.add('virtual_host', tokens[0])
  const record = recordOf(COMBINED, tokens, offset, offset + COMBINED.length)
  addRequest(record)
  const extra = tokens.slice(offset + COMBINED.length)
  if (extra.length > 0) record.extra = extra
  return record
})

const fields = new FieldList()

/** The record of the pairs in `fields`, with the values of the range added under their names. */
function recordOf(names: readonly string[], values: readonly string[], from = 0, to = values.length): Fields {
  const end = Math.min(to, values.length)
  for (let at = from; at < end; at++) {
    const value = values[at]
    if (value !== '-') fields.add(names[at - from] ?? `column_${at - from + 1}`, value)
  }
  return fields.toFields()
}

/** A chain of forwarders in the place of the client: `203.0.113.7, 10.0.0.1 - - [`; the client stands first. */
const CHAIN =
  /^((?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F]{0,4}:[\da-fA-F:.]{2,40})(?:, ?[\da-fA-F:.]{2,45}){1,16} (?=\S{1,128} \S{1,128} \[)/

/** `GET /index.html HTTP/1.1`; a request of another form stays whole under `request` alone. */
function addRequest(record: Fields): void {
  const request = typeof record.request === 'string' ? record.request : ''
  const parts = /^([A-Z_-]{1,32}) (\S+)(?: ([A-Z]+\/\d(?:\.\d)?))?$/.exec(request)
  if (!parts) return
  record.method = parts[1]
  record.path = parts[2]
  if (parts[3] !== undefined) record.protocol ??= parts[3]
}

/** `[17/Jun/2021:12:57:26 +0200] user thread host GET /path HTTP/1.1 200 46ms 1206 referer agent`, without quotes. */
const TOMCAT =
  /^\[([^\]]{1,64})\] (\S+) (\S+) (\S+) ([A-Z]{1,16}) (\S+) (HTTP\/\S{1,8}) (\d{3}) (\d+)ms (\d+|-) (\S+) (.*)$/
const TOMCAT_NAMES = [
  'time',
  'remote_user',
  'thread',
  'remote_host',
  'method',
  'path',
  'protocol',
  'status',
  'duration_ms',
  'bytes',
  'referer',
  'user_agent',
]

function tomcat(text: string): Decoded {
  const parts = TOMCAT.exec(text)
  if (!parts) return 'bad_access_log'
  fields.clear()
  return recordOf(TOMCAT_NAMES, parts, 1)
}

const ALB = (
  'type time elb client:port target:port request_processing_time target_processing_time response_processing_time ' +
  'elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol ' +
  'target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed ' +
  'redirect_url error_reason target:port_list target_status_code_list classification classification_reason ' +
  'conn_trace_id transformed_host transformed_uri request_transform_status'
).split(' ')

const CLASSIC_ELB = (
  'time elb client:port backend:port request_processing_time backend_processing_time response_processing_time ' +
  'elb_status_code backend_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol'
).split(' ')

const NLB = (
  'type version time elb listener client:port destination:port connection_time tls_handshake_time received_bytes ' +
  'sent_bytes incoming_tls_alert chosen_cert_arn chosen_cert_serial tls_cipher tls_protocol_version tls_named_group ' +
  'domain_name alpn_fe_protocol alpn_be_protocol alpn_client_preference_list tls_connection_creation_time'
).split(' ')

const S3 = (
  'bucket_owner bucket time remote_ip requester request_id operation key request_uri http_status error_code bytes_sent ' +
  'object_size total_time turn_around_time referer user_agent version_id host_id signature_version cipher_suite ' +
  'authentication_type host_header tls_version access_point_arn acl_required source_region'
).split(' ')

const ISO_START = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Classic, application and network load balancers of AWS; the place of the time distinguishes them. */
export const elb = textDecoder('elb', (text) => {
  const tokens = readTokens(text)
  if (tokens === null) return 'too_many_fields'
  const at = tokens.slice(0, 3).findIndex((token) => ISO_START.test(token))
  const names = [CLASSIC_ELB, ALB, NLB][at]
  if (names === undefined || tokens.length < 12) return 'bad_access_log'
  fields.clear()
  const record = recordOf(names, tokens)
  addRequest(record)
  return record
})

export const s3Access = textDecoder('s3-access', (text) => {
  const tokens = readTokens(text)
  if (tokens === null) return 'too_many_fields'
  if (tokens.length < 17 || !APACHE_TIME.test(tokens[2] ?? '')) return 'bad_access_log'
  fields.clear()
  return recordOf(S3, tokens)
})

const BITBUCKET_ACCESS =
  'remote_host protocol request_id remote_user time request referer_and_agent status bytes_read bytes_written labels duration_ms session_id'.split(
    ' ',
  )
const REFERER_AND_AGENT = 'referer_and_agent'
const BITBUCKET_AUDIT = 'remote_host event remote_user time entity details request_id session_id'.split(' ')

/** Splits the quoted request, referer and agent into their values. */
function unquote(record: Fields, refererAndAgent: string): void {
  if (typeof record.request === 'string') record.request = readTokens(record.request)?.[0] ?? record.request
  addRequest(record)
  const [referer, agent] = readTokens(refererAndAgent) ?? []
  if (referer) record.referer = referer
  if (agent) record.user_agent = agent
}

/**
 * Bitbucket's access and audit logs, with ` | ` between the values: the audit log has a Unix time as its fourth value.
 */
export const bitbucket = textDecoder('bitbucket', (text) => {
  const values = text.split(/ \| ?/, 64).map((value) => value.trim())
  if (values.at(-1) === '') values.pop()
  if (values.length < 8) return 'bad_access_log'
  const names = /^\d{13}$/.test(values[3] ?? '') ? BITBUCKET_AUDIT : BITBUCKET_ACCESS
  // SSH and RPC requests name their parent request, in one more column.
  const isNested = names === BITBUCKET_ACCESS && /^@/.test(values[3] ?? '')
  fields.clear()
  if (isNested) fields.add('parent_request_id', values.splice(3, 1)[0])
  const at = names.indexOf(REFERER_AND_AGENT)
  const [both = '-'] = at === -1 ? [] : values.splice(at, 1, '-')
  const record = recordOf(names, values)
  unquote(record, both === '-' ? '' : both)
  return record
})
