import type { PollTable } from '../../polling/table.ts'

/** Operation logs: `GET /v2/report/operationlogs`, server-to-server OAuth, pages by a token. */
export const ZOOM_POLL: PollTable = {
  type: 'zoom',
  title: 'Zoom operation logs',
  category: 'saas',
  sourceFormat: 'zoom',
  auth: {
    kind: 'oauth2',
    tokenUrl: '{oauth_url}/oauth/token',
    asBasic: true,
    grant: { grant_type: 'account_credentials', account_id: '{account_id}' },
  },
  secrets: [
    { name: 'account_id', about: 'account', isRequired: true },
    { name: 'client_id', about: 'client of the app', isRequired: true },
    { name: 'client_secret', about: 'its secret', isRequired: true },
  ],
  settings: [
    { name: 'base_url', about: 'of the API', isRequired: false, fallback: 'https://api.zoom.us' },
    { name: 'oauth_url', about: 'of the sign-in', isRequired: false, fallback: 'https://zoom.us' },
  ],
  request: {
    url: '{base_url}/v2/report/operationlogs',
    query: { from: '{since_iso}', to: '{until_iso}', page_size: '{limit}' },
  },
  paging: { kind: 'token', path: 'next_page_token', into: 'query', name: 'next_page_token' },
  events: 'operation_logs',
  time: ['time'],
  limit: 300,
}
