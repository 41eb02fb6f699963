import type { ClosureTable } from '../../closures/registry.ts'
import { DEFENDER_POLL } from './poll.ts'

/** Alerts that are resolved. The list is asked by when they were changed last, which is not before they were resolved. */
export const DEFENDER_CLOSURES: ClosureTable = {
  source: DEFENDER_POLL,
  asked: {
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
