import { describe, expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { loadBalancer, s3Access } from './access-logs.ts'
import { bedrock } from './bedrock.ts'
import { cloudTrail } from './cloudtrail.ts'
import { guardDuty } from './guardduty.ts'
import { resolver } from './resolver.ts'
import { securityHub } from './security-hub.ts'
import { vpcFlow } from './vpc-flow.ts'
import { waf } from './waf.ts'

const ALICE = {
  type: 'IAMUser',
  principalId: 'AIDAEXAMPLE',
  arn: 'arn:aws:iam::111122223333:user/alice',
  accountId: '111122223333',
  accessKeyId: 'AKIAEXAMPLE',
  userName: 'alice',
}
const trail = (eventName: string, others: Members = {}): Members => ({
  eventVersion: '1.10',
  userIdentity: ALICE,
  eventTime: '2024-01-02T03:04:05Z',
  eventSource: 'iam.amazonaws.com',
  eventName,
  awsRegion: 'eu-west-1',
  sourceIPAddress: '203.0.113.9',
  userAgent: 'aws-cli/2.15',
  requestParameters: null,
  responseElements: null,
  requestID: 'req-1',
  eventID: '11111111-2222-3333-4444-555555555555',
  readOnly: false,
  eventType: 'AwsApiCall',
  managementEvent: true,
  recipientAccountId: '111122223333',
  eventCategory: 'Management',
  ...others,
})
const ACTOR = { user: { name: 'alice', uid: ALICE.arn }, session: { credential_uid: 'AKIAEXAMPLE' } }
const CALL = {
  time: Date.UTC(2024, 0, 2, 3, 4, 5),
  severity_id: 1,
  actor: ACTOR,
  src_endpoint: { ip: '203.0.113.9' },
  cloud: { provider: 'AWS', account: { uid: '111122223333' }, region: 'eu-west-1' },
}

const CLOUDTRAIL: readonly Fixture[] = [
  {
    name: 'CloudTrail: a call',
    record: trail('RunInstances', {
      eventSource: 'ec2.amazonaws.com',
      requestParameters: { instanceType: 't3.micro' },
      resources: [
        {
          ARN: 'arn:aws:ec2:eu-west-1:111122223333:instance/i-1',
          accountId: '111122223333',
          type: 'AWS::EC2::Instance',
        },
      ],
    }),
    becomes: {
      ...CALL,
      class_uid: 6003,
      activity_name: 'Create',
      status: 'Success',
      api: {
        operation: 'RunInstances',
        service: { name: 'ec2.amazonaws.com' },
        request: { uid: 'req-1', data: { instanceType: 't3.micro' } },
      },
      resources: [{ uid: 'arn:aws:ec2:eu-west-1:111122223333:instance/i-1', type: 'AWS::EC2::Instance' }],
      http_request: { user_agent: 'aws-cli/2.15' },
      metadata: { event_code: 'RunInstances', original_event_uid: '11111111-2222-3333-4444-555555555555' },
    },
  },
  {
    name: 'CloudTrail: a service that calls for someone, and is refused',
    record: trail('DescribeTargetHealth', {
      eventSource: 'elasticloadbalancing.amazonaws.com',
      sourceIPAddress: 'ecs.amazonaws.com',
      errorCode: 'AccessDenied',
      userIdentity: {
        type: 'AssumedRole',
        principalId: 'AROAEXAMPLE:scheduler',
        arn: 'arn:aws:sts::111122223333:assumed-role/ecs/scheduler',
        sessionContext: {
          sessionIssuer: { arn: 'arn:aws:iam::111122223333:role/ecs' },
          attributes: { creationDate: '2024-01-02T03:00:00Z', mfaAuthenticated: 'false' },
        },
        invokedBy: 'ecs.amazonaws.com',
      },
    }),
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      status: 'Failure',
      status_code: 'AccessDenied',
      src_endpoint: { domain: 'ecs.amazonaws.com' },
      actor: {
        app_name: 'ecs.amazonaws.com',
        user: { name: 'scheduler', type_id: 99, type: 'AssumedRole' },
        session: { is_mfa: false, issuer: 'arn:aws:iam::111122223333:role/ecs' },
      },
    },
  },
  {
    name: 'CloudTrail: a logon to the console that fails',
    record: trail('ConsoleLogin', {
      eventSource: 'signin.amazonaws.com',
      eventType: 'AwsConsoleSignIn',
      responseElements: { ConsoleLogin: 'Failure' },
      additionalEventData: { MFAUsed: 'No' },
    }),
    becomes: {
      ...CALL,
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'alice' },
      is_mfa: false,
    },
  },
  {
    name: 'CloudTrail: a role that is assumed',
    record: trail('AssumeRole', {
      eventSource: 'sts.amazonaws.com',
      requestParameters: { roleArn: 'arn:aws:iam::111122223333:role/Admin', roleSessionName: 'mallory' },
      responseElements: {
        credentials: { accessKeyId: 'ASIAEXAMPLE', expiration: 'Jan 2, 2024, 4:04:05 AM' },
        assumedRoleUser: { assumedRoleId: 'AROA:mallory', arn: 'arn:aws:sts::111122223333:assumed-role/Admin/mallory' },
      },
    }),
    becomes: {
      ...CALL,
      class_uid: 3002,
      activity_name: 'Account Switch',
      user: { name: 'mallory', uid: 'arn:aws:sts::111122223333:assumed-role/Admin/mallory' },
      session: { credential_uid: 'ASIAEXAMPLE' },
    },
  },
  {
    name: 'CloudTrail: a user that is made',
    record: trail('CreateUser', { requestParameters: { userName: 'bob' } }),
    becomes: { ...CALL, class_uid: 3001, activity_name: 'Create', user: { name: 'bob' } },
  },
  {
    name: 'CloudTrail: a role that nobody gets is named in the message only',
    record: trail('AssumeRole', {
      eventSource: 'sts.amazonaws.com',
      errorCode: 'AccessDenied',
      errorMessage:
        'User: arn:aws:iam::111122223333:user/alice is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::444455556666:role/Admin',
    }),
    becomes: { class_uid: 3002, activity_name: 'Account Switch', status: 'Failure', user: { name: 'Admin' } },
  },
  {
    name: 'CloudTrail: who signs in through a role goes by the session, and no error code is no success',
    record: trail('ConsoleLogin', {
      eventSource: 'signin.amazonaws.com',
      errorMessage: 'Failed authentication',
      userIdentity: {
        type: 'AssumedRole',
        principalId: 'AROAEXAMPLE:carol@corp.example',
        arn: 'arn:aws:sts::111122223333:assumed-role/Ops/carol@corp.example',
        sessionContext: { sessionIssuer: { userName: 'Ops' } },
      },
    }),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'carol@corp.example' },
      actor: { user: { name: 'carol@corp.example' } },
    },
  },
  {
    name: 'CloudTrail: a second factor is asked for before anyone is in',
    record: trail('CheckMfa', {
      eventSource: 'signin.amazonaws.com',
      responseElements: { CheckMfa: 'Failure' },
    }),
    becomes: { class_uid: 3002, activity_name: 'Preauth', status: 'Failure' },
  },
  {
    name: 'CloudTrail: a logon by way of another directory that fails',
    record: trail('ExternalIdPDirectoryLogin', {
      eventSource: 'signin.amazonaws.com',
      responseElements: { ExternalIdPDirectoryLogin: 'Failure' },
    }),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Failure' },
  },
  {
    name: 'CloudTrail: the root user does not get another password',
    record: trail('PasswordUpdated', {
      eventSource: 'signin.amazonaws.com',
      userIdentity: { type: 'Root', arn: 'arn:aws:iam::111122223333:root', accountId: '111122223333' },
      responseElements: { PasswordUpdated: 'Failure' },
    }),
    becomes: {
      class_uid: 3001,
      activity_name: 'Password Change',
      status: 'Failure',
      user: { name: 'Root', uid: 'arn:aws:iam::111122223333:root' },
    },
  },
  {
    name: 'CloudTrail: a user of the directory, whose name is hidden',
    record: trail('DisableUser', {
      eventSource: 'sso-directory.amazonaws.com',
      requestParameters: { userId: 'u-1', userName: 'HIDDEN_DUE_TO_SECURITY_REASONS' },
    }),
    becomes: { class_uid: 3001, activity_name: 'Disable', user: { uid: 'u-1' } },
  },
  {
    name: 'CloudTrail: a member of a group of the directory is known by its id',
    record: trail('AddMemberToGroup', {
      eventSource: 'sso-directory.amazonaws.com',
      requestParameters: { groupId: 'g-1', member: { memberId: 'u-1' } },
    }),
    becomes: { class_uid: 3006, activity_name: 'Add User', user: { uid: 'u-1' } },
  },
  ...Object.entries({
    BatchDeleteImage: 'Delete',
    BatchGetImage: 'Read',
    AdminCreateUser: 'Create',
    PutObject: 'Create',
    PutObjectAcl: 'Update',
    DeactivateType: 'Update',
    CancelKeyDeletion: 'Update',
    CompleteMultipartUpload: 'Create',
  }).map(([eventName, activity_name]) => ({
    name: `CloudTrail: ${eventName}`,
    record: trail(eventName, { eventSource: 'ecr.amazonaws.com' }),
    becomes: { class_uid: 6003, activity_name },
  })),
  {
    name: 'CloudTrail: a denied call about a user names it in its message only',
    record: trail('DeleteUser', {
      errorCode: 'AccessDenied',
      errorMessage:
        'User: arn:aws:iam::1:user/alice is not authorized to perform: iam:DeleteUser on resource: user carol because',
    }),
    becomes: { class_uid: 3001, activity_name: 'Delete', status: 'Failure', user: { name: 'carol' } },
  },
  {
    name: 'CloudTrail: a member of a group',
    record: trail('AddUserToGroup', { requestParameters: { userName: 'bob', groupName: 'admins' } }),
    becomes: { ...CALL, class_uid: 3006, activity_name: 'Add User', user: { name: 'bob' }, group: { name: 'admins' } },
  },
  {
    name: 'CloudTrail: out of LookupEvents',
    record: { EventId: '1', EventName: 'CreateRole', CloudTrailEvent: JSON.stringify(trail('CreateRole')) },
    becomes: { ...CALL, class_uid: 6003, activity_name: 'Create' },
  },
]

const GUARDDUTY: Fixture[] = [
  {
    name: 'GuardDuty: a finding',
    record: {
      schemaVersion: '2.0',
      accountId: '111122223333',
      region: 'eu-west-1',
      id: 'f1',
      arn: 'arn:aws:guardduty:eu-west-1:111122223333:detector/d/finding/f1',
      type: 'CredentialAccess:IAMUser/AnomalousBehavior',
      resource: {
        resourceType: 'AccessKey',
        accessKeyDetails: { userName: 'alice', accessKeyId: 'AKIAEXAMPLE' },
        instanceDetails: {
          instanceId: 'i-1',
          networkInterfaces: [
            { networkInterfaceId: 'eni-1', privateIpAddress: '192.0.2.7', privateDnsName: 'a.internal' },
            { networkInterfaceId: 'eni-2', privateIpAddress: '192.0.2.8' },
          ],
        },
      },
      service: {
        detectorId: 'd',
        archived: false,
        count: 3,
        eventFirstSeen: '2024-01-02T03:00:00Z',
        action: {
          actionType: 'AWS_API_CALL',
          awsApiCallAction: { api: 'GetSecretValue', remoteIpDetails: { ipAddressV4: '203.0.113.9' } },
        },
      },
      severity: 8,
      createdAt: '2024-01-02T03:04:05.000Z',
      updatedAt: '2024-01-02T03:05:05.000Z',
      title: 'Unusual calls',
    },
    becomes: {
      class_uid: 2004,
      activity_name: 'Update',
      severity: 'High',
      is_alert: true,
      time: Date.UTC(2024, 0, 2, 3, 5, 5),
      finding_info: { uid: 'f1', title: 'Unusual calls', types: ['CredentialAccess:IAMUser/AnomalousBehavior'] },
      actor: { user: { name: 'alice' } },
      device: { ip: '192.0.2.7', network_interfaces: [{ uid: 'eni-1' }, { uid: 'eni-2', ip: '192.0.2.8' }] },
      attacks: [{ tactic: { uid: 'TA0006', name: 'Credential Access' } }],
      evidences: [{ src_endpoint: { ip: '203.0.113.9' }, api: { operation: 'GetSecretValue' } }],
    },
  },
]

const CONNECTED = {
  connectionDirection: 'OUTBOUND',
  protocol: 'TCP',
  localIpDetails: { ipAddressV4: '10.0.0.5' },
  localPortDetails: { port: 49152 },
  remoteIpDetails: { ipAddressV4: '203.0.113.9', country: { countryName: 'Norway' } },
  remotePortDetails: { port: 443 },
}
const connection = (networkConnectionAction: Members): Members => ({
  schemaVersion: '2.0',
  accountId: '111122223333',
  region: 'eu-west-1',
  id: 'f2',
  type: 'Backdoor:EC2/C&CActivity.B',
  resource: { resourceType: 'Instance', instanceDetails: { instanceId: 'i-1' } },
  service: {
    serviceName: 'guardduty',
    detectorId: 'd1',
    count: 1,
    action: { actionType: 'NETWORK_CONNECTION', networkConnectionAction },
  },
  severity: 8,
  createdAt: '2024-01-02T03:04:05.000Z',
  updatedAt: '2024-01-02T03:04:05.000Z',
  title: 'It talks to a server that commands it',
})
const INSIDE = { ip: '10.0.0.5', port: 49152 }
const OUTSIDE = { ip: '203.0.113.9', port: 443 }
GUARDDUTY.push(
  {
    name: 'GuardDuty: a connection that the instance opened',
    record: connection(CONNECTED),
    becomes: {
      class_uid: 2004,
      activity_name: 'Create',
      evidences: [
        {
          src_endpoint: INSIDE,
          dst_endpoint: { ...OUTSIDE, location: { country: 'Norway' } },
          connection_info: { direction: 'Outbound', protocol_name: 'tcp' },
        },
      ],
    },
  },
  {
    name: 'GuardDuty: a connection that came in',
    record: connection({ ...CONNECTED, connectionDirection: 'INBOUND' }),
    becomes: {
      class_uid: 2004,
      evidences: [
        {
          src_endpoint: OUTSIDE,
          dst_endpoint: INSIDE,
          connection_info: { direction: 'Inbound', protocol_name: 'tcp' },
        },
      ],
    },
  },
)

const HUB: readonly Fixture[] = [
  {
    name: 'Security Hub: a control that fails',
    record: {
      SchemaVersion: '2018-10-08',
      Id: 'arn:aws:securityhub:eu-west-1:1:finding/1',
      ProductArn: 'arn:aws:securityhub:eu-west-1::product/aws/securityhub',
      ProductName: 'Security Hub',
      GeneratorId: 'pci-dss/v/3.2.1/PCI.Lambda.2',
      AwsAccountId: '111122223333',
      Region: 'eu-west-1',
      Types: ['Software and Configuration Checks'],
      CreatedAt: '2024-01-02T03:04:05.000Z',
      UpdatedAt: '2024-01-02T03:04:05.000Z',
      Severity: { Normalized: 70 },
      Title: 'Functions should be in a VPC',
      Resources: [{ Id: 'arn:aws:lambda:eu-west-1:1:function:f', Type: 'AwsLambdaFunction' }],
      Compliance: { Status: 'FAILED' },
      Workflow: { Status: 'NEW' },
      RecordState: 'ACTIVE',
    },
    becomes: {
      class_uid: 2003,
      severity: 'High',
      status: 'New',
      compliance: { status: 'Fail' },
      resources: [{ uid: 'arn:aws:lambda:eu-west-1:1:function:f', type: 'AwsLambdaFunction' }],
      finding_info: { title: 'Functions should be in a VPC' },
    },
  },
  {
    name: 'Security Hub: a connection that the resource opened, of low severity and under way',
    record: {
      SchemaVersion: '2018-10-08',
      Id: 'arn:aws:guardduty:eu-west-1:1:finding/2',
      ProductArn: 'arn:aws:securityhub:eu-west-1::product/aws/guardduty',
      GeneratorId: 'arn:aws:guardduty:eu-west-1:1:detector/d1',
      AwsAccountId: '111122223333',
      Types: ['TTPs/Command and Control/Backdoor:EC2-C&CActivity.B'],
      CreatedAt: '2024-01-02T03:04:05.000Z',
      UpdatedAt: '2024-01-02T03:04:05.000Z',
      Severity: { Normalized: 5 },
      Title: 'It talks to a server that commands it',
      WorkflowState: 'IN_PROGRESS',
      RecordState: 'ACTIVE',
      Action: {
        NetworkConnectionAction: {
          ConnectionDirection: 'OUTBOUND',
          RemoteIpDetails: { IpAddressV4: '203.0.113.9' },
          RemotePortDetails: { Port: 443 },
          LocalPortDetails: { Port: 49152 },
        },
      },
      Resources: [{ Id: 'i-1', Type: 'AwsEc2Instance' }],
    },
    becomes: {
      class_uid: 2004,
      severity: 'Low',
      status: 'In Progress',
      evidences: [{ src_endpoint: { uid: 'i-1', port: 49152 }, dst_endpoint: { ip: '203.0.113.9', port: 443 } }],
    },
  },
]

const FLOW = {
  version: '2',
  'account-id': '111122223333',
  'interface-id': 'eni-1',
  srcaddr: '10.0.0.5',
  dstaddr: '203.0.113.9',
  srcport: '49152',
  dstport: '22',
  protocol: '6',
  packets: '3',
  bytes: '180',
  start: '1704164645',
  end: '1704164700',
  action: 'REJECT',
  'log-status': 'OK',
}
const FLOWS: readonly Fixture[] = [
  {
    name: 'VPC: a flow that is refused',
    record: FLOW,
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      time: 1704164700000,
      src_endpoint: { ip: '10.0.0.5', port: 49152 },
      dst_endpoint: { ip: '203.0.113.9', port: 22 },
      connection_info: { protocol_name: 'tcp', protocol_num: 6 },
      traffic: { bytes: 180, packets: 3 },
      device: { interface_uid: 'eni-1' },
    },
  },
  {
    name: 'VPC: an interval without flows',
    record: {
      'account-id': '1',
      'interface-id': 'eni-1',
      start: '1704164645',
      end: '1704164700',
      'log-status': 'NODATA',
    },
    becomes: { class_uid: 0, device: { interface_uid: 'eni-1' } },
  },
]

const QUERIES: readonly Fixture[] = [
  {
    name: 'Route 53: a query',
    record: {
      version: '1.100000',
      account_id: '111122223333',
      region: 'eu-west-1',
      vpc_id: 'vpc-1',
      query_timestamp: '2024-01-02T03:04:05Z',
      query_name: 'evil.example.',
      query_type: 'A',
      query_class: 'IN',
      rcode: 'NXDOMAIN',
      answers: [{ Rdata: '203.0.113.9', Type: 'A', Class: 'IN' }],
      srcaddr: '10.0.0.5',
      srcport: '53123',
      transport: 'UDP',
      srcids: { instance: 'i-1' },
      firewall_rule_action: 'BLOCK',
    },
    becomes: {
      class_uid: 4003,
      activity_name: 'Traffic',
      query: { hostname: 'evil.example', type: 'A' },
      rcode: 'NXDomain',
      answers: [{ rdata: '203.0.113.9', type: 'A' }],
      src_endpoint: { ip: '10.0.0.5', port: 53123, instance_uid: 'i-1' },
      action: 'Denied',
    },
  },
]

const OBJECTS: readonly Fixture[] = [
  {
    name: 'S3: a request for an object',
    record: {
      bucket_owner: 'abc',
      bucket: 'logs',
      time: '02/Jan/2024:03:04:05 +0000',
      remote_ip: '203.0.113.9',
      requester: 'arn:aws:iam::111122223333:user/alice',
      request_id: 'R1',
      operation: 'REST.GET.OBJECT',
      key: 'a/b.txt',
      request_uri: 'GET /logs/a/b.txt?x=1 HTTP/1.1',
      http_status: '403',
      error_code: 'AccessDenied',
      user_agent: 'curl/8',
      tls_version: 'TLSv1.2',
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Failure',
      time: Date.UTC(2024, 0, 2, 3, 4, 5),
      actor: { user: { name: 'alice' } },
      http_request: { http_method: 'GET', url: { path: '/logs/a/b.txt', query_string: 'x=1' } },
      http_response: { code: 403 },
      file: { path: 'a/b.txt', name: 'b.txt' },
    },
  },
]

const BALANCED: readonly Fixture[] = [
  {
    name: 'a request through a load balancer',
    record: {
      type: 'https',
      time: '2024-01-02T03:04:05.000000Z',
      elb: 'app/web/1',
      target_group_arn: 'arn:aws:x',
      'client:port': '203.0.113.9:44325',
      'target:port': '10.0.0.5:80',
      target_processing_time: '0.164',
      elb_status_code: '200',
      target_status_code: '200',
      received_bytes: '391',
      sent_bytes: '1079',
      request: 'GET https://www.example:443/a?b=c HTTP/1.1',
      method: 'GET',
      path: 'https://www.example:443/a?b=c',
      protocol: 'HTTP/1.1',
      user_agent: 'curl/8',
      ssl_protocol: 'TLSv1.2',
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Success',
      duration: 164,
      src_endpoint: { ip: '203.0.113.9', port: 44325 },
      dst_endpoint: { ip: '10.0.0.5', port: 80 },
      http_request: {
        url: {
          url_string: 'https://www.example:443/a?b=c',
          hostname: 'www.example',
          path: '/a',
          query_string: 'b=c',
        },
      },
      http_response: { code: 200 },
      load_balancer: { name: 'web', uid: 'app/web/1', dst_endpoint: { uid: 'arn:aws:x' } },
      traffic: { bytes_out: 391, bytes_in: 1079 },
    },
  },
  {
    name: 'a connection through a load balancer',
    record: {
      type: 'tls',
      time: '2024-01-02T03:04:05',
      elb: 'net/web/1',
      'client:port': '[2001:db8::1]:44325',
      connection_time: '5',
      received_bytes: '1',
    },
    becomes: { class_uid: 4001, duration: 5, src_endpoint: { ip: '2001:db8::1', port: 44325 } },
  },
]

const BLOCKED: readonly Fixture[] = [
  {
    name: 'WAF: a request that is blocked',
    record: {
      timestamp: 1704164645000,
      webaclId: 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/w/1',
      terminatingRuleId: 'no-admin',
      action: 'BLOCK',
      httpRequest: {
        clientIp: '203.0.113.9',
        country: 'XX',
        uri: '/admin',
        httpMethod: 'GET',
        headers: [{ name: 'User-Agent', value: 'curl/8' }],
      },
    },
    becomes: {
      class_uid: 4002,
      severity: 'Medium',
      action: 'Denied',
      cloud: { account: { uid: '111122223333' }, region: 'eu-west-1' },
      firewall_rule: { uid: 'no-admin' },
      http_request: { http_method: 'GET', url: { path: '/admin' }, user_agent: 'curl/8' },
      src_endpoint: { ip: '203.0.113.9' },
    },
  },
]

const MODELS: readonly Fixture[] = [
  {
    name: 'Bedrock: a model that is asked',
    record: {
      schemaType: 'ModelInvocationLog',
      timestamp: '2024-01-02T03:04:05Z',
      accountId: '111122223333',
      region: 'eu-west-1',
      requestId: 'R1',
      operation: 'Converse',
      modelId: 'anthropic.claude-3-haiku-20240307-v1:0',
      identity: { arn: 'arn:aws:sts::111122223333:assumed-role/app/alice' },
      input: { inputTokenCount: 12 },
      output: { outputTokenCount: 34 },
    },
    becomes: {
      class_uid: 6003,
      ai_model: { name: 'anthropic.claude-3-haiku-20240307-v1:0', ai_provider: 'anthropic' },
      message_context: { prompt_tokens: 12, completion_tokens: 34 },
      actor: { user: { name: 'alice' } },
    },
  },
]

describe('CloudTrail', () => sourceTests(cloudTrail, CLOUDTRAIL))
test('an insight is a finding about calls and none of them', () => {
  const insight = {
    eventVersion: '1.09',
    eventTime: '2024-01-02T03:04:05Z',
    awsRegion: 'eu-west-1',
    eventID: '11111111-2222-3333-4444-555555555555',
    eventType: 'AwsCloudTrailInsight',
    eventCategory: 'Insight',
    recipientAccountId: '111122223333',
    sharedEventID: 's1',
    insightDetails: {
      state: 'End',
      eventSource: 'ec2.amazonaws.com',
      eventName: 'RunInstances',
      insightType: 'ApiErrorRateInsight',
      errorCode: 'Client.UnauthorizedOperation',
    },
  }
  expect(cloudTrail.recognises(insight)).toBe(true)
  const event = cloudTrail.toOcsf(insight)
  expect(event).toMatchObject({
    class_uid: 2004,
    activity_name: 'Close',
    time: Date.UTC(2024, 0, 2, 3, 4, 5),
    finding_info: { uid: 's1', title: 'ApiErrorRateInsight', desc: 'RunInstances' },
    cloud: { account: { uid: '111122223333' } },
    evidences: [{ api: { operation: 'RunInstances', service: { name: 'ec2.amazonaws.com' } } }],
  })
  expect(validate(event, '1.8.0')).toEqual([])
})
test('a name that IAM Identity Center hides is nobody', () => {
  const requestParameters = { userId: 'u-1', userName: 'HIDDEN_DUE_TO_SECURITY_REASONS' }
  const event = cloudTrail.toOcsf(
    trail('DeleteUser', { eventSource: 'identitystore.amazonaws.com', requestParameters }),
  )
  expect(event?.user).toEqual({ uid: 'u-1', account: { uid: '111122223333' } })
})
describe('GuardDuty', () => sourceTests(guardDuty, GUARDDUTY))
describe('Security Hub', () => sourceTests(securityHub, HUB))
describe('VPC flow', () => sourceTests(vpcFlow, FLOWS))
describe('Route 53', () => sourceTests(resolver, QUERIES))
describe('S3', () => sourceTests(s3Access, OBJECTS))
describe('load balancers', () => sourceTests(loadBalancer, BALANCED))
describe('WAF', () => sourceTests(waf, BLOCKED))
describe('Bedrock', () => sourceTests(bedrock, MODELS))

test('findings of GetFindings, with capitals, are those that the service delivers', () => {
  const small = {
    id: 'f1',
    type: 'Recon:EC2/Portscan',
    severity: 5,
    service: { detectorId: 'd' },
    schemaVersion: '2.0',
  }
  const big = { Id: 'f1', Type: 'Recon:EC2/Portscan', Severity: 5, Service: { DetectorId: 'd' }, SchemaVersion: '2.0' }
  expect(guardDuty.recognises(big)).toBe(true)
  expect(guardDuty.toOcsf(big)).toEqual(guardDuty.toOcsf(small))
})

test('the detector that found it is the product, not what was attacked', () => {
  const found = guardDuty.toOcsf({
    id: 'f1',
    type: 'PrivilegeEscalation:IAMUser/AdministrativePermissions',
    accountId: '111122223333',
    severity: 8,
    updatedAt: '2024-01-02T03:04:05Z',
    service: { detectorId: 'd1' },
    resource: { resourceType: 'AccessKey', accessKeyDetails: { accessKeyId: 'AKIA1' } },
  })
  expect(found).toMatchObject({ resources: [{ uid: 'AKIA1' }], metadata: { product: { uid: 'd1' } } })
})

test('a user agent between brackets is that between them', () => {
  const agentOf = (userAgent: string) => cloudTrail.toOcsf({ ...trail('GetObject'), userAgent })?.http_request
  expect(agentOf('[S3Console/0.4, aws-sdk-java/1.12]')).toEqual({ user_agent: 'S3Console/0.4, aws-sdk-java/1.12' })
  expect(agentOf('curl/8 [x]')).toEqual({ user_agent: 'curl/8 [x]' })
})

test('the id of a record is what CloudTrail itself says is unique', () => {
  expect(cloudTrail.vendorId(trail('CreateUser'))).toBe('11111111-2222-3333-4444-555555555555')
})

test('names of Sigma, OCSF and ECS lead to the value', () => {
  const record = trail('CreateUser', { requestParameters: { userName: 'bob' } })
  const view = cloudTrail.viewOf(record)
  const places = (field: string) => view.paths(field).map(({ path }) => path.join('/'))
  expect(places('eventName')).toContain('eventName')
  expect(places('userIdentity.sessionContext.sessionIssuer.type')).toContain(
    'userIdentity/sessionContext/sessionIssuer/type',
  )
  expect(places('api.operation')).toEqual(['eventName'])
  expect(places('source.ip')).toEqual(['sourceIPAddress', 'requestParameters/sourceIPAddress'])
  expect(view.paths('src_ip')).toContainEqual({ path: ['sourceIPAddress'] })
  expect(cloudTrail.logSourceOf(record)).toMatchObject({ product: 'aws', service: 'cloudtrail' })
})
