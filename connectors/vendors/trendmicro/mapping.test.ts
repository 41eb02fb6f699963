import { sourceTests } from '../../mapping/source-tests.ts'
import { visionOne } from './mapping.ts'

const ALERT = {
  ...{ schemaVersion: '1.14', id: 'WB-1-20261127-00001', investigationStatus: 'New', alertProvider: 'SAE' },
  ...{
    workbenchLink: 'https://portal.example/workbench?id=WB-1',
    modelId: 'm1',
    model: 'Credentials Dumped',
    score: 64,
  },
  ...{ severity: 'high', createdDateTime: '2026-11-27T10:11:12Z', description: 'An account was read out' },
  impactScope: {
    entities: [
      { entityType: 'account', entityValue: 'EXAMPLE\\kim' },
      { entityType: 'host', entityValue: { guid: 'g1', name: 'ws1', ips: ['10.0.0.9'] } },
    ],
  },
  matchedRules: [{ name: 'r', matchedFilters: [{ name: 'f', mitreTechniqueIds: ['T1003.002', 'T1012'] }] }],
  indicators: [
    { id: 1, type: 'ip', field: 'src', value: '198.51.100.9' },
    { id: 2, type: 'ip', field: 'dst', value: '203.0.113.9' },
    { id: 3, type: 'fullpath', field: 'objectFilePath', value: 'C:\\t\\a.exe' },
  ],
}

sourceTests(visionOne, [
  {
    name: 'an alert of the workbench',
    record: ALERT,
    becomes: {
      ...{ class_uid: 2004, severity: 'High', status: 'New', time: 1_795_774_272_000 },
      finding_info: { uid: 'WB-1-20261127-00001', title: 'Credentials Dumped', src_url: ALERT.workbenchLink },
      device: { hostname: 'ws1', ip: '10.0.0.9' },
      evidences: [
        {
          ...{ actor: { user: { name: 'kim' } }, src_endpoint: { ip: '198.51.100.9' } },
          ...{ dst_endpoint: { ip: '203.0.113.9' }, file: { name: 'a.exe' } },
        },
      ],
      attacks: [{ technique: { uid: 'T1003.002' } }, { technique: { uid: 'T1012' } }],
    },
  },
  {
    name: 'one that was closed there',
    record: { ...ALERT, investigationStatus: 'Closed', updatedDateTime: '2026-11-27T11:11:12Z' },
    becomes: { class_uid: 2004, activity_name: 'Close', status: 'Resolved', time: 1_795_777_872_000 },
  },
])
