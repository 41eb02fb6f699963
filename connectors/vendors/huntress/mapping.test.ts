import { sourceTests } from '../../mapping/source-tests.ts'
import { huntress } from './mapping.ts'

sourceTests(huntress, [
  {
    name: 'an incident report',
    record: {
      ...{
        id: 81,
        status: 'sent',
        severity: 'critical',
        subject: 'CRITICAL - Incident on ws1 (Example)',
        agent_id: 12,
      },
      ...{ summary: 'A foothold was found', sent_at: '2026-11-27T10:11:12Z', indicator_types: ['footholds'] },
      ...{ indicator_counts: { footholds: 1 }, agent: { hostname: 'ws1', ipv4_address: '10.0.0.9' } },
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'Critical', status: 'New', time: 1_795_774_272_000 },
      finding_info: { uid: '81', title: 'CRITICAL - Incident on ws1 (Example)', desc: 'A foothold was found' },
      device: { hostname: 'ws1', ip: '10.0.0.9' },
    },
  },
  {
    name: 'one that is closed',
    record: {
      ...{ id: 81, status: 'closed', severity: 'high', subject: 'Incident on ws1', updated_at: '2026-11-27T10:11:12Z' },
      ...{ indicator_types: ['footholds'], indicator_counts: { footholds: 1 } },
    },
    becomes: { class_uid: 2004, activity_name: 'Close', status: 'Resolved', severity: 'High' },
  },
])
