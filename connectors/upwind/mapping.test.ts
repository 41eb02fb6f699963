import { sourceTests } from '../compile/source-tests.ts'
import { upwind } from './mapping.ts'

sourceTests(upwind, [
  {
    name: 'a detection',
    record: {
      id: 'd',
      type: 'runtime_threat',
      category: 'Container Execution',
      title: 'Shell',
      description: 'A shell',
      severity: 'HIGH',
      status: 'open',
      first_seen_time: '2024-01-02T03:04:05.678Z',
      last_seen_time: '2024-01-02T03:04:05.678Z',
      occurrence_count: 3,
      resource: { name: 'pod', type: 'Pod', cloud_provider: 'AWS', cloud_account_id: '1' },
      triggers: [
        { policy_id: 'p1', policy_name: 'Shells' },
        { policy_id: 'p2', policy_name: 'Pods' },
      ],
      mitre_attacks: [{ tactic_id: 'TA0002', technique_id: 'T1059' }],
    },
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      status_id: 1,
      count: 3,
      time: 1704164645678,
      finding_info: {
        related_analytics: [{ uid: 'p1', name: 'Shells' }, { uid: 'p2' }],
        uid: 'd',
        title: 'Shell',
        attacks: [{ tactic: { uid: 'TA0002' }, technique: { uid: 'T1059' } }],
      },
      cloud: { provider: 'AWS' },
      resources: [{ name: 'pod' }],
    },
  },
])
