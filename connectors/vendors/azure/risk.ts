/** Risks of users and sign-ins from Entra ID Protection, and alerts of Privileged Identity Management. */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import { email, type Field, ip, is, list, lookup, type SourceTable, time } from '../../mapping/table.ts'
import { asColumns, cloud, graph, inProperties, product } from './common.ts'

const FIELDS: readonly Field[] = (
  'id requestId correlationId riskEventType riskType riskState riskLevel riskDetail source detectionTimingType activity ' +
  'ipAddress activityDateTime detectedDateTime lastUpdatedDateTime userId userDisplayName userPrincipalName ' +
  'location.city location.countryOrRegion additionalInfo tokenIssuerType'
).split(' ')

const LEVELS = { high: 'High', medium: 'Medium', low: 'Low', none: 'Informational', hidden: 'Unknown' }

/** Alerts of Privileged Identity Management are named like risks. */
const PIM: readonly string[] = [
  'tooManyGlobalAdminsAssignedToTenantAlertIncident',
  'staleSignInAlertIncident',
  'sequentialActivationRenewalsAlertIncident',
  'rolesAssignedOutsidePrivilegedIdentityManagementAlertConfiguration',
  'redundantAssignmentAlertIncident',
  'noMfaOnRoleActivationAlertIncident',
  'invalidLicenseAlertIncident',
]

export const RISK: SourceTable = {
  id: 'azure-risk/1',
  shapes: [
    inProperties(FIELDS, { resource: ['resourceId'], tenant: ['tenantId'] }),
    asColumns(FIELDS, { resource: ['ResourceId'], tenant: ['TenantId'], ipAddress: ['IpAddress'] }, ['Location']),
    graph,
  ],
  select: ['riskEventType'],
  recognises: (record) =>
    'riskEventType' in record ||
    'RiskEventType' in record ||
    (isMembers(record.properties) && 'riskEventType' in record.properties),
  logSource: { product: 'azure', service: 'riskdetection' },
  rows: {
    ...product('Entra ID Protection'),
    ...cloud('resource'),
    'cloud.org.uid': 'tenant',
    time: time('detectedDateTime', 'activityDateTime', 'lastUpdatedDateTime', 'time'),
    severity_id: lookup('riskLevel', LEVELS, 'Unknown', 'Unknown'),
    status_id: lookup(
      'riskState',
      {
        atRisk: 'New',
        confirmedCompromised: 'In Progress',
        remediated: 'Resolved',
        dismissed: 'Suppressed',
        confirmedSafe: 'Resolved',
      },
      'Other',
    ),
    is_alert: is(true),
    'metadata.event_code': 'riskEventType',
    'metadata.correlation_uid': 'correlationId',
    'metadata.original_event_uid': 'id',
    'finding_info.uid': ['id', 'requestId', 'correlationId', 'riskEventType'],
    'finding_info.title': 'riskEventType',
    'finding_info.desc': 'riskDetail',
    'finding_info.types': list('riskEventType', /\n/),
    'finding_info.created_time': time('detectedDateTime'),
    'finding_info.modified_time': time('lastUpdatedDateTime'),
    'actor.user.name': ['userPrincipalName', 'userDisplayName'],
    'actor.user.uid': 'userId',
    'actor.user.email_addr': email('userPrincipalName'),
    'evidences[0].src_endpoint.ip': ip('ipAddress'),
    'evidences[0].src_endpoint.location.city': 'location.city',
    'evidences[0].src_endpoint.location.country': 'location.countryOrRegion',
  },
  chapters: [
    {
      name: 'risks',
      aliases: { RiskEventType: 'riskEventType' },
      profiles: [
        {
          name: 'privileged identity',
          when: { riskEventType: PIM },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { service: 'pim' },
        },
        { name: 'risk', when: {}, class: 'detection_finding', activity: 'Create' },
      ],
    },
  ],
}

export const azureRisk = compileSource(RISK)
