import { sourceTests } from '../../mapping/source-tests.ts'
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
      resource: {
        name: 'pod',
        type: 'Pod',
        cloud_provider: 'AWS',
        cloud_account_id: '1',
        risk_categories: ['exposed'],
      },
      triggers: [
        { policy_id: 'p1', policy_name: 'Shells', events: [{ initiator: { userName: 'eve', arn: 'arn:x' } }] },
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
      evidences: [{ actor: { user: { name: 'eve', uid: 'arn:x' } } }],
      cloud: { provider: 'AWS' },
      resources: [{ name: 'pod', labels: ['exposed'] }],
    },
  },
  {
    name: 'a detection that is dealt with',
    record: {
      id: 'd',
      type: 'api_threat',
      category: 'API Threat',
      title: 'BOLA',
      severity: 'HIGH',
      status: 'resolved',
      first_seen_time: '2024-01-02T03:04:05.678Z',
      occurrence_count: 1,
      resource: { name: 'api', type: 'Service', cloud_provider: 'AWS', cloud_account_id: '1' },
    },
    becomes: { activity_name: 'Close', status: 'Resolved' },
  },
])
