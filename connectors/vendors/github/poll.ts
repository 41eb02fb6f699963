import type { PollTable } from '../../polling/table.ts'

/** Audit log of an organisation: `GET /orgs/{org}/audit-log`, pages by Link headers. */
export const GITHUB_POLL: PollTable = {
  type: 'github',
  title: 'GitHub audit log',
  category: 'saas',
  sourceFormat: 'github',
  auth: { kind: 'bearer', field: 'token' },
  secrets: [{ name: 'token', about: 'token with read:audit_log', isRequired: true }],
  settings: [
    { name: 'organisation', about: 'name of the organisation', isRequired: true },
    { name: 'base_url', about: 'of an own server', isRequired: false, fallback: 'https://api.github.com' },
  ],
  request: {
    url: '{base_url}/orgs/{organisation}/audit-log',
    query: { phrase: 'created:>={since_iso}', include: 'all', order: 'asc', per_page: '{limit}' },
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'svc' },
  },
  paging: { kind: 'link_header' },
  isOldestFirst: true,
  events: '',
  time: ['@timestamp', 'created_at'],
  limit: 100,
}
