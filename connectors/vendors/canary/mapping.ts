/** Thinkst Canary: incidents of canaries and of canarytokens. */

import { FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, first, integer, ip, is, lookup, type SourceTable, time } from '../../mapping/table.ts'

export const CANARY: SourceTable = {
  id: 'canary/1',
  shapes: PLAIN,
  select: ['AlertType'],
  rows: {
    // `2024-06-19 11:02:03 (UTC)`: the zone is text.
    time: first(
      capture('Timestamp', /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) \(UTC\)$/, 'time'),
      time('Timestamp', 'p_event_time'),
    ),
    ...product('Thinkst', 'Canary'),
    'metadata.event_code': ['AlertType', 'Description'],
  },
  logSource: { product: 'thinkst', service: 'canary' },
  // Pairs of its syslog have no key of an incident.
  recognises: (record) =>
    (record.IncidentKey !== undefined && record.Intro !== undefined) ||
    (record.CanaryID !== undefined && record.SourceIP !== undefined && record.Description !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'incidents',
      profiles: [
        {
          name: 'incident',
          when: {},
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            // No user has a reason to touch a canary; a silent one may be switched off.
            severity_id: lookup('AlertType', { CanaryIncident: 'High', CanarytokenIncident: 'High' }, 'Low', 'High'),
            is_alert: is(true),
            'finding_info.uid': ['IncidentHash', 'IncidentKey', 'Description'],
            'finding_info.title': 'Description',
            'finding_info.desc': 'Intro',
            'resources[0].name': ['CanaryName', 'Reminder'],
            'resources[0].uid': ['CanaryID', 'Token'],
            'resources[0].ip': ip('CanaryIP'),
            'evidences[0].src_endpoint.ip': ip('SourceIP'),
            'evidences[0].src_endpoint.port': integer('SourcePort'),
            'evidences[0].src_endpoint.hostname': 'ReverseDNS',
            'evidences[0].dst_endpoint.ip': ip('CanaryIP'),
            'evidences[0].dst_endpoint.port': integer('CanaryPort'),
          },
        },
      ],
    },
  ],
}
export const canary = compileSource(CANARY)
