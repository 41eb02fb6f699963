/** Zendesk's audit logs. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const ZENDESK: SourceTable = {
  id: 'zendesk/1',
  shapes: PLAIN,
  select: ['action'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...AUDIT,
    ...product('Zendesk', 'Zendesk'),
    'metadata.event_code': 'action',
  },
  logSource: { product: 'zendesk', service: 'audit' },
  vendorId: 'id',
  recognises: (record) =>
    typeof record.change_description === 'string' && record.source_type !== undefined && record.actor_id !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        {
          name: 'change',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: {
            ...person('actor.user', { name: 'actor_name', uid: 'actor_id' }),
            ...client('ip_address'),
            'http_request.url.url_string': 'url',
            'entity.name': 'source_label',
            'entity.uid': text('source_id'),
            'entity.type_id': lookup('source_type', { user: 'User', group: 'Group', account: 'Organization' }, 'Other'),
            comment: 'change_description',
          },
        },
      ],
    },
  ],
}
export const zendesk = compileSource(ZENDESK)
