import { sourceTests } from '../../mapping/source-tests.ts'
import { tailscale } from './mapping.ts'

sourceTests(tailscale, [
  {
    name: 'a setting that is switched off',
    record: {
      time: '2024-01-02T03:04:05.678Z',
      event: {
        action: 'DISABLE',
        eventGroupID: 'g',
        origin: 'ADMIN_CONSOLE',
        actor: { id: 'u', loginName: 'ann@example.org', displayName: 'Ann', type: 'USER' },
        target: { id: 't', name: 'tail.example', type: 'TAILNET', property: 'HTTPS' },
      },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 9,
      time: 1704164645678,
      entity: { name: 'tail.example', type_id: 4 },
      actor: { user: { name: 'ann@example.org' } },
      comment: 'HTTPS',
    },
  },
])
