import { sourceTests } from '../../mapping/source-tests.ts'
import { akamai } from './mapping.ts'

const BASE = {
  type: 'akamai_siem',
  format: 'json',
  version: '1.0',
  attackData: {
    configId: '14227',
    policyId: 'qik1_26545',
    clientIP: '198.51.100.7',
    ruleActions: 'deny',
    ruleMessages: 'SQL injection',
    rules: [{ rule: '950002', action: 'deny', message: 'System Command Access' }],
  },
  httpMessage: {
    requestId: '1158db1758e37bfe67b7c09',
    start: '1795774272',
    protocol: 'HTTP/1.1',
    method: 'GET',
    host: 'www.example.com',
    port: '443',
    path: '/a',
    query: 'x=1',
    status: '403',
  },
  geo: { country: 'DE', city: 'BERLIN' },
}

sourceTests(akamai, [
  {
    name: 'a request that is denied',
    record: BASE,
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      time: 1795774272000,
      severity_id: 3,
      action_id: 2,
      disposition_id: 2,
      src_endpoint: { ip: '198.51.100.7' },
      dst_endpoint: { hostname: 'www.example.com', port: 443 },
      http_response: { code: 403 },
    },
  },
  {
    name: 'a request that is only noted, as the interface gives it',
    record: { ...BASE, attackData: { policyId: 'p', clientIP: '198.51.100.8', ruleActions: 'YWxlcnQ%3d' } },
    becomes: { class_uid: 4002, severity_id: 2, action_id: 3, src_endpoint: { ip: '198.51.100.8' } },
  },
])
