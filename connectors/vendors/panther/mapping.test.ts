import { sourceTests } from '../../mapping/source-tests.ts'
import { panther } from './mapping.ts'

sourceTests(panther, [
  {
    name: 'a detection that is deleted',
    record: {
      actionName: 'DELETE_DETECTION',
      actionResult: 'SUCCEEDED',
      timestamp: '2024-01-02T03:04:05.678Z',
      sourceIP: '192.0.2.7',
      XForwardedFor: ['192.0.2.7', '198.51.100.1'],
      actor: { id: '1', name: 'Ann', type: 'USER', attributes: { email: 'ann@example.org' } },
      actionParams: { dynamic: { input: { detections: [{ id: 'r1' }] } } },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 4,
      status_id: 1,
      time: 1704164645678,
      entity: { uid: 'r1' },
      actor: { user: { name: 'Ann' } },
      src_endpoint: { ip: '192.0.2.7', intermediate_ips: ['192.0.2.7', '198.51.100.1'] },
    },
  },
])
