/** Huntress: incident reports and signals, as its API and its webhooks give them. */
import { PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, is, lookup, type SourceTable, time } from '../../mapping/table.ts'

export const HUNTRESS: SourceTable = {
  id: 'huntress/1',
  shapes: PLAIN,
  select: ['type'],
  rows: { time: time('sent_at', 'detected_at', 'created_at', 'updated_at'), ...product('Huntress', 'Huntress') },
  logSource: { product: 'huntress' },
  recognises: (record) =>
    (record.sent_at !== undefined &&
      record.subject !== undefined &&
      record.organization_id !== undefined &&
      record.severity !== undefined) ||
    (Array.isArray(record.indicator_types) && record.indicator_counts !== undefined) ||
    (record.investigated_at !== undefined && record.organization !== undefined),
  chapters: [
    {
      name: 'incidents',
      profiles: [
        {
          name: 'incident',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { sent: 'Create', closed: 'Close', dismissed: 'Close' }, 'Update', 'Create'),
          rows: {
            severity_id: severity('severity'),
            status_id: lookup(
              'status',
              { sent: 'New', closed: 'Resolved', dismissed: 'Suppressed' },
              'In Progress',
              'New',
            ),
            'metadata.event_code': ['indicator_types.0', 'type'],
            'finding_info.uid': 'id',
            'finding_info.title': ['subject', 'name', 'summary'],
            'finding_info.desc': ['summary', 'body'],
            'finding_info.src_url': ['url', 'portal_url'],
            'finding_info.analytic.name': ['indicator_types.0', 'name'],
            'finding_info.analytic.type_id': is('Rule'),
            'device.hostname': ['agent.hostname', 'entity.name', 'hostname'],
            'device.uid': ['agent_id', 'agent.id'],
            'device.ip': ip('agent.ipv4_address', 'agent.external_ip'),
            'device.type_id': is('Unknown'),
            message: ['subject', 'summary'],
          },
        },
      ],
    },
  ],
}
export const huntress = compileSource(HUNTRESS)
