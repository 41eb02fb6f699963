/** Box: the enterprise events stream, Shield alerts included. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  email,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const BY: Rows = {
  ...person('actor.user', {
    name: ['created_by.login', 'created_by.name'],
    uid: 'created_by.id',
    email: 'created_by.login',
  }),
  'actor.user.full_name': 'created_by.name',
}
const ACTOR: Rows = { ...BY, ...client('ip_address') }
const FILE: Rows = {
  'file.name': ['source.item_name', 'source.name', 'source.item_id', 'source.id'],
  'file.uid': ['source.item_id', 'source.id'],
  'file.type_id': lookup('source.item_type', { file: 'Regular File', folder: 'Folder' }, 'Other', 'Unknown'),
  'file.parent_folder': 'source.parent.name',
  'file.owner.name': ['source.owned_by.login', 'source.owned_by.name'],
  'file.owner.full_name': 'source.owned_by.name',
  'file.owner.uid': 'source.owned_by.id',
}
const FILES = {
  UPLOAD: 'Upload',
  DOWNLOAD: 'Download',
  EDIT: 'Update',
  DELETE: 'Delete',
  RENAME: 'Rename',
  COPY: 'Copy',
  MOVE: 'Move',
  UNDELETE: 'Restore',
  PREVIEW: 'Preview',
  LOCK: 'Lock',
  UNLOCK: 'Unlock',
  SHARE: 'Share',
  UNSHARE: 'Unshare',
  ITEM_SHARED: 'Share',
  ITEM_SHARED_CREATE: 'Share',
  ITEM_SHARED_UNSHARE: 'Unshare',
  ITEM_OPEN: 'Open',
  ITEM_SYNC: 'Sync',
  ITEM_UNSYNC: 'Unsync',
  COLLABORATION_INVITE: 'Share',
  COLLABORATION_ACCEPT: 'Share',
  COLLABORATION_ROLE_CHANGE: 'Share',
  COLLABORATION_REMOVE: 'Unshare',
  COLLABORATION_EXPIRATION: 'Unshare',
  ITEM_SHARED_UPDATE: 'Share',
  UPDATE_SHARE_EXPIRATION: 'Share',
  SHARE_EXPIRATION: 'Unshare',
  ITEM_CREATE: 'Upload',
  ITEM_UPLOAD: 'Upload',
  ITEM_DOWNLOAD: 'Download',
  ITEM_PREVIEW: 'Preview',
  ITEM_MODIFY: 'Update',
  ITEM_MAKE_CURRENT_VERSION: 'Update',
  ITEM_MOVE: 'Move',
  ITEM_COPY: 'Copy',
  ITEM_RENAME: 'Rename',
  ITEM_TRASH: 'Delete',
  ITEM_UNDELETE_VIA_TRASH: 'Restore',
  FILE_VERSION_RESTORE: 'Restore',
  CONTENT_ACCESS: 'Open',
}
const ACCOUNTS = {
  NEW_USER: 'Create',
  DELETE_USER: 'Delete',
  MULTI_FACTOR_AUTH_ENABLE: 'MFA Factor Enable',
  MULTI_FACTOR_AUTH_DISABLE: 'MFA Factor Disable',
}
const GROUPS = {
  GROUP_CREATION: 'Create',
  GROUP_DELETION: 'Delete',
  GROUP_ADD_USER: 'Add User',
  GROUP_REMOVE_USER: 'Remove User',
  GROUP_ADD_ITEM: 'Assign Privileges',
  GROUP_REMOVE_ITEM: 'Revoke Privileges',
}
/** The account that an event is about, if it is not about another object. */
const SOURCE: Rows = {
  ...person('user', { name: ['source.login', 'source.name'], uid: 'source.id', email: 'source.login' }),
  'user.full_name': 'source.name',
}

export const BOX: SourceTable = {
  id: 'box/1',
  shapes: PLAIN,
  select: ['event_type'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...AUDIT,
    ...product('Box', 'Box'),
    'metadata.event_code': 'event_type',
  },
  logSource: { product: 'box', service: 'events' },
  vendorId: 'event_id',
  recognises: (record) =>
    record.type === 'event' && typeof record.event_type === 'string' && /^[A-Z_]+$/.test(record.event_type),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'events',
      profiles: [
        {
          name: 'logon',
          when: {
            event_type: [
              'LOGIN',
              'FAILED_LOGIN',
              'ADMIN_LOGIN',
              'ADD_LOGIN_ACTIVITY_DEVICE',
              'DEVICE_TRUST_CHECK_FAILED',
            ],
          },
          class: 'authentication',
          // An administrator signs in as another user.
          activity: lookup('event_type', { ADMIN_LOGIN: 'Account Switch' }, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['source.login', 'source.name', 'created_by.login', 'created_by.name'],
              uid: ['source.id', 'created_by.id'],
              email: ['source.login', 'created_by.login'],
            }),
            'user.full_name': ['source.name', 'created_by.name'],
            'service.name': always('Box'),
            status_id: lookup(
              'event_type',
              { FAILED_LOGIN: 'Failure', DEVICE_TRUST_CHECK_FAILED: 'Failure' },
              'Success',
            ),
          },
        },
        {
          name: 'finding',
          when: {
            event_type: [
              'SHIELD_*',
              'FILE_MARKED_MALICIOUS',
              'CONTENT_WORKFLOW_UPLOAD_POLICY_VIOLATION',
              'CONTENT_WORKFLOW_SHARING_POLICY_VIOLATION',
              'CONTENT_WORKFLOW_ABNORMAL_DOWNLOAD_ACTIVITY',
            ],
          },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...BY,
            severity_id: is('Medium'),
            // Shield writes the alert as JSON in a text.
            'finding_info.uid': [
              'event_id',
              'additional_details.shield_alert.alert_id',
              'source.item_id',
              'source.id',
              'created_by.id',
            ],
            'finding_info.title': text('additional_details.shield_alert.rule_name', 'event_type'),
            'finding_info.analytic.name': capture('additional_details', /"rule_category":"([^"]{1,200})"/),
            'finding_info.analytic.type_id': is('Rule'),
            'evidences[0].user.name': ['created_by.login', 'source.login', 'created_by.name'],
            'evidences[0].src_endpoint.ip': ip('ip_address'),
          },
        },
        {
          name: 'file',
          when: { event_type: Object.keys(FILES) },
          class: 'file_hosting',
          activity: lookup('event_type', FILES, 'Other'),
          rows: { ...ACTOR, ...FILE },
        },
        {
          name: 'account',
          when: { event_type: [...Object.keys(ACCOUNTS), 'EDIT_USER'] },
          class: 'account_change',
          activity: lookup('event_type', ACCOUNTS, 'Other'),
          rows: { ...ACTOR, ...SOURCE },
        },
        {
          name: 'role of an administrator',
          when: { event_type: 'CHANGE_ADMIN_ROLE' },
          class: 'user_access',
          activity: 'Assign Privileges',
          rows: { ...ACTOR, ...SOURCE, privileges: list(['additional_details.role', 'event_type'], /\n/) },
        },
        {
          name: 'group',
          when: { event_type: [...Object.keys(GROUPS), 'GROUP_EDITED'] },
          class: 'group_management',
          activity: lookup('event_type', GROUPS, 'Other'),
          rows: {
            ...ACTOR,
            'user.name': 'source.login',
            'user.email_addr': email('source.login'),
            'group.name': ['additional_details.group_name', 'source.group_name', 'source.name', 'event_type'],
            'group.uid': ['additional_details.group_id', 'source.group_id'],
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event_type'),
          rows: {
            ...ACTOR,
            'entity.name': ['source.login', 'source.name', 'source.item_name', 'event_type'],
            'entity.uid': ['source.id', 'source.item_id'],
            'entity.type_id': lookup(['source.type', 'source.item_type'], { user: 'User', group: 'Group' }, 'Other'),
          },
        },
      ],
    },
  ],
}

export const box = compileSource(BOX)
