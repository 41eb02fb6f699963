import type { ClosureTable } from '../../closures/closure-table.ts'
import { ELASTIC_POLL } from './poll.ts'

/** Alerts with a closed workflow, by the time of closing. The reason is present from 8.19 on. */
export const ELASTIC_CLOSURES: ClosureTable = {
  source: ELASTIC_POLL,
  poll: {
    request: {
      ...{ method: 'POST', url: '{base_url}/{index}/_search' },
      body: {
        size: 1000,
        sort: [
          { 'kibana.alert.workflow_status_updated_at': { order: 'asc', unmapped_type: 'date' } },
          { 'kibana.alert.uuid': { order: 'asc', unmapped_type: 'keyword' } },
        ],
        query: {
          bool: {
            filter: [
              { term: { 'kibana.alert.workflow_status': 'closed' } },
              { range: { 'kibana.alert.workflow_status_updated_at': { gte: '{since_iso}', lt: '{until_iso}' } } },
            ],
          },
        },
      },
    },
    time: ['kibana.alert.workflow_status_updated_at'],
  },
  ...{ id: 'kibana.alert.uuid', polledId: 'kibana.alert.uuid', closedBy: null },
  ...{ closedAt: ['kibana.alert.workflow_status_updated_at'], word: 'kibana.alert.workflow_reason' },
  labels: {
    true_positive: 'true_positive',
    benign_positive: 'benign_true_positive',
    false_positive: 'false_positive',
  },
}
