/** OpenAI's organization audit log. */

import { AUDIT, client, entityVerb, FORWARDED, person, product, spelled } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  is,
  list,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  time,
  under,
} from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { type: types },
  ...of,
})

const ACTOR: Rows = {
  ...person('actor.user', {
    name: [
      'actor.session.user.email',
      'actor.api_key.user.email',
      'actor.api_key.service_account.id',
      'actor.api_key.id',
    ],
    uid: ['actor.session.user.id', 'actor.api_key.user.id', 'actor.api_key.service_account.id', 'actor.api_key.id'],
    email: ['actor.session.user.email', 'actor.api_key.user.email'],
  }),
  'actor.user.type': 'actor.type',
  ...client('actor.session.ip_address', 'actor.session.user_agent'),
  'src_endpoint.location.city': 'actor.session.ip_address_details.city',
  'src_endpoint.location.region': ['actor.session.ip_address_details.region'],
  'src_endpoint.location.country': 'actor.session.ip_address_details.country',
}

const ASSIGNED = lookup(
  'type',
  { 'role.assignment.created': 'Assign Privileges', 'role.assignment.deleted': 'Revoke Privileges' },
  'Other',
)
const PRINCIPAL = ['role_assignment_created.principal_id', 'role_assignment_deleted.principal_id']
const ROLE: Rows = {
  ...ACTOR,
  privileges: list(['role_assignment_created.id', 'role_assignment_deleted.id'], /,/),
}
const RESOURCE: Rows = {
  uid: ['role_assignment_created.resource_id', 'role_assignment_deleted.resource_id'],
  type: ['role_assignment_created.resource_type', 'role_assignment_deleted.resource_type'],
}
const members = (name: string) =>
  [
    'api_key_created',
    'api_key_updated',
    'api_key_deleted',
    'ip_allowlist_created',
    'ip_allowlist_updated',
    'ip_allowlist_deleted',
    'scim_enabled',
    'scim_disabled',
    'project_created',
    'service_account_created',
    'service_account_deleted',
    'ip_allowlist_config_activated.configs.0',
    'ip_allowlist_config_deactivated.configs.0',
  ].map((kind) => `${kind}.${name}`)

/** The target; an invitation has no account yet, and its own id stands for it. */
const ACCOUNT = ['user_added', 'user_updated', 'user_deleted', 'invite_sent', 'invite_accepted', 'invite_deleted'].map(
  (kind) => `${kind}.id`,
)

export const OPENAI: SourceTable = {
  id: 'openai/1',
  shapes: spelled({
    principal: ['role_assignment_created.principal_type', 'role_assignment_deleted.principal_type'],
  }),
  select: ['type', 'principal'],
  rows: {
    time: time('effective_at', 'p_event_time'),
    ...AUDIT,
    ...product('OpenAI', 'OpenAI Platform'),
    'metadata.event_code': 'type',
  },
  logSource: { product: 'openai', service: 'audit' },
  vendorId: 'id',
  recognises: (record) =>
    record.object === 'organization.audit_log' || (typeof record.id === 'string' && record.id.startsWith('audit_log-')),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['login.*', 'logout.*'], {
          class: 'authentication',
          activity: lookup('type', { 'logout.succeeded': 'Logoff', 'logout.failed': 'Logoff' }, 'Logon'),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['actor.session.user.email', 'actor.session.user.id', 'actor.session.ip_address'],
              uid: 'actor.session.user.id',
              email: 'actor.session.user.email',
            }),
            'service.name': always('OpenAI Platform'),
            status_id: lookup('type', { 'login.failed': 'Failure', 'logout.failed': 'Failure' }, 'Success'),
            status_code: 'login_failed.error_code',
            status_detail: 'login_failed.error_message',
          },
        }),
        on('account', ['user.*', 'invite.*'], {
          class: 'account_change',
          activity: lookup(
            'type',
            { 'user.added': 'Create', 'invite.sent': 'Create', 'invite.accepted': 'Enable', 'user.deleted': 'Delete' },
            'Other',
          ),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['invite_sent.data.email', 'user_added.data.email', ...ACCOUNT],
              uid: ACCOUNT,
              email: ['invite_sent.data.email', 'user_added.data.email'],
            }),
          },
        }),
        {
          name: 'roles of a group',
          when: { type: 'role.assignment.*', principal: 'group' },
          class: 'group_management',
          activity: ASSIGNED,
          rows: { ...ROLE, ...under('resource', RESOURCE), 'group.uid': PRINCIPAL },
        },
        on('roles', ['role.assignment.*'], {
          class: 'user_access',
          activity: ASSIGNED,
          rows: { ...ROLE, ...under('resources[0]', RESOURCE), 'user.uid': PRINCIPAL, 'user.type': 'principal' },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('type'),
          rows: {
            ...ACTOR,
            'entity.uid': members('id'),
            'entity.name': [...members('data.name'), ...members('name'), 'type'],
            'entity.type': 'type',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const openai = compileSource(OPENAI)
