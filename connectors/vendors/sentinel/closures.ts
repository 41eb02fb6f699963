import type { ClosureTable } from '../../closures/closure-table.ts'
import { SENTINEL_POLL } from './poll.ts'

/** Closed incidents by the time of their last change, because the API's list has no closing time. */
export const SENTINEL_CLOSURES: ClosureTable = {
  source: SENTINEL_POLL,
  poll: {
    request: {
      ...SENTINEL_POLL.request,
      query: {
        ...SENTINEL_POLL.request.query,
        $filter:
          "properties/status eq 'Closed' and properties/lastModifiedTimeUtc ge {since_iso} and properties/lastModifiedTimeUtc lt {until_iso}",
      },
    },
    time: ['properties.lastModifiedTimeUtc'],
  },
  ...{ id: 'name', polledId: 'name', closedAt: ['properties.lastModifiedTimeUtc'], closedBy: null },
  word: 'properties.classification',
  labels: {
    truepositive: 'true_positive',
    benignpositive: 'benign_true_positive',
    falsepositive: 'false_positive',
  },
}
