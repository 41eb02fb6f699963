import { sourceTests } from '../../mapping/source-tests.ts'
import { sophosCentral } from './central.ts'

sourceTests(sophosCentral, [
  {
    name: 'malware that is found',
    record: {
      ...{ id: 'e1', created_at: '2026-11-27T10:11:12.000Z', severity: 'high', location: 'ws1', customer_id: 'c' },
      ...{ type: 'Event::Endpoint::Threat::Detected', name: "Malware detected: 'Mal/Generic' at 'C:\\a.exe'" },
      ...{ source: 'EXAMPLE\\kim', source_info: { ip: '10.0.0.9' }, endpoint_id: 'x', threat: 'Mal/Generic' },
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'High', time: 1_795_774_272_000 },
      finding_info: { uid: 'e1', title: "Malware detected: 'Mal/Generic' at 'C:\\a.exe'" },
      ...{ device: { hostname: 'ws1', ip: '10.0.0.9', uid: 'x' }, actor: { user: { name: 'kim', domain: 'EXAMPLE' } } },
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
