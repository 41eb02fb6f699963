/** AWS Security Hub: findings in ASFF, of AWS's own services and of other products. */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  concat,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  objects,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { plain, product } from './common.ts'

const LABELS = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  INFORMATIONAL: 'Informational',
}
/** ASFF's scale of 0 to 100: 0 is informational, 1 to 39 low, 40 to 69 medium, 70 to 89 high, 90 and above critical. */
const UNITS = Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => [at, at === 0 ? 'Informational' : 'Low']))
const TENS = {
  1: 'Low',
  2: 'Low',
  3: 'Low',
  4: 'Medium',
  5: 'Medium',
  6: 'Medium',
  7: 'High',
  8: 'High',
  9: 'Critical',
  10: 'Critical',
}

const FINDING: Rows = {
  'finding_info.uid': 'Id',
  'finding_info.title': 'Title',
  'finding_info.desc': 'Description',
  'finding_info.types': list('Types', /\n/),
  'finding_info.created_time': time('CreatedAt'),
  'finding_info.modified_time': time('UpdatedAt'),
  'finding_info.first_seen_time': time('FirstObservedAt'),
  'finding_info.last_seen_time': time('LastObservedAt'),
  'finding_info.src_url': first(
    text('SourceUrl'),
    // The search in the AWS console for the finding's id.
    concat(
      ...[{ words: 'https://' }, 'Region', { words: '.console.aws.amazon.com/securityhub/home?region=' }, 'Region'],
      ...[{ words: '#/findings?search=Id%3D%255Coperator%255C%253AEQUALS%255C%253A' }, 'Id'],
    ),
  ),
  'finding_info.uid_alt': 'ProductFields.aws/securityhub/FindingId',
  'finding_info.product.uid': 'ProductArn',
  'finding_info.product.name': ['ProductName', 'ProductFields.aws/securityhub/ProductName'],
  'finding_info.product.vendor_name': ['CompanyName', 'ProductFields.aws/securityhub/CompanyName'],
  'finding_info.analytic.uid': 'GeneratorId',
  'finding_info.analytic.type_id': is('Rule'),
}

/** Resources that are read from a finding; further ones stay in the record. */
const RESOURCES: Rows = Object.assign(
  {},
  ...[0, 1, 2, 3].map((at) => ({
    [`resources[${at}].uid`]: `Resources.${at}.Id`,
    [`resources[${at}].type`]: `Resources.${at}.Type`,
    [`resources[${at}].region`]: `Resources.${at}.Region`,
    [`resources[${at}].cloud_partition`]: `Resources.${at}.Partition`,
    [`resources[${at}].role`]: `Resources.${at}.ResourceRole`,
  })),
)

const CALL = 'Action.AwsApiCallAction'
const CONNECTION = 'Action.NetworkConnectionAction'
const DIRECTION = `${CONNECTION}.ConnectionDirection`

const EVIDENCE: Rows = {
  'remediation.desc': 'Remediation.Recommendation.Text',
  'remediation.references': list('Remediation.Recommendation.Url', /\n/),
  'evidences[0].api.operation': `${CALL}.Api`,
  'evidences[0].api.service.name': `${CALL}.ServiceName`,
  'evidences[0].src_endpoint.ip': ip(
    `${CALL}.RemoteIpDetails.IpAddressV4`,
    `${CONNECTION}.RemoteIpDetails.IpAddressV4`,
    'Network.SourceIpV4',
    'Network.SourceIpV6',
  ),
  'evidences[0].src_endpoint.port': integer(`${CONNECTION}.RemotePortDetails.Port`, 'Network.SourcePort'),
  'evidences[0].src_endpoint.domain': [`${CALL}.DomainDetails.Domain`, 'Network.SourceDomain'],
  'evidences[0].src_endpoint.location.country': `${CALL}.RemoteIpDetails.Country.CountryName`,
  'evidences[0].dst_endpoint.ip': ip('Network.DestinationIpV4', 'Network.DestinationIpV6'),
  'evidences[0].dst_endpoint.domain': ['Network.DestinationDomain', 'Action.DnsRequestAction.Domain'],
  'evidences[0].process.name': 'Process.Name',
  'evidences[0].process.path': 'Process.Path',
  'evidences[0].process.pid': integer('Process.Pid'),
}

/** A connection that the resource opened: the resource is the source, its peer the destination. */
const OPENED: Rows = {
  ...EVIDENCE,
  'evidences[0].src_endpoint.uid': 'Resources.0.Id',
  'evidences[0].src_endpoint.ip': ip('Network.SourceIpV4', 'Network.SourceIpV6'),
  'evidences[0].src_endpoint.port': integer(`${CONNECTION}.LocalPortDetails.Port`, 'Network.SourcePort'),
  'evidences[0].dst_endpoint.ip': ip(
    `${CONNECTION}.RemoteIpDetails.IpAddressV4`,
    'Network.DestinationIpV4',
    'Network.DestinationIpV6',
  ),
  'evidences[0].dst_endpoint.port': integer(`${CONNECTION}.RemotePortDetails.Port`, 'Network.DestinationPort'),
}

/** An archived finding was closed by its product. */
const ACTIVITY = lookup('RecordState', { ACTIVE: 'Create', ARCHIVED: 'Close' }, 'Other', 'Create')

/** A custom action sends the selected findings, with its name beside them. */
const customAction: RecordShape = {
  name: 'custom-action',
  is: (record) => Array.isArray(record.findings),
  under: 'findings.0',
}

export const SECURITY_HUB: SourceTable = {
  id: 'aws-security-hub/1',
  shapes: [customAction, plain],
  select: ['Compliance.Status', 'Vulnerabilities.0.Id', DIRECTION],
  recognises: (record) => isFinding(record) || (Array.isArray(record.findings) && isFinding(record.findings[0])),
  logSource: { product: 'aws', service: 'securityhub' },
  rows: {
    ...product('Security Hub'),
    ...FINDING,
    ...RESOURCES,
    time: time('UpdatedAt', 'CreatedAt'),
    'cloud.provider': always('AWS'),
    'cloud.account.uid': 'AwsAccountId',
    'cloud.region': 'Region',
    severity_id: first(
      lookup(['Severity.Label', 'FindingProviderFields.Severity.Label'], LABELS),
      lookup('Severity.Normalized', UNITS),
      lookupIn('Severity.Normalized', /^(\d{1,2})\d$/, TENS),
    ),
    status_id: lookup(
      ['Workflow.Status', 'WorkflowState'],
      {
        NEW: 'New',
        NOTIFIED: 'In Progress',
        ASSIGNED: 'In Progress',
        IN_PROGRESS: 'In Progress',
        DEFERRED: 'Suppressed',
        RESOLVED: 'Resolved',
        SUPPRESSED: 'Suppressed',
      },
      'Other',
    ),
    'metadata.event_code': 'GeneratorId',
    'metadata.product.uid': 'ProductArn',
    'metadata.product.feature.uid': 'GeneratorId',
    'metadata.log_version': 'SchemaVersion',
    'metadata.original_event_uid': 'Id',
    'metadata.processed_time': time('ProcessedAt'),
    comment: 'Note.Text',
  },
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'vulnerability',
          when: { 'Vulnerabilities.0.Id': ['CVE-*', 'GHSA-*', 'ALAS*', 'RHSA*'] },
          class: 'vulnerability_finding',
          activity: ACTIVITY,
          rows: {
            vulnerabilities: objects('Vulnerabilities', { 'cve.uid': 'Id', vendor_name: 'Vendor.Name' }),
          },
        },
        {
          name: 'compliance',
          when: { 'Compliance.Status': ['PASSED', 'FAILED', 'WARNING', 'NOT_AVAILABLE'] },
          class: 'compliance_finding',
          activity: ACTIVITY,
          rows: {
            'compliance.status_id': lookup(
              'Compliance.Status',
              { PASSED: 'Pass', FAILED: 'Fail', WARNING: 'Warning' },
              'Other',
            ),
            'compliance.requirements': list('Compliance.RelatedRequirements', /\n/),
            'compliance.control': ['Compliance.SecurityControlId', 'ProductFields.ControlId', 'ProductFields.RuleId'],
            'compliance.standards': list(['ProductFields.StandardsArn', 'ProductFields.StandardsGuideArn'], /\n/),
            ...EVIDENCE,
          },
        },
        {
          name: 'detection of a connection that the resource opened',
          when: { [DIRECTION]: 'OUTBOUND' },
          class: 'detection_finding',
          activity: ACTIVITY,
          rows: { is_alert: is(true), ...OPENED },
        },
        {
          name: 'detection',
          when: {},
          class: 'detection_finding',
          activity: ACTIVITY,
          rows: { is_alert: is(true), ...EVIDENCE },
        },
      ],
    },
  ],
}

function isFinding(record: unknown): boolean {
  if (!isMembers(record)) return false
  return 'ProductArn' in record && 'GeneratorId' in record && 'AwsAccountId' in record
}

export const securityHub = compileSource(SECURITY_HUB)
