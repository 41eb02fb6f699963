/**
 * The specification's requirements on a running installation: operations with their requests and expected answers,
 * types of the query interface, services and their ports. They were read from it by hand; `main.ts` tests each.
 */

import { randomUUID } from 'node:crypto'

export type Made = Readonly<Record<string, string>>

export type Asked = {
  readonly section: string
  /**
   * Method and path below /api/v1, or from the root where it begins with `//`. Names in braces are of created
   * resources.
   */
  readonly line: string
  readonly body?: unknown
  /** Statuses of an answer as specified. */
  readonly status: readonly number[]
  /**
   * Members that the answer has, the innermost of a path in every element of a list, each with its type where the
   * specification names one: `ack_minutes int`.
   */
  readonly members?: readonly string[]
  /** Keeps the id of the answer under this name. */
  readonly makes?: string
  readonly without?: 'credential'
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
const event = {
  ...{ class_uid: 3002, severity: 'critical', title: 'walked', time: '2026-03-01T01:00:00Z' },
  ...{ device: { hostname: 'h1' }, actor: { user: { name: 'ann' } }, password: 'hunter2' },
}

const list = (section: string, status: number, ...lines: readonly string[]): Asked[] =>
  lines.map((line) => ({ section, line, status: [status] }))

/** An operation with a body that it takes. */
const made = (section: string, line: string, body: object, status: number, makes?: string): Asked => {
  return { section, line, body, status: [status], ...(makes === undefined ? {} : { makes }) }
}
const RULE = `title: walk\nid: ${randomUUID()}\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }`
const PLAYBOOK = { name: 'walk', trigger: { on: 'manual' }, steps: [{ id: 'a', type: 'set' }] }
const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()

/** Order matters: later operations use resources that earlier ones made. */
export const OPERATIONS: readonly Asked[] = [
  // 4.1
  {
    section: '4.1',
    line: 'POST /auth/login',
    body: { email: 'nobody@x.example', password: 'wrong password' },
    status: [401],
    without: 'credential',
  },
  { section: '4.1', line: 'POST /auth/refresh', body: { refresh_token: 'none' }, status: [401], without: 'credential' },
  { section: '4.1', line: 'GET /users/me', status: [200], members: ['id string', 'email string', 'role string'] },
  {
    section: '4.1',
    line: 'POST /api-keys',
    body: { name: 'walk', scopes: ['alerts:read'] },
    status: [201],
    makes: 'key',
  },
  ...list('4.1', 200, 'GET /api-keys'),
  ...list('4.1', 204, 'DELETE /api-keys/{key}'),
  ...list('4.1', 200, 'GET /rbac/roles', 'GET /rbac/permissions'),
  {
    section: '4.1',
    line: 'POST /rbac/roles',
    body: { name: 'walked', permission_ids: [] },
    status: [201],
    makes: 'role',
  },
  ...list('4.1', 204, 'DELETE /rbac/roles/{role}'),
  ...list('4.1', 422, 'POST /rbac/permissions'),
  made('4.1', 'POST /rbac/permissions', { name: 'custom:walk', description: 'of the walk' }, 201),
  ...list('4.1', 404, `GET /rbac/users/${NOBODY}/effective-permissions`),
  ...list(
    '4.1',
    422,
    'POST /auth/saml/login',
    'GET /auth/saml/callback',
    'POST /auth/oidc/login',
    'GET /auth/oidc/callback',
  ),
  ...list('4.1', 200, 'GET /sso-connections'),
  ...list('4.1', 422, 'POST /sso-connections'),
  made(
    '4.1',
    'POST /sso-connections',
    { provider: 'oidc', issuer: 'https://idp.walk.example', display_name: 'walk', client_id: 'svc' },
    201,
  ),
  ...list('4.1', 200, 'GET /scim-tokens'),
  {
    section: '4.1',
    line: 'POST /scim-tokens',
    body: { name: 'walk', expires_in_days: 30 },
    status: [201],
    makes: 'scim',
  },
  { section: '4.1', line: 'POST /scim-tokens/{scim}/rotate', body: { grace_hours: 1 }, status: [200, 201] },
  { section: '4.1', line: 'PUT /branding', body: { product_name: 'Walk' }, status: [200, 409] },
  ...list('4.1', 415, 'POST /branding/assets/logo'),
  ...list('4.1', 409, 'DELETE /branding/assets/logo'),
  { section: '4.1', line: 'GET /llm/credentials', status: [200] },
  ...list('4.1', 422, 'PUT /llm/credentials'),
  ...list('4.1', 404, 'DELETE /llm/credentials'),
  made('4.1', 'PUT /llm/credentials', { provider: 'anthropic', model: 'm', api_key: 'of the walk' }, 200),
  ...list('4.1', 204, 'DELETE /llm/credentials'),
  {
    ...{ section: '4.1', line: 'GET /llm/status', status: [200] },
    members: [
      'provider',
      'model',
      'base_url',
      'host',
      'key_set bool',
      'airgap_enabled bool',
      'airgap_compliant bool',
      'is_local bool',
      'effective_path',
      'policy_note',
    ],
  },
  {
    section: '4.1',
    line: 'GET /airgap/status',
    status: [200],
    members: ['enabled bool', 'allowlist list', 'implicit_private_suffixes list', 'policy string'],
    without: 'credential',
  },
  { section: '4.1', line: `DELETE /identity/${NOBODY}/data`, status: [404] },
  // 4.2
  {
    section: '4.2',
    line: 'POST /alerts',
    body: { title: 'walk', severity: 'high', affected_users: ['ann'] },
    status: [201],
    makes: 'alert',
    members: ['ai_score', 'ai_summary', 'ai_recommendations list', 'disposition', 'rule_id', 'metadata object'],
  },
  {
    section: '4.2',
    line: 'POST /alerts/submit',
    body: { events: [event] },
    status: [200, 201],
    members: ['alert_id string', 'id string', 'status string'],
  },
  {
    section: '4.2',
    line: 'GET /alerts',
    status: [200],
    members: ['items.id string', 'items.title string', 'items.severity string', 'items.status string'],
  },
  {
    section: '4.2',
    line: 'GET /alerts/{alert}',
    status: [200],
    members: ['narrative string', 'related_entities list', 'mini_timeline list', 'recommended_actions list'],
  },
  { section: '4.2', line: 'PATCH /alerts/{alert}', body: { priority: 5 }, status: [200] },
  { section: '4.2', line: 'POST /alerts/{alert}/assign', body: { assignee: null }, status: [200] },
  ...list('4.2', 200, 'GET /rules'),
  ...list('4.2', 422, 'POST /rules', `PUT /rules/${NOBODY}`),
  ...list('4.2', 404, `DELETE /rules/${NOBODY}`, `POST /rules/${NOBODY}/enable`),
  ...list('4.2', 200, 'GET /detections'),
  ...list('4.2', 422, 'POST /detections'),
  ...list('4.2', 200, 'GET /detections/stats', 'GET /detection-proposals'),
  {
    section: '4.2',
    line: 'POST /detection-proposals',
    body: {
      title: 'walk',
      description: 'walk',
      logic: 'title: t\nlogsource: {product: windows}\ndetection:\n  s: {EventID: 1}\n  condition: s\n',
    },
    status: [201],
    makes: 'proposal',
  },
  {
    section: '4.2',
    line: 'GET /detection-proposals/{proposal}',
    status: [200],
    members: ['title string', 'description string', 'logic string', 'proposed_by_id', 'review_comments list'],
  },
  ...['comment', 'eval', 'evaluate-rule', 'decide'].map((verb) => ({
    section: '4.2',
    line: `POST /detection-proposals/{proposal}/${verb}`,
    status: [422],
  })),
  ...list('4.2', 412, 'POST /detection-proposals/{proposal}/promote'),
  made('4.2', 'POST /detection-proposals/{proposal}/comment', { comment: 'walk' }, 200),
  made('4.2', 'POST /detection-proposals/{proposal}/eval', { eval_report: { score: 1 } }, 200),
  made('4.2', 'POST /detection-proposals/{proposal}/decide', { decision: 'approve' }, 403),
  made(
    '4.2',
    'POST /detection-proposals/{proposal}/evaluate-rule',
    { positive_fixtures: [{ EventID: 1 }], negative_fixtures: [{ EventID: 2 }] },
    200,
  ),
  made('4.2', 'POST /detection-proposals/{proposal}/decide', { decision: 'reject' }, 200),
  made('4.2', 'POST /rules', { language: 'sigma', text: RULE }, 201, 'rule'),
  made('4.2', 'PUT /rules/{rule}', { text: RULE.replace('title: walk', 'title: walked') }, 200),
  made('4.2', 'POST /rules/{rule}/enable', {}, 200),
  ...list('4.2', 204, 'DELETE /rules/{rule}'),
  made(
    '4.2',
    'POST /detections',
    { rule_id: 'walk', rule_title: 'Walked', severity_id: 3, time: '2026-01-01T00:00:00Z' },
    201,
  ),
  made('4.2', 'POST /detection-proposals/baseline', { suite: 'walk', score: 1 }, 200),
  ...list('4.2', 200, 'GET /detection-proposals/baseline'),
  ...list('4.2', 422, 'POST /detection-proposals/baseline'),
  { section: '4.2', line: 'POST /federated/query', body: { query: '*' }, status: [200] },
  ...list('4.2', 200, 'GET /hunts'),
  ...list('4.2', 404, `GET /hunts/${NOBODY}`, `GET /hunts/${NOBODY}/results`),
  ...list('4.2', 200, 'GET /entity-risk', 'GET /entity-risk/ann'),
  // 4.3
  {
    section: '4.3',
    line: 'POST /cases',
    body: { title: 'walk', severity: 'high', alert_ids: [] },
    status: [201],
    makes: 'case',
  },
  { section: '4.3', line: 'GET /cases', status: [200], members: ['items.id string', 'items.title string'] },
  { section: '4.3', line: 'GET /cases/{case}', status: [200] },
  { section: '4.3', line: 'PATCH /cases/{case}', body: { severity: 'low' }, status: [200] },
  { section: '4.3', line: 'POST /cases/{case}/comments', body: { body: 'walk' }, status: [201] },
  { section: '4.3', line: 'POST /cases/{case}/timeline', body: { type: 'note', title: 'walk' }, status: [201] },
  { section: '4.3', line: 'GET /cases/{case}/summary', status: [200] },
  { section: '4.3', line: 'GET /cases/{case}/postmortem?format=html', status: [200] },
  {
    ...{ section: '2.5', line: 'POST /cases/sla-policies', status: [201], makes: 'sla' },
    body: {
      name: 'walk',
      severity: 'critical',
      ack_minutes: 15,
      resolve_minutes: 60,
      close_minutes: 120,
      business_hours_only: false,
    },
    members: [
      'name string',
      'severity string',
      'ack_minutes int',
      'resolve_minutes int',
      'close_minutes int',
      'business_hours_only bool',
    ],
  },
  {
    section: '2.5',
    line: 'POST /cases/queues',
    body: { name: 'walk', match_severity: ['high'], match_tags: [], precedence: 5, sla_policy_id: null },
    status: [201],
    makes: 'queue',
    members: ['name string', 'match_severity list', 'match_tags list', 'precedence int', 'sla_policy_id'],
  },
  {
    section: '2.5',
    line: 'POST /cases/escalation-policies',
    body: {
      name: 'walk',
      queue_id: '{queue}',
      trigger_at_sla_fraction: 0.8,
      ladder: [{ after_minutes: 0, notify: 'a@x.example' }],
    },
    status: [201],
    members: ['name string', 'queue_id', 'trigger_at_sla_fraction number', 'ladder list'],
  },
  ...list('2.5', 422, 'POST /cases/handoffs'),
  ...list('4.3', 200, 'GET /playbooks'),
  ...list('4.3', 422, 'POST /playbooks'),
  made('4.3', 'POST /playbooks', { document: PLAYBOOK, enabled: true }, 201, 'playbook'),
  made('4.3', 'POST /playbooks/{playbook}/execute', { dry_run: true }, 202),
  ...list('4.3', 200, 'GET /playbooks/{playbook}/runs'),
  ...list('4.3', 404, `POST /playbooks/${NOBODY}/execute`, `GET /playbooks/${NOBODY}/runs`),
  ...list('4.3', 422, 'POST /actions/dry-run'),
  made(
    '4.3',
    'POST /actions/dry-run',
    { action_type: 'notify', parameters: { message: 'walk' }, rationale: 'walk' },
    200,
  ),
  ...list('4.3', 200, 'GET /cases/{case}/investigations', 'GET /cases/{case}/ledger'),
  ...list('4.3', 404, `GET /investigations/${NOBODY}`),
  ...list('4.3', 422, 'POST /cases/{case}/investigations:replay'),
  ...list('4.3', 201, 'POST /cases/{case}/investigations:start'),
  ...list('4.3', 200, 'GET /copilot/context/alert/{alert}', 'GET /copilot/context/case/{case}'),
  ...list('4.3', 404, 'POST /copilot/actions/none:run'),
  // 4.4
  {
    section: '4.4',
    line: 'POST /intel/iocs',
    body: { ioc_type: 'ip', value: '203.0.113.77' },
    status: [201],
    members: ['id string', 'ioc_type string', 'value string'],
  },
  ...list('4.4', 200, 'GET /intel/iocs', 'GET /intel/feeds'),
  ...list('4.4', 404, `POST /intel/feeds/${NOBODY}/sync`),
  {
    section: '4.4',
    line: 'POST /intel/enrich',
    body: { indicators: [{ type: 'ip', value: '203.0.113.77' }] },
    status: [200],
  },
  ...list('4.4', 200, 'GET /ueba/anomalies'),
  ...list('4.4', 404, `GET /ueba/anomalies/${NOBODY}`),
  ...list('4.4', 200, 'GET /ueba/baselines'),
  ...list('4.4', 404, 'GET /ueba/baselines/ann'),
  ...list('4.4', 200, 'GET /ueba/stats'),
  ...list('4.4', 404, 'DELETE /ueba/baselines/ann'),
  {
    section: '4.4',
    line: 'POST /honeytokens',
    body: { name: 'walk', token_type: 'url' },
    status: [201],
    makes: 'honeytoken',
  },
  ...list(
    '4.4',
    200,
    'GET /honeytokens',
    'GET /honeytokens/{honeytoken}',
    'GET /honeytokens/{honeytoken}/events',
    'GET /honeytokens/events',
    'GET /honeytokens/stats',
    `GET /honeytokens/track/${NOBODY}`,
    'DELETE /honeytokens/{honeytoken}',
  ),
  ...list('4.4', 200, 'GET /purple-team/atomic-tests', 'GET /purple-team/coverage', 'GET /purple-team/drift/snapshots'),
  ...list('4.4', 404, `GET /purple-team/drift/diff?from=${NOBODY}&to=${NOBODY}`),
  ...list('4.4', 201, 'POST /purple-team/drift/snapshot'),
  ...list('4.4', 422, 'POST /purple-team/executions'),
  made('4.4', 'POST /purple-team/executions', { atomic_test_id: 'aws-trail-stopped' }, 202, 'execution'),
  ...list('4.4', 200, 'GET /purple-team/executions/{execution}'),
  { section: '4.4', line: 'DELETE /purple-team/executions/{execution}', status: [200], members: ['status string'] },
  ...list('4.4', 404, `GET /purple-team/executions/${NOBODY}`, `DELETE /purple-team/executions/${NOBODY}`),
  ...list('4.4', 200, 'GET /purple-team/tabletop'),
  made('4.4', 'POST /purple-team/tabletop', { name: 'walk', scenario: 'walk' }, 201, 'tabletop'),
  made('4.4', 'POST /purple-team/tabletop/{tabletop}/steps', { kind: 'inject', speaker: 'walk', body: 'walk' }, 201),
  ...list('4.4', 422, 'POST /purple-team/tabletop', `POST /purple-team/tabletop/${NOBODY}/steps`),
  // 4.5
  ...list('4.5', 200, 'GET /oncall/rotations'),
  ...list('4.5', 422, 'POST /oncall/rotations'),
  ...list('4.5', 200, 'GET /oncall/whoison', 'GET /passkeys'),
  ...list('4.5', 422, 'POST /passkeys'),
  ...list('4.5', 404, `DELETE /passkeys/${NOBODY}`),
  ...list('4.5', 503, 'POST /passkeys/challenge'),
  ...list('4.5', 422, 'POST /passkeys/verify'),
  ...list('4.5', 200, 'GET /approvals'),
  ...list('4.5', 422, 'POST /approvals'),
  made('4.5', 'POST /approvals', { title: 'walk', risk_level: 'low', expires_at: IN_AN_HOUR }, 201, 'approval'),
  ...list('4.5', 404, `POST /approvals/${NOBODY}:approve`, `POST /approvals/${NOBODY}:reject`),
  ...list('4.5', 200, 'GET /push/subscriptions'),
  ...list('4.5', 422, 'POST /push/subscriptions'),
  ...list('4.5', 404, `DELETE /push/subscriptions/${NOBODY}`),
  ...list('4.5', 503, 'POST /push/test'),
  ...list('4.5', 200, 'GET /push/public-key'),
  ...list('4.5', 422, 'POST /push/subscribe', 'POST /push/unsubscribe'),
  ...list('4.5', 200, 'GET /marketplace/items'),
  ...list('4.5', 404, 'GET /marketplace/items/none', 'POST /marketplace/items/none:install'),
  ...list(
    '4.5',
    200,
    'GET /compliance/frameworks',
    'GET /compliance/controls',
    'GET /compliance/dashboard/soc2',
    'GET /compliance/evidence',
  ),
  ...list('4.5', 422, 'POST /compliance/evidence'),
  made(
    '4.5',
    'POST /compliance/evidence',
    { framework: 'soc2', control_id: 'A1.2', evidence_kind: 'other', summary: 'of the walk' },
    201,
  ),
  ...list('4.5', 200, 'GET /audit', 'GET /audit-log', 'GET /sla/configs', 'GET /sla/events'),
  ...list('4.5', 422, `PUT /sla/configs/${NOBODY}`),
  {
    section: '2.6',
    line: 'POST /governance/legal-holds',
    body: { name: 'walk', matter_ref: 'M-1', subject_kind: 'host', subject_value: 'walked' },
    status: [201],
    makes: 'hold',
    members: ['name string', 'matter_ref string', 'subject_kind string', 'subject_value string'],
  },
  {
    section: '2.6',
    line: 'POST /governance/subject-deletions',
    body: { subject_kind: 'host', subject_value: 'walked' },
    status: [201],
    members: ['subject_kind string', 'subject_value string', 'state string', 'affected_counts'],
  },
  { section: '2.6', line: 'POST /governance/legal-holds/{hold}/release', body: { reason: 'walked' }, status: [200] },
  {
    section: '2.6',
    line: 'POST /governance/field-rules',
    body: { resource: 'alert', field_path: 'raw_event.walk', visible_to_roles: ['admin'], treatment: 'hash' },
    status: [201],
    members: ['resource string', 'field_path string', 'visible_to_roles list', 'treatment string'],
  },
  {
    section: '2.6',
    line: 'PUT /governance/residency',
    body: { data_region: 'eu', residency_enforced: false },
    status: [200],
    members: ['data_region string', 'residency_enforced bool'],
  },
  {
    section: '2.8',
    line: 'GET /usage',
    status: [200],
    members: ['daily list', 'totals object', 'meters list', 'entitlements list'],
  },
  ...list(
    '4.5',
    200,
    'GET /usage/export.csv?month=2026-10',
    'GET /usage/reconciliation?start=2026-10-01&end=2026-10-31',
  ),
  {
    section: '4.5',
    line: 'POST /phishing/submit',
    body: { artifact_kind: 'url', urls: ['https://walk.example/'], attachment_hashes: [] },
    status: [200, 201],
  },
  { section: '4.5', line: 'GET //health', status: [200, 503], without: 'credential' },
  { section: '4.5', line: 'GET //healthz', status: [200, 503], without: 'credential' },
  // 4.6, 4.7
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
  // 7
  { section: '7', line: 'GET /alerts', status: [401], without: 'credential' },
  {
    section: '8',
    line: 'POST /alerts/submit',
    body: { events: Array.from({ length: 1001 }, () => event) },
    status: [413],
  },
  { section: '8', line: 'GET /usage?start=2026-01-01&end=2026-10-01', status: [422] },
]

/** Fields of types of the query interface: `Type.field` as the specification writes the type. */
export const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  Alert:
    'id ID!, title String!, severity Severity!, status AlertStatus!, riskScore Float, source String, tenantId ID!, createdAt DateTime!, updatedAt DateTime!, case Case, tags [String!]!',
  Case: 'id ID!, title String!, status CaseStatus!, severity Severity!, assignee User, alerts [Alert!]!, timeline [TimelineEvent!]!, comments [Comment!]!, createdAt DateTime!, closedAt DateTime',
  UebaAnomaly:
    'id ID!, entityId String!, entityType EntityType!, metricName String!, observedValue Float!, baselineMean Float!, baselineStddev Float!, zScore Float!, severity Severity!, detectedAt DateTime!',
  Honeytoken:
    'id ID!, name String!, tokenType TokenType!, status TokenStatus!, createdAt DateTime!, lastTouched DateTime, touchCount Int!',
  PurpleTeamExecution:
    'id ID!, atomicTestId String!, technique String!, status ExecutionStatus!, platform String!, startedAt DateTime!, completedAt DateTime, findings [String!]!',
  ComplianceDashboard:
    'framework String!, overallScore Float!, controlsPassing Int!, controlsFailing Int!, controlsInReview Int!, lastUpdated DateTime!',
  Query:
    'alerts AlertConnection!, alert Alert, cases CaseConnection!, case Case, uebaAnomalies [UebaAnomaly!]!, honeytokens [Honeytoken!]!, honeytokenEvents [HoneytokenEvent!]!, purpleTeamExecutions [PurpleTeamExecution!]!, attackCoverage AttackCoverage!, complianceDashboard ComplianceDashboard!, auditLog AuditLogConnection!',
  Mutation:
    'createCase Case!, updateCase Case!, addCaseComment Comment!, executePlaybook PlaybookRun!, createHoneytoken Honeytoken!, revokeHoneytoken Honeytoken!, runAtomicTest PurpleTeamExecution!, cancelExecution PurpleTeamExecution!',
  Subscription:
    'alertCreated Alert!, caseUpdated Case!, uebaAnomalyDetected UebaAnomaly!, honeytokenTriggered HoneytokenEvent!, investigationStep InvestigationStep!',
}

/** The natural page of cases, at the sizes that nobody has to write. */
export const GRAPHQL_PAGE = `{ cases { edges { node { id title status severity assignee { id username } createdAt closedAt
  alerts { id title severity status riskScore createdAt } timeline { id type title description actor timestamp }
  comments { id author body isSystem createdAt } } } } }`

/** Services by their default port; each has a health endpoint. */
export const SERVICES: Readonly<Record<number, string>> = {
  8000: 'api',
  8001: 'agents',
  8002: 'actions',
  8003: 'fusion',
  8005: 'threatintel',
  8006: 'purple-team',
  8007: 'ueba',
  8008: 'honeytokens',
  8080: 'enrichment',
  8081: 'ingest',
  8086: 'realtime',
  8443: 'osquery TLS server',
  3000: 'web console',
}
