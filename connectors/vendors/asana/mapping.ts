/** Asana's audit log. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, list, lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { event_type: types },
  ...of,
})
const ACTOR: Rows = {
  ...person('actor.user', { name: ['actor.name', 'actor.email'], uid: 'actor.gid', email: 'actor.email' }),
  'actor.user.type': 'actor.actor_type',
  ...client('context.client_ip_address', 'context.user_agent'),
}
const USER: Rows = person('user', {
  name: ['resource.email', 'resource.name', 'actor.email'],
  uid: ['resource.gid', 'actor.gid'],
  email: ['resource.email', 'actor.email'],
})

export const ASANA: SourceTable = {
  id: 'asana/1',
  shapes: PLAIN,
  select: ['event_type'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...AUDIT,
    ...product('Asana', 'Asana'),
    'metadata.event_code': 'event_type',
    'metadata.log_name': 'event_category',
  },
  logSource: { product: 'asana', service: 'audit' },
  vendorId: 'gid',
  recognises: (record) =>
    record.event_category !== undefined && record.event_type !== undefined && record.gid !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['user_login_*', 'user_logged_out'], {
          class: 'authentication',
          activity: lookup('event_type', { user_logged_out: 'Logoff' }, 'Logon'),
          rows: {
            ...ACTOR,
            ...USER,
            'service.name': always('Asana'),
            auth_protocol_id: lookup('details.method.0', { SAML: 'SAML' }, 'Other'),
            status_id: lookup('event_type', { user_login_failed: 'Failure' }, 'Success'),
          },
        }),
        on('roles', ['user_workspace_admin_role_changed', 'user_division_admin_role_changed'], {
          class: 'user_access',
          activity: 'Assign Privileges',
          rows: { ...ACTOR, ...USER, privileges: list('details.new_value', /,/) },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event_type', /_([a-z]+)$/),
          rows: {
            ...ACTOR,
            'entity.name': 'resource.name',
            'entity.uid': 'resource.gid',
            'entity.type_id': lookup(
              'resource.resource_type',
              { user: 'User', team: 'Group', workspace: 'Organization' },
              'Other',
            ),
          },
        },
      ],
    },
  ],
}
export const asana = compileSource(ASANA)
