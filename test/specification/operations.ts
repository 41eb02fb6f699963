/**
 * The specification's requirements on a running installation: operations with their requests and expected answers,
 * types of the query interface, services and their ports. They were read from it by hand; `main.ts` tests each.
 */

export type Made = Readonly<Record<string, string>>

export type Asked = {
  readonly section: string
  /**
   * Method and path below /api/v1, or from the root where it begins with `//`. Names in braces are of created
   * resources.
   */
  readonly line: string
  readonly body?: unknown
  /** Status of an answer as specified; default: any below 500 that does not refuse the path. */
  readonly status?: readonly number[]
  /** Members that the answer has, the innermost of a path in every element of a list. */
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

const list = (section: string, ...lines: readonly string[]): Asked[] => lines.map((line) => ({ section, line }))

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
  { section: '4.1', line: 'GET /users/me', status: [200], members: ['id', 'email', 'role'] },
  {
    section: '4.1',
    line: 'POST /api-keys',
    body: { name: 'walk', scopes: ['alerts:read'] },
    status: [201],
    makes: 'key',
  },
  ...list('4.1', 'GET /api-keys', 'DELETE /api-keys/{key}', 'GET /rbac/roles', 'GET /rbac/permissions'),
  {
    section: '4.1',
    line: 'POST /rbac/roles',
    body: { name: 'walked', permission_ids: [] },
    status: [201],
    makes: 'role',
  },
  ...list(
    '4.1',
    'DELETE /rbac/roles/{role}',
    'POST /rbac/permissions',
    `GET /rbac/users/${NOBODY}/effective-permissions`,
  ),
  ...list(
    '4.1',
    'POST /auth/saml/login',
    'GET /auth/saml/callback',
    'POST /auth/oidc/login',
    'GET /auth/oidc/callback',
  ),
  ...list('4.1', 'GET /sso-connections', 'POST /sso-connections', 'GET /scim-tokens'),
  {
    section: '4.1',
    line: 'POST /scim-tokens',
    body: { name: 'walk', expires_in_days: 30 },
    status: [201],
    makes: 'scim',
  },
  { section: '4.1', line: 'POST /scim-tokens/{scim}/rotate', body: { grace_hours: 1 }, status: [200, 201] },
  { section: '4.1', line: 'PUT /branding', body: { product_name: 'Walk' }, status: [200, 409] },
  ...list('4.1', 'POST /branding/assets/logo', 'DELETE /branding/assets/logo'),
  { section: '4.1', line: 'GET /llm/credentials', status: [200] },
  ...list('4.1', 'PUT /llm/credentials', 'DELETE /llm/credentials'),
  {
    ...{ section: '4.1', line: 'GET /llm/status', status: [200] },
    members: [
      'provider',
      'model',
      'base_url',
      'host',
      'key_set',
      'airgap_enabled',
      'airgap_compliant',
      'is_local',
      'effective_path',
      'policy_note',
    ],
  },
  {
    section: '4.1',
    line: 'GET /airgap/status',
    status: [200],
    members: ['enabled', 'allowlist', 'implicit_private_suffixes', 'policy'],
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
    members: ['ai_score', 'ai_summary', 'ai_recommendations', 'disposition', 'rule_id', 'metadata'],
  },
  {
    section: '4.2',
    line: 'POST /alerts/submit',
    body: { events: [event] },
    status: [200, 201],
    members: ['alert_id', 'id', 'status'],
  },
  {
    section: '4.2',
    line: 'GET /alerts',
    status: [200],
    members: ['items.id', 'items.title', 'items.severity', 'items.status'],
  },
  {
    section: '4.2',
    line: 'GET /alerts/{alert}',
    status: [200],
    members: ['narrative', 'related_entities', 'mini_timeline', 'recommended_actions'],
  },
  { section: '4.2', line: 'PATCH /alerts/{alert}', body: { priority: 5 }, status: [200] },
  { section: '4.2', line: 'POST /alerts/{alert}/assign', body: { assignee: null }, status: [200] },
  ...list(
    '4.2',
    'GET /rules',
    'POST /rules',
    `PUT /rules/${NOBODY}`,
    `DELETE /rules/${NOBODY}`,
    `POST /rules/${NOBODY}/enable`,
  ),
  ...list('4.2', 'GET /detections', 'POST /detections', 'GET /detections/stats', 'GET /detection-proposals'),
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
    members: ['title', 'description', 'logic', 'proposed_by_id', 'review_comments'],
  },
  ...['comment', 'eval', 'evaluate-rule', 'decide', 'promote'].map((verb) => ({
    section: '4.2',
    line: `POST /detection-proposals/{proposal}/${verb}`,
  })),
  ...list('4.2', 'GET /detection-proposals/baseline', 'POST /detection-proposals/baseline'),
  { section: '4.2', line: 'POST /federated/query', body: { query: '*' }, status: [200, 503] },
  ...list(
    '4.2',
    'GET /hunts',
    `GET /hunts/${NOBODY}`,
    `GET /hunts/${NOBODY}/results`,
    'GET /entity-risk',
    'GET /entity-risk/ann',
  ),
  // 4.3
  {
    section: '4.3',
    line: 'POST /cases',
    body: { title: 'walk', severity: 'high', alert_ids: [] },
    status: [201],
    makes: 'case',
  },
  { section: '4.3', line: 'GET /cases', status: [200], members: ['items.id', 'items.title'] },
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
    members: ['name', 'severity', 'ack_minutes', 'resolve_minutes', 'close_minutes', 'business_hours_only'],
  },
  {
    section: '2.5',
    line: 'POST /cases/queues',
    body: { name: 'walk', match_severity: ['high'], match_tags: [], precedence: 5, sla_policy_id: null },
    status: [201],
    makes: 'queue',
    members: ['name', 'match_severity', 'match_tags', 'precedence', 'sla_policy_id'],
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
    members: ['name', 'queue_id', 'trigger_at_sla_fraction', 'ladder'],
  },
  ...list('2.5', 'POST /cases/handoffs'),
  ...list(
    '4.3',
    'GET /playbooks',
    'POST /playbooks',
    `POST /playbooks/${NOBODY}/execute`,
    `GET /playbooks/${NOBODY}/runs`,
    'POST /actions/dry-run',
  ),
  ...list(
    '4.3',
    'GET /cases/{case}/investigations',
    'GET /cases/{case}/ledger',
    `GET /investigations/${NOBODY}`,
    'POST /cases/{case}/investigations:replay',
    'POST /cases/{case}/investigations:start',
  ),
  ...list(
    '4.3',
    'GET /copilot/context/alert/{alert}',
    'GET /copilot/context/case/{case}',
    'POST /copilot/actions/none:run',
  ),
  // 4.4
  {
    section: '4.4',
    line: 'POST /intel/iocs',
    body: { ioc_type: 'ip', value: '203.0.113.77' },
    status: [201],
    members: ['id', 'ioc_type', 'value'],
  },
  ...list('4.4', 'GET /intel/iocs', 'GET /intel/feeds', `POST /intel/feeds/${NOBODY}/sync`),
  {
    section: '4.4',
    line: 'POST /intel/enrich',
    body: { indicators: [{ type: 'ip', value: '203.0.113.77' }] },
    status: [200],
  },
  ...list(
    '4.4',
    'GET /ueba/anomalies',
    `GET /ueba/anomalies/${NOBODY}`,
    'GET /ueba/baselines',
    'GET /ueba/baselines/ann',
    'GET /ueba/stats',
    'DELETE /ueba/baselines/ann',
  ),
  {
    section: '4.4',
    line: 'POST /honeytokens',
    body: { name: 'walk', token_type: 'url' },
    status: [201],
    makes: 'honeytoken',
  },
  ...list(
    '4.4',
    'GET /honeytokens',
    'GET /honeytokens/{honeytoken}',
    'GET /honeytokens/{honeytoken}/events',
    'GET /honeytokens/events',
    'GET /honeytokens/stats',
    `GET /honeytokens/track/${NOBODY}`,
    'DELETE /honeytokens/{honeytoken}',
  ),
  ...list(
    '4.4',
    'GET /purple-team/atomic-tests',
    'GET /purple-team/coverage',
    'GET /purple-team/drift/snapshots',
    `GET /purple-team/drift/diff?from=${NOBODY}&to=${NOBODY}`,
    'POST /purple-team/drift/snapshot',
    'POST /purple-team/executions',
    `GET /purple-team/executions/${NOBODY}`,
    `DELETE /purple-team/executions/${NOBODY}`,
    'GET /purple-team/tabletop',
    'POST /purple-team/tabletop',
    `POST /purple-team/tabletop/${NOBODY}/steps`,
  ),
  // 4.5
  ...list(
    '4.5',
    'GET /oncall/rotations',
    'POST /oncall/rotations',
    'GET /oncall/whoison',
    'GET /passkeys',
    'POST /passkeys',
    `DELETE /passkeys/${NOBODY}`,
    'POST /passkeys/challenge',
    'POST /passkeys/verify',
  ),
  ...list(
    '4.5',
    'GET /approvals',
    'POST /approvals',
    `POST /approvals/${NOBODY}:approve`,
    `POST /approvals/${NOBODY}:reject`,
  ),
  ...list(
    '4.5',
    'GET /push/subscriptions',
    'POST /push/subscriptions',
    `DELETE /push/subscriptions/${NOBODY}`,
    'POST /push/test',
    'GET /push/public-key',
    'POST /push/subscribe',
    'POST /push/unsubscribe',
  ),
  ...list('4.5', 'GET /marketplace/items', 'GET /marketplace/items/none', 'POST /marketplace/items/none:install'),
  ...list(
    '4.5',
    'GET /compliance/frameworks',
    'GET /compliance/controls',
    'GET /compliance/dashboard/soc2',
    'GET /compliance/evidence',
    'POST /compliance/evidence',
  ),
  ...list('4.5', 'GET /audit', 'GET /audit-log', 'GET /sla/configs', 'GET /sla/events', `PUT /sla/configs/${NOBODY}`),
  {
    section: '2.6',
    line: 'POST /governance/legal-holds',
    body: { name: 'walk', matter_ref: 'M-1', subject_kind: 'host', subject_value: 'walked' },
    status: [201],
    makes: 'hold',
    members: ['name', 'matter_ref', 'subject_kind', 'subject_value'],
  },
  {
    section: '2.6',
    line: 'POST /governance/subject-deletions',
    body: { subject_kind: 'host', subject_value: 'walked' },
    status: [201],
    members: ['subject_kind', 'subject_value', 'state', 'affected_counts'],
  },
  { section: '2.6', line: 'POST /governance/legal-holds/{hold}/release', body: { reason: 'walked' }, status: [200] },
  {
    section: '2.6',
    line: 'POST /governance/field-rules',
    body: { resource: 'alert', field_path: 'raw_event.walk', visible_to_roles: ['admin'], treatment: 'hash' },
    status: [201],
    members: ['resource', 'field_path', 'visible_to_roles', 'treatment'],
  },
  {
    section: '2.6',
    line: 'PUT /governance/residency',
    body: { data_region: 'eu', residency_enforced: false },
    status: [200],
    members: ['data_region', 'residency_enforced'],
  },
  { section: '2.8', line: 'GET /usage', status: [200], members: ['daily', 'totals', 'meters', 'entitlements'] },
  ...list('4.5', 'GET /usage/export.csv?month=2026-10', 'GET /usage/reconciliation?start=2026-10-01&end=2026-10-31'),
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
    members: ['granted'],
  },
  ...list('4.6', 'GET /autonomy-policy/agreement', 'GET /health/shadow-reconciliation'),
  {
    section: '4.7',
    line: 'POST /mcp-servers',
    body: { name: 'walk', url: 'https://mcp.example/mcp', credential: { authorization: 'Bearer x' } },
    status: [201],
    makes: 'mcp',
    members: ['name', 'url', 'has_credential', 'tool_allowlist', 'timeout_seconds', 'max_response_bytes', 'enabled'],
  },
  ...list(
    '4.7',
    'GET /mcp-servers',
    'PATCH /mcp-servers/{mcp}',
    'DELETE /mcp-servers/{mcp}',
    'GET /sandbox/providers',
    'POST /sandbox/lookup',
    'POST /sandbox/files',
    'POST /sandbox/urls',
    'GET /sandbox/analyses/mock/none',
    'PUT /sandbox/consent',
  ),
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
