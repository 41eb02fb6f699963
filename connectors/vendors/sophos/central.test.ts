import { sourceTests } from '../../mapping/source-tests.ts'
import { sophosCentral } from './central.ts'

sourceTests(sophosCentral, [
  {
    name: 'malware that is found',
    record: {
      ...{ id: 'e1', created_at: '2026-11-27T10:11:12.000Z', severity: 'high', location: 'ws1', customer_id: 'c' },
      ...{ type: 'Event::Endpoint::Threat::Detected', name: "Malware detected: 'Mal/Generic' at 'C:\\a.exe'" },
      ...{ source: 'EXAMPLE\\kim', source_info: { ip: '10.0.0.9' }, endpoint_id: 'e-1', threat: 'Mal/Generic' },
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'High', time: 1_795_774_272_000 },
      finding_info: {
        ...{ uid: 'e1', title: "Malware detected: 'Mal/Generic' at 'C:\\a.exe'" },
        src_url: 'https://cloud.sophos.com/manage/devices/computers/e-1',
      },
      evidences: [{ file: { path: 'C:\\a.exe', name: 'a.exe' } }],
      ...{
        device: { hostname: 'ws1', ip: '10.0.0.9', uid: 'e-1' },
        actor: { user: { name: 'kim', domain: 'EXAMPLE' } },
      },
    },
  },
  {
    name: 'an alert of the API, about a threat by its category',
    record: {
      ...{ id: 'a1', category: 'malware', raisedAt: '2026-11-27T10:11:12.000Z', severity: 'high', tenant: { id: 't' } },
      ...{ type: 'Event::Endpoint::Denc::Other', description: 'Cleanup is needed', managedAgent: { name: 'ws1' } },
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'High', device: { hostname: 'ws1' } },
      finding_info: { uid: 'a1', src_url: 'https://central.sophos.com/manage/overview/dashboard' },
    },
  },
  {
    name: 'an update',
    record: {
      ...{ id: 'e2', when: '2026-11-27T10:11:12.000Z', severity: 'none', location: 'ws1', customer_id: 'c' },
      ...{ type: 'Event::Endpoint::UpdateSuccess', name: 'Update succeeded' },
    },
    becomes: { class_uid: 0, severity: 'Informational', device: { hostname: 'ws1' } },
  },
])
