import { sourceTests } from '../compile/source-tests.ts'
import { cloudflare } from './mapping.ts'

sourceTests(cloudflare, [
  {
    name: 'a request that is blocked',
    record: {
      Kind: 'firewall',
      Action: 'block',
      ClientIP: '192.0.2.7',
      ClientRequestMethod: 'POST',
      ClientRequestHost: 'example.org',
      ClientRequestPath: '/u',
      ClientRequestUserAgent: 'Mozilla/5.0',
      Datetime: '2024-01-02T03:04:05.678Z',
      EdgeResponseStatus: 403,
      RayID: 'r',
      RuleID: 'x',
    },
    becomes: {
      class_uid: 4002,
      activity_id: 6,
      time: 1704164645678,
      severity_id: 3,
      action_id: 2,
      disposition_id: 2,
      src_endpoint: { ip: '192.0.2.7' },
      http_request: { http_method: 'POST', url: { hostname: 'example.org', path: '/u' } },
      http_response: { code: 403 },
      firewall_rule: { uid: 'x' },
    },
  },
])
