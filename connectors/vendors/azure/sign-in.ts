/** Sign-ins to Entra ID: of users, interactive or not, of service principals and of managed identities. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  boolean,
  email,
  type Field,
  first,
  ip,
  is,
  known,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { asColumns, cloud, graph, INTERRUPTED, inProperties, product } from './common.ts'

const FIELDS: readonly Field[] = (
  'id createdDateTime userDisplayName userPrincipalName userId userType appId appDisplayName ipAddress clientAppUsed ' +
  'correlationId conditionalAccessStatus isInteractive riskDetail riskLevelAggregated riskLevelDuringSignIn riskState ' +
  'resourceDisplayName resourceId servicePrincipalId servicePrincipalName authenticationProtocol crossTenantAccessType ' +
  'authenticationRequirement userAgent homeTenantId resourceTenantId incomingTokenType uniqueTokenIdentifier ' +
  'status.errorCode status.failureReason status.additionalDetails deviceDetail.deviceId deviceDetail.displayName ' +
  'deviceDetail.operatingSystem deviceDetail.browser deviceDetail.isCompliant deviceDetail.isManaged ' +
  'deviceDetail.trustType location.city location.state location.countryOrRegion autonomousSystemNumber ' +
  'mfaDetail.authMethod'
).split(' ')

const diagnostic = inProperties(FIELDS, {
  // Some senders keep only the header's result and address.
  'status.errorCode': ['properties.status.errorCode', 'resultType', 'resulttype'],
  'status.failureReason': ['properties.status.failureReason', 'resultDescription', 'resultdescription'],
  ipAddress: ['properties.ipAddress', 'callerIpAddress', 'calleripaddress'],
  createdDateTime: ['properties.createdDateTime', 'time'],
  correlationId: ['properties.correlationId', 'correlationId', 'correlationid'],
  category: ['category'],
  tenant: ['tenantId', 'properties.homeTenantId'],
  resource: ['resourceId'],
})

const TEXTS = ['Status', 'LocationDetails', 'DeviceDetail', 'MfaDetail', 'ConditionalAccessPolicies']
const table = asColumns(
  FIELDS,
  {
    ipAddress: ['IPAddress'],
    createdDateTime: ['CreatedDateTime', 'TimeGenerated'],
    id: ['Id', 'OriginalRequestId'],
    'status.errorCode': ['Status.errorCode', 'ResultType'],
    'status.failureReason': ['Status.failureReason', 'ResultDescription'],
    'location.city': ['LocationDetails.city'],
    'location.state': ['LocationDetails.state'],
    'location.countryOrRegion': ['LocationDetails.countryOrRegion', 'Location'],
    category: ['Category', 'Type'],
    tenant: ['AADTenantId', 'TenantId'],
    resource: ['ResourceId'],
  },
  TEXTS,
)

const USER: Rows = {
  'user.name': [
    'userPrincipalName',
    'servicePrincipalName',
    'userDisplayName',
    'servicePrincipalId',
    'appDisplayName',
    'appId',
  ],
  'user.uid': ['userId', 'servicePrincipalId'],
  'user.full_name': 'userDisplayName',
  'user.email_addr': email('userPrincipalName'),
  // For a principal that is not a person, only the log's category gives the type.
  'user.type_id': lookup(
    ['userType', 'category'],
    {
      member: 'User',
      guest: 'User',
      SignInLogs: 'User',
      NonInteractiveUserSignInLogs: 'User',
      ADFSSignInLogs: 'User',
      ServicePrincipalSignInLogs: 'Service',
      ManagedIdentitySignInLogs: 'Service',
      MicrosoftServicePrincipalSignInLogs: 'Service',
    },
    'Other',
  ),
  'user.org.uid': ['homeTenantId', 'tenant'],
  'user.risk_level': 'riskLevelAggregated',
}

const CLIENT: Rows = {
  'src_endpoint.ip': ip('ipAddress'),
  'src_endpoint.location.city': known('location.city'),
  'src_endpoint.location.region': known('location.state'),
  'src_endpoint.location.country': known('location.countryOrRegion'),
  'device.uid': 'deviceDetail.deviceId',
  // Unregistered devices have no name. Their operating system is not written to `device`, because all of them would
  // then be one device.
  'device.name': 'deviceDetail.displayName',
  'src_endpoint.os.name': 'deviceDetail.operatingSystem',
  'src_endpoint.os.type_id': lookupIn(
    'deviceDetail.operatingSystem',
    /^(Windows|MacOs|iOS|Android|Linux)/i,
    { Windows: 'Windows', MacOs: 'macOS', iOS: 'iOS', Android: 'Android', Linux: 'Linux' },
    'Other',
  ),
  'device.is_compliant': boolean('deviceDetail.isCompliant'),
  'device.is_managed': boolean('deviceDetail.isManaged'),
  'device.type_id': is('Unknown'),
  'http_request.user_agent': ['userAgent', 'deviceDetail.browser'],
}

const RISK = { high: 'High', medium: 'Medium', low: 'Low' }

export const SIGN_IN: SourceTable = {
  id: 'azure-sign-in/1',
  shapes: [diagnostic, table, graph],
  select: ['category'],
  vendorId: 'id',
  recognises: (record) => isSignIn(record),
  logSource: { product: 'azure', service: 'signinlogs' },
  rows: {
    ...product('Entra ID'),
    ...cloud('resource'),
    ...USER,
    ...CLIENT,
    'cloud.org.uid': 'tenant',
    time: time('createdDateTime'),
    severity_id: lookup(['riskLevelDuringSignIn', 'riskLevelAggregated'], RISK, 'Informational', 'Informational'),
    risk_level_id: lookup(['riskLevelDuringSignIn', 'riskLevelAggregated'], RISK, 'Other'),
    risk_details: ['riskDetail', 'riskState'],
    status_id: lookup('status.errorCode', { 0: 'Success', success: 'Success', ...INTERRUPTED }, 'Failure'),
    status_code: 'status.errorCode',
    status_detail: ['status.failureReason', 'status.additionalDetails'],
    'metadata.event_code': 'category',
    'metadata.log_name': 'category',
    'metadata.original_event_uid': 'id',
    'metadata.correlation_uid': 'correlationId',
    auth_protocol: 'authenticationProtocol',
    is_mfa: lookup('authenticationRequirement', { multiFactorAuthentication: true, singleFactorAuthentication: false }),
    is_remote: is(true),
    'session.uid': 'uniqueTokenIdentifier',
    'auth_factors[0].factor_type': 'mfaDetail.authMethod',
    'auth_factors[0].factor_type_id': is('Other'),
    'service.name': first(text('resourceDisplayName', 'appDisplayName', 'resourceId', 'appId', 'category')),
    'service.uid': 'resourceId',
    'actor.app_name': 'appDisplayName',
    'actor.app_uid': 'appId',
    'actor.authorizations[0].decision': 'conditionalAccessStatus',
    logon_type_id: lookup('isInteractive', { true: 'Interactive', false: 'Network' }),
  },
  chapters: [
    {
      name: 'sign-ins',
      aliases: {
        ResultType: 'status.errorCode',
        resultType: 'status.errorCode',
        ResultDescription: 'status.failureReason',
        Resultdescription: 'status.failureReason',
        failure_status_reason: 'status.failureReason',
        Status: 'status.errorCode',
        AuthenticationRequirement: 'authenticationRequirement',
        'properties.authenticationRequirement': 'authenticationRequirement',
        Location: 'location.countryOrRegion',
        location: 'location.countryOrRegion',
        NetworkLocationDetails: 'networkLocationDetails',
        'DeviceDetail.trusttype': 'deviceDetail.trustType',
        'DeviceDetail.isCompliant': 'deviceDetail.isCompliant',
        'DeviceDetail.deviceId': 'deviceDetail.deviceId',
        'properties.deviceDetail.deviceId': 'deviceDetail.deviceId',
        'properties.appId': 'appId',
        ResourceDisplayName: 'resourceDisplayName',
        RiskState: 'riskState',
        ClientApp: 'clientAppUsed',
        Username: 'userPrincipalName',
        TargetUserName: 'userPrincipalName',
        IPaddress: 'ipAddress',
        callerIpAddress: 'ipAddress',
        userAgent: 'userAgent',
        'properties.message': 'status.failureReason',
      },
      profiles: [{ name: 'sign-in', when: {}, class: 'authentication', activity: 'Logon' }],
    },
  ],
}

const CATEGORY = /^(?:NonInteractiveUser|ServicePrincipal|ManagedIdentity|ADFS|MicrosoftServicePrincipal)?SignInLogs$/i
const TABLE = /^(?:Signin|AADNonInteractiveUserSignIn|AADServicePrincipalSignIn|AADManagedIdentitySignIn)Logs$/i

function isSignIn(record: Readonly<Members>): boolean {
  if (typeof record.category === 'string' && CATEGORY.test(record.category)) return true
  if (typeof record.Type === 'string' && TABLE.test(record.Type)) return true
  return isMembers(record.status) && 'conditionalAccessStatus' in record && 'createdDateTime' in record
}

export const azureSignIn = compileSource(SIGN_IN)
