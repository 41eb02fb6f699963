/** Autonomy, tool servers, sandbox, and refusals. */
import { event, list, made, type SpecifiedOperation } from './specified-operation.ts'

export const AGENTS: readonly SpecifiedOperation[] = [
  { section: '4.6', line: 'PUT /autonomy-policy/shadow-mode/*', body: { enabled: true }, status: [200] },
  {
    section: '4.6',
    line: 'POST /autonomy-policy/grants',
    body: { scope_kind: 'alert_class', scope_key: 'walk', capability: 'auto_close' },
    status: [200],
    members: ['granted bool'],
  },
  ...list('4.6', 200, 'GET /autonomy-policy/agreement', 'GET /health/shadow-reconciliation'),
  {
    section: '4.7',
    line: 'POST /mcp-servers',
    body: { name: 'walk', url: 'https://mcp.example/mcp', credential: { authorization: 'Bearer x' } },
    status: [201],
    makes: 'mcp',
    members: [
      'name string',
      'url string',
      'has_credential bool',
      'tool_allowlist list',
      'timeout_seconds number',
      'max_response_bytes int',
      'enabled bool',
    ],
  },
  ...list('4.7', 200, 'GET /mcp-servers'),
  ...list('4.7', 422, 'PATCH /mcp-servers/{mcp}'),
  made('4.7', 'PATCH /mcp-servers/{mcp}', { label: 'walked' }, 200),
  ...list('4.7', 204, 'DELETE /mcp-servers/{mcp}'),
  ...list('4.7', 200, 'GET /sandbox/providers'),
  ...list('4.7', 422, 'POST /sandbox/lookup', 'POST /sandbox/files', 'POST /sandbox/urls'),
  ...list('4.7', 404, 'GET /sandbox/analyses/mock/none'),
  ...list('4.7', 422, 'PUT /sandbox/consent'),
  // 4.8: of the gateway
  {
    section: '4.8',
    line: 'POST /connectors',
    body: { type: 'none', auth_config: {}, connector_config: {} },
    status: [422],
  },
  {
    section: '5',
    line: 'POST /inbox/tokens',
    body: { template_id: 'connector-push', label: 'walk' },
    status: [200, 201],
  },
  // 4.10: without a provisioning token
  ...['Users', 'Groups', 'ServiceProviderConfig', 'ResourceTypes', 'Schemas'].map((name) => ({
    section: '4.10',
    line: `GET //scim/v2/${name}`,
    status: [401],
  })),
  { section: '7', line: 'GET /alerts', status: [401], without: 'credential' },
  {
    section: '8',
    line: 'POST /alerts/submit',
    body: { events: Array.from({ length: 1001 }, () => event) },
    status: [413],
  },
  { section: '8', line: 'GET /usage?start=2026-01-01&end=2026-10-01', status: [422] },
]
