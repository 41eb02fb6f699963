import type { PollTable } from '../../polling/table.ts'

/** Audit Logs API: `GET /audit/v1/logs`, paged by a cursor. */
export const SLACK_POLL: PollTable = {
  type: 'slack',
  title: 'Slack audit logs',
  category: 'saas',
  sourceFormat: 'slack',
  auth: { kind: 'bearer', field: 'token' },
  secrets: [{ name: 'token', about: 'user token with auditlogs:read', isRequired: true }],
  settings: [{ name: 'base_url', about: 'of the API', isRequired: false, fallback: 'https://api.slack.com' }],
  request: {
    url: '{base_url}/audit/v1/logs',
    query: { oldest: '{since_seconds}', latest: '{until_seconds}', limit: '{limit}' },
  },
  paging: { kind: 'token', path: 'response_metadata.next_cursor', into: 'query', name: 'cursor' },
  events: 'entries',
  time: ['date_create'],
  limit: 500,
}
