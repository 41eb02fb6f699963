import { describe, expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { azureActivity } from './activity.ts'
import { azureAudit } from './audit.ts'
import { azureRisk } from './risk.ts'
import { azureSignIn } from './sign-in.ts'
import { vmConnection } from './vm-connection.ts'
import { windowsTables } from './windows-tables.ts'

const TIME = Date.UTC(2024, 0, 2, 3, 4, 5)
const SIGN_IN = {
  id: 's1',
  createdDateTime: '2024-01-02T03:04:05Z',
  userPrincipalName: 'alice@corp.example',
  userId: 'u1',
  appDisplayName: 'Azure Portal',
  appId: 'a1',
  resourceDisplayName: 'Microsoft Graph',
  ipAddress: '203.0.113.9',
  conditionalAccessStatus: 'success',
  isInteractive: true,
  authenticationRequirement: 'multiFactorAuthentication',
  riskLevelDuringSignIn: 'high',
  status: { errorCode: 50126, failureReason: 'Invalid username or password' },
  location: { city: 'Bern', countryOrRegion: 'CH' },
  deviceDetail: { deviceId: 'd1', displayName: 'pc-1', isCompliant: false },
}
const LOGON = {
  class_uid: 3002,
  activity_name: 'Logon',
  time: TIME,
  severity: 'High',
  status: 'Failure',
  status_code: '50126',
  is_mfa: true,
  user: { name: 'alice@corp.example', uid: 'u1', email_addr: 'alice@corp.example' },
  src_endpoint: { ip: '203.0.113.9', location: { city: 'Bern', country: 'CH' } },
  device: { uid: 'd1', name: 'pc-1', is_compliant: false },
  service: { name: 'Microsoft Graph' },
  actor: { app_name: 'Azure Portal' },
}
const SIGN_INS: Fixture[] = [
  { name: 'a sign-in, of Microsoft Graph', record: SIGN_IN, becomes: LOGON },
  {
    name: 'a sign-in, through a diagnostic setting',
    record: { category: 'SignInLogs', time: '2024-01-02T03:04:05Z', tenantId: 't1', properties: SIGN_IN },
    becomes: { ...LOGON, cloud: { org: { uid: 't1' } } },
  },
  {
    name: 'a sign-in, of a table',
    record: {
      Type: 'SigninLogs',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Id: 's1',
      UserPrincipalName: 'alice@corp.example',
      UserId: 'u1',
      AppDisplayName: 'Azure Portal',
      ResourceDisplayName: 'Microsoft Graph',
      IPAddress: '203.0.113.9',
      IsInteractive: true,
      AuthenticationRequirement: 'multiFactorAuthentication',
      RiskLevelDuringSignIn: 'high',
      ResultType: '50126',
      LocationDetails: '{"city":"Bern","countryOrRegion":"CH"}',
      DeviceDetail: '{"deviceId":"d1","displayName":"pc-1","isCompliant":false}',
    },
    becomes: LOGON,
  },
]

const CHANGE = (activityDisplayName: string, category: string, targetResources: readonly Members[]): Members => ({
  category: 'AuditLogs',
  time: '2024-01-02T03:04:05Z',
  tenantId: 't1',
  properties: {
    id: 'e1',
    activityDateTime: '2024-01-02T03:04:05Z',
    activityDisplayName,
    category,
    operationType: 'Update',
    result: 'success',
    initiatedBy: { user: { id: 'u1', userPrincipalName: 'alice@corp.example', ipAddress: '203.0.113.9' } },
    targetResources,
  },
})
const CALLER = {
  time: TIME,
  status: 'Success',
  actor: { user: { name: 'alice@corp.example' } },
  src_endpoint: { ip: '203.0.113.9' },
}
SIGN_INS.push({
  name: 'a sign-in that another factor is asked for is no failure',
  record: { ...SIGN_IN, status: { errorCode: 50158, failureReason: 'External security challenge was not satisfied.' } },
  becomes: { class_uid: 3002, status_id: 99, status_code: '50158' },
})

SIGN_INS.push({
  name: 'a sign-in of a service principal',
  record: {
    category: 'ServicePrincipalSignInLogs',
    time: '2024-01-02T03:04:05Z',
    tenantId: 't1',
    properties: {
      id: 's2',
      createdDateTime: '2024-01-02T03:04:05Z',
      servicePrincipalId: 'sp1',
      servicePrincipalName: 'deployer',
      resourceDisplayName: 'Microsoft Graph',
      ipAddress: '203.0.113.9',
      status: { errorCode: 7000215 },
    },
  },
  becomes: { class_uid: 3002, status: 'Failure', user: { name: 'deployer', uid: 'sp1', type: 'Service' } },
})

const AUDITS: readonly Fixture[] = [
  {
    name: 'a role that is given',
    record: CHANGE('Add member to role', 'RoleManagement', [
      {
        type: 'User',
        userPrincipalName: 'bob@corp.example',
        modifiedProperties: [{ newValue: '"r1"' }, { newValue: '"Global Administrator"' }],
      },
    ]),
    becomes: {
      ...CALLER,
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@corp.example' },
      privileges: ['Global Administrator'],
    },
  },
  {
    name: 'a role that is taken away, whose name stands in the old value',
    record: CHANGE('Remove member from role', 'RoleManagement', [
      {
        type: 'User',
        userPrincipalName: 'bob@corp.example',
        modifiedProperties: [
          { displayName: 'Role.WellKnownObjectName', newValue: '"x"' },
          { displayName: 'Role.DisplayName', oldValue: '"Global Administrator"', newValue: null },
        ],
      },
    ]),
    becomes: { class_uid: 3005, activity_name: 'Revoke Privileges', privileges: ['Global Administrator'] },
  },
  {
    name: 'a role that is given by PIM, whose first target is the role',
    record: CHANGE('Add member to role in PIM completed (permanent)', 'RoleManagement', [
      {
        type: 'Role',
        displayName: 'Application Administrator',
        id: 'r1',
        modifiedProperties: [
          { newValue: '"x"' },
          { displayName: 'RoleDefinitionOriginType', newValue: '"BuiltInRole"' },
        ],
      },
      { type: 'Request', id: 'q1' },
      { type: 'User', displayName: 'Bob', id: 'u1' },
    ]),
    becomes: {
      class_uid: 3005,
      user: { name: 'Bob', uid: 'u1' },
      privileges: ['Application Administrator'],
    },
  },
  {
    name: 'a user that is made',
    record: CHANGE('Add user', 'UserManagement', [{ type: 'User', userPrincipalName: 'bob@corp.example' }]),
    becomes: { ...CALLER, class_uid: 3001, activity_name: 'Create', user: { name: 'bob@corp.example' } },
  },
  {
    name: 'a member of a group',
    record: CHANGE('Add member to group', 'GroupManagement', [
      {
        id: 'u2',
        type: 'User',
        userPrincipalName: 'bob@corp.example',
        modifiedProperties: [
          { displayName: 'Group.WellKnownObjectName', newValue: null },
          { displayName: 'Group.DisplayName', newValue: '"Admins"' },
          { displayName: 'Group.ObjectID', newValue: '"g1"' },
        ],
      },
    ]),
    becomes: {
      ...CALLER,
      class_uid: 3006,
      activity_name: 'Add User',
      group: { name: 'Admins', uid: 'g1' },
      user: { name: 'bob@corp.example', uid: 'u2' },
    },
  },
  {
    name: 'a group is no user of itself',
    record: CHANGE('Add group', 'GroupManagement', [
      {
        id: 'g1',
        type: 'Group',
        displayName: 'Admins',
        modifiedProperties: [{}, { displayName: 'GroupType', newValue: '["Unified"]' }],
      },
    ]),
    becomes: { class_uid: 3006, activity_name: 'Create', group: { name: 'Admins', uid: 'g1' } },
  },
  {
    name: 'a role that is asked for is not given yet',
    record: CHANGE('Add member to role request denied (PIM activation)', 'RoleManagement', [
      { id: 'r1', type: 'Role', displayName: 'Global Administrator' },
      { id: 'u2', type: 'User', userPrincipalName: 'bob@corp.example' },
    ]),
    becomes: {
      class_uid: 3005,
      activity_id: 99,
      user: { name: 'bob@corp.example' },
      privileges: ['Global Administrator'],
    },
  },
  {
    name: 'a role that is made is given to nobody',
    record: CHANGE('Add role definition', 'RoleManagement', [{ id: 'r1', type: 'Role', displayName: 'Helpers' }]),
    becomes: { class_uid: 3004, entity: { name: 'Helpers' } },
  },
  {
    name: 'access to all subscriptions',
    record: CHANGE(
      'User has elevated their access to User Access Administrator for their Azure Resources',
      'AuditLogs',
      [],
    ),
    becomes: { class_uid: 3005, activity_name: 'Assign Privileges', user: { name: 'alice@corp.example' } },
  },
  {
    name: 'an application, of a table',
    record: {
      Type: 'AuditLogs',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Category: 'ApplicationManagement',
      ActivityDisplayName: 'Update application',
      AADOperationType: 'Update',
      Result: 'success',
      InitiatedBy: '{"user":{"userPrincipalName":"alice@corp.example","ipAddress":"203.0.113.9"}}',
      TargetResources: '[{"id":"x1","displayName":"App","type":"Application"}]',
    },
    becomes: {
      ...CALLER,
      class_uid: 3004,
      activity_name: 'Update',
      entity: { name: 'App', uid: 'x1', type: 'Application' },
    },
  },
]

const VAULT = (operationName: string, httpStatusCode: number): Members => ({
  time: '2024-01-02T03:04:05Z',
  resourceId: '/SUBSCRIPTIONS/SUB1/RESOURCEGROUPS/RG1/PROVIDERS/MICROSOFT.KEYVAULT/VAULTS/V1',
  operationName,
  operationVersion: '7.4',
  category: 'AuditEvent',
  resultType: 'Success',
  resultSignature: httpStatusCode === 200 ? 'OK' : 'Forbidden',
  callerIpAddress: '203.0.113.9',
  correlationId: 'c1',
  identity: { claim: { oid: 'u1', appid: 'a1', upn: 'alice@corp.example' } },
  properties: {
    clientInfo: 'azsdk-python',
    requestUri: 'https://v1.vault.azure.net/secrets/db?api-version=7.4',
    id: 'https://v1.vault.azure.net/secrets/db',
    httpStatusCode,
  },
})

const RESOURCE = '/subscriptions/sub1/resourceGroups/rg1/providers/Microsoft.Compute/virtualMachines/vm1'
const ACTIVITIES: readonly Fixture[] = [
  {
    name: 'an alert that stands among operations',
    record: {
      correlationId: 'c1',
      description: 'A process ran with a suspicious double extension.',
      eventDataId: 'e1',
      eventName: { value: 'Suspicious double extension file executed' },
      category: { value: 'Security' },
      eventTimestamp: '2024-01-02T03:04:05Z',
      level: 'Informational',
      operationName: { value: 'Microsoft.Security/locations/alerts/activate/action' },
      resourceId: '/subscriptions/sub1/providers/Microsoft.Security/locations/weu/alerts/a1',
      status: { value: 'Active' },
      properties: {
        commandLine: 'c:\\a.pdf.exe',
        processId: '6988',
        processName: 'c:\\a.pdf.exe',
        userName: 'bob',
        Severity: 'High',
      },
    },
    becomes: {
      class_uid: 2004,
      activity_name: 'Create',
      severity: 'High',
      status: 'New',
      finding_info: { title: 'Suspicious double extension file executed' },
      evidences: [{ process: { name: 'a.pdf.exe', pid: 6988 }, user: { name: 'bob' } }],
    },
  },
  {
    name: 'a secret that is not given out',
    record: VAULT('SecretGet', 403),
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      status: 'Failure',
      actor: { user: { name: 'alice@corp.example', uid: 'u1' }, app_uid: 'a1' },
      resources: [{ name: 'https://v1.vault.azure.net/secrets/db' }],
      api: { response: { code: 403 } },
    },
  },
  ...Object.entries({ KeyListVersions: 'Read', SecretSet: 'Create', KeyPurge: 'Delete', VaultPatch: 'Update' }).map(
    ([operationName, activity_name]) => ({
      name: `key vault: ${operationName}`,
      record: VAULT(operationName, 200),
      becomes: { activity_name, status: 'Success' },
    }),
  ),
  ...Object.entries({
    'Microsoft.Storage/storageAccounts/listKeys/action': 'Read',
    'MICROSOFT.KEYVAULT/LOCATIONS/DELETEDVAULTS/PURGE/ACTION': 'Delete',
    'Microsoft.Compute/virtualMachines/deallocate/action': 'Update',
  }).map(([operationName, activity_name]) => ({
    name: `an operation: ${operationName}`,
    record: { ...VAULT(operationName, 200), category: 'Administrative' },
    becomes: { class_uid: 6003, activity_name },
  })),
  {
    name: 'an operation, through a diagnostic setting',
    record: {
      time: '2024-01-02T03:04:05Z',
      resourceId: RESOURCE,
      operationName: 'Microsoft.Compute/virtualMachines/delete',
      category: 'Administrative',
      resultType: 'Success',
      callerIpAddress: '203.0.113.9',
      correlationId: 'c1',
      identity: {
        claims: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': 'alice@corp.example', appid: 'a1' },
      },
    },
    becomes: {
      ...CALLER,
      class_uid: 6003,
      activity_name: 'Delete',
      cloud: { provider: 'Azure', account: { uid: 'sub1' } },
      api: { operation: 'Microsoft.Compute/virtualMachines/delete', service: { name: 'Microsoft.Compute' } },
      resources: [{ uid: RESOURCE, name: 'vm1', type: 'Microsoft.Compute/virtualMachines', group: { name: 'rg1' } }],
    },
  },
  {
    name: 'an operation, of the management API',
    record: {
      eventTimestamp: '2024-01-02T03:04:05Z',
      operationName: { value: 'Microsoft.Compute/virtualMachines/write' },
      category: { value: 'Administrative' },
      status: { value: 'Succeeded' },
      caller: 'alice@corp.example',
      resourceId: RESOURCE,
      correlationId: 'c1',
      httpRequest: { clientIpAddress: '203.0.113.9', method: 'PUT' },
    },
    becomes: { ...CALLER, class_uid: 6003, activity_name: 'Update' },
  },
  {
    name: 'an operation, of a table',
    record: {
      TimeGenerated: '2024-01-02T03:04:05Z',
      OperationNameValue: 'Microsoft.Compute/virtualMachines/write',
      CategoryValue: 'Administrative',
      ActivityStatusValue: 'Success',
      Caller: 'alice@corp.example',
      CallerIpAddress: '203.0.113.9',
      CorrelationId: 'c1',
      _ResourceId: RESOURCE,
    },
    becomes: { ...CALLER, class_uid: 6003, activity_name: 'Update' },
  },
  {
    name: 'a request to storage',
    record: {
      time: '2024-01-02T03:04:05Z',
      resourceId: RESOURCE,
      operationName: 'DeleteBlob',
      category: 'StorageDelete',
      statusCode: 403,
      statusText: 'AuthorizationPermissionMismatch',
      callerIpAddress: '203.0.113.9:28915',
      correlationId: 'c1',
      properties: { objectKey: '/acc/c/f.txt', userAgentHeader: 'azcopy' },
    },
    becomes: {
      class_uid: 6003,
      activity_name: 'Delete',
      status: 'Failure',
      src_endpoint: { ip: '203.0.113.9' },
      resources: [{ name: '/acc/c/f.txt' }],
    },
  },
  {
    name: 'a request through a gateway',
    record: {
      timeStamp: '2024-01-02T03:04:05+00:00',
      resourceId: RESOURCE,
      operationName: 'ApplicationGatewayAccess',
      category: 'ApplicationGatewayAccessLog',
      properties: {
        clientIP: '203.0.113.9',
        clientPort: 45057,
        httpMethod: 'GET',
        requestUri: '/a',
        httpStatus: 404,
        timeTaken: 0.034,
        receivedBytes: 400,
        sentBytes: 9000,
      },
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Failure',
      duration: 34,
      src_endpoint: { ip: '203.0.113.9', port: 45057 },
      http_response: { code: 404 },
      traffic: { bytes_out: 400, bytes_in: 9000 },
    },
  },
]

const RISKS: readonly Fixture[] = [
  {
    name: 'a risk',
    record: {
      id: 'r1',
      riskEventType: 'anonymizedIPAddress',
      riskLevel: 'medium',
      riskState: 'atRisk',
      detectedDateTime: '2024-01-02T03:04:05Z',
      userPrincipalName: 'alice@corp.example',
      ipAddress: '203.0.113.9',
    },
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      status: 'New',
      finding_info: { uid: 'r1', title: 'anonymizedIPAddress' },
      actor: { user: { name: 'alice@corp.example' } },
      evidences: [{ src_endpoint: { ip: '203.0.113.9' } }],
    },
  },
]

const CONNECTIONS: readonly Fixture[] = [
  {
    name: 'connections of a process',
    record: {
      Type: 'VMConnection',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Computer: 'pc-1',
      Direction: 'outbound',
      ProcessName: 'java',
      Process: 'p-1',
      SourceIp: '10.0.0.5',
      DestinationIp: '203.0.113.9',
      DestinationPort: 1389,
      Protocol: 'tcp',
      BytesSent: 218,
    },
    becomes: {
      class_uid: 4001,
      device: { hostname: 'pc-1' },
      actor: { process: { name: 'java' } },
      dst_endpoint: { ip: '203.0.113.9', port: 1389 },
      connection_info: { direction: 'Outbound' },
    },
  },
]

const WINDOWS: readonly Fixture[] = [
  {
    name: 'a process that starts, of Sysmon in a table',
    record: {
      Type: 'WindowsEvent',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Provider: 'Microsoft-Windows-Sysmon',
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Computer: 'pc-1',
      EventID: 1,
      EventLevel: 4,
      EventData: JSON.stringify({
        Image: 'C:\\Tools\\a.exe',
        ProcessId: '42',
        CommandLine: 'a.exe -x',
        User: 'CORP\\alice',
        ParentImage: 'C:\\p.exe',
        ParentProcessId: '7',
      }),
    },
    becomes: {
      class_uid: 1007,
      device: { hostname: 'pc-1' },
      process: { name: 'a.exe', pid: 42, cmd_line: 'a.exe -x' },
    },
  },
  {
    name: 'a logon, of the audit log in columns',
    record: {
      Type: 'SecurityEvent',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Channel: 'Security',
      Computer: 'dc-1',
      EventID: 4624,
      TargetUserName: 'bob',
      LogonType: 3,
      IpAddress: '10.0.0.5',
    },
    becomes: { class_uid: 3002, user: { name: 'bob' }, src_endpoint: { ip: '10.0.0.5' } },
  },
  {
    name: 'a refused logon, of which only the level says that it is',
    record: {
      Type: 'SecurityEvent',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Channel: 'Security',
      Computer: 'dc-1',
      EventID: 4776,
      Level: '16',
      TargetUserName: 'bob',
    },
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium', user: { name: 'bob' } },
  },
  {
    name: 'a connection, of the audit log as XML',
    record: {
      Type: 'SecurityEvent',
      TimeGenerated: '2024-01-02T03:04:05Z',
      Channel: 'Security',
      Computer: 'dc-1',
      EventID: 4689,
      EventData:
        '<EventData><Data Name="ProcessName">C:\\a &amp; &#98;.exe</Data><Data Name="ProcessId">0x10</Data><Data Name="SubjectUserName">bob</Data></EventData>',
    },
    becomes: { class_uid: 1007, process: { name: 'a & b.exe', pid: 16 } },
  },
]

describe('sign-ins', () => sourceTests(azureSignIn, SIGN_INS))
describe('audit', () => sourceTests(azureAudit, AUDITS))
describe('activity', () => sourceTests(azureActivity, ACTIVITIES))
describe('risks', () => sourceTests(azureRisk, RISKS))
describe('connections', () => sourceTests(vmConnection, CONNECTIONS))
describe('windows', () => sourceTests(windowsTables, WINDOWS))

test("rules' names lead to the value, however the record is spelled", () => {
  const placesOf = (record: Members, field: string) =>
    azureSignIn
      .viewOf(record)
      .paths(field)
      .map(({ path }) => path.join('/'))
  expect(placesOf(SIGN_IN, 'ResultType')).toContain('status/errorCode')
  expect(placesOf({ category: 'SignInLogs', properties: SIGN_IN }, 'ResultType')).toContain(
    'properties/status/errorCode',
  )
  expect(placesOf({ Type: 'SigninLogs', TimeGenerated: 'x' }, 'ResultType')).toContain('ResultType')
})

test('what rules call a risk is a log of its own', () => {
  const serviceOf = (riskEventType: string) => azureRisk.logSourceOf({ riskEventType }).service
  expect([serviceOf('anonymizedIPAddress'), serviceOf('noMfaOnRoleActivationAlertIncident')]).toEqual([
    'riskdetection',
    'pim',
  ])
})

test('a place that nobody knows is none', () => {
  const at = (location: object) => azureSignIn.toOcsf({ ...SIGN_IN, location })?.src_endpoint
  expect(at({ city: 'Unknown', state: 'Unknown', countryOrRegion: 'RU' })).toMatchObject({
    location: { country: 'RU' },
  })
  expect(JSON.stringify(at({ city: 'Unknown', countryOrRegion: 'RU' }))).not.toContain('Unknown')
})

test('what a device without a name runs on is not its name', () => {
  const deviceDetail = { operatingSystem: 'Windows 10', browser: 'Edge 120', isCompliant: false }
  const event = azureSignIn.toOcsf({ ...SIGN_IN, deviceDetail })
  expect(event?.device).not.toHaveProperty('name')
  expect(event).toMatchObject({ src_endpoint: { os: { name: 'Windows 10', type: 'Windows' } } })
})

test('an event of the management API that a lake gave a time of its own', () => {
  const operationName = { value: 'Microsoft.Authorization/elevateAccess/action' }
  expect(azureActivity.toOcsf({ operationName, time: '2024-12-24T15:45:00.0000000Z' })).toMatchObject({
    time: Date.UTC(2024, 11, 24, 15, 45),
  })
})

test('a detail is a user agent when it says so', () => {
  const agentOf = (key: string) => {
    const record = CHANGE('Update policy', 'Policy', [{ type: 'Policy', displayName: 'MFA' }])
    Object.assign(record.properties as Members, { additionalDetails: [{ key, value: 'curl/8' }] })
    return azureAudit.toOcsf(record)?.http_request
  }
  expect(agentOf('oid')).toBeUndefined()
  expect(agentOf('User-Agent')).toMatchObject({ user_agent: 'curl/8' })
})
