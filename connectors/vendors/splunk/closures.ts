import type { ClosureTable } from '../../closures/closure-table.ts'
import { SPLUNK_POLL } from './poll.ts'

/**
 * Reviews of Enterprise Security, one for each row of `incident_review_lookup`; status 4 is resolved, 5 closed. A
 * review names the `event_id` of its notable event, which only the macro `notable` adds to polled events, so
 * `poll_search` must use it.
 */
const CLOSED =
  '| inputlookup incident_review_lookup | eval at=tonumber(time), is=tonumber(status) | where at>={since_seconds} AND at<{until_seconds} AND (is=4 OR is=5) | sort 0 at'

export const SPLUNK_CLOSURES: ClosureTable = {
  source: SPLUNK_POLL,
  poll: {
    request: {
      url: '{base_url}/services/search/v2/jobs/export',
      query: { search: CLOSED, output_mode: 'json', preview: 'false' },
    },
    time: ['time'],
  },
  ...{ id: 'rule_id', polledId: 'event_id', closedAt: ['time'], closedBy: 'user', word: 'disposition' },
  labels: {
    'disposition:1': 'true_positive',
    'disposition:2': 'benign_true_positive',
    'disposition:3': 'false_positive',
    'disposition:4': 'false_positive',
  },
}
