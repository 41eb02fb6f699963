import { sourceTests } from '../../mapping/source-tests.ts'
import { gatekeeper } from './gatekeeper.ts'

sourceTests(gatekeeper, [
  {
    name: 'a request that a constraint denies',
    record: {
      level: 'info',
      ts: 1_709_547_072.123,
      msg: 'denied admission',
      process: 'admission',
      event_type: 'violation',
      constraint_name: 'ns-must-have-owner',
      constraint_kind: 'K8sRequiredLabels',
      constraint_action: 'deny',
      resource_kind: 'Namespace',
      resource_name: 'test',
      request_username: 'ada@example.com',
    },
    becomes: {
      class_uid: 6003,
      status: 'Failure',
      action: 'Denied',
      actor: { user: { name: 'ada@example.com' } },
      resources: [{ name: 'test', type: 'Namespace' }],
      policy: { name: 'ns-must-have-owner' },
    },
  },
  {
    name: 'a state that the audit repeats',
    record: {
      ts: 1_709_547_072,
      process: 'audit',
      constraint_kind: 'K',
      constraint_name: 'n',
      event_type: 'violation_audited',
    },
    becomes: { class_uid: 0 },
  },
])
