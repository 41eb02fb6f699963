import { sourceTests } from '../../mapping/source-tests.ts'
import { cybereason } from './mapping.ts'

sourceTests(cybereason, [
  {
    name: 'a MalOp with its machine and its user',
    record: {
      guid: '11.-78',
      displayName: 'evil.exe',
      primaryRootCauseName: 'evil.exe',
      malopDetectionType: 'KNOWN_MALWARE',
      detectionTypes: ['KNOWN_MALWARE'],
      creationTime: 1_709_547_072_000,
      lastUpdateTime: 1_709_547_073_000,
      severity: 'High',
      status: 'Active',
      machines: [{ guid: 'm', displayName: 'WS1' }],
      users: [{ displayName: 'example\\ada' }],
    },
    becomes: {
      class_uid: 2004,
      severity: 'High',
      status: 'New',
      finding_info: { uid: '11.-78', title: 'KNOWN_MALWARE', desc: 'evil.exe' },
      device: { hostname: 'WS1' },
      evidences: [{ user: { name: 'ada', domain: 'example' } }],
    },
  },
  {
    name: 'a MalOp that was closed',
    record: { guid: '11.-79', malopDetectionType: 'RANSOMWARE', creationTime: 1, status: 'Closed', machines: [] },
    becomes: { class_uid: 2004, status: 'Resolved', activity_name: 'Close' },
  },
])
