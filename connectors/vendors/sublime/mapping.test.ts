import { sourceTests } from '../../mapping/source-tests.ts'
import { sublime } from './mapping.ts'

sourceTests(sublime, [
  {
    name: 'a rule that is switched off',
    record: {
      id: '1',
      type: 'rule.deactivate',
      created_at: '2024-01-02T03:04:05.678Z',
      created_by: { id: 'u', email_address: 'ann@example.org' },
      data: { request: { id: 'r', ip: '192.0.2.7', method: 'POST', path: '/v1/rules/1', user_agent: 'Mozilla/5.0' } },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 11,
      time: 1704164645678,
      actor: { user: { name: 'ann@example.org' } },
      http_request: { http_method: 'POST', url: { path: '/v1/rules/1' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a message that two rules flag',
    record: {
      id: '2',
      type: 'message.flagged',
      created_at: '2024-01-02T03:04:05.678Z',
      data: {
        message: { id: 'm', external_id: 'x' },
        flagged_rules: [
          { id: 'r1', name: 'Lookalike' },
          { id: 'r2', name: 'New domain' },
        ],
      },
    },
    becomes: {
      class_uid: 2004,
      finding_info: { analytic: { uid: 'r1' }, related_analytics: [{ uid: 'r1' }, { uid: 'r2', name: 'New domain' }] },
    },
  },
])
