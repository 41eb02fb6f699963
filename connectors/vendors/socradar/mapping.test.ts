import { sourceTests } from '../../mapping/source-tests.ts'
import { socradar } from './mapping.ts'

sourceTests(socradar, [
  {
    name: 'an alarm',
    record: {
      alarm_id: 1,
      alarm_asset: 'acme',
      alarm_risk_level: 'CRITICAL',
      alarm_text: 'Stolen',
      alarm_type_details: { alarm_main_type: 'Credentials', alarm_sub_type: 'Stealer Logs' },
      status: 'OPEN',
      date: '2024-01-02T03:04:05.678Z',
      content: { username: 'ann' },
      tags: ['stealer'],
    },
    becomes: {
      class_uid: 2004,
      activity_id: 1,
      severity_id: 5,
      status_id: 1,
      time: 1704164645678,
      finding_info: { uid: '1', title: 'Stealer Logs', types: ['stealer'] },
      evidences: [{ user: { name: 'ann' } }],
    },
  },
])
