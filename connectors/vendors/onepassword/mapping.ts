/** 1Password's Events API: sign-in attempts, uses of items, audit events. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  concat,
  first,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  time,
  under,
} from '../../mapping/table.ts'

const OS = { MacOSX: 'macOS', Windows: 'Windows', Linux: 'Linux', Android: 'Android', iOS: 'iOS', Solaris: 'Solaris' }

const CLIENT: Rows = {
  ...client('client.ip_address'),
  ...under('src_endpoint', {
    name: 'client.platform_name',
    'os.name': 'client.os_name',
    'os.version': 'client.os_version',
    'os.type_id': lookup('client.os_name', OS, 'Other'),
    'location.city': 'location.city',
    'location.region': 'location.region',
    'location.country': ['location.country', 'country'],
  }),
  'actor.app_name': first(concat('client.app_name', { words: ' ' }, 'client.app_version'), 'client.app_name'),
}

/** The actor of an audit event. */
const BY: Rows = {
  ...person('actor.user', { name: 'actor_details.name', uid: 'actor_uuid', email: 'actor_details.email' }),
  ...client('session.ip'),
  'actor.session.uid': 'session.uuid',
  'metadata.event_code': 'action',
}
/** For a membership and for access to a vault the object is the group or the vault; the user has fields of its own. */
const OTHER_PERSON: Rows = person('user', { name: 'aux_details.name', uid: 'aux_uuid', email: 'aux_details.email' })

const ACCOUNTS = {
  create: 'Create',
  activate: 'Enable',
  reactive: 'Enable',
  suspend: 'Disable',
  delete: 'Delete',
  enblmfa: 'MFA Factor Enable',
  disblmfa: 'MFA Factor Disable',
}

export const ONEPASSWORD: SourceTable = {
  id: 'onepassword/1',
  shapes: PLAIN,
  select: ['category', 'object_type', 'action'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('1Password', '1Password'),
    'metadata.original_time': 'timestamp',
  },
  logSource: { product: 'onepassword' },
  vendorId: 'uuid',
  recognises: (record) =>
    (typeof record.item_uuid === 'string' && typeof record.vault_uuid === 'string') ||
    (typeof record.session_uuid === 'string' && typeof record.category === 'string') ||
    (typeof record.actor_uuid === 'string' && typeof record.object_type === 'string'),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'sign-in attempts',
      logSource: { service: 'signin' },
      profiles: [
        {
          name: 'sign-in',
          when: {
            category: [
              'success',
              'credentials_failed',
              'mfa_failed',
              'sso_failed',
              'modern_version_failed',
              'firewall_*',
            ],
          },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...CLIENT,
            ...person('user', { name: 'target_user.name', uid: 'target_user.uuid', email: 'target_user.email' }),
            'session.uid': 'session_uuid',
            'service.name': always('1Password'),
            'metadata.event_code': 'category',
            status_id: lookup('category', { success: 'Success', firewall_reported_success: 'Success' }, 'Failure'),
            status_detail: 'type',
          },
        },
      ],
    },
    {
      name: 'audit events',
      logSource: { service: 'audit' },
      profiles: [
        {
          name: 'account',
          when: { object_type: 'user' },
          class: 'account_change',
          activity: lookup('action', ACCOUNTS, 'Other'),
          rows: {
            ...BY,
            ...person('user', { name: 'object_details.name', uid: 'object_uuid', email: 'object_details.email' }),
          },
        },
        {
          name: 'member of a group',
          when: { object_type: 'gm' },
          class: 'group_management',
          activity: lookup(
            'action',
            { join: 'Add User', create: 'Add User', leave: 'Remove User', delete: 'Remove User' },
            'Other',
          ),
          rows: { ...BY, ...OTHER_PERSON, 'group.uid': 'object_uuid', 'group.name': 'object_details.name' },
        },
        {
          name: 'vault of a person',
          when: { object_type: 'uva', action: ['grant', 'revoke'] },
          class: 'user_access',
          activity: lookup('action', { grant: 'Assign Privileges', revoke: 'Revoke Privileges' }),
          rows: {
            ...BY,
            ...OTHER_PERSON,
            privileges: list(['aux_info', 'action'], /\n/),
            'resource.uid': 'object_uuid',
            'resource.name': 'object_details.name',
            'resource.type': is('vault'),
          },
        },
        {
          name: 'audit',
          // Uses of an item have no kind of object.
          when: { object_type: 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${letter}*`) },
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: {
            ...BY,
            'entity.uid': 'object_uuid',
            'entity.type_id': lookup('object_type', { user: 'User', group: 'Group', device: 'Device' }, 'Other'),
            'entity.name': ['object_details.name', 'aux_info'],
          },
        },
      ],
    },
    {
      name: 'item usages',
      logSource: { service: 'itemusage' },
      profiles: [
        {
          name: 'item used',
          when: {},
          class: 'api_activity',
          activity: lookup(
            'action',
            {
              'secure-copy': 'Read',
              reveal: 'Read',
              fill: 'Read',
              'enter-item-edit-mode': 'Update',
              export: 'Read',
              share: 'Other',
              other: 'Other',
            },
            'Other',
            'Read',
          ),
          rows: {
            ...CLIENT,
            ...person('actor.user', { name: 'user.name', uid: 'user.uuid', email: 'user.email' }),
            'api.operation': always('item usage'),
            'resources[0].uid': 'item_uuid',
            'resources[0].type': is('item'),
            'resources[0].name': 'p_enrichment.1Password Translation.item_uuid.title',
            'resources[0].version': 'used_version',
            'resources[1].uid': 'vault_uuid',
            'resources[1].type': is('vault'),
          },
        },
      ],
    },
  ],
}

export const onepassword = compileSource(ONEPASSWORD)
