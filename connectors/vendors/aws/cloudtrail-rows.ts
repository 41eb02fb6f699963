/** Rows that CloudTrail's records share. Names of fields are those of its record contents, version 1.11. */
import {
  boolean,
  capture,
  first,
  ip,
  is,
  json,
  list,
  lookup,
  lookupIn,
  type Profile,
  type Rows,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { cloud, PLAIN_LOG, product } from './common.ts'

/** For an AWS service that calls on behalf of a user, the record names the service in the place of the address. */
const SERVICE_NAME = /^([A-Za-z][\w .-]{1,253}|\d[\w.-]{1,200}\.[a-z]{2,20})$/

const USER_TYPES = { IAMUser: 'User', Root: 'Admin', AWSService: 'Service' }

/** The caller. An assumed role has no user name; the name of its session is used. */
export const CALLER: Rows = {
  ...under('actor.user', {
    name: first(
      text('userIdentity.userName'),
      capture('userIdentity.principalId', /:(.{1,256})$/),
      text('additionalEventData.UserName', 'userIdentity.invokedBy'),
    ),
    uid: ['userIdentity.arn', 'userIdentity.principalId'],
    uid_alt: ['userIdentity.principalId', 'userIdentity.onBehalfOf.userId'],
    type_id: lookup('userIdentity.type', USER_TYPES, 'Other'),
    'account.uid': 'userIdentity.accountId',
  }),
  ...under('actor.session', {
    created_time: time('userIdentity.sessionContext.attributes.creationDate'),
    is_mfa: boolean('userIdentity.sessionContext.attributes.mfaAuthenticated'),
    issuer: 'userIdentity.sessionContext.sessionIssuer.arn',
    credential_uid: 'userIdentity.accessKeyId',
  }),
  'actor.app_name': 'userIdentity.invokedBy',
  'actor.idp.name': [
    'userIdentity.identityProvider',
    'userIdentity.sessionContext.webIdFederationData.federatedProvider',
  ],
  'actor.idp.uid': 'userIdentity.onBehalfOf.identityStoreArn',
}

/** Indexes of the objects that are read from a record's list; the record keeps the others. */
const RESOURCES = [0, 1, 2]

/** The resources that the call acted on, where the record lists them. */
export const RESOURCES_ROWS: Rows = Object.assign(
  {},
  ...RESOURCES.map((at) => ({
    [`resources[${at}].uid`]: [`resources.${at}.ARN`, `resources.${at}.ARNPrefix`, `resources.${at}.arn`],
    [`resources[${at}].type`]: `resources.${at}.type`,
    [`resources[${at}].owner.account.uid`]: `resources.${at}.accountId`,
  })),
)

/** The class requires the request's id; for a record without one, the record's own id is used. */
export const CALL: Rows = {
  'api.operation': 'eventName',
  'api.service.name': 'eventSource',
  'api.version': 'apiVersion',
  'api.request.uid': ['requestID', 'eventID', 'eventName'],
  'api.request.data': json('requestParameters'),
  'api.response.data': json('responseElements', 'serviceEventDetails'),
  'api.response.error': 'errorCode',
  'api.response.error_message': 'errorMessage',
}

const HAS_FAILED = lookup('errorCode', {}, 'Failure', 'Success')

export const HEADER: Rows = {
  ...product('CloudTrail'),
  ...PLAIN_LOG,
  ...cloud(['recipientAccountId', 'userIdentity.accountId'], 'awsRegion'),
  time: time('eventTime', '@timestamp', 'p_event_time'),
  'metadata.log_name': 'eventType',
  'metadata.log_version': 'eventVersion',
  'metadata.product.feature.name': 'eventCategory',
  'metadata.original_event_uid': 'eventID',
  'metadata.correlation_uid': 'sharedEventID',
}

const INSIGHT_STATES = { Start: 'Create', End: 'Close' }

/** An unusual number of calls, or of their errors. The record names the call, but is not a call itself. */
export const INSIGHT: Omit<Profile, 'name' | 'when'> = {
  class: 'detection_finding',
  activity: lookup('insightDetails.state', INSIGHT_STATES, 'Other'),
  rows: {
    is_alert: is(true),
    severity_id: is('Medium'),
    status_id: lookup('insightDetails.state', { Start: 'New', End: 'Resolved' }, 'Other'),
    'metadata.event_code': 'insightDetails.insightType',
    'finding_info.uid': ['sharedEventID', 'eventID'],
    'finding_info.title': 'insightDetails.insightType',
    'finding_info.desc': 'insightDetails.eventName',
    'finding_info.types': list('insightDetails.insightType', /\n/),
    'evidences[0].api.operation': 'insightDetails.eventName',
    'evidences[0].api.service.name': 'insightDetails.eventSource',
    'evidences[0].api.response.error': 'insightDetails.errorCode',
  },
}

/** A call; some calls have more specific classes. */
export const CALLED: Rows = {
  ...CALLER,
  ...CALL,
  status_id: HAS_FAILED,
  status_code: 'errorCode',
  status_detail: 'errorMessage',
  'metadata.event_code': 'eventName',
  // A notification of S3 has the address among the parameters of the request.
  'src_endpoint.ip': ip('sourceIPAddress', 'requestParameters.sourceIPAddress'),
  'src_endpoint.domain': capture('sourceIPAddress', SERVICE_NAME),
  'src_endpoint.vpc_uid': 'vpcEndpointId',
  'src_endpoint.svc_name': 'userIdentity.invokedBy',
  // Some services put the agent in brackets.
  'http_request.user_agent': first(capture('userAgent', /^\[(.{1,4096})\]$/), text('userAgent')),
}

/** A denied call names its target only in the error message. */
const denied = (kind: 'user' | 'group' | 'role') =>
  capture('errorMessage', new RegExp(`on resource: (?:${kind} |arn:[\\w:-]{1,80}:${kind}/)([\\w+=,.@/-]{1,128})`))

/** The target of an IAM call; without a name it is the caller. */
export const IAM_USER: Rows = {
  'user.name': first(
    text('requestParameters.userName'),
    denied('user'),
    text('userIdentity.userName', 'userIdentity.arn'),
  ),
  'user.uid': 'responseElements.user.arn',
  'user.uid_alt': 'responseElements.user.userId',
  'user.account.uid': 'recipientAccountId',
}

/** Members of the response with the result of a sign-in step: they are named like the event, except for roles. */
const ANSWERS = [
  ...['ConsoleLogin', 'SwitchRole', 'ExitRole', 'RenewRole', 'CheckMfa', 'GetSigninToken', 'ExternalIdPDirectoryLogin'],
  ...['PasswordUpdated', 'PasswordRecoveryRequested', 'PasswordRecoveryCompleted'],
].map((name) => `responseElements.${name}`)
const STEPS = ['CredentialChallenge', 'CredentialVerification', 'UserAuthentication']

/** The response takes precedence over the error; a failed logon may have only a message. */
export const ANSWERED: Rows = {
  status_id: lookup(
    [...ANSWERS, ...STEPS.map((name) => `serviceEventDetails.${name}`), 'errorCode', 'errorMessage'],
    { Success: 'Success' },
    'Failure',
    'Success',
  ),
}

/** A logon to the console. A user in a role has the name of the session, as for callers. */
export const CONSOLE: Rows = {
  ...ANSWERED,
  'user.name': first(
    text('userIdentity.userName'),
    capture('userIdentity.principalId', /:(.{1,256})$/),
    text('additionalEventData.UserName', 'userIdentity.sessionContext.sessionIssuer.userName', 'userIdentity.type'),
  ),
  'user.uid': ['userIdentity.arn', 'userIdentity.onBehalfOf.userId', 'userIdentity.principalId'],
  'user.uid_alt': 'userIdentity.principalId',
  'user.type_id': lookup('userIdentity.type', USER_TYPES, 'Other'),
  'user.account.uid': ['userIdentity.accountId', 'recipientAccountId'],
  'session.is_mfa': boolean('additionalEventData.MFAUsed'),
  is_mfa: boolean('additionalEventData.MFAUsed', 'userIdentity.sessionContext.attributes.mfaAuthenticated'),
  is_remote: is(true),
  'service.name': 'eventSource',
  'dst_endpoint.hostname': ['tlsDetails.clientProvidedHostHeader', 'eventSource'],
  'dst_endpoint.svc_name': 'additionalEventData.LoginTo',
}

/** The identity for which a token was issued, beside the caller. */
export const TOKEN: Rows = {
  'user.name': first(
    text('requestParameters.roleSessionName', 'requestParameters.name'),
    capture(['responseElements.assumedRoleUser.arn', 'requestParameters.roleArn'], /\/([^/]{1,128})$/),
    denied('role'),
    text('userIdentity.userName', 'userIdentity.arn', 'userIdentity.type', 'eventSource'),
  ),
  'user.uid': [
    'responseElements.assumedRoleUser.arn',
    'responseElements.federatedUser.arn',
    'requestParameters.roleArn',
    'requestParameters.targetPrincipal',
  ],
  'user.uid_alt': ['responseElements.assumedRoleUser.assumedRoleId', 'responseElements.federatedUser.federatedUserId'],
  'session.credential_uid': 'responseElements.credentials.accessKeyId',
  'session.expiration_time': time('responseElements.credentials.expiration'),
  'service.name': 'eventSource',
}

/** The target of a call to the directory of IAM Identity Center, which hides names. */
export const DIRECTORY_USER: Rows = {
  'user.name': capture('requestParameters.userName', /^(?!HIDDEN_)(.{1,256})$/),
  'user.uid': ['requestParameters.userId', 'responseElements.user.userId', 'responseElements.userId'],
  'user.account.uid': 'recipientAccountId',
}

export const GROUP: Rows = {
  'group.name': first(
    text('requestParameters.groupName', 'requestParameters.displayName', 'requestParameters.groupId'),
    denied('group'),
  ),
  'group.uid': ['responseElements.group.arn', 'responseElements.group.groupId', 'requestParameters.groupId'],
  'user.name': 'requestParameters.userName',
  'user.uid': ['requestParameters.member.memberId', 'requestParameters.memberId.userId'],
  privileges: list(['requestParameters.policyArn', 'requestParameters.policyName']),
}

const VERBS: Readonly<Record<string, string>> = {
  ...of('Create', 'Create Run Request Add Allocate Associate Attach Copy Import Register Restore Upload Send Start'),
  ...of('Create', 'Invite Issue Publish Subscribe Tag Assign Generate Provision Authorize Accept Share'),
  ...of('Read', 'Get List Describe Head Lookup Query Scan Search Select View Download Discover Check Test'),
  ...of('Read', 'Validate Verify Simulate Preview Estimate Export Decrypt Receive Filter Resolve Count'),
  ...of('Update', 'Update Modify Put Set Change Enable Disable Reset Rotate Replace Reboot Stop Promote Move Switch'),
  ...of('Update', 'Apply Configure Renew Resume Suspend Pause Upgrade Restart Encrypt Re Release Refresh Edit Unlock'),
  ...of('Update', 'Activate Deactivate Write'),
  ...of('Delete', 'Delete Remove Terminate Detach Disassociate Deregister Revoke Deallocate Purge Untag Unsubscribe'),
  ...of('Delete', 'Cancel Schedule Close Leave Destroy Reject Abort'),
  // An object is always written whole, and a key whose deletion is cancelled stays.
  PutObject: 'Create',
  Complete: 'Create',
  CancelKeyDeletion: 'Update',
}

function of(meaning: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, meaning]))
}

/** `DescribeInstances`, `BatchDeleteImage`, `AdminGetUser`; names of several versions (`CreateUser20200531`) begin alike. */
export const VERB = lookupIn(
  'eventName',
  /^(?:Batch|Admin)?(PutObject$|CancelKeyDeletion$|[A-Z][a-z]+)/,
  VERBS,
  'Other',
  'Unknown',
)
