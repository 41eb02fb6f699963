import { sourceTests } from '../../mapping/source-tests.ts'
import { orca } from './mapping.ts'

sourceTests(orca, [
  {
    name: 'an alert',
    record: {
      state: {
        alert_id: 'orca-1',
        created_at: '2024-01-02T03:04:05.678Z',
        last_updated: '2024-01-02T03:04:05.678Z',
        risk_level: 'high',
        status: 'open',
      },
      asset_unique_id: 'u',
      asset_name: 'vm',
      asset_type_string: 'VM',
      alert_source: 'Orca Scan',
      type_string: 'Weak hash',
      description: 'd',
      type: 't',
      rule_id: 'r',
      cloud_provider: 'aws',
      cloud_provider_id: '1',
      recommendation: 'do',
    },
    becomes: {
      class_uid: 2004,
      activity_id: 1,
      severity_id: 4,
      status_id: 1,
      time: 1704164645678,
      finding_info: { uid: 'orca-1', title: 'Weak hash' },
      resources: [{ uid: 'u', name: 'vm' }],
      cloud: { provider: 'AWS' },
      remediation: { desc: 'do' },
    },
  },
  {
    name: 'an alert is closed, and looked at again later',
    record: {
      state: {
        alert_id: 'orca-1',
        created_at: '2024-01-02T03:04:05.678Z',
        status_time: '2024-01-03T03:04:05.678Z',
        last_updated: '2024-01-04T03:04:05.678Z',
        risk_level: 'low',
        status: 'closed',
      },
      asset_unique_id: 'u',
      alert_source: 'Orca Scan',
      type_string: 'SSH with passwords',
      type: 't',
      cloud_provider: 'gcp',
      data: { mitre_category: 'credential access', mitre_techniques: ['Brute Force (T1110)'] },
    },
    becomes: {
      activity_name: 'Close',
      status: 'Resolved',
      time: 1704251045678,
      finding_info: {
        attacks: [{ tactic: { name: 'credential access' }, technique: { uid: 'T1110', name: 'Brute Force' } }],
      },
      cloud: { provider: 'GCP' },
    },
  },
])
