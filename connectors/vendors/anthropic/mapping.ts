/** Activities of the Claude Compliance API. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, list, lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { type: types },
  ...of,
})

const ACTOR: Rows = {
  ...person('actor.user', {
    name: ['actor.email_address', 'actor.unauthenticated_email_address'],
    uid: ['actor.user_id', 'actor.api_key_id'],
    email: 'actor.email_address',
  }),
  'actor.user.type': 'actor.type',
  ...client('actor.ip_address', 'actor.user_agent'),
}
const OWN: Rows = person('user', {
  name: ['actor.email_address', 'actor.unauthenticated_email_address'],
  uid: ['user_id', 'actor.user_id'],
  email: 'actor.email_address',
})
/** The target, never the actor. */
const TARGET: Rows = person('user', {
  name: ['deleted_user_email', 'invited_email', 'target_id'],
  uid: ['deleted_user_id', 'target_id', 'user_id'],
  email: ['deleted_user_email', 'invited_email'],
})

export const ANTHROPIC: SourceTable = {
  id: 'anthropic/1',
  shapes: PLAIN,
  select: ['type'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...AUDIT,
    ...product('Anthropic', 'Claude'),
    'metadata.event_code': 'type',
    'metadata.tenant_uid': 'organization_id',
  },
  logSource: { product: 'anthropic', service: 'activity' },
  vendorId: 'id',
  recognises: (record) =>
    record.organization_id !== undefined &&
    ((typeof record.id === 'string' && record.id.startsWith('activity_')) ||
      (typeof record.type === 'string' && record.type.startsWith('claude_'))),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activity',
      profiles: [
        on('logon', ['sso_login_*', 'social_login_*', 'magic_link_login_*', 'user_logged_out', 'session_*'], {
          class: 'authentication',
          activity: lookup(
            'type',
            {
              user_logged_out: 'Logoff',
              session_revoked: 'Logoff',
              session_ended: 'Logoff',
              session_expired: 'Logoff',
            },
            'Logon',
          ),
          rows: {
            ...ACTOR,
            ...OWN,
            'service.name': always('Claude'),
            status_id: lookup(
              'type',
              {
                sso_login_succeeded: 'Success',
                social_login_succeeded: 'Success',
                magic_link_login_succeeded: 'Success',
                sso_login_failed: 'Failure',
                social_login_failed: 'Failure',
                magic_link_login_failed: 'Failure',
                user_logged_out: 'Success',
              },
              'Other',
            ),
          },
        }),
        on('account', ['org_user_deleted', 'org_user_invite*', 'org_user_created', 'org_user_added'], {
          class: 'account_change',
          activity: lookup(
            'type',
            {
              org_user_deleted: 'Delete',
              org_user_created: 'Create',
              org_user_added: 'Create',
              org_user_invite_sent: 'Create',
            },
            'Other',
          ),
          rows: { ...ACTOR, ...TARGET },
        }),
        on('roles', ['role_assignment_*', 'primary_owner_transferred'], {
          class: 'user_access',
          activity: lookup('type', { role_assignment_revoked: 'Revoke Privileges' }, 'Assign Privileges'),
          rows: {
            ...ACTOR,
            ...TARGET,
            privileges: list(['role', 'type']),
            'resources[0].uid': 'resource_id',
            'resources[0].type': 'resource_type',
          },
        }),
        on('content', ['claude_chat_*', 'claude_artifact_*', 'claude_file_*', 'claude_project_*'], {
          class: 'web_resources_activity',
          activity: lookup(
            'type',
            {
              claude_chat_created: 'Create',
              claude_chat_viewed: 'Read',
              claude_chat_access_failed: 'Read',
              claude_chat_updated: 'Update',
              claude_chat_deleted: 'Delete',
              claude_artifact_sharing_updated: 'Share',
              claude_file_uploaded: 'Import',
            },
            'Other',
          ),
          rows: {
            ...ACTOR,
            'web_resources[0].uid': ['claude_chat_id', 'claude_artifact_id', 'claude_file_id', 'claude_project_id'],
            'web_resources[0].name': ['filename', 'type'],
            status_id: lookup('type', { claude_chat_access_failed: 'Failure' }, 'Success'),
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('type', /_([a-z]+)$/),
          rows: {
            ...ACTOR,
            'entity.name': ['mcp_server_name', 'integration_type', 'actor.api_key_id', 'type'],
            'entity.uid': ['mcp_server_id', 'admin_api_key_id', 'service_key_id', 'organization_id'],
            'entity.type': is('setting'),
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const anthropic = compileSource(ANTHROPIC)
