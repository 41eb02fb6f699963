/** Tines: the audit log of a tenant. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, type SourceTable, text, time } from '../../mapping/table.ts'

export const TINES: SourceTable = {
  id: 'tines/1',
  shapes: PLAIN,
  select: ['operation_name'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...AUDIT,
    ...product('Tines', 'Tines'),
    'metadata.event_code': 'operation_name',
    'metadata.tenant_uid': text('tenant_id'),
    ...client('request_ip', 'request_user_agent'),
    ...person('actor.user', { name: ['user_name', 'user_email'], uid: 'user_id', email: 'user_email' }),
  },
  logSource: { product: 'tines', service: 'audit' },
  vendorId: 'id',
  recognises: (record) => typeof record.operation_name === 'string' && record.tenant_id !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        {
          name: 'logon',
          when: { operation_name: 'Login' },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...person('user', { name: ['user_name', 'user_email'], uid: 'user_id', email: 'user_email' }),
            'service.name': always('Tines'),
            // The log has only successful logons.
            status_id: is('Success'),
          },
        },
        {
          name: 'operation',
          when: {},
          class: 'entity_management',
          activity: entityVerb('operation_name', /([A-Z][a-z]+)$/),
          rows: {
            'entity.name': ['inputs.inputs.name', 'operation_name'],
            'entity.uid': ['inputs.id', 'inputs.domainId'],
            'entity.type': 'operation_name',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const tines = compileSource(TINES)
