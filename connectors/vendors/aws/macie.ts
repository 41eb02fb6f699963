/**
 * AWS Macie and Inspector 2: findings as EventBridge and their APIs deliver them. Forms: "EventBridge event schema for
 * findings" of both.
 */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, is, list, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'
import { cloud, PLAIN_LOG, product } from './common.ts'

const LEVELS = {
  ...{ critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
  ...{ informational: 'Informational', untriaged: 'Medium' },
} as const

const FINDING: Rows = {
  'finding_info.uid': first(text('findingArn'), text('id')),
  'finding_info.title': 'title',
  'finding_info.desc': 'description',
  'finding_info.types': list('type', /\n/),
  'finding_info.created_time': time('createdAt', 'firstObservedAt'),
  'finding_info.analytic.name': first(text('type'), text('title')),
  'finding_info.analytic.type_id': is('Rule'),
  'resources[0].uid': ['resourcesAffected.s3Bucket.arn', 'resources.0.id'],
  'resources[0].name': ['resourcesAffected.s3Bucket.name', 'resources.0.id'],
  'resources[0].type': 'resources.0.type',
}
const ACTIVITY = lookup('status', { ACTIVE: 'Create', CLOSED: 'Close', SUPPRESSED: 'Close' }, 'Create', 'Create')

const table = (id: string, name: string, recognises: NonNullable<SourceTable['recognises']>): SourceTable => ({
  id,
  shapes: [{ name: 'json', is: () => true }],
  select: ['packageVulnerabilityDetails.vulnerabilityId'],
  recognises,
  logSource: { product: 'aws' },
  rows: {
    ...product(name),
    ...PLAIN_LOG,
    ...cloud(['accountId', 'awsAccountId'], ['region', 'eventbridge.region']),
    time: time('updatedAt', 'lastObservedAt', 'createdAt', 'firstObservedAt', 'eventbridge.time'),
    severity_id: lookup(['severity.description', 'severity'], LEVELS, 'Medium', 'Medium'),
    'metadata.event_code': 'type',
    message: 'title',
  },
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'vulnerability',
          when: { 'packageVulnerabilityDetails.vulnerabilityId': ['CVE-*', 'GHSA-*'] },
          class: 'vulnerability_finding',
          activity: ACTIVITY,
          rows: { ...FINDING, 'vulnerabilities[0].cve.uid': 'packageVulnerabilityDetails.vulnerabilityId' },
        },
        { name: 'finding', when: {}, class: 'detection_finding', activity: ACTIVITY, rows: FINDING },
      ],
    },
  ],
})

export const macie = compileSource(
  table(
    'aws-macie/1',
    'Macie',
    ({ resourcesAffected, type, severity }) =>
      isMembers(resourcesAffected) && typeof type === 'string' && isMembers(severity),
  ),
)
export const inspector = compileSource(
  table(
    'aws-inspector/1',
    'Inspector',
    ({ findingArn, severity, awsAccountId }) =>
      typeof findingArn === 'string' &&
      findingArn.includes(':inspector2:') &&
      severity !== undefined &&
      awsAccountId !== undefined,
  ),
)
