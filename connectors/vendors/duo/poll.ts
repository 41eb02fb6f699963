import type { PollTable } from '../../polling/table.ts'

/** Admin API: `GET /admin/v2/logs/authentication`. It keeps 180 days. */
export const DUO_POLL: PollTable = {
  ...{ type: 'duo', title: 'Duo authentication logs', category: 'identity', sourceFormat: 'duo' },
  auth: { kind: 'duo' },
  secrets: [
    { name: 'integration_key', about: 'of an Admin API application that may read logs', isRequired: true },
    { name: 'secret_key', about: 'its secret', isRequired: true },
  ],
  settings: [{ name: 'base_url', about: 'https://api-XXXXXXXX.duosecurity.com', isRequired: true }],
  request: {
    url: '{base_url}/admin/v2/logs/authentication',
    query: { mintime: '{since_ms}', maxtime: '{until_ms}', limit: '{limit}', sort: 'ts:asc' },
  },
  paging: { kind: 'token', path: 'response.metadata.next_offset', into: 'query', name: 'next_offset' },
  isOldestFirst: true,
  events: 'response.authlogs',
  time: ['timestamp', 'isotimestamp'],
  ageHoursMax: 180 * 24,
  limit: 1000,
}
