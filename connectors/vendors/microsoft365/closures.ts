import type { ClosureTable } from '../../closures/closure-table.ts'
import { DEFENDER_POLL } from './poll.ts'

/** Resolved alerts. The list is filtered by the time of last change, which is never before they were resolved. */
export const DEFENDER_CLOSURES: ClosureTable = {
  source: DEFENDER_POLL,
  poll: {
    request: {
      ...DEFENDER_POLL.request,
      query: {
        ...DEFENDER_POLL.request.query,
        $filter: "status eq 'resolved' and lastUpdateDateTime ge {since_iso} and lastUpdateDateTime lt {until_iso}",
      },
    },
    time: ['lastUpdateDateTime'],
  },
  ...{ id: 'id', polledId: 'id', closedAt: ['resolvedDateTime', 'lastUpdateDateTime'], closedBy: null },
  word: 'classification',
  labels: {
    truepositive: 'true_positive',
    informationalexpectedactivity: 'benign_true_positive',
    falsepositive: 'false_positive',
  },
}
