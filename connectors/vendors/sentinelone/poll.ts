import type { PollTable } from '../../polling/table.ts'

/** Threats: `GET /web/api/v2.1/threats`, paged by a cursor. */
export const SENTINELONE_POLL: PollTable = {
  type: 'sentinelone',
  title: 'SentinelOne threats',
  category: 'edr',
  sourceFormat: 'sentinelone',
  auth: { kind: 'header', field: 'api_token', header: 'authorization', prefix: 'ApiToken ' },
  secrets: [{ name: 'api_token', about: 'API token', isRequired: true }],
  settings: [{ name: 'base_url', about: 'https://your-console.sentinelone.net', isRequired: true }],
  request: {
    url: '{base_url}/web/api/v2.1/threats',
    query: { updatedAt__gte: '{since_iso}', sortBy: 'updatedAt', sortOrder: 'asc', limit: '{limit}' },
  },
  paging: { kind: 'token', path: 'pagination.nextCursor', into: 'query', name: 'cursor' },
  isOldestFirst: true,
  events: 'data',
  time: ['threatInfo.updatedAt', 'updatedAt'],
  link: { url: '{base_url}/incidents/threats/{event_id}/overview', id: 'threatInfo.threatId' },
  limit: 1000,
}
