import { sourceTests } from '../../mapping/source-tests.ts'
import { appomni } from './mapping.ts'

sourceTests(appomni, [
  {
    name: 'an alert',
    record: {
      appomni: { event: { id: 'e', dataset: 'appomni_alert' }, organization: { id: 2 } },
      event: { kind: 'alert', severity: 1, created: '2024-01-02T03:04:05.678Z' },
      timestamp: '2024-01-02T03:04:05.678Z',
      message: 'm',
      rule: {
        name: 'R',
        uuid: 'r',
        version: '1',
        threat: {
          tactic: { id: ['TA0001'], name: ['Initial Access'] },
          technique: { id: ['T1195'], name: ['Supply Chain Compromise'] },
        },
      },
    },
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      time: 1704164645678,
      finding_info: { uid: 'e', title: 'R', attacks: [{ tactic: { uid: 'TA0001' } }] },
    },
  },
])
