/** Labels for the API's field names. A field without an entry is labelled with its own words. */
const LABELS: Readonly<Record<string, string>> = {
  ...{ assignee_id: 'Owner', queue_id: 'Queue', sla_policy_id: 'SLA policy', to_user_id: 'Hand over to' },
  ...{ user_ids: 'People', required_user_id: 'Only this person may decide', role_id: 'Role' },
  ...{ permission_ids: 'Permissions', case_id: 'Case', alert_id: 'Alert', base_url: 'Address', url: 'Address' },
  ...{ mitre_techniques: 'ATT&CK techniques', technique_ids: 'ATT&CK techniques', ttl_days: 'Days until it expires' },
  ...{ ack_minutes: 'Acknowledge within (minutes)', resolve_minutes: 'Resolve within (minutes)' },
  ...{ close_minutes: 'Close within (minutes)', business_hours_only: 'Clocks run in business hours only' },
  ...{ expires_in_days: 'Days until it expires', expires_in_hours: 'Hours until it expires', timezone: 'Time zone' },
  ...{ mttd_target: 'Detect within (seconds)', mttr_target: 'Respond within (seconds)' },
  ...{ mttc_target: 'Contain within (seconds)', starts_on: 'First day', handoff_at: 'Time of the handover' },
  ...{ handoff_days: 'Days per shift', raw_payload: 'Evidence as JSON', matter_ref: 'Matter', api_key: 'API key' },
  ...{ client_id: 'Client ID', client_secret: 'Client secret', metadata_url: 'Metadata address', is_active: 'Active' },
  ...{ metadata_xml: 'Metadata (XML)', after_minutes: 'After (minutes)', due_minutes: 'Due after (minutes)' },
  ...{ trigger_at_sla_fraction: 'Begins at this part of the target', rollback_after_seconds: 'Undo after (seconds)' },
  ...{
    approval_seconds: 'Approval waits (seconds)',
    quorum: 'How many must agree',
    scope_key: 'Alert class or action',
  },
  ...{ llm_cost_usd: 'Model cost (USD)', grace_hours: 'Hours that the old token still works' },
  ...{ sql: 'SQL', deadline_seconds: 'Answers until (seconds)' },
  ...{ depends_on_task_id: 'Waits for', due_at: 'Due', wait_seconds: 'Wait for detections (seconds)' },
  ...{
    timeout_seconds: 'Timeout (seconds)',
    max_response_bytes: 'Largest answer (bytes)',
    max_regression_pp: 'Allowed loss',
  },
  ...{ tool_allowlist: 'Tools that may be called', entity_id: 'Entity', idp: 'Provider', sso: 'SSO', ip: 'IP address' },
}
const UPPER: Readonly<Record<string, string>> = {
  id: 'ID',
  url: 'URL',
  ip: 'IP',
  sla: 'SLA',
  api: 'API',
  csv: 'CSV',
  ai: 'AI',
  soc: 'SOC',
  sms: 'SMS',
  aws: 'AWS',
  dns: 'DNS',
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  md5: 'MD5',
}

export function labelOf(name: string): string {
  const known = LABELS[name]
  if (known !== undefined) return known
  const words = name.split(/[_\s]+/).map((word) => UPPER[word] ?? word)
  const text = words.join(' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Such as `1 person`, `2 people`. */
export const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : more}`

/** Values that are several words in one. */
const WHOLE: Readonly<Record<string, string>> = { todo: 'to do' }

/** A value of an enumeration as words. */
export const wordOf = (value: string): string =>
  WHOLE[value] ??
  value
    .split('_')
    .map((word) => UPPER[word] ?? word)
    .join(' ')

/** The report of an investigation, or why it has none. */
export function runResult({
  summary,
  error,
  dropped,
}: {
  readonly summary: string | null
  readonly error: string | null
  readonly dropped: number
}): string {
  if (summary !== null && summary !== '') return summary
  if (error !== null) return error
  if (summary === null) return 'It is under way.'
  return dropped > 0
    ? 'The ledger supports no sentence of its report.'
    : 'It came to no conclusion, and gave no reason.'
}
