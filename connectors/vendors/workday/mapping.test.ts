import { sourceTests } from '../../mapping/source-tests.ts'
import { workday } from './mapping.ts'

sourceTests(workday, [
  {
    name: 'somebody reads a record',
    record: {
      systemAccount: 'kim',
      requestTime: '2026-11-27T10:11:12Z',
      taskDisplayName: 'View Worker',
      activityAction: 'READ',
      ipAddress: '198.51.100.9',
      target: { descriptor: 'Lee' },
    },
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      actor: { user: { name: 'kim' } },
      api: { operation: 'View Worker' },
      src_endpoint: { ip: '198.51.100.9' },
    },
  },
])
