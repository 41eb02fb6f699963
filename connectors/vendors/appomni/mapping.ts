/** AppOmni: alerts and audit events, written in the Elastic Common Schema. */

import { AUDIT, entityVerb, FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, list, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const APPOMNI: SourceTable = {
  id: 'appomni/1',
  shapes: PLAIN,
  select: ['event.kind'],
  rows: {
    time: time('timestamp', '@timestamp', 'event.created', 'p_event_time'),
    ...product('AppOmni', 'AppOmni'),
    'metadata.log_name': 'appomni.event.dataset',
    'metadata.tenant_uid': text('appomni.organization.id'),
  },
  logSource: { product: 'appomni' },
  vendorId: 'appomni.event.id',
  recognises: (record) => typeof record.appomni === 'object' && record.appomni !== null,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: { 'event.kind': 'alert' },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { service: 'alerts' },
          rows: {
            severity_id: lookup('event.severity', {
              0: 'Critical',
              1: 'High',
              2: 'Medium',
              3: 'Low',
              4: 'Informational',
            }),
            'finding_info.uid': 'appomni.event.id',
            'finding_info.title': 'rule.name',
            'finding_info.desc': 'message',
            'finding_info.analytic.name': 'rule.name',
            'finding_info.analytic.uid': 'rule.uuid',
            'finding_info.analytic.version': 'rule.version',
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.attacks[0].tactic.uid': 'rule.threat.tactic.id.0',
            'finding_info.attacks[0].tactic.name': 'rule.threat.tactic.name.0',
            'finding_info.attacks[0].technique.uid': 'rule.threat.technique.id.0',
            'finding_info.attacks[0].technique.name': 'rule.threat.technique.name.0',
            'finding_info.types': list('related.services.type'),
            'evidences[0].user.name': 'related.user.0',
          },
        },
        {
          name: 'audit',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event.action', /^([a-z]+)/),
          logSource: { service: 'audit' },
          rows: {
            ...AUDIT,
            'metadata.event_code': 'event.code',
            'entity.name': 'event.code',
            'entity.uid': 'event.id',
            'entity.type': 'event.action',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const appomni = compileSource(APPOMNI)
