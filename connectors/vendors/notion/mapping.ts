/** Notion's audit log. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, lookup, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { type: types },
  ...of,
})
const ACTOR: Rows = {
  ...person('actor.user', { name: ['actor.person.email', 'actor.id'], uid: 'actor.id', email: 'actor.person.email' }),
  ...client('ip_address'),
}

export const NOTION: SourceTable = {
  id: 'notion/1',
  shapes: [
    {
      name: 'enveloped',
      is: (record) => isMembers(record.event),
      under: 'event',
      names: { p_event_time: ['p_event_time'] },
    },
    { name: 'flat', is: () => true },
  ],
  select: ['type'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Notion', 'Notion'),
    'metadata.event_code': 'type',
    'metadata.tenant_uid': 'workspace_id',
  },
  logSource: { product: 'notion', service: 'audit' },
  vendorId: 'id',
  recognises: (record) => {
    const event = isMembers(record.event) ? record.event : record
    return event.workspace_id !== undefined && isMembers(event.actor) && typeof event.type === 'string'
  },
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', ['user.login', 'user.logout'], {
          class: 'authentication',
          activity: lookup('type', { 'user.login': 'Logon', 'user.logout': 'Logoff' }),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['actor.person.email', 'actor.id'],
              uid: 'actor.id',
              email: 'actor.person.email',
            }),
            'service.name': always('Notion'),
            // The log has only successful logons.
            status_id: is('Success'),
            auth_protocol_id: lookup('details.authType', { saml: 'SAML' }, 'Other'),
            'src_endpoint.type': 'platform',
          },
        }),
        on('members', ['teamspace.permissions.*', 'workspace.permissions.*', 'group.permissions.*'], {
          class: 'group_management',
          activity: lookup(
            'type',
            {
              'teamspace.permissions.member_added': 'Add User',
              'teamspace.permissions.member_removed': 'Remove User',
              'teamspace.permissions.member_role_updated': 'Assign Privileges',
              'workspace.permissions.member_added': 'Add User',
              'workspace.permissions.member_removed': 'Remove User',
            },
            'Other',
          ),
          rows: {
            ...ACTOR,
            ...person('user', {
              name: ['details.member.person.email', 'details.member.id'],
              uid: 'details.member.id',
              email: 'details.member.person.email',
            }),
            'group.name': ['details.target.name', 'workspace_id'],
            'group.uid': ['details.target.id', 'workspace_id'],
          },
        }),
        on('content', ['page.*', 'database.*', 'workspace.content_exported', 'workspace.audit_log_exported'], {
          class: 'web_resources_activity',
          activity: lookup(
            'type',
            {
              'page.exported': 'Export',
              'page.viewed': 'Read',
              'page.created': 'Create',
              'page.deleted': 'Delete',
              'page.edited': 'Update',
              'workspace.content_exported': 'Export',
              'workspace.audit_log_exported': 'Export',
              'page.permissions.guest_role_added': 'Share',
              'page.permissions.guest_role_updated': 'Share',
            },
            'Other',
          ),
          rows: {
            ...ACTOR,
            'web_resources[0].uid': [
              'details.target.page_id',
              'details.page_id',
              'details.parent.database_id',
              'workspace_id',
            ],
            'web_resources[0].type': ['details.target.type', 'type'],
            'web_resources[0].desc': 'details.page_audience',
          },
        }),
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('type', /_([a-z]+)$/),
          rows: {
            ...ACTOR,
            'entity.name': ['details.target.name', 'type'],
            'entity.uid': ['details.target.id', 'workspace_id'],
            'entity.type': ['details.target.object', 'type'],
            'entity.type_id': lookup('type', {}, 'Other'),
          },
        },
      ],
    },
  ],
}
export const notion = compileSource(NOTION)
