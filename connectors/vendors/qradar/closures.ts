import type { ClosureTable } from '../../closures/closure-table.ts'
import { QRADAR_POLL } from './poll.ts'

/**
 * Closed offenses by their closing time. The table maps QRadar's own closing reasons; custom reasons map to no verdict.
 */
export const QRADAR_CLOSURES: ClosureTable = {
  source: QRADAR_POLL,
  poll: {
    request: {
      ...QRADAR_POLL.request,
      query: {
        filter: 'status = "CLOSED" and close_time >= {since_ms} and close_time < {until_ms}',
        sort: '+close_time',
      },
    },
    time: ['close_time'],
  },
  ...{ id: 'id', polledId: 'id', closedAt: ['close_time'], closedBy: 'closing_user', word: 'closing_reason_id' },
  labels: { '1': 'false_positive', '2': 'benign', '3': 'true_positive' },
}
