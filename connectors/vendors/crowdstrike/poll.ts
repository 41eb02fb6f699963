import type { PollTable } from '../../polling/table.ts'

/**
 * Falcon, Alerts v2: ids of changed alerts, `GET /alerts/queries/alerts/v2`, and these alerts, `POST
 * /alerts/entities/alerts/v2`.
 */
export const CROWDSTRIKE_POLL: PollTable = {
  ...{ type: 'crowdstrike', title: 'CrowdStrike Falcon alerts', category: 'edr', sourceFormat: 'crowdstrike' },
  auth: { kind: 'oauth2', tokenUrl: '{base_url}/oauth2/token' },
  secrets: [
    { name: 'client_id', about: 'API client with alerts:read', isRequired: true },
    { name: 'client_secret', about: 'its secret', isRequired: true },
  ],
  settings: [{ name: 'base_url', about: 'of the cloud', isRequired: false, fallback: 'https://api.crowdstrike.com' }],
  request: {
    url: '{base_url}/alerts/queries/alerts/v2',
    query: { filter: "updated_timestamp:>='{since_iso}'", sort: 'updated_timestamp|asc', limit: '{limit}' },
  },
  paging: { kind: 'offset', name: 'offset', start: 0, by: 'events' },
  follow: {
    ...{ kind: 'ids', url: '{base_url}/alerts/entities/alerts/v2', body: { composite_ids: '{ids}' } },
    ...{ perRequest: 1000, events: 'resources' },
  },
  isOldestFirst: true,
  events: 'resources',
  time: ['updated_timestamp', 'created_timestamp'],
  limit: 1000,
}
