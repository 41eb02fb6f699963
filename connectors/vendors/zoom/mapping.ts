/** Zoom: sign-in activities and the operation log of administrators. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, capture, concat, is, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const ZOOM: SourceTable = {
  id: 'zoom/1',
  shapes: PLAIN,
  select: ['type', 'category_type'],
  rows: {
    time: time('time', 'p_event_time'),
    ...AUDIT,
    ...product('Zoom', 'Zoom'),
    'metadata.event_code': ['type', 'action'],
  },
  logSource: { product: 'zoom' },
  recognises: (record) =>
    (typeof record.operation_detail === 'string' && typeof record.operator === 'string') ||
    (typeof record.client_type === 'string' && typeof record.email === 'string' && typeof record.type === 'string'),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activities',
      logSource: { service: 'activity' },
      profiles: [
        {
          name: 'sign-in',
          when: { type: ['Sign in', 'Sign out'] },
          class: 'authentication',
          activity: lookup('type', { 'Sign in': 'Logon', 'Sign out': 'Logoff' }),
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', { name: 'email', email: 'email' }),
            ...client('ip_address'),
            'src_endpoint.type': 'client_type',
            'service.name': always('Zoom'),
            // The log has only successful logons.
            status_id: is('Success'),
            // The version is that of the client program, which is named after its platform.
            'actor.app_name': concat({ words: 'Zoom for ' }, 'client_type', { words: ' ' }, 'version'),
          },
        },
      ],
    },
    {
      name: 'operations',
      logSource: { service: 'operation' },
      profiles: [
        {
          name: 'operation',
          when: {},
          class: 'entity_management',
          // `Batch Update`, `SCIM API - Update`.
          activity: entityVerb('action'),
          rows: {
            ...person('actor.user', { name: 'operator', email: 'operator' }),
            'entity.name': text('category_type'),
            'entity.type_id': lookup(
              'category_type',
              { User: 'User', 'User Group': 'Group', Account: 'Organization' },
              'Other',
            ),
            'entity.user.name': capture('operation_detail', /User ([^\s@]{1,64}@[^\s@]{1,190})/),
            comment: 'operation_detail',
          },
        },
      ],
    },
  ],
}

export const zoom = compileSource(ZOOM)
