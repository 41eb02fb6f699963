/** Sublime Security: flagged messages and the audit log. */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, objects, type SourceTable, time } from '../../mapping/table.ts'

export const SUBLIME: SourceTable = {
  id: 'sublime/1',
  shapes: PLAIN,
  select: ['type'],
  rows: {
    time: time('created_at', 'p_event_time'),
    ...product('Sublime Security', 'Sublime'),
    'metadata.event_code': 'type',
  },
  logSource: { product: 'sublime' },
  vendorId: 'id',
  recognises: (record) => {
    const { type, data } = record as { type?: unknown; data?: { request?: unknown; flagged_rules?: unknown } | null }
    return (
      typeof type === 'string' &&
      typeof data === 'object' &&
      data !== null &&
      (data.flagged_rules !== undefined || (data.request !== undefined && record.created_by !== undefined))
    )
  },
  renderings: FORWARDED,
  chapters: [
    {
      name: 'messages',
      logSource: { service: 'message' },
      profiles: [
        {
          name: 'flagged message',
          when: { type: 'message.*' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: is('Medium'),
            'finding_info.uid': ['data.message.id', 'data.message.canonical_id'],
            'finding_info.title': ['data.flagged_rules.0.name', 'type'],
            'finding_info.analytic.name': 'data.flagged_rules.0.name',
            'finding_info.analytic.uid': 'data.flagged_rules.0.id',
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.related_analytics': objects(
              'data.flagged_rules',
              { name: 'name', uid: 'id' },
              { type_id: 'Rule' },
            ),
            'resources[0].uid': 'data.message.external_id',
            'resources[0].group.uid': 'data.message.mailbox.id',
            'resources[0].type': is('message'),
          },
        },
      ],
    },
    {
      name: 'audit',
      logSource: { service: 'audit' },
      profiles: [
        {
          name: 'audit',
          when: {},
          class: 'entity_management',
          activity: entityVerb('type', /\.([a-z]+)/),
          rows: {
            ...AUDIT,
            ...person('actor.user', {
              name: 'created_by.email_address',
              uid: 'created_by.id',
              email: 'created_by.email_address',
            }),
            ...client('data.request.ip', 'data.request.user_agent'),
            'http_request.http_method': 'data.request.method',
            'http_request.url.path': 'data.request.path',
            'http_request.uid': 'data.request.id',
            'entity.name': 'data.request.path',
            'entity.type': 'type',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const sublime = compileSource(SUBLIME)
