/** Dropbox: the team log. Forwarders write the tag of a union as `_tag` or `.tag`. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  basename,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { kind: types },
  ...of,
})
const who = (member: string): readonly string[] => [`actor.user.${member}`, `actor.admin.${member}`]
const ACTOR: Rows = {
  ...person('actor.user', {
    name: [...who('display_name'), ...who('email')],
    uid: [...who('team_member_id'), ...who('account_id')],
    email: who('email'),
  }),
  'actor.user.type': ['actor.user._tag', 'actor.user.\\.tag', 'actor.admin._tag', 'actor.admin.\\.tag'],
  'actor.app_name': 'actor.app.display_name',
  'actor.session.uid': 'origin.access_method.end_user.session_id',
  'src_endpoint.ip': ip('origin.geo_location.ip_address'),
  'src_endpoint.location.city': 'origin.geo_location.city',
  'src_endpoint.location.region': 'origin.geo_location.region',
  'src_endpoint.location.country': 'origin.geo_location.country',
}
/** Places that may name the target; the first that is a user counts, because a team has no name there. */
const PLACES = ['participants.0.user', 'context', 'actor.user', 'actor.admin'] as const
const target = (place: string): Rows =>
  person('user', {
    name: [`${place}.display_name`, `${place}.email`],
    uid: [`${place}.team_member_id`, `${place}.account_id`],
    email: `${place}.email`,
  })

/**
 * The same profile for each of those places, so that name and id always belong to the same user; the last one matches
 * the rest.
 */
const onSomebody = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): readonly Profile[] =>
  PLACES.map((place) => ({
    ...of,
    name: `${name}, ${place}`,
    when: place === PLACES.at(-1) ? { kind: types } : { kind: types, done_to: place },
    rows: { ...of.rows, ...target(place) },
  }))

const shape: RecordShape = {
  name: 'json',
  is: () => true,
  names: {
    kind: ['event_type._tag', 'event_type.\\.tag'],
    category: ['event_category._tag', 'event_category.\\.tag'],
    new_value: ['details.new_value._tag', 'details.new_value.\\.tag'],
  },
  settle(record) {
    const place = PLACES.find((place) => isSomebody(memberAt(record, place.split('.'))))
    if (place !== undefined) record.done_to = place
  },
}

function memberAt(record: unknown, [name, ...names]: readonly string[]): unknown {
  if (name === undefined) return record
  if (Array.isArray(record)) return memberAt(record[Number(name)], names)
  return isMembers(record) ? memberAt(record[name], names) : undefined
}

function isSomebody(who: unknown): boolean {
  return isMembers(who) && [who.email, who.display_name, who.team_member_id, who.account_id].some(isText)
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

export const DROPBOX: SourceTable = {
  id: 'dropbox/1',
  shapes: [shape],
  select: ['kind', 'done_to'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Dropbox', 'Dropbox Business'),
    'metadata.correlation_uid': 'origin.access_method.request_id',
    'metadata.event_code': 'kind',
    'metadata.log_name': 'category',
    message: 'event_type.description',
  },
  logSource: { product: 'dropbox', service: 'team_log' },
  recognises: (record) => tagOf(record.event_type) !== undefined && typeof record.actor === 'object',
  renderings: FORWARDED,
  chapters: [
    {
      name: 'team log',
      profiles: [
        ...onSomebody('logon', ['login_*', 'logout', 'sign_in_as_session_*', 'sso_error', 'device_link_*'], {
          class: 'authentication',
          activity: lookup(
            'kind',
            { logout: 'Logoff', sign_in_as_session_start: 'Account Switch', sign_in_as_session_end: 'Logoff' },
            'Logon',
          ),
          rows: {
            ...ACTOR,
            'service.name': always('Dropbox'),
            status_id: lookup('kind', { login_fail: 'Failure', sso_error: 'Failure' }, 'Success'),
          },
        }),
        ...onSomebody('admin role', ['member_change_admin_role'], {
          class: 'user_access',
          activity: lookup('new_value', { member_only: 'Revoke Privileges' }, 'Assign Privileges'),
          rows: { ...ACTOR, privileges: list('new_value', /,/) },
        }),
        ...onSomebody('account', ['tfa_*', 'password_change', 'password_reset', 'member_*'], {
          class: 'account_change',
          activity: lookup(
            ['new_value', 'kind'],
            {
              ...{ disabled: 'MFA Factor Disable', authenticator: 'MFA Factor Enable', sms: 'MFA Factor Enable' },
              ...{ tfa_reset: 'MFA Factor Disable', tfa_add_security_key: 'MFA Factor Enable' },
              tfa_remove_security_key: 'MFA Factor Disable',
              ...{ password_change: 'Password Change', password_reset: 'Password Reset' },
              ...{ invited: 'Create', active: 'Enable', suspended: 'Disable', removed: 'Delete' },
            },
            'Other',
          ),
          rows: ACTOR,
        }),
        on('file', ['file_*', 'paper_doc_*', 'shared_content_*', 'shared_link_*'], {
          class: 'file_hosting',
          activity: lookup(
            'kind',
            {
              file_add: 'Upload',
              file_edit: 'Update',
              file_delete: 'Delete',
              file_permanently_delete: 'Delete',
              file_download: 'Download',
              file_view: 'Open',
              file_preview: 'Preview',
              file_move: 'Move',
              file_copy: 'Copy',
              file_rename: 'Rename',
              file_restore: 'Restore',
              shared_content_add_member: 'Share',
              shared_content_remove_member: 'Unshare',
              shared_link_create: 'Share',
            },
            'Other',
          ),
          rows: {
            ...ACTOR,
            'file.name': first(
              text('assets.0.display_name'),
              basename('assets.0.path.contextual'),
              text('assets.0.file_id'),
            ),
            'file.path': 'assets.0.path.contextual',
            'file.uid': 'assets.0.file_id',
            'file.type_id': lookup('assets.0.\\.tag', { file: 'Regular File', folder: 'Folder' }, 'Other', 'Unknown'),
            'file.size': integer('assets.0.file_size'),
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('kind'),
          rows: {
            ...ACTOR,
            'entity.name': [
              'details.app_info.display_name',
              'assets.0.display_name',
              'details.new_owner_email',
              'kind',
            ],
            'entity.uid': 'details.app_info.app_id',
            'entity.type': text('kind'),
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}

function tagOf(value: unknown): unknown {
  return isMembers(value) ? (value._tag ?? value['.tag']) : undefined
}
export const dropbox = compileSource(DROPBOX)
