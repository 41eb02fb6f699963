/** Axonius: the activity log. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product, succeeded } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, lookupIn, type Rows, type SourceTable, time } from '../../mapping/table.ts'

/** The product's own acts have no actor; `params` names their target. */
const ACTOR: Rows = {
  ...person('actor.user', { name: 'event.user', email: 'event.user' }),
  ...client('event.params.ip'),
}

export const AXONIUS: SourceTable = {
  id: 'axonius/1',
  shapes: PLAIN,
  select: ['event.category', 'event.action'],
  rows: {
    time: time('time', 'p_event_time'),
    ...AUDIT,
    ...product('Axonius', 'Axonius'),
    'metadata.event_code': 'event.action',
    'metadata.log_name': 'event.category',
  },
  logSource: { product: 'axonius', service: 'activity' },
  recognises: (record) =>
    record.source === 'axonius' ||
    (isMembers(record.event) &&
      typeof record.event.action === 'string' &&
      record.event.action.startsWith('AuditAction.')),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activity',
      profiles: [
        {
          name: 'logon',
          when: { 'event.category': 'AuditCategory.UserSession' },
          class: 'authentication',
          activity: lookupIn('event.action', /\.(Log(?:in|out))/, { Login: 'Logon', Logout: 'Logoff' }, 'Other'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...ACTOR,
            ...person('user', { name: 'event.user', email: 'event.user' }),
            'service.name': always('Axonius'),
            status_id: succeeded('event.params.status'),
          },
        },
        {
          name: 'account',
          when: {
            'event.category': 'AuditCategory.UserManagement',
            'event.action': ['Add', 'AddExternal', 'Create', 'Delete', 'Remove', 'Update', 'Edit'].map(
              (verb) => `AuditAction.${verb}User`,
            ),
          },
          class: 'account_change',
          activity: lookupIn(
            'event.action',
            /\.([A-Z][a-z]+)/,
            { Add: 'Create', Create: 'Create', Delete: 'Delete', Remove: 'Delete' },
            'Other',
          ),
          rows: {
            ...ACTOR,
            ...person('user', { name: 'event.params.user_name', email: 'event.params.user_name' }),
            // The source of an account that no user created: the directory or the identity provider.
            'actor.app_name': 'event.params.source',
            status_id: succeeded('event.params.status'),
          },
        },
        {
          name: 'activity',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event.action', /\.([A-Z][a-z]+)/),
          rows: {
            ...ACTOR,
            'entity.name': [
              'event.params.user_name',
              'event.params.vendor_name',
              'event.params.source',
              'event.action',
            ],
            'entity.uid': 'event.params.config_id',
            'entity.type_id': lookupIn(
              'event.category',
              /\.([A-Za-z]+)$/,
              { UserManagement: 'User' },
              'Other',
              'Other',
            ),
            status_id: succeeded('event.params.status'),
          },
        },
      ],
    },
  ],
}
export const axonius = compileSource(AXONIUS)
