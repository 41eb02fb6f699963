/** Acts on resources in Azure: the activity log, requests to storage, requests through application gateways. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { FIRST_WORD, verb } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  basename,
  capture,
  email,
  first,
  hostname,
  integer,
  ip,
  is,
  json,
  known,
  lookup,
  lookupIn,
  lower,
  millis,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { byStatus } from '../aws/access-logs.ts'
import { cloud, parseTexts, product } from './common.ts'

const SCHEMAS = 'http://schemas\\.xmlsoap\\.org/ws/2005/05/identity/claims'
const OBJECT = 'http://schemas\\.microsoft\\.com/identity/claims/objectidentifier'

/** Claims of the caller's token, under the names that the log's own export has for them. */
const claims = (at: string) => ({
  upn: [`${at}.${SCHEMAS}/upn`, `${at}.upn`, `${at}.${SCHEMAS}/emailaddress`, `${at}.name`, `${at}.${SCHEMAS}/name`],
  objectId: [`${at}.${OBJECT}`, `${at}.oid`],
  appId: [`${at}.appid`],
  ipaddr: [`${at}.ipaddr`],
})

/** Records of a diagnostic setting. The address of a storage request includes its port. */
const diagnostic: RecordShape = {
  name: 'diagnostic',
  is: (record) => typeof record.operationName === 'string',
  names: {
    ...claims('identity.claims'),
    // Key Vault has one claim set and calls it `claim`.
    upn: [...claims('identity.claims').upn, ...claims('identity.claim').upn, 'identity.requester.upn', 'caller'],
    objectId: [
      ...claims('identity.claims').objectId,
      ...claims('identity.claim').objectId,
      'identity.requester.objectId',
    ],
    appId: [...claims('identity.claims').appId, ...claims('identity.claim').appId, 'identity.requester.appId'],
    time: ['time', 'timeStamp'],
    scope: ['identity.authorization.scope'],
    action: ['identity.authorization.action'],
    requestId: ['correlationId', 'properties.clientRequestId', 'properties.transactionId'],
    method: ['properties.httpMethod'],
    message: ['properties.message'],
    body: ['properties.requestbody', 'properties.requestBody'],
    answer: ['properties.responseBody'],
    eventId: ['properties.eventDataId'],
  },
}

const REST = {
  'operationName.value': 'operation_name.value',
  'category.value': 'category.value',
  'status.value': 'status.value',
  'subStatus.value': 'sub_status.value',
  eventTimestamp: 'event_timestamp',
  'httpRequest.clientIpAddress': 'http_request.client_ip_address',
  'httpRequest.method': 'http_request.method',
  resourceId: 'resource_id',
  correlationId: 'correlation_id',
  eventDataId: 'event_data_id',
  tenantId: 'tenant_id',
}
const rest = (name: keyof typeof REST): readonly string[] => [name, REST[name]]

/** Records of the management API, and of its Python client, which writes the names with underscores. */
const managementApi: RecordShape = {
  name: 'management-api',
  is: (record) => isMembers(record.operationName) || isMembers(record.operation_name),
  names: {
    ...claims('claims'),
    upn: ['caller', ...claims('claims').upn],
    time: [...rest('eventTimestamp'), 'time'],
    operationName: rest('operationName.value'),
    category: rest('category.value'),
    resultType: rest('status.value'),
    resultSignature: rest('subStatus.value'),
    callerIpAddress: rest('httpRequest.clientIpAddress'),
    method: rest('httpRequest.method'),
    resourceId: rest('resourceId'),
    requestId: rest('correlationId'),
    correlationId: rest('correlationId'),
    eventId: rest('eventDataId'),
    tenantId: rest('tenantId'),
    scope: ['authorization.scope'],
    action: ['authorization.action'],
    message: ['properties.message'],
    body: ['properties.requestbody'],
  },
}

const table: RecordShape = {
  name: 'table',
  is: (record) => 'OperationNameValue' in record,
  names: {
    ...claims('Claims'),
    upn: ['Caller', ...claims('Claims').upn],
    time: ['TimeGenerated', 'EventSubmissionTimestamp'],
    operationName: ['OperationNameValue'],
    category: ['CategoryValue'],
    resultType: ['ActivityStatusValue'],
    resultSignature: ['ActivitySubstatusValue'],
    callerIpAddress: ['CallerIpAddress'],
    resourceId: ['_ResourceId', 'ResourceId'],
    correlationId: ['CorrelationId'],
    requestId: ['CorrelationId'],
    eventId: ['EventDataId'],
    tenantId: ['TenantId'],
    level: ['Level'],
    scope: ['Authorization.scope'],
    action: ['Authorization.action'],
    method: ['HTTPRequest.method'],
  },
  settle: (record) => parseTexts(record, ['Claims', 'Authorization', 'HTTPRequest', 'Properties']),
}

const LEVELS = {
  Critical: 'High',
  Error: 'Low',
  Warning: 'Low',
  Informational: 'Informational',
  Information: 'Informational',
  Verbose: 'Informational',
}

const CALLER: Rows = {
  'actor.user.name': first(text('upn'), text('objectId', 'appId')),
  'actor.user.uid': ['objectId', 'appId'],
  'actor.user.email_addr': email('upn'),
  'actor.app_uid': 'appId',
  'actor.app_name': 'properties.userAgentHeader',
  'src_endpoint.ip': first(
    ip('callerIpAddress', 'ipaddr'),
    capture('callerIpAddress', /^([0-9.]{7,15}|\[[\da-fA-F:.]{2,45}\]):\d{1,5}$/, 'ip'),
    ip('properties.clientIP'),
  ),
  'src_endpoint.port': capture('callerIpAddress', /^(?:[0-9.]{7,15}|\[[\da-fA-F:.]{2,45}\]):(\d{1,5})$/, 'integer'),
}

const CALL: Rows = {
  ...CALLER,
  'api.operation': ['operationName', 'action'],
  'api.service.name': first(
    capture('operationName', /^([A-Za-z][\w.]{1,64})\//),
    text('properties.serviceType', 'category'),
  ),
  'api.request.uid': ['requestId', 'correlationId', 'operationName'],
  'api.request.data': json('body'),
  'api.response.data': json('answer'),
  'api.response.code': integer('statusCode', 'properties.statusCode', 'properties.httpStatusCode'),
  'api.response.message': 'statusText',
  'authorizations[0].policy.name': 'action',
  'authorizations[0].policy.uid': 'scope',
  'resources[0].uid': ['resourceId', 'scope'],
  'resources[0].name': first(
    text('properties.objectKey', 'uri'),
    basename('resourceId', 'scope'),
    text('operationName'),
  ),
  'resources[0].type': capture(['resourceId', 'scope'], /\/providers\/([^/]{1,100}\/[^/]{1,100})/i),
  'resources[0].group.name': capture(['resourceId', 'scope'], /\/resourceGroups\/([^/]{1,100})/i),
  'resources[0].region': 'location',
  'http_request.http_method': 'method',
  'http_request.url.url_string': 'uri',
  'http_request.user_agent': 'properties.userAgentHeader',
}

const G = 'properties'
const GATEWAY: Rows = {
  'src_endpoint.ip': ip(`${G}.clientIP`, `${G}.clientIp`),
  'src_endpoint.port': integer(`${G}.clientPort`),
  'dst_endpoint.ip': capture(`${G}.serverRouted`, /^([0-9.]{7,15}):\d{1,5}$/, 'ip'),
  'dst_endpoint.port': capture(`${G}.serverRouted`, /:(\d{1,5})$/, 'integer'),
  'dst_endpoint.hostname': hostname(`${G}.originalHost`, `${G}.host`, `${G}.hostname`),
  'http_request.http_method': `${G}.httpMethod`,
  'http_request.url.url_string': [`${G}.originalRequestUriWithArgs`, `${G}.requestUri`],
  'http_request.url.path': urlPath(`${G}.originalRequestUriWithArgs`, `${G}.requestUri`),
  'http_request.url.query_string': first(
    urlQuery(`${G}.originalRequestUriWithArgs`, `${G}.requestUri`),
    text(`${G}.requestQuery`),
  ),
  'http_request.url.hostname': urlHost(`${G}.originalHost`, `${G}.host`, `${G}.hostname`),
  'http_request.user_agent': `${G}.userAgent`,
  'http_request.version': `${G}.httpVersion`,
  'http_request.uid': `${G}.transactionId`,
  'http_request.length': integer(`${G}.receivedBytes`),
  'http_response.code': integer(`${G}.httpStatus`, `${G}.httpStatusCode`),
  'http_response.length': integer(`${G}.sentBytes`),
  // The gateway counts from its own side, OCSF from the client's.
  'traffic.bytes_in': integer(`${G}.sentBytes`),
  'traffic.bytes_out': integer(`${G}.receivedBytes`),
  'tls.version': `${G}.sslProtocol`,
  'tls.cipher': `${G}.sslCipher`,
  'load_balancer.name': ['listenerName', `${G}.instanceId`],
  'load_balancer.code': integer(`${G}.serverStatus`),
  'firewall_rule.name': ['ruleName', `${G}.ruleId`],
  'firewall_rule.desc': `${G}.message`,
  duration: millis(`${G}.timeTaken`),
  action_id: lookup(`${G}.action`, {
    Blocked: 'Denied',
    Allowed: 'Allowed',
    Matched: 'Observed',
    Detected: 'Observed',
  }),
  status_id: first(
    lookup(`${G}.action`, { Blocked: 'Failure', Allowed: 'Success' }),
    byStatus(`${G}.httpStatus`, `${G}.httpStatusCode`),
  ),
  status_code: [`${G}.httpStatus`, `${G}.httpStatusCode`],
}

/** Requests to a site of App Service: the names are those of IIS. */
const APP_SERVICE: Rows = {
  'actor.user.name': known(`${G}.CsUsername`),
  'src_endpoint.ip': ip(`${G}.CIp`),
  'dst_endpoint.port': integer(`${G}.SPort`),
  'dst_endpoint.hostname': hostname(`${G}.CsHost`),
  'http_request.http_method': `${G}.CsMethod`,
  'http_request.url.url_string': `${G}.CsUriStem`,
  'http_request.url.path': `${G}.CsUriStem`,
  'http_request.url.query_string': `${G}.CsUriQuery`,
  'http_request.url.hostname': urlHost(`${G}.CsHost`),
  'http_request.user_agent': `${G}.UserAgent`,
  'http_request.referrer': known(`${G}.Referer`),
  'http_response.code': integer(`${G}.ScStatus`),
  status_id: byStatus(`${G}.ScStatus`),
  status_code: text(`${G}.ScStatus`),
}

/** Auditing of Azure SQL: who did what at which database, from where. */
const SQL: Rows = {
  time: time(`${G}.event_time`, 'time'),
  'src_endpoint.ip': ip(`${G}.client_ip`),
  'metadata.event_code': [`${G}.action_id`, 'operationName'],
  status_id: lookup(`${G}.succeeded`, { true: 'Success', false: 'Failure' }),
  status_detail: `${G}.additional_information`,
}
const SQL_USER = known(
  `${G}.server_principal_name`,
  `${G}.database_principal_name`,
  `${G}.session_server_principal_name`,
)

/** The verb of an operation on a key vault, behind the kind of its object: `SecretGet`, `KeyListVersions`. */
const OF_VAULTS = lookupIn(
  'operationName',
  /^(?:Vault|Secret|Key|Certificate|Storage)?(?:Account|Issuer|Contacts|Sas)?([A-Z][a-z]+)/,
  {
    ...words('Create', 'Create Import Put Set Restore Recover Merge'),
    ...words('Read', 'Get List Backup Decrypt Unwrap Verify Sign'),
    ...words('Update', 'Update Patch Rotate Renew Regenerate Encrypt Wrap Release Access'),
    ...words('Delete', 'Delete Purge'),
  },
  'Other',
  'Unknown',
)

/** The verb of an operation of the management API, before `action`; most verbs are specific to the service. */
const OF_RESOURCES = lookupIn(
  'operationName',
  /\/([a-z]+)(?:\/action)?$/i,
  {
    ...words('Create', 'generate capture startPacketCapture'),
    ...words('Read', 'read getSecret listKeys list listSecrets listCredentials listAccountSas listServiceSas'),
    ...words('Read', 'beginGetAccess listClusterAdminCredential listClusterUserCredential publishXml export'),
    ...words('Update', 'write regenerateKey regenerateKeys start restart deallocate powerOff redeploy reimage reset'),
    ...words('Update', 'recover restore rotate renew move join endGetAccess'),
    ...words('Delete', 'delete purge'),
  },
  'Other',
  'Unknown',
)

function words(meaning: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, meaning]))
}

/** `Started`, `Accepted` and `Active` are intermediate states. */
const RESULTS: Readonly<Record<string, string>> = {
  Success: 'Success',
  Succeeded: 'Success',
  Start: 'Other',
  Started: 'Other',
  Accept: 'Other',
  Accepted: 'Other',
  Active: 'Other',
  Failure: 'Failure',
  Failed: 'Failure',
  AuthorizationFailure: 'Failure',
  AuthenticationFailure: 'Failure',
  ClientOtherError: 'Failure',
}

/** An alert of Defender for Cloud, which the log records as an operation of its own. */
const ALERT: Profile = {
  name: 'alert',
  when: { category: 'Security' },
  class: 'detection_finding',
  activity: lookupIn(
    'operationName',
    /\/([a-z]+)\/action$/i,
    { activate: 'Create', resolve: 'Close', dismiss: 'Close' },
    'Update',
  ),
  rows: {
    is_alert: is(true),
    status_id: lookupIn(
      'operationName',
      /\/([a-z]+)\/action$/i,
      { activate: 'New', resolve: 'Resolved', dismiss: 'Suppressed' },
      'Other',
    ),
    severity_id: lookup(
      [`${G}.Severity`, `${G}.severity`],
      { High: 'High', Medium: 'Medium', Low: 'Low', Informational: 'Informational' },
      'Unknown',
      'Unknown',
    ),
    'finding_info.uid': ['resourceId', 'eventId', 'correlationId', 'operationName'],
    'finding_info.title': ['eventName.value', `${G}.eventName`, 'operationName'],
    'finding_info.desc': ['description', `${G}.eventDescription`, 'resultDescription'],
    'evidences[0].process.name': basename(`${G}.processName`),
    'evidences[0].process.path': `${G}.processName`,
    'evidences[0].process.cmd_line': `${G}.commandLine`,
    'evidences[0].process.pid': integer(`${G}.processId`),
    'evidences[0].user.name': `${G}.userName`,
    'evidences[0].user.domain': `${G}.domainName`,
    'evidences[0].user.uid': `${G}.UserSID`,
  },
}

/** Azure Firewall: sentences under `msg`, and since 2022 a category of its own for each kind, with members. */
const FW_ENDS: Rows = {
  'src_endpoint.ip': first(
    ip(`${G}.SourceIp`, `${G}.SourceIP`),
    capture(`${G}.msg`, /from ([\d.]{7,15})(?::|,| )/, 'ip'),
  ),
  'src_endpoint.port': first(integer(`${G}.SourcePort`), capture(`${G}.msg`, /from [\d.]{7,15}:(\d{1,5})/, 'integer')),
  'dst_endpoint.ip': first(
    ip(`${G}.DestinationIp`, `${G}.DestinationIP`),
    capture(`${G}.msg`, / to ([\d.]{7,15})(?::|,|\.| |$)/, 'ip'),
  ),
  'dst_endpoint.port': first(
    integer(`${G}.DestinationPort`),
    capture(`${G}.msg`, / to [\w.-]{1,255}:(\d{1,5})/, 'integer'),
  ),
  'dst_endpoint.hostname': first(
    hostname(`${G}.Fqdn`),
    capture(`${G}.msg`, / to ((?=[\w.-]*[A-Za-z])[\w.-]{1,255}):\d/),
  ),
  'connection_info.direction_id': is('Unknown'),
  'connection_info.protocol_name': first(lower(`${G}.Protocol`), capture(`${G}.msg`, /^(\w{2,5}) /)),
  'firewall_rule.name': first(text(`${G}.Rule`), capture(`${G}.msg`, /Rule: ([^.]{1,128})/)),
}
/** The action from its own member, or the word behind `Action` in the sentence. */
const byAction = (means: Readonly<Record<string, string>>) =>
  lookupIn([`${G}.Action`, `${G}.msg`], /(?:Action: |^)(Allow|Alert|Deny|Drop|Block)\b/i, means)
const VERDICTS = { Allow: 'Allowed', Alert: 'Observed', Deny: 'Denied', Drop: 'Denied', Block: 'Denied' }
const FW_FLOW: Rows = {
  ...FW_ENDS,
  action_id: byAction(VERDICTS),
  disposition_id: byAction({ Allow: 'Allowed', Alert: 'Alert', Deny: 'Blocked', Drop: 'Dropped', Block: 'Blocked' }),
  status_id: byAction({ Allow: 'Success', Alert: 'Success', Deny: 'Failure', Drop: 'Failure', Block: 'Failure' }),
  message: `${G}.msg`,
}
const FIREWALL: readonly Profile[] = [
  {
    name: 'questions to the firewall',
    when: { category: ['AZFWDnsQuery', 'AzureFirewallDnsProxy'] },
    class: 'dns_activity',
    activity: 'Query',
    logSource: { categories: ['dns'] },
    rows: {
      'src_endpoint.ip': first(ip(`${G}.SourceIp`), capture(`${G}.msg`, /DNS Request: ([\d.]{7,15}):\d/, 'ip')),
      'src_endpoint.port': first(
        integer(`${G}.SourcePort`),
        capture(`${G}.msg`, /DNS Request: [\d.]{7,15}:(\d{1,5})/, 'integer'),
      ),
      'query.hostname': first(
        capture(`${G}.QueryName`, /^(.{1,255}?)\.?$/),
        capture(`${G}.msg`, /"[A-Z]{1,10} IN ([^ ]{1,255}?)\.? /),
      ),
      'query.type': first(text(`${G}.QueryType`), capture(`${G}.msg`, /"([A-Z]{1,10}) IN /)),
      message: `${G}.msg`,
    },
  },
  {
    name: 'through the firewall',
    when: {
      category: [
        'AzureFirewallNetworkRule',
        'AZFWNetworkRule',
        'AzureFirewallApplicationRule',
        'AZFWApplicationRule',
        'AZFWNatRule',
        'AZFWThreatIntel',
        'AZFWIdpsSignature',
      ],
    },
    class: 'network_activity',
    activity: byAction({ Allow: 'Traffic', Alert: 'Traffic', Deny: 'Refuse', Drop: 'Refuse', Block: 'Refuse' }),
    rows: FW_FLOW,
  },
]

export const ACTIVITY: SourceTable = {
  id: 'azure-activity/1',
  shapes: [managementApi, table, diagnostic],
  select: ['category', 'properties.action_id'],
  vendorId: 'eventId',
  recognises: (record) => isActivity(record),
  logSource: { product: 'azure', service: 'activitylogs' },
  rows: {
    ...product('Azure'),
    ...cloud(['resourceId', 'scope']),
    'cloud.org.uid': 'tenantId',
    time: time('time'),
    severity_id: lookup('level', LEVELS, 'Informational', 'Informational'),
    status_id: first(
      lookup(['resultType', 'properties.metricResponseType'], RESULTS),
      lookupIn('statusCode', /^(\d)\d\d$/, { 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' }),
    ),
    status_code: ['resultSignature', 'statusCode'],
    status_detail: ['resultDescription', 'statusText', 'properties.statusMessage'],
    'metadata.event_code': 'operationName',
    'metadata.log_name': 'category',
    'metadata.log_version': 'operationVersion',
    'metadata.correlation_uid': 'correlationId',
    'metadata.original_event_uid': 'eventId',
    message: 'message',
  },
  chapters: [
    { name: 'alerts', profiles: [ALERT] },
    {
      name: 'gateway',
      aliases: {
        'cs-method': `${G}.httpMethod`,
        'c-uri': `${G}.requestUri`,
        'cs-uri-query': `${G}.requestQuery`,
        'cs-user-agent': `${G}.userAgent`,
        'sc-status': `${G}.httpStatus`,
        'c-ip': `${G}.clientIP`,
      },
      profiles: [
        {
          name: 'request through a gateway',
          when: { category: ['ApplicationGateway*', 'FrontDoor*', 'FrontdoorAccessLog'] },
          class: 'http_activity',
          activity: lookup(`${G}.httpMethod`, HTTP_METHODS, 'Other', 'Unknown'),
          logSource: { service: 'applicationgateway', categories: ['webserver'] },
          rows: GATEWAY,
        },
      ],
    },
    {
      name: 'firewall',
      logSource: { service: 'azurefirewall', categories: ['firewall'] },
      profiles: FIREWALL,
    },
    {
      name: 'activity',
      aliases: {
        OperationNameValue: 'operationName',
        CategoryValue: 'category',
        ResourceProviderValue: 'resourceProvider',
        ResourceId: 'resourceId',
        'properties.message': 'operationName',
        Caller: 'upn',
      },
      profiles: [
        {
          name: 'logon to a database',
          when: {
            category: ['SQLSecurityAuditEvents', 'DevOpsOperationsAudit'],
            'properties.action_id': ['DBAS', 'DBAF', 'LGIS', 'LGIF'],
          },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...SQL,
            'user.name': SQL_USER,
            'service.name': first(known(`${G}.database_name`), text('category')),
            'dst_endpoint.hostname': hostname(`${G}.server_instance_name`, `${G}.LogicalServerName`),
          },
        },
        {
          name: 'statement at a database',
          when: { category: ['SQLSecurityAuditEvents', 'DevOpsOperationsAudit'] },
          class: 'datastore_activity',
          activity: 'Query',
          rows: {
            ...SQL,
            'actor.user.name': SQL_USER,
            'query_info.query_string': known(`${G}.statement`),
            'query_info.uid': text(`${G}.action_id`, `${G}.action_name`, 'operationName'),
            'database.name': known(`${G}.database_name`, `${G}.object_name`),
            'database.type_id': is('Relational'),
          },
        },
        {
          name: 'request to a site',
          when: { category: ['AppServiceHTTPLogs'] },
          class: 'http_activity',
          activity: lookup(`${G}.CsMethod`, HTTP_METHODS, 'Other', 'Unknown'),
          logSource: { categories: ['webserver'] },
          rows: APP_SERVICE,
        },
        {
          name: 'storage',
          when: { category: 'Storage*' },
          class: 'api_activity',
          activity: verb('operationName', FIRST_WORD),
          rows: CALL,
        },
        {
          name: 'key vault',
          when: { category: 'AuditEvent' },
          class: 'api_activity',
          activity: OF_VAULTS,
          rows: {
            ...CALL,
            // `resultType` only shows that the vault answered, not its result.
            status_id: first(
              lookupIn('properties.httpStatusCode', /^(\d)\d\d$/, {
                ...{ 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
              }),
              lookup('resultType', RESULTS),
            ),
            'resources[0].name': first(text('properties.id'), basename('resourceId')),
            'http_request.url.url_string': 'properties.requestUri',
            'http_request.user_agent': 'properties.clientInfo',
          },
        },
        {
          name: 'operation',
          when: {},
          class: 'api_activity',
          activity: OF_RESOURCES,
          rows: CALL,
        },
      ],
    },
  ],
}

function isActivity(record: Readonly<Members>): boolean {
  if ('OperationNameValue' in record) return true
  if (isMembers(record.operation_name) || isMembers(record.operationName))
    return ID_FIELDS.some((name) => name in record)
  if (record.category === 'AppServiceHTTPLogs') return isMembers(record.properties)
  if (typeof record.operationName !== 'string' || isOfAnotherLog(record)) return false
  const isOfResource = typeof record.resourceId === 'string' || 'callerIpAddress' in record
  return isOfResource || (typeof record.category === 'string' && record.category in CATEGORIES)
}

const ID_FIELDS = ['claims', 'caller', 'correlationId', 'correlation_id', 'resourceId', 'resource_id']

/** Categories of diagnostic settings whose records look alike from outside. */
const OTHERS =
  /(?:SignInLogs|RiskEvents|RiskyUsers)$|^(?:AuditLogs|OperationalLogs|AdvancedHunting-.{1,64}|kube-.{1,64})$/i

function isOfAnotherLog({ category, properties }: Readonly<Members>): boolean {
  const isNamed = typeof category === 'string' && OTHERS.test(category)
  return isNamed || (isMembers(properties) && ('activityDisplayName' in properties || 'initiatedBy' in properties))
}

const CATEGORIES: Readonly<Record<string, true>> = { Administrative: true, Policy: true, Security: true, Alert: true }

export const azureActivity = compileSource(ACTIVITY)
