/** Slack's audit log. Names: the actions of Slack's Audit Logs API. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, ip, is, list, lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, actions: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { action: actions },
  ...of,
})

const BY: Rows = {
  ...person('actor.user', { name: 'actor.user.name', uid: 'actor.user.id', email: 'actor.user.email' }),
  'actor.user.org.uid': 'actor.user.team',
}
const ACTOR: Rows = { ...BY, ...client('context.ip_address', 'context.ua') }
const USER: Rows = person('user', {
  name: ['entity.user.name', 'actor.user.name'],
  uid: ['entity.user.id', 'actor.user.id'],
  email: ['entity.user.email', 'actor.user.email'],
})
const ENTITY: Rows = {
  'entity.name': [
    'entity.app.name',
    'entity.user.name',
    'entity.workspace.name',
    'entity.channel.name',
    'entity.file.name',
    'entity.enterprise.name',
    'entity.usergroup.name',
    'context.location.name',
  ],
  'entity.uid': [
    'entity.app.id',
    'entity.user.id',
    'entity.workspace.id',
    'entity.channel.id',
    'entity.file.id',
    'entity.enterprise.id',
    'entity.usergroup.id',
    'context.location.id',
  ],
  'entity.type_id': lookup(
    'entity.type',
    { user: 'User', usergroup: 'Group', workspace: 'Organization', enterprise: 'Organization' },
    'Other',
    'Other',
  ),
}

const FILES: Readonly<Record<string, string>> = {
  file_downloaded: 'Download',
  file_downloaded_blocked: 'Download',
  file_uploaded: 'Upload',
  file_shared: 'Share',
  file_public_link_created: 'Share',
  file_public_link_revoked: 'Unshare',
}

export const SLACK: SourceTable = {
  id: 'slack/1',
  shapes: PLAIN,
  select: ['action'],
  rows: {
    time: time('date_create', 'details.action_timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Slack', 'Slack'),
    'metadata.event_code': 'action',
  },
  logSource: { product: 'slack', service: 'audit' },
  vendorId: 'id',
  recognises: (record) =>
    typeof record.action === 'string' && isMembers(record.context) && isMembers(record.context.location),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on(
          'logon',
          ['user_login', 'user_login_failed', 'user_logout', 'user_logout_compromised', 'user_session_invalidated'],
          {
            class: 'authentication',
            activity: lookup('action', { user_login: 'Logon', user_login_failed: 'Logon' }, 'Logoff'),
            logSource: { categories: ['authentication'] },
            rows: {
              ...ACTOR,
              ...USER,
              'service.name': always('Slack'),
              status_id: lookup('action', { user_login_failed: 'Failure' }, 'Success'),
            },
          },
        ),
        on(
          'roles',
          [
            'role_change_to_*',
            'permissions_assigned',
            'permissions_removed',
            'owner_transferred',
            'service_owner_transferred',
          ],
          {
            class: 'user_access',
            activity: lookup(
              'action',
              {
                role_change_to_user: 'Revoke Privileges',
                role_change_to_guest: 'Revoke Privileges',
                permissions_removed: 'Revoke Privileges',
              },
              'Assign Privileges',
            ),
            rows: { ...ACTOR, ...USER, privileges: list(['details.permissions', 'details.role', 'action']) },
          },
        ),
        on(
          'account',
          [
            'user_created',
            'user_deactivated',
            'user_reactivated',
            'user_email_updated',
            'guest_*',
            'user_session_reset_by_admin',
            'bulk_session_reset_by_admin',
          ],
          {
            class: 'account_change',
            activity: lookup(
              'action',
              {
                user_created: 'Create',
                guest_created: 'Create',
                user_deactivated: 'Disable',
                guest_deactivated: 'Disable',
                user_reactivated: 'Enable',
                guest_reactivated: 'Enable',
              },
              'Other',
            ),
            rows: { ...ACTOR, ...USER },
          },
        ),
        on('finding', ['anomaly', 'file_malicious_content_detected', 'native_dlp_violation*'], {
          class: 'detection_finding',
          activity: lookup(
            'action',
            { native_dlp_violation_deleted: 'Close', native_dlp_violation_action_applied: 'Update' },
            'Create',
          ),
          rows: {
            ...BY,
            'evidences[0].src_endpoint.ip': ip('context.ip_address'),
            'finding_info.uid': ['id', 'details.action_timestamp', 'actor.user.id'],
            'finding_info.title': 'action',
            'finding_info.types': list('details.reason'),
            'evidences[0].src_endpoint.location.city': 'details.location',
            'evidences[0].user.name': 'actor.user.name',
            severity_id: is('Medium'),
          },
        }),
        on('file', Object.keys(FILES), {
          class: 'file_hosting',
          activity: lookup('action', FILES),
          rows: {
            ...ACTOR,
            'file.name': ['entity.file.name', 'entity.file.title', 'entity.file.id'],
            'file.uid': 'entity.file.id',
            'file.type_id': is('Regular File'),
            status_id: lookup('action', { file_downloaded_blocked: 'Failure' }, 'Success'),
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: { ...ACTOR, ...ENTITY },
        },
      ],
    },
  ],
}

export const slack = compileSource(SLACK)
