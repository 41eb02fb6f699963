import type { PollTable } from '../../polling/table.ts'

/** Audit logs: `GET /client/v4/accounts/{account}/audit_logs`, pages by number. */
export const CLOUDFLARE_POLL: PollTable = {
  type: 'cloudflare',
  title: 'Cloudflare audit logs',
  category: 'network',
  sourceFormat: 'cloudflare',
  auth: { kind: 'bearer', field: 'token' },
  secrets: [{ name: 'token', about: 'API token with Account Settings: read', isRequired: true }],
  settings: [
    { name: 'account_id', about: 'account', isRequired: true },
    { name: 'base_url', about: 'of the API', isRequired: false, fallback: 'https://api.cloudflare.com' },
  ],
  request: {
    url: '{base_url}/client/v4/accounts/{account_id}/audit_logs',
    query: { since: '{since_iso}', before: '{until_iso}', per_page: '{limit}', direction: 'asc' },
  },
  paging: { kind: 'offset', name: 'page', start: 1, by: 'pages' },
  isOldestFirst: true,
  events: 'result',
  time: ['when'],
  limit: 1000,
}
