/**
 * The audit log of HashiCorp Vault and OpenBao: JSON, one line for a request and another for its response. Hidden
 * values are digests (`hmac-sha256:...`) and not names. Names: "Audit devices", "Elements of the audit log", Vault
 * documentation.
 */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  concat,
  email,
  first,
  integer,
  ip,
  is,
  lookup,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** `auth/userpass/login/kim`, `auth/oidc/oidc/callback`, `auth/approle/login`. */
const LOGIN = /^auth\/[^/]{1,128}\/(?:login|oidc\/callback|callback)(?:\/([^/]{1,256}))?$/

const shape: RecordShape = {
  name: 'json',
  is: () => true,
  settle(record) {
    const request = isMembers(record.request) ? record.request : {}
    const login = LOGIN.exec(textOf(request.path))
    const error = textOf(record.error)
    const who = login?.[1]
    record.parsed ??= {
      kind: login && request.operation === 'update' ? 'logon' : 'call',
      result: error !== '' ? 'failed' : record.type === 'response' ? 'done' : 'requested',
      ...(error !== '' && { reason: error.replace(/^1 error occurred:\s{0,4}\*? ?/, '').trim() }),
      ...(who !== undefined && { who }),
    }
  },
}

/** Excludes digests of hidden values, and the word `token` for a token without a person. */
const PLAIN = /^(?!hmac-|token$)(.{1,256})$/
const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' }, 'Unknown')
const FROM: Rows = {
  'src_endpoint.ip': ip('request.remote_address'),
  'src_endpoint.port': integer('request.remote_port'),
}
const DEGREE = lookup('parsed.result', { failed: 'Medium' }, 'Informational')

export const VAULT: SourceTable = {
  id: 'vault/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('time', 'syslog.time'),
    severity_id: DEGREE,
    'metadata.product.name': is('Vault'),
    'metadata.product.vendor_name': is('HashiCorp'),
    'metadata.log_name': is('audit'),
    'metadata.event_code': text('type'),
    'metadata.correlation_uid': text('request.id'),
    'metadata.original_time': 'time',
    'device.hostname': ['syslog.hostname', 'hec.host', 'relayed.host'],
    'device.type_id': is('Server'),
    message: 'parsed.reason',
  },
  logSource: { product: 'vault', service: 'audit' },
  chapters: [
    {
      name: 'audit',
      aliases: { src_ip: ['request.remote_address'], user: ['auth.display_name'], operation: ['request.operation'] },
      profiles: [
        {
          name: 'logon',
          when: { 'parsed.kind': 'logon' },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            'user.name': first(
              capture('auth.display_name', PLAIN),
              capture('response.auth.display_name', PLAIN),
              capture('parsed.who', PLAIN),
            ),
            'user.email_addr': email('auth.metadata.email', 'response.auth.metadata.email'),
            'user.uid': text('auth.entity_id', 'response.auth.entity_id'),
            ...FROM,
            'service.name': first(text('request.mount_type', 'request.mount_point'), text('request.path')),
            status_id: RESULT,
            status_detail: 'parsed.reason',
          },
        },
        {
          name: 'call',
          when: {},
          class: 'api_activity',
          activity: lookup(
            'request.operation',
            { create: 'Create', read: 'Read', list: 'Read', update: 'Update', patch: 'Update', delete: 'Delete' },
            'Other',
          ),
          rows: {
            'actor.user.name': first(
              capture('auth.display_name', PLAIN),
              capture('auth.metadata.username', PLAIN),
              email('auth.metadata.email'),
            ),
            'actor.user.email_addr': email('auth.metadata.email'),
            'actor.user.uid': text('auth.entity_id', 'request.client_id'),
            'api.operation': first(
              concat('request.operation', { words: ' ' }, 'request.path'),
              text('request.operation'),
            ),
            'api.service.name': text('request.mount_type', 'request.mount_point'),
            'api.request.uid': text('request.id'),
            ...FROM,
            'resources[0].name': 'request.path',
            'resources[0].type': 'request.mount_type',
            'http_request.user_agent': ['request.headers.user-agent.0'],
            status_id: RESULT,
            status_detail: 'parsed.reason',
          },
        },
      ],
    },
  ],
  recognises: (record) => {
    const { request, type } = record
    if ((type !== 'request' && type !== 'response') || !isMembers(request)) return false
    return (
      typeof request.operation === 'string' &&
      typeof request.path === 'string' &&
      (isMembers(record.auth) || request.id !== undefined || request.remote_address !== undefined)
    )
  },
}
export const vault = compileSource(VAULT)
