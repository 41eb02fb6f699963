import type { PollTable } from '../../polling/table.ts'

/** System Log API: `GET /api/v1/logs`, pages by Link headers. */
export const OKTA_POLL: PollTable = {
  type: 'okta',
  title: 'Okta System Log',
  category: 'identity',
  sourceFormat: 'okta',
  auth: { kind: 'header', field: 'api_token', header: 'authorization', prefix: 'SSWS ' },
  secrets: [{ name: 'api_token', about: 'API token', isRequired: true }],
  settings: [{ name: 'base_url', about: 'https://your-domain.okta.com', isRequired: true }],
  request: {
    url: '{base_url}/api/v1/logs',
    query: { since: '{since_iso}', until: '{until_iso}', sortOrder: 'ASCENDING', limit: '{limit}' },
  },
  paging: { kind: 'link_header' },
  isOldestFirst: true,
  events: '',
  time: ['published'],
  limit: 1000,
}
