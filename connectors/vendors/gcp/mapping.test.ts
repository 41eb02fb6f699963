import { describe, expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { gcpAudit } from './audit.ts'
import { gcpLoadBalancer, gcpOther, gcpVpcFlow } from './logs.ts'

const TIME = Date.UTC(2024, 0, 2, 3, 4, 5)
const entry = (serviceName: string, methodName: string, others: Members = {}): Members => ({
  insertId: 'i1',
  logName: 'projects/p1/logs/cloudaudit.googleapis.com%2Factivity',
  timestamp: '2024-01-02T03:04:05Z',
  severity: 'NOTICE',
  resource: { type: 'gce_firewall_rule', labels: { project_id: 'p1' } },
  protoPayload: {
    serviceName,
    methodName,
    authenticationInfo: { principalEmail: 'alice@corp.example' },
    requestMetadata: { callerIp: '203.0.113.9', callerSuppliedUserAgent: 'gcloud' },
    authorizationInfo: [{ permission: 'compute.firewalls.create', granted: true }],
    resourceName: 'projects/p1/global/firewalls/f1',
    ...others,
  },
})
const ALICE = { time: TIME, actor: { user: { name: 'alice@corp.example' } }, src_endpoint: { ip: '203.0.113.9' } }
const event = (eventName: string, parameter: readonly Members[]) => ({
  metadata: { event: [{ eventName, parameter }] },
})
const AUDITS: readonly Fixture[] = [
  {
    name: 'a call',
    record: entry('compute.googleapis.com', 'v1.compute.firewalls.insert', { request: { name: 'f1' } }),
    becomes: {
      ...ALICE,
      class_uid: 6003,
      activity_name: 'Create',
      status: 'Success',
      cloud: { provider: 'GCP', account: { uid: 'p1' } },
      api: { operation: 'v1.compute.firewalls.insert', request: { uid: 'i1', data: { name: 'f1' } } },
      authorizations: [{ policy: { name: 'compute.firewalls.create' }, decision: 'granted' }],
      resources: [{ name: 'projects/p1/global/firewalls/f1', type: 'gce_firewall_rule' }],
    },
  },
  {
    name: 'a call from inside Google that is denied',
    record: entry('storage.googleapis.com', 'storage.objects.get', {
      status: { code: 7, message: 'PERMISSION_DENIED' },
      requestMetadata: { callerIp: 'gce-internal-ip' },
    }),
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      status: 'Failure',
      status_code: '7',
      src_endpoint: { name: 'gce-internal-ip' },
    },
  },
  {
    name: 'a service account that is made',
    record: entry('iam.googleapis.com', 'google.iam.admin.v1.CreateServiceAccount', {
      response: { email: 'sa@p1.iam.gserviceaccount.com' },
    }),
    becomes: { ...ALICE, class_uid: 3001, activity_name: 'Create', user: { name: 'sa@p1.iam.gserviceaccount.com' } },
  },
  {
    name: 'a logon that fails',
    record: entry(
      'login.googleapis.com',
      'google.login.LoginService.loginFailure',
      event('login_failure', [{ name: 'login_type', value: 'google_password' }]),
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'alice@corp.example' },
      auth_protocol: 'google_password',
    },
  },
  {
    name: 'a suspicious logon',
    record: entry(
      'login.googleapis.com',
      'google.login.LoginService.loginSuccess',
      event('login_success', [{ name: 'is_suspicious', boolValue: true }]),
    ),
    becomes: { class_uid: 3002, status: 'Success', severity: 'High' },
  },
  {
    name: 'a logon that is called suspicious, of which nothing says how it ended',
    record: entry(
      'login.googleapis.com',
      'google.login.LoginService.suspiciousLogin',
      event('suspicious_login', [{ name: 'affected_email_address', value: 'bob@corp.example' }]),
    ),
    becomes: { class_uid: 3002, activity_name: 'Logon', status_id: 99, severity: 'High' },
  },
  {
    name: 'an account that is disabled is no logon that failed',
    record: entry(
      'login.googleapis.com',
      'google.login.LoginService.accountDisabledPasswordLeak',
      event('account_disabled_password_leak', [{ name: 'affected_email_address', value: 'bob@corp.example' }]),
    ),
    becomes: { class_uid: 3001, activity_name: 'Disable', status: 'Success', user: { name: 'bob@corp.example' } },
  },
  {
    name: 'a role of an administrator',
    record: entry(
      'admin.googleapis.com',
      'google.admin.AdminService.assignRole',
      event('ASSIGN_ROLE', [
        { name: 'USER_EMAIL', value: 'bob@corp.example' },
        { name: 'ROLE_NAME', value: '_SEED_ADMIN_ROLE' },
      ]),
    ),
    becomes: {
      ...ALICE,
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@corp.example' },
      privileges: ['_SEED_ADMIN_ROLE'],
    },
  },
  {
    name: 'what is done stands last',
    record: entry('admin.googleapis.com', 'google.admin.AdminService.inboundSsoProfileDeleted'),
    becomes: { class_uid: 3004, activity_name: 'Delete' },
  },
  {
    name: 'a member of a group',
    record: entry(
      'admin.googleapis.com',
      'google.admin.AdminService.addGroupMember',
      event('ADD_GROUP_MEMBER', [
        { name: 'USER_EMAIL', value: 'bob@corp.example' },
        { name: 'GROUP_EMAIL', value: 'admins@corp.example' },
      ]),
    ),
    becomes: {
      ...ALICE,
      class_uid: 3006,
      activity_name: 'Add User',
      user: { name: 'bob@corp.example' },
      group: { name: 'admins@corp.example' },
    },
  },
]

const REQUESTS: readonly Fixture[] = [
  {
    name: 'a request that a policy denies',
    record: {
      logName: 'projects/p1/logs/requests',
      timestamp: '2024-01-02T03:04:05Z',
      resource: { type: 'http_load_balancer', labels: { forwarding_rule_name: 'web' } },
      httpRequest: { remoteIp: '203.0.113.9', requestMethod: 'POST', requestUrl: 'https://a.example/x', status: 403 },
      jsonPayload: { enforcedSecurityPolicy: { name: 'armor', outcome: 'DENY', priority: 10 } },
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Post',
      status: 'Failure',
      action: 'Denied',
      src_endpoint: { ip: '203.0.113.9' },
      http_request: { url: { url_string: 'https://a.example/x' } },
      firewall_rule: { uid: '10' },
    },
  },
]

const FLOWS: readonly Fixture[] = [
  {
    name: 'a flow',
    record: {
      logName: 'projects/p1/logs/compute.googleapis.com%2Fvpc_flows',
      timestamp: '2024-01-02T03:04:05Z',
      resource: { type: 'gce_subnetwork', labels: { project_id: 'p1' } },
      jsonPayload: {
        connection: { src_ip: '10.0.0.5', src_port: 80, dest_ip: '203.0.113.9', dest_port: 50604, protocol: 6 },
        bytes_sent: '5342',
        reporter: 'SRC',
      },
    },
    becomes: {
      class_uid: 4001,
      src_endpoint: { ip: '10.0.0.5', port: 80 },
      dst_endpoint: { ip: '203.0.113.9', port: 50604 },
      traffic: { bytes: 5342 },
      connection_info: { direction: 'Outbound' },
    },
  },
]

const ENTRIES: readonly Fixture[] = [
  {
    name: 'an entry of a program',
    record: {
      logName: 'projects/p1/logs/app',
      timestamp: '2024-01-02T03:04:05Z',
      insertId: 'i1',
      severity: 'ERROR',
      textPayload: 'no disk',
    },
    becomes: { class_uid: 0, message: 'no disk', cloud: { account: { uid: 'p1' } } },
  },
]

describe('audit', () => sourceTests(gcpAudit, AUDITS))
describe('load balancer', () => sourceTests(gcpLoadBalancer, REQUESTS))
describe('flows', () => sourceTests(gcpVpcFlow, FLOWS))
describe('others', () => sourceTests(gcpOther, ENTRIES))

test('an audit entry is no entry of a program', () => {
  expect(gcpOther.recognises(entry('compute.googleapis.com', 'x'))).toBe(false)
})

test("rules' names lead to the value", () => {
  const view = gcpAudit.viewOf(entry('compute.googleapis.com', 'x'))
  expect(view.paths('gcp.audit.method_name')).toContainEqual({ path: ['protoPayload', 'methodName'] })
  expect(view.paths('data.protoPayload.serviceName')).toContainEqual({ path: ['protoPayload', 'serviceName'] })
})
