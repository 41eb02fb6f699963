import { sourceTests } from '../../mapping/source-tests.ts'
import { canary } from './mapping.ts'

sourceTests(canary, [
  {
    name: 'a file that is opened',
    record: {
      AlertType: 'CanaryIncident',
      CanaryID: 'c',
      CanaryIP: '192.0.2.9',
      CanaryName: 'FS01',
      CanaryPort: 445,
      Description: 'Shared File Opened',
      IncidentHash: 'h',
      IncidentKey: 'k',
      Intro: 'i',
      SourceIP: '192.0.2.7',
      Timestamp: '2024-01-02 03:04:05 (UTC)',
    },
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      time: 1704164645000,
      finding_info: { uid: 'h', title: 'Shared File Opened' },
      evidences: [{ src_endpoint: { ip: '192.0.2.7' }, dst_endpoint: { ip: '192.0.2.9', port: 445 } }],
    },
  },
])
