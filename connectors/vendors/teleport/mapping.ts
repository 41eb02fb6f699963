/** Teleport's audit events. */

import { AUDIT, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  fileAt,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const on = (name: string, events: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { event: events },
  ...of,
})

/** `[2001:db8::1]:65123`, `192.0.2.1:35194`. */
const REMOTE = /^\[?([0-9a-fA-F.:]{3,45}?)\]?:\d{1,5}$/
const FROM_PORT = capture(['addr\\.remote', 'addr_remote', 'addr.remote'], /[\]\d]:(\d{1,5})$/, 'integer')
const FROM = first(ip('src_addr'), capture(['addr\\.remote', 'addr_remote', 'addr.remote'], REMOTE, 'ip'))
const ACTOR: Rows = {
  ...person('actor.user', { name: ['user', 'identity.user', 'updated_by'], email: 'user' }),
  'actor.session.uid': 'sid',
}
const SERVER: Rows = { 'device.uid': 'server_id', 'device.hostname': 'server_hostname', 'device.type_id': is('Server') }

/** Program and arguments are separate; rules need the joined command line. */
function settle(record: Record<string, unknown>): void {
  const { argv, path, command } = record
  if (command !== undefined || typeof path !== 'string' || !Array.isArray(argv) || argv.length === 0) return
  if (!argv.every((word) => typeof word === 'string')) return
  record.command = [path, ...argv].join(' ')
}

export const TELEPORT: SourceTable = {
  id: 'teleport/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['event'],
  rows: {
    time: time('time', 'p_event_time'),
    ...AUDIT,
    ...product('Gravitational', 'Teleport'),
    'metadata.event_code': text('code'),
    'metadata.log_name': 'event',
    'metadata.tenant_uid': 'cluster_name',
    'metadata.sequence': integer('ei'),
  },
  logSource: { product: 'teleport', service: 'audit' },
  vendorId: 'uid',
  recognises: (record) =>
    typeof record.code === 'string' && /^[A-Za-z]{1,4}\d+[IWE]$/i.test(record.code) && typeof record.event === 'string',
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['user.login', 'auth', 'session.start', 'session.end', 'cert.create'], {
          class: 'authentication',
          activity: lookup('event', { 'session.end': 'Logoff', 'cert.create': 'Authentication Ticket' }, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...ACTOR,
            ...person('user', { name: ['user', 'identity.user', 'login'], email: 'user' }),
            'src_endpoint.ip': FROM,
            'src_endpoint.port': FROM_PORT,
            'http_request.user_agent': 'user_agent',
            'dst_endpoint.hostname': 'server_hostname',
            'dst_endpoint.uid': 'server_id',
            'service.name': always('Teleport'),
            auth_protocol_id: lookup('method', { saml: 'SAML', oidc: 'OpenID' }, 'Other'),
            status_id: first(
              lookup('success', { true: 'Success', false: 'Failure' }),
              lookup('code', { T3007W: 'Failure' }),
            ),
            status_detail: 'error',
            // The device is named if one was used, whatever its kind.
            is_mfa: lookup(['mfa_device.mfa_device_uuid', 'mfa_device.mfa_device_type'], {}, true),
          },
        }),
        on('command', ['session.command', 'exec'], {
          class: 'process_activity',
          activity: 'Launch',
          logSource: { product: 'linux', categories: ['process_creation'] },
          rows: {
            ...ACTOR,
            ...SERVER,
            'actor.process.pid': integer('ppid'),
            'process.pid': integer('pid'),
            'process.name': ['program', 'path'],
            'process.cmd_line': ['command', 'path', 'program'],
            'process.user.name': 'login',
            ...fileAt('process.file', 'path'),
            exit_code: integer('return_code', 'exitCode'),
          },
        }),
        on('network', ['session.network'], {
          class: 'network_activity',
          activity: 'Open',
          logSource: { product: 'linux', categories: ['network_connection'] },
          rows: {
            ...ACTOR,
            'actor.process.pid': integer('pid'),
            'actor.process.name': 'program',
            'src_endpoint.ip': ip('src_addr'),
            'dst_endpoint.ip': ip('dst_addr'),
            'dst_endpoint.port': integer('dst_port'),
          },
        }),
        on('account', ['user.create', 'user.update', 'user.delete'], {
          class: 'account_change',
          activity: lookup('event', { 'user.create': 'Create', 'user.delete': 'Delete' }, 'Other'),
          rows: { ...ACTOR, 'user.name': 'name', 'src_endpoint.ip': FROM },
        }),
        {
          name: 'resource',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event'),
          rows: {
            ...ACTOR,
            'entity.name': ['name', 'target.user'],
            // The user whom a lock affects.
            'entity.user.name': 'target.user',
            'entity.type_id': is('Other'),
            'entity.type': 'event',
            'src_endpoint.ip': FROM,
          },
        },
      ],
    },
  ],
}
export const teleport = compileSource(TELEPORT)
