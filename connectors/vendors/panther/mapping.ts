/** Panther's own audit log. */

import {
  AUDIT,
  client,
  entityVerb,
  FIRST_WORD,
  FORWARDED,
  PLAIN,
  person,
  product,
  succeeded,
} from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, list, type SourceTable, time } from '../../mapping/table.ts'

const input = (member: string) => ['dynamic.input', 'input', 'static'].map((at) => `actionParams.${at}.${member}`)

export const PANTHER: SourceTable = {
  id: 'panther/1',
  shapes: PLAIN,
  select: ['actionName'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Panther', 'Panther'),
    'metadata.event_code': 'actionName',
    'metadata.product.version': 'pantherVersion',
    message: 'actionDescription',
  },
  logSource: { product: 'panther', service: 'audit' },
  recognises: (record) =>
    record.actionName !== undefined && record.actionResult !== undefined && record.actor !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        {
          name: 'action',
          when: {},
          class: 'entity_management',
          activity: entityVerb('actionName', FIRST_WORD),
          rows: {
            ...person('actor.user', { name: 'actor.name', uid: 'actor.id', email: 'actor.attributes.email' }),
            'actor.user.type': 'actor.type',
            ...client(['sourceIP', 'XForwardedFor.0'], 'userAgent'),
            'src_endpoint.intermediate_ips': list('XForwardedFor', /,/, 'ip'),
            'entity.name': [...input('name'), ...input('email'), 'actionName'],
            'entity.uid': [...input('id'), ...input('detections.0.id')],
            'entity.type_id': is('Other'),
            'entity.type': 'actionName',
            status_id: succeeded('actionResult'),
            status_detail: 'errors.0.message',
          },
        },
      ],
    },
  ],
}
export const panther = compileSource(PANTHER)
