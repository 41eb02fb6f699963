/** AWS CloudTrail: callers and API calls. Sign-in, tokens, users and groups have classes of their own. */
import { compileSource } from '../../mapping/source.ts'
import { lookup, type Profile, type SourceTable } from '../../mapping/table.ts'
import {
  ANSWERED,
  CALLED,
  CONSOLE,
  DIRECTORY_USER,
  GROUP,
  HEADER,
  IAM_USER,
  INSIGHT,
  RESOURCES_ROWS,
  TOKEN,
  VERB,
} from './cloudtrail-rows.ts'
import { CLOUDTRAIL_SHAPES, isCloudTrail } from './cloudtrail-shapes.ts'

const SIGN_IN = {
  ConsoleLogin: 'Logon',
  UserAuthentication: 'Logon',
  Authenticate: 'Logon',
  Federate: 'Logon',
  ExternalIdPDirectoryLogin: 'Logon',
  CheckMfa: 'Preauth',
  CredentialChallenge: 'Preauth',
  CredentialVerification: 'Preauth',
  GetSigninToken: 'Authentication Ticket',
  Logout: 'Logoff',
  SwitchRole: 'Account Switch',
  ExitRole: 'Account Switch',
  RenewRole: 'Account Switch',
  AssumeRole: 'Account Switch',
}
const OTHER_SIGN_IN = ['PasswordRecoveryRequested']

/** The root user's password, at the page where it signs in. */
const ROOT = { PasswordUpdated: 'Password Change', PasswordRecoveryCompleted: 'Password Reset' }

const TOKENS = {
  AssumeRole: 'Account Switch',
  AssumeRoot: 'Account Switch',
  AssumeRoleWithSAML: 'Account Switch',
  AssumeRoleWithWebIdentity: 'Account Switch',
  GetSessionToken: 'Authentication Ticket',
  GetFederationToken: 'Authentication Ticket',
}

const USERS = {
  CreateUser: 'Create',
  DeleteUser: 'Delete',
  CreateLoginProfile: 'Enable',
  DeleteLoginProfile: 'Disable',
  UpdateLoginProfile: 'Password Reset',
  ChangePassword: 'Password Change',
  AttachUserPolicy: 'Attach Policy',
  PutUserPolicy: 'Attach Policy',
  PutUserPermissionsBoundary: 'Attach Policy',
  DetachUserPolicy: 'Detach Policy',
  DeleteUserPolicy: 'Detach Policy',
  DeleteUserPermissionsBoundary: 'Detach Policy',
  EnableMFADevice: 'MFA Factor Enable',
  DeactivateMFADevice: 'MFA Factor Disable',
}
const OTHER_OF_USERS = ['UpdateUser', 'CreateAccessKey', 'UpdateAccessKey', 'DeleteAccessKey', 'UploadSSHPublicKey']

/** IAM Identity Center's directory. */
const DIRECTORY_USERS = {
  CreateUser: 'Create',
  DeleteUser: 'Delete',
  EnableUser: 'Enable',
  DisableUser: 'Disable',
  UpdatePassword: 'Password Reset',
  CompleteVirtualMfaDeviceRegistration: 'MFA Factor Enable',
  CompleteWebAuthnDeviceRegistration: 'MFA Factor Enable',
  DeleteMfaDeviceForUser: 'MFA Factor Disable',
}

const GROUPS = {
  CreateGroup: 'Create',
  DeleteGroup: 'Delete',
  AddUserToGroup: 'Add User',
  AddMemberToGroup: 'Add User',
  CreateGroupMembership: 'Add User',
  RemoveUserFromGroup: 'Remove User',
  RemoveMemberFromGroup: 'Remove User',
  DeleteGroupMembership: 'Remove User',
  AttachGroupPolicy: 'Assign Privileges',
  PutGroupPolicy: 'Assign Privileges',
  DetachGroupPolicy: 'Revoke Privileges',
  DeleteGroupPolicy: 'Revoke Privileges',
}

const IAM = 'iam.amazonaws.com'
const SIGN_IN_PAGE = 'signin.amazonaws.com'
const DIRECTORY = ['sso-directory.amazonaws.com', 'identitystore.amazonaws.com']

const PROFILES: readonly Profile[] = [
  {
    name: 'sign-in',
    when: {
      eventName: [...Object.keys(SIGN_IN), ...OTHER_SIGN_IN],
      eventSource: [SIGN_IN_PAGE, 'sso.amazonaws.com', 'portal.sso.amazonaws.com'],
    },
    class: 'authentication',
    activity: lookup('eventName', SIGN_IN, 'Other'),
    rows: CONSOLE,
  },
  {
    name: 'token',
    when: { eventName: Object.keys(TOKENS), eventSource: 'sts.amazonaws.com' },
    class: 'authentication',
    activity: lookup('eventName', TOKENS),
    rows: TOKEN,
  },
  {
    name: 'user',
    when: { eventName: [...Object.keys(USERS), ...OTHER_OF_USERS], eventSource: IAM },
    class: 'account_change',
    activity: lookup('eventName', USERS, 'Other'),
    rows: {
      ...IAM_USER,
      'policies[0].uid': 'requestParameters.policyArn',
      'policies[0].name': 'requestParameters.policyName',
    },
  },
  {
    name: 'password of the root user',
    when: { eventName: Object.keys(ROOT), eventSource: SIGN_IN_PAGE },
    class: 'account_change',
    activity: lookup('eventName', ROOT),
    rows: {
      ...IAM_USER,
      ...ANSWERED,
      'user.name': ['userIdentity.userName', 'userIdentity.type'],
      'user.uid': 'userIdentity.arn',
    },
  },
  {
    name: 'user of the directory',
    when: { eventName: [...Object.keys(DIRECTORY_USERS), 'UpdateUser'], eventSource: DIRECTORY },
    class: 'account_change',
    activity: lookup('eventName', DIRECTORY_USERS, 'Other'),
    rows: DIRECTORY_USER,
  },
  {
    name: 'group',
    when: { eventName: Object.keys(GROUPS), eventSource: [IAM, ...DIRECTORY] },
    class: 'group_management',
    activity: lookup('eventName', GROUPS),
    rows: GROUP,
  },
  {
    name: 'call',
    when: {},
    class: 'api_activity',
    activity: VERB,
    rows: { ...RESOURCES_ROWS, 'dst_endpoint.hostname': 'tlsDetails.clientProvidedHostHeader' },
  },
]

export const CLOUDTRAIL: SourceTable = {
  id: 'aws-cloudtrail/1',
  shapes: CLOUDTRAIL_SHAPES,
  select: ['eventName', 'eventSource', 'eventCategory'],
  vendorId: 'eventID',
  recognises: isCloudTrail,
  rows: HEADER,
  logSource: { product: 'aws', service: 'cloudtrail' },
  chapters: [
    {
      name: 'insights',
      profiles: [{ name: 'insight', when: { eventCategory: 'Insight', eventSource: '' }, ...INSIGHT }],
    },
    {
      name: 'trail',
      rows: CALLED,
      aliases: { src_ip: 'sourceIPAddress', source_ip: 'sourceIPAddress', status: 'errorCode' },
      profiles: PROFILES,
    },
  ],
}

export const cloudTrail = compileSource(CLOUDTRAIL)
