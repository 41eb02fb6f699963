/**
 * Cybereason: MalOps as its API lists them, in the names of the detection inbox and in those of a query for
 * `MalopProcess`. Names: "Malop" and "Detection details", Cybereason API documentation.
 */
import { isMembers } from '../../../platform/members.ts'
import { PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  first,
  hostname,
  is,
  list,
  lookup,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

export const CYBEREASON: SourceTable = {
  id: 'cybereason/1',
  shapes: PLAIN,
  select: ['malopDetectionType'],
  recognises: (record) =>
    record.guid !== undefined &&
    (record.malopDetectionType !== undefined || record.rootCauseElementType !== undefined) &&
    (Array.isArray(record.machines) || isMembers(record.simpleValues) || record.creationTime !== undefined),
  rows: {
    time: time('lastUpdateTime', 'creationTime'),
    ...product('Cybereason', 'Cybereason EDR'),
    'metadata.event_code': ['malopDetectionType', 'rootCauseElementType'],
    message: ['displayName', 'primaryRootCauseName'],
  },
  logSource: { product: 'cybereason', service: 'malop' },
  chapters: [
    {
      name: 'malops',
      profiles: [
        {
          name: 'malop',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { Closed: 'Close', Remediated: 'Close', Excluded: 'Close' }, 'Create', 'Create'),
          rows: {
            // A MalOp is its console's verdict that something malicious runs: one without a severity is high.
            severity_id: lookup(
              ['severity', 'priority'],
              { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
              'High',
              'High',
            ),
            status_id: lookup(
              ['status', 'managementStatus'],
              {
                ...{ Active: 'New', TODO: 'New', UNREAD: 'New', OPEN: 'New', 'In Progress': 'In Progress' },
                ...{ UnderInvestigation: 'In Progress', UNDER_INVESTIGATION: 'In Progress', Reopened: 'In Progress' },
                ...{ Closed: 'Resolved', CLOSED: 'Resolved', Remediated: 'Resolved', Excluded: 'Suppressed' },
              },
              'Other',
              'New',
            ),
            is_alert: is(true),
            'finding_info.uid': text('guid'),
            'finding_info.title': first(text('malopDetectionType'), text('displayName', 'primaryRootCauseName')),
            'finding_info.desc': ['displayName', 'primaryRootCauseName'],
            'finding_info.created_time': time('creationTime'),
            'finding_info.modified_time': time('lastUpdateTime'),
            'finding_info.types': list('detectionTypes', /,/),
            'finding_info.analytic.name': ['malopDetectionType', 'rootCauseElementType'],
            'finding_info.analytic.type_id': is('Behavioral'),
            'device.hostname': hostname('machines.0.displayName'),
            'device.uid': text('machines.0.guid'),
            'device.type_id': is('Unknown'),
            'evidences[0].user.name': account('users.0.displayName'),
            'evidences[0].user.domain': accountDomain('users.0.displayName'),
            'evidences[0].process.name': 'primaryRootCauseName',
            'evidences[0].process.uid': text('guid'),
          },
        },
      ],
    },
  ],
}
export const cybereason = compileSource(CYBEREASON)
