/** Bodies of requests for which no example follows from the schema: documents inside of a member, and bodies whose members depend on each other. */

const SIGMA = `title: Shadow copies deleted
id: 5b7ea2a4-6a43-4b13-9c4e-0f7d3b1c9a20
logsource:
  category: process_creation
  product: windows
detection:
  selection:
    Image|endswith: '\\vssadmin.exe'
    CommandLine|contains: 'delete shadows'
  condition: selection
level: high
tags: [attack.impact, attack.t1490]
`

const PROCESS_START = {
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  EventID: 1,
  Computer: 'ws-114',
  User: 'ACME\\k.doe',
  Image: 'C:\\Windows\\System32\\vssadmin.exe',
  CommandLine: 'vssadmin delete shadows /all /quiet',
}

const PLAYBOOK = {
  name: 'Scan the host of a grave alert',
  trigger: { on: 'alert', severity: ['high', 'critical'] },
  steps: [{ id: 'scan', type: 'run_av_scan', target: '{{trigger.alert.hosts.0}}', on_failure: 'continue' }],
}

const VPN_LINE = '<134>Dec  1 09:30:00 gw1 acmevpnd[71]: peer k.doe came up via 203.0.113.9:51820 slot 7'

const VPN_TABLE = {
  vendor: 'Acme',
  product: 'VPN',
  recognises: { program: 'acmevpnd' },
  rows: { event_code: 'code' },
  kinds: [
    {
      name: 'up',
      sentences: ['peer {user} came up via {src_ip}:{src_port} slot {other}'],
      ...{ class: 'authentication', activity: 'Logon', status: 'success' },
    },
  ],
}

const MAIL = [
  'From: "Parcel Service" <office@parcel.example>',
  'To: k.doe@acme.example',
  'Subject: Your parcel is waiting',
  '',
  'Pay the fee at https://parcel.example/pay',
].join('\r\n')

const SCIM_USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'kim@acme.example',
  displayName: 'Kim Doe',
  active: true,
}

const SCIM_GROUP = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: 'SOC analysts',
  members: [{ value: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11' }],
}

const SCIM_PATCH = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value: false }],
}

const PUSH = {
  subscription: {
    endpoint: 'https://push.example/send/e2f1',
    keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQ', auth: 'tBHItJI5svbpez7KI4CCXg' },
  },
}

const CONNECTOR = {
  type: 'okta',
  auth_config: { api_token: '00a1b2c3d4' },
  connector_config: { base_url: 'https://acme.okta.com' },
}

const DOCUMENTS = { documents: [{ kind: 'rule', name: 'shadow-copies.yml', spec: { language: 'sigma', text: SIGMA } }] }

/** By method and path behind `/api/v1`, which SCIM paths have too. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  'PATCH /users/me': { preferences: { theme: 'dark' } },
  'POST /alerts/submit': { events: [PROCESS_START] },
  'POST /alerts/{id}/snooze': { duration_minutes: 60 },
  'POST /autonomy-policy/grants': { scope_kind: 'alert_class', scope_key: 'brute_force', capability: 'auto_close' },
  'POST /rules': { language: 'sigma', text: SIGMA },
  'PUT /rules/{id}': { text: SIGMA },
  'POST /rules/check': { language: 'sigma', text: SIGMA },
  'POST /rules/import': { files: [{ language: 'sigma', file: 'shadow-copies.yml', text: SIGMA }] },
  'POST /rules/{id}/test': { events: [PROCESS_START] },
  'PUT /rules/{id}/overlay': { min_severity: 'high', reason: 'The backup server deletes copies each night' },
  'PUT /rules/placeholders': { placeholders: { Admins: ['ada', 'kim'] } },
  'POST /rules/suppressions': {
    ...{ rule_id: '5b7ea2a4-6a43-4b13-9c4e-0f7d3b1c9a20', field: 'host', values: ['backup-1'] },
    ...{ reason: 'The backup server deletes copies each night', expires_in_hours: 720 },
  },
  'POST /detections': {
    ...{ rule_id: 'impossible-travel', rule_title: 'Sign-ins from two countries within an hour', severity_id: 4 },
    ...{ time: '2026-11-28T09:30:00Z', user: 'k.doe', src_ip: '203.0.113.9' },
  },
  'POST /detection-proposals': {
    ...{ title: 'Shadow copies deleted', description: 'Ransomware deletes them before it encrypts' },
    logic: SIGMA,
  },
  'POST /detection-proposals/{id}/evaluate-rule': { positive_fixtures: [PROCESS_START] },
  'POST /playbooks': { document: PLAYBOOK, enabled: false },
  'POST /playbooks/validate': { document: PLAYBOOK },
  'POST /playbooks/dry-run': { document: PLAYBOOK, alert_id: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11' },
  'PUT /playbooks/{id}': { document: PLAYBOOK },
  'POST /playbooks/{id}/execute': { alert_id: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11', dry_run: true },
  'POST /playbook-hooks/{hook_id}': { host: 'ws-114' },
  'PUT /playbook-secrets/{name}': { value: '4f1c9e8a7b6d5c4e', hosts: ['siem.example:8089'] },
  'POST /connectors': CONNECTOR,
  'POST /connectors/test': CONNECTOR,
  'POST /connectors/{id}/test': CONNECTOR,
  'PATCH /connectors/{id}': { poll_interval_seconds: 60 },
  'POST /sources/try': { sample: VPN_LINE },
  'POST /sources/tables/propose': { name: 'acme-vpn', sample: VPN_LINE },
  'PUT /sources/tables/{name}': { table: VPN_TABLE, sample: VPN_LINE },
  'POST /phishing/submit': { artifact_kind: 'email', raw_content: MAIL },
  'POST /configuration/plan': DOCUMENTS,
  'POST /configuration/apply': DOCUMENTS,
  'PUT /osquery/config': {
    schedule: { listeners: { query: 'SELECT pid, port, address FROM listening_ports', interval: 600 } },
  },
  'PUT /enrichment/tables/{table}': {
    records: [{ name: 'ws-114', aliases: ['192.0.2.17'], attributes: { owner: 'Finance', criticality: 'high' } }],
  },
  'PUT /governance/residency': { data_region: 'eu', residency_enforced: true },
  'PUT /branding': { product_name: 'Harbor SOC' },
  'POST /oncall/rotations': {
    ...{ name: 'Nights', time_zone: 'Europe/Berlin', starts_on: '2026-11-30' },
    user_ids: ['0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11'],
  },
  'POST /cases/sla-policies': {
    ...{ name: 'Gold', severity: 'critical', ack_minutes: 15, resolve_minutes: 240, close_minutes: 2880 },
  },
  'POST /cases/escalation-policies': {
    ...{ name: 'Nobody took it', queue_id: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11' },
    ladder: [{ after_minutes: 15, notify: 'kim@acme.example' }],
  },
  'POST /copilot/ask': { task: 'kql', words: 'wrong passwords by address over the last day' },
  'POST /organisation/delegations': {
    ...{ email: 'pat@soc.example', role: 'soc_lead', reason: 'Watch over Acme at night', expires_in_hours: 720 },
  },
  'PUT /organisation/templates': { name: 'Baseline', from_this_tenant: ['rule', 'playbook', 'sla_policy'] },
  'POST /actions': {
    action_type: 'block_ip',
    target: '203.0.113.9',
    rationale: 'The address sent 400 wrong passwords in an hour',
  },
  'POST /actions/dry-run': {
    action_type: 'block_ip',
    target: '203.0.113.9',
    rationale: 'The address sent 400 wrong passwords in an hour',
  },
  'POST /mcp-servers': { name: 'asset-inventory', url: 'https://mcp.acme.example/mcp' },
  'PATCH /mcp-servers/{id}': { url: 'https://mcp.acme.example/mcp' },
  'POST /push/subscriptions': PUSH,
  'POST /push/subscribe': PUSH,
  'POST /scim/v2/Users': SCIM_USER,
  'PUT /scim/v2/Users/{id}': SCIM_USER,
  'PATCH /scim/v2/Users/{id}': SCIM_PATCH,
  'POST /scim/v2/Groups': SCIM_GROUP,
  'PUT /scim/v2/Groups/{id}': SCIM_GROUP,
  'PATCH /scim/v2/Groups/{id}': {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'add', path: 'members', value: [{ value: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11' }] }],
  },
}
