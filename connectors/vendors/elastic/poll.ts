import type { PollTable } from '../../polling/table.ts'

/** Alerts of Elastic Security, oldest first: `POST /{index}/_search`, pages by `search_after`. */
export const ELASTIC_POLL: PollTable = {
  type: 'elastic',
  title: 'Elastic Security alerts',
  category: 'siem',
  sourceFormat: 'ecs',
  auth: { kind: 'header', field: 'api_key', header: 'authorization', prefix: 'ApiKey ' },
  secrets: [{ name: 'api_key', about: 'API key, as Elastic shows it encoded', isRequired: true }],
  settings: [
    { name: 'base_url', about: 'https://your-cluster:9200', isRequired: true },
    { name: 'index', about: 'what is polled', isRequired: false, fallback: '.alerts-security.alerts-default' },
    { name: 'search_index', about: 'what federated queries ask', isRequired: false, fallback: 'logs-*' },
  ],
  request: {
    method: 'POST',
    url: '{base_url}/{index}/_search',
    body: {
      size: 1000,
      sort: [{ '@timestamp': 'asc' }, { 'kibana.alert.uuid': { order: 'asc', unmapped_type: 'keyword' } }],
      query: { range: { '@timestamp': { gte: '{since_iso}', lt: '{until_iso}' } } },
    },
  },
  paging: { kind: 'search_after', events: 'hits.hits' },
  isOldestFirst: true,
  events: 'hits.hits',
  unwrap: '_source',
  time: ['@timestamp'],
  limit: 1000,
}
