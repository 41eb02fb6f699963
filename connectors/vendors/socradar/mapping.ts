/** SOCRadar: alarms about mentions and sales of an organisation's data on the internet. */

import { FORWARDED, finding, findingStatus, PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { integer, ip, list, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const SOCRADAR: SourceTable = {
  id: 'socradar/1',
  shapes: PLAIN,
  select: ['status'],
  rows: {
    time: time('date', 'p_event_time'),
    ...product('SOCRadar', 'SOCRadar'),
    severity_id: severity('alarm_risk_level'),
  },
  logSource: { product: 'socradar', service: 'incidents' },
  recognises: (record) => record.alarm_id !== undefined && record.alarm_type_details !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'incidents',
      profiles: [
        {
          name: 'alarm',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { OPEN: 'Create', CLOSED: 'Close' }, 'Other', 'Create'),
          rows: {
            status_id: findingStatus('status'),
            ...finding({
              uid: ['alarm_id', 'notification_id'],
              title: ['alarm_type_details.alarm_sub_type', 'alarm_type_details.alarm_main_type'],
              desc: 'alarm_text',
              rule: 'alarm_type_details.alarm_main_type',
              url: 'content.content_link',
            }),
            'finding_info.types': list('tags', /,/),
            'metadata.event_code': 'alarm_type_details.alarm_main_type',
            'metadata.correlation_uid': text('notification_id'),
            'remediation.desc': 'alarm_type_details.alarm_default_mitigation_plan',
            'resources[0].name': ['alarm_asset', 'content.computer_name'],
            'evidences[0].src_endpoint.ip': ip('content.ip_address', 'content.compromised_ips'),
            'evidences[0].src_endpoint.hostname': ['content.computer_name', 'content.phishing_domain'],
            'evidences[0].user.name': ['content.username', 'content.compromised_emails'],
            'evidences[0].url.url_string': ['content.content_link', 'content.phishing_domain_url'],
            risk_score: integer('content.score'),
          },
        },
      ],
    },
  ],
}
export const socradar = compileSource(SOCRADAR)
