/** Axonius: the activity log. */
import { isMembers } from '../../platform/members.ts'
import { compileSource } from '../compile/source.ts'
import { lookupIn, type SourceTable, time } from '../compile/table.ts'
import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product, succeeded } from '../saas/rows.ts'

export const AXONIUS: SourceTable = {
  id: 'axonius/1',
  shapes: PLAIN,
  select: ['event.category'],
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
          name: 'activity',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event.action', /\.([A-Z][a-z]+)/),
          rows: {
            ...person('actor.user', { name: ['event.user', 'event.params.user_name'], email: 'event.user' }),
            ...client('event.params.ip'),
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
