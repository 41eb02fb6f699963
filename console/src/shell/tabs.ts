/** The tabs of pages, without the first ones, which their pages open: the palette opens them by name. */
import type { Operation } from '../api/call.ts'
import type { PAGES } from './navigation.ts'

type TabPlace = {
  readonly to: (typeof PAGES)[number]['to']
  readonly tab: string
  readonly label: string
  /** The tab is hidden from an account that may not call this operation. */
  readonly needs: Operation | null
}

export const TABS: readonly TabPlace[] = [
  { to: '/pipeline', tab: 'try', label: 'Try a sample', needs: 'POST /api/v1/sources/try' },
  { to: '/pipeline', tab: 'tables', label: 'Own tables', needs: 'GET /api/v1/sources/tables' },
  { to: '/pipeline', tab: 'fields', label: 'Fields', needs: 'GET /api/v1/schema-drift' },
  { to: '/pipeline', tab: 'dead-letters', label: 'Dead letters', needs: 'GET /api/v1/dead-letters' },
  { to: '/hunts', tab: 'hosts', label: 'Hosts with osquery', needs: 'GET /api/v1/osquery/queries' },
  { to: '/response', tab: 'actions', label: 'Actions', needs: 'GET /api/v1/actions' },
  { to: '/response', tab: 'playbooks', label: 'Playbooks', needs: 'GET /api/v1/playbooks' },
  { to: '/response', tab: 'runs', label: 'Runs', needs: 'GET /api/v1/playbook-runs' },
  { to: '/response', tab: 'in-advance', label: 'In advance', needs: 'GET /api/v1/standing-approvals' },
  { to: '/response', tab: 'executors', label: 'Executors', needs: 'GET /api/v1/response/executors' },
  { to: '/response', tab: 'targets', label: 'Targets and blocks', needs: 'GET /api/v1/response/targets' },
  { to: '/entities', tab: 'usual', label: 'What is usual', needs: 'GET /api/v1/ueba/baselines' },
  { to: '/intel', tab: 'sightings', label: 'Sightings', needs: null },
  { to: '/intel', tab: 'known-good', label: 'Known-good values', needs: null },
  { to: '/intel', tab: 'feeds', label: 'Feeds', needs: null },
  { to: '/intel', tab: 'sandboxes', label: 'Sandboxes', needs: null },
  { to: '/usage', tab: 'tenants', label: 'By tenant', needs: 'GET /api/v1/usage' },
  { to: '/usage', tab: 'capacity', label: 'Capacity', needs: 'GET /api/v1/lake/capacity' },
  { to: '/usage', tab: 'searches', label: 'Searches', needs: 'GET /api/v1/lake/advice' },
  { to: '/usage', tab: 'limits', label: 'Limits', needs: 'GET /api/v1/tenants/me/limits' },
  { to: '/audit', tab: 'chain', label: 'Verify and export', needs: null },
  { to: '/settings', tab: 'keys', label: 'API keys', needs: 'GET /api/v1/api-keys' },
  { to: '/settings', tab: 'tokens', label: 'Push tokens', needs: null },
  { to: '/settings', tab: 'records', label: 'Hosts and people', needs: 'GET /api/v1/enrichment/tables/{table}' },
  { to: '/settings', tab: 'branding', label: 'Branding', needs: null },
  { to: '/settings', tab: 'vault', label: 'Vault', needs: 'GET /api/v1/vault/keys' },
  { to: '/settings', tab: 'tenant', label: 'Tenant', needs: 'GET /api/v1/tenants/me/ocsf-version' },
  { to: '/sla', tab: 'forecast', label: 'Forecast', needs: 'GET /api/v1/sla/forecast' },
  { to: '/sla', tab: 'handover', label: 'Handover', needs: 'GET /api/v1/cases/handoffs' },
  { to: '/sla', tab: 'policies', label: 'Policies and queues', needs: 'GET /api/v1/cases/sla-policies' },
  { to: '/sla', tab: 'cases', label: 'Templates and fields', needs: 'GET /api/v1/case-templates' },
  { to: '/purple-team', tab: 'tests', label: 'Tests', needs: 'GET /api/v1/purple-team/atomic-tests' },
  { to: '/purple-team', tab: 'runs', label: 'Runs', needs: 'GET /api/v1/purple-team/executions' },
  { to: '/purple-team', tab: 'hosts', label: 'On hosts', needs: 'GET /api/v1/purple-team/atomics' },
  { to: '/purple-team', tab: 'schedules', label: 'Schedules', needs: 'GET /api/v1/purple-team/schedules' },
  { to: '/purple-team', tab: 'drift', label: 'Drift', needs: 'GET /api/v1/purple-team/drift/snapshots' },
  { to: '/purple-team', tab: 'tabletop', label: 'Tabletop', needs: 'GET /api/v1/purple-team/tabletop' },
  { to: '/access', tab: 'roles', label: 'Roles and permissions', needs: 'GET /api/v1/rbac/roles' },
  { to: '/access', tab: 'sign-in', label: 'Single sign-on', needs: 'GET /api/v1/sso-connections' },
  { to: '/access', tab: 'scim', label: 'Provisioning (SCIM)', needs: 'GET /api/v1/scim-tokens' },
  { to: '/organisation', tab: 'queue', label: 'Queue of all tenants', needs: 'GET /api/v1/organisation/queue' },
  { to: '/organisation', tab: 'hunts', label: 'Hunts over all tenants', needs: 'GET /api/v1/hunts' },
  { to: '/organisation', tab: 'templates', label: 'Templates', needs: 'GET /api/v1/organisation/templates' },
  { to: '/automation', tab: 'models', label: 'Models', needs: 'GET /api/v1/llm/status' },
  { to: '/automation', tab: 'tools', label: 'Tool servers', needs: 'GET /api/v1/mcp-servers' },
  { to: '/automation', tab: 'sandboxes', label: 'Sandboxes', needs: 'GET /api/v1/sandbox/providers' },
  { to: '/governance', tab: 'fields', label: 'Field rules', needs: 'GET /api/v1/governance/field-rules' },
  { to: '/governance', tab: 'deletions', label: 'Deletions', needs: 'GET /api/v1/governance/subject-deletions' },
  { to: '/governance', tab: 'retention', label: 'Retention', needs: 'GET /api/v1/governance/retention' },
  { to: '/governance', tab: 'residency', label: 'Residency', needs: 'GET /api/v1/governance/residency' },
]
