/** New steps, as the text of a list of one; the check lists their missing parts. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  condition: `  - id: ID
    type: condition
    condition: { field: trigger.alert.severity, operator: eq, value: critical }
`,
  approval: '  - id: ID\n    type: approval\n    params: { title: May this be done? }\n',
  isolate_host: "  - id: ID\n    type: isolate_host\n    target: '{{trigger.alert.hosts.0}}'\n",
  block_ip: "  - id: ID\n    type: block_ip\n    target: '{{trigger.alert.ips.0}}'\n",
  disable_user: "  - id: ID\n    type: disable_user\n    target: '{{trigger.alert.users.0}}'\n",
  notify: '  - id: ID\n    type: notify\n    params: { message: What happened }\n',
  open_case: '  - id: ID\n    type: open_case\n    params: { title: What happened }\n',
  close_case: '  - id: ID\n    type: close_case\n',
  comment_case: '  - id: ID\n    type: comment_case\n    params: { body: What was done }\n',
  http: '  - id: ID\n    type: http\n    params: { method: POST, url: https://example.com/ }\n',
  enrich: "  - id: ID\n    type: enrich\n    params: { value: '{{trigger.alert.ips.0}}' }\n",
  set: '  - id: ID\n    type: set\n    params: { note: A text for later steps }\n',
  wait: "  - id: ID\n    type: wait\n    params: { seconds: '60' }\n",
}

/** Parameters of the steps that the run does itself; those of actions come from the API. */
export const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  wait: ['seconds'],
  approval: ['title', 'summary', 'risk_level', 'quorum'],
  enrich: ['value'],
  comment_case: ['body'],
  close_case: ['reason'],
  open_case: ['title', 'severity'],
  http: ['url', 'method', 'body', 'content_type'],
  playbook: ['playbook_id'],
}

/** Types of steps that the run does itself. */
export const OWN_TYPES: readonly string[] = ['condition', 'set', ...Object.keys(PARAMETERS)]

/** A new step of the type under an id that no step has. */
export function newStep(type: string, ids: ReadonlySet<string>): { readonly id: string; readonly text: string } {
  const base = type.replaceAll(/[^a-z0-9]+/g, '-')
  let id = base
  for (let at = 2; ids.has(id); at++) id = `${base}-${at}`
  return { id, text: (TEMPLATES[type] ?? `  - id: ID\n    type: ${type}\n`).replace('ID', id) }
}
