/**
 * The error log of nginx, from its file or over syslog. A line about a request is an HTTP response; other lines are
 * about nginx itself.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { nginxError } from '../../formats/server-logs.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  capture,
  hostname,
  ip,
  is,
  lookup,
  type RecordShape,
  type SourceTable,
  time,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { RULE } from '../../vendors/modsecurity/mapping.ts'
import { readRule } from '../../vendors/modsecurity/rule-text.ts'
import { messageOf, syslogField } from '../syslog/settle.ts'

const MEMBERS = [
  'time',
  'pid',
  'message',
  'client',
  'server',
  'request',
  'upstream',
  'host',
  'referrer',
  'error_level',
  'connection',
] as const

/** Reads a line that came by syslog, whose message holds all of it. */
function lineIn(record: Readonly<Members>): Members | null {
  if (syslogField(record, 'app_name') !== 'nginx') return null
  const message = messageOf(record)
  const read = /^\d{4}\//.test(message) ? nginxError.decode(message, { receivedMs: 0 }) : null
  return isMembers(read) ? read : null
}

/** `auth_basic` rejects a user; a request without a user is only asked to send one. */
const LOGON = /^user "([^"]{0,256})"(?:: password mismatch| was not found in )/

const shape: RecordShape = {
  name: 'nginx-error',
  is: () => true,
  settle(record) {
    if (record.parsed !== undefined) return
    const fields: Members = {}
    const line = record.error_level === undefined ? lineIn(record) : record
    for (const name of MEMBERS) if (line?.[name] !== undefined) fields[name] = line[name]
    const request = typeof fields.request === 'string' ? /^([A-Z_-]{1,32}) (\S+)/.exec(fields.request) : null
    if (request) Object.assign(fields, { method: request[1], path: request[2] })
    const isError = /^(?:error|crit|alert|emerg)$/.test(textOf(fields.error_level))
    const isFailed = isError && typeof fields.client === 'string'
    fields.kind = request ? 'request' : isFailed ? 'connection' : isError ? 'error' : 'words'
    // If ModSecurity wrote the line, its rule is the event, not the server's words around it.
    const rule = request || isFailed ? readRule(textOf(fields.message)) : null
    if (rule !== null)
      Object.assign(fields, rule, { kind: 'rule', src_ip: fields.client, host: fields.host ?? fields.server })
    const logon = LOGON.exec(textOf(fields.message))
    if (logon) Object.assign(fields, { kind: 'logon', user: logon[1] })
    record.parsed = fields
  },
}

const SEVERITIES = {
  ...{ emerg: 'Critical', alert: 'Critical', crit: 'Critical', error: 'Medium', warn: 'Low' },
  ...{ notice: 'Informational', info: 'Informational', debug: 'Informational' },
} as const
const AT_CLIENT = { 'src_endpoint.ip': ip('parsed.client') } as const

export const NGINX_ERROR: SourceTable = {
  id: 'nginx-error/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.time', 'syslog.time'),
    severity_id: lookup('parsed.error_level', SEVERITIES),
    'metadata.product.name': is('nginx'),
    'metadata.log_name': is('error'),
    'metadata.original_time': 'parsed.time',
    'device.hostname': ['syslog.hostname', 'hec.host', 'relayed.host', 'relayed.hostname'],
    'device.type_id': is('Server'),
    message: 'parsed.message',
  },
  logSource: { product: 'nginx', service: 'nginx', categories: ['webserver'] },
  chapters: [
    {
      name: 'error',
      aliases: {
        'c-ip': ['parsed.client'],
        'cs-host': ['parsed.host'],
        'cs-method': ['parsed.method'],
        src_ip: ['parsed.client'],
      },
      profiles: [
        {
          name: 'rule',
          when: { 'parsed.kind': 'rule' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...RULE,
            'evidences[0].url.path': urlPath('parsed.path'),
            'evidences[0].url.query_string': urlQuery('parsed.path'),
            action_id: lookup('parsed.done', { denied: 'Denied' }, 'Observed'),
            disposition_id: lookup('parsed.done', { denied: 'Blocked' }, 'Detected'),
          },
        },
        {
          name: 'logon',
          when: { 'parsed.kind': 'logon' },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...AT_CLIENT,
            'user.name': account('parsed.user'),
            'dst_endpoint.hostname': hostname('parsed.host', 'parsed.server'),
            'http_request.http_method': 'parsed.method',
            'http_request.url.url_string': 'parsed.path',
            'http_request.url.path': urlPath('parsed.path'),
            'service.name': is('nginx'),
            status_id: is('Failure'),
            status_detail: 'parsed.message',
          },
        },
        {
          name: 'request',
          when: { 'parsed.kind': 'request' },
          class: 'http_activity',
          activity: lookup('parsed.method', HTTP_METHODS, 'Other'),
          rows: {
            ...AT_CLIENT,
            'dst_endpoint.hostname': hostname('parsed.host', 'parsed.server'),
            'http_request.http_method': 'parsed.method',
            'http_request.url.url_string': 'parsed.path',
            'http_request.url.path': urlPath('parsed.path'),
            'http_request.url.query_string': urlQuery('parsed.path'),
            'http_request.url.hostname': hostname('parsed.host', 'parsed.server'),
            'http_request.version': capture('parsed.request', / (HTTP\/[\d.]{1,4})$/),
            'http_request.referrer': 'parsed.referrer',
            status_id: lookup('parsed.error_level', {
              error: 'Failure',
              crit: 'Failure',
              alert: 'Failure',
              emerg: 'Failure',
            }),
            status_detail: 'parsed.message',
          },
        },
        {
          name: 'connection',
          when: { 'parsed.kind': 'connection' },
          class: 'network_activity',
          activity: 'Fail',
          rows: {
            ...AT_CLIENT,
            'dst_endpoint.hostname': hostname('parsed.server'),
            status_id: is('Failure'),
            status_detail: 'parsed.message',
          },
        },
        { name: 'error', when: { 'parsed.kind': 'error' }, class: 'application_error', activity: 'General Error' },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'the server about itself, and hints below an error',
        },
      ],
    },
  ],
  renderings: [
    'parsed.kind',
    'request',
    'syslog.message',
    'syslog.pri',
    'tid',
    'pid',
    'connection',
    'time',
    'error_level',
  ],
  recognises: (record) =>
    (typeof record.error_level === 'string' && record.tid !== undefined) || lineIn(record) !== null,
}
export const nginxErrors = compileSource(NGINX_ERROR)
