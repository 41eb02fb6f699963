/**
 * Google Workspace: activities of the Reports API. Nearly all of them have one event; of several the first one counts.
 */
import { isMembers } from '../../../platform/members.ts'
import { entityVerb, FIRST_WORD } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  boolean,
  email,
  type Field,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { CHALLENGES, nameValues } from '../gcp/common.ts'

const EVENT = ['name', 'type', 'parameters'] as const

/** Records of the API: events are a list, and their parameters are lists of named values. */
const reports: RecordShape = {
  name: 'reports',
  is: (record) => Array.isArray(record.events),
  names: { name: ['events.0.name'], type: ['events.0.type'] },
  under: 'events.0',
  settle: (record) => {
    for (const event of (record.events as unknown[]).slice(0, 1)) if (isMembers(event)) nameValues(event, 'parameters')
  },
}

/** Records with a single event, whose parameters are named already. */
const flat: RecordShape = { name: 'flat', is: () => true }

const HEADER_FIELDS =
  'id.time id.uniqueQualifier id.applicationName id.customerId actor.email actor.profileId actor.callerType actor.key ipAddress ownerDomain kind etag'
const header = Object.fromEntries(HEADER_FIELDS.split(' ').map((name): [Field, readonly Field[]] => [name, [name]]))

const P = 'parameters'

const CALLER: Rows = {
  'actor.user.name': ['actor.email', 'actor.key', 'actor.callerType'],
  'actor.user.uid': 'actor.profileId',
  'actor.user.email_addr': email('actor.email'),
}

const ROWS: Rows = {
  ...CALLER,
  time: time('id.time', 'p_event_time'),
  severity_id: lookup(
    'name',
    {
      suspicious_login: 'High',
      suspicious_login_less_secure_app: 'High',
      suspicious_programmatic_login: 'High',
      gov_attack_warning: 'Critical',
      account_disabled_hijacked: 'High',
      account_disabled_password_leak: 'High',
      user_signed_out_due_to_suspicious_session_cookie: 'High',
    },
    'Informational',
    'Informational',
  ),
  'cloud.provider': always('Google Workspace'),
  'cloud.org.uid': 'id.customerId',
  'metadata.product.name': is('Workspace'),
  'metadata.product.vendor_name': is('Google'),
  'metadata.product.feature.name': 'id.applicationName',
  'metadata.event_code': 'name',
  'metadata.log_name': 'id.applicationName',
  'metadata.original_event_uid': 'id.uniqueQualifier',
}

const LOGINS = {
  login_success: 'Logon',
  login_failure: 'Logon',
  suspicious_login: 'Logon',
  suspicious_login_less_secure_app: 'Logon',
  suspicious_programmatic_login: 'Logon',
  logout: 'Logoff',
  user_signed_out_due_to_suspicious_session_cookie: 'Logoff',
  login_challenge: 'Preauth',
  login_verification: 'Preauth',
}
const SUBJECT = [`${P}.USER_EMAIL`, `${P}.affected_email_address`, `${P}.user_email`]

const ACCOUNTS = {
  CREATE_USER: 'Create',
  DELETE_USER: 'Delete',
  SUSPEND_USER: 'Disable',
  UNSUSPEND_USER: 'Enable',
  UNDELETE_USER: 'Enable',
  ARCHIVE_USER: 'Disable',
  UNARCHIVE_USER: 'Enable',
  CHANGE_PASSWORD: 'Password Reset',
  CHANGE_PASSWORD_ON_NEXT_LOGIN: 'Password Reset',
  TURN_OFF_2_STEP_VERIFICATION: 'MFA Factor Disable',
  UNENROLL_USER_FROM_STRONG_AUTH: 'MFA Factor Disable',
  password_edit: 'Password Change',
  '2sv_disable': 'MFA Factor Disable',
  '2sv_enroll': 'MFA Factor Enable',
  titanium_enroll: 'Enable',
  titanium_unenroll: 'Disable',
  account_disabled_generic: 'Disable',
  account_disabled_hijacked: 'Disable',
  account_disabled_password_leak: 'Disable',
  account_disabled_spamming: 'Disable',
  account_disabled_spamming_through_relay: 'Disable',
}

const ROLES = {
  ASSIGN_ROLE: 'Assign Privileges',
  GRANT_ADMIN_PRIVILEGE: 'Assign Privileges',
  GRANT_DELEGATED_ADMIN_PRIVILEGES: 'Assign Privileges',
  UNASSIGN_ROLE: 'Revoke Privileges',
  REVOKE_ADMIN_PRIVILEGE: 'Revoke Privileges',
}

/** Google's own findings; a device may also be reported as recovered. */
const FINDINGS = [
  ...['gov_attack_warning', 'SUSPICIOUS_ACTIVITY_EVENT', 'DEVICE_COMPROMISED_EVENT'],
  // Rules of data protection, and findings of Chrome.
  ...['rule_match', 'rule_trigger', 'MALWARE_TRANSFER', 'UNSAFE_SITE_VISIT', 'SENSITIVE_DATA_TRANSFER'],
  ...['PASSWORD_BREACH', 'PASSWORD_REUSE'],
]

const GROUPS = {
  CREATE_GROUP: 'Create',
  DELETE_GROUP: 'Delete',
  ADD_GROUP_MEMBER: 'Add User',
  REMOVE_GROUP_MEMBER: 'Remove User',
  create_group: 'Create',
  delete_group: 'Delete',
  add_user: 'Add User',
  add_member: 'Add User',
  remove_user: 'Remove User',
  remove_member: 'Remove User',
  accept_invitation: 'Add User',
  join: 'Add User',
}
const OTHER_OF_GROUPS = ['change_acl_permission', 'change_basic_setting', 'CHANGE_GROUP_SETTING', 'UPDATE_GROUP_MEMBER']

const FILES = {
  view: 'Open',
  preview: 'Preview',
  download: 'Download',
  print: 'Download',
  create: 'Upload',
  upload: 'Upload',
  edit: 'Update',
  rename: 'Rename',
  move: 'Move',
  copy: 'Copy',
  source_copy: 'Copy',
  trash: 'Delete',
  delete: 'Delete',
  untrash: 'Restore',
  shared_drive_membership_change: 'Share',
}

const MAIL = `${P}.message_info`
const INTERNAL = `${MAIL}.connection_info.is_internal`
const MAIL_EVENT = `${P}.event_info.mail_event_type`
const MESSAGE: Rows = {
  'email.from': email(`${MAIL}.source.from_header_address`, `${MAIL}.source.address`),
  'email.return_path': email(`${MAIL}.source.address`),
  'email.to': list([`${MAIL}.destination.0.address`], /,/, 'email'),
  'email.subject': `${MAIL}.subject`,
  'email.size': integer(`${MAIL}.payload_size`),
  'email.message_uid': `${MAIL}.rfc2822_message_id`,
  'src_endpoint.ip': ip(`${MAIL}.connection_info.client_ip`, 'ipAddress'),
  'src_endpoint.location.country': `${MAIL}.connection_info.ip_geo_country`,
  'email_auth.dkim': first(text(`${MAIL}.connection_info.dkim_pass`)),
  'email_auth.spf': first(text(`${MAIL}.connection_info.spf_pass`)),
  'email_auth.dmarc': first(text(`${MAIL}.connection_info.dmarc_pass`)),
  status_id: lookup(`${P}.event_info.success`, { true: 'Success', false: 'Failure' }),
}

/** Changes of access to a file: the new value shows whether a user gains access or loses it. */
const SHARES = [
  'change_user_access*',
  'change_document_visibility*',
  'change_document_access_scope*',
  'change_acl_editors*',
]
const SHARED = lookup([`${P}.new_value.0`, `${P}.new_value`, 'name'], { none: 'Unshare', private: 'Unshare' }, 'Share')

const VISIBILITY = [`${P}.visibility`, `${P}.visibility_change`]

const FILE: Rows = {
  'file.name': [`${P}.doc_title`, `${P}.doc_id`],
  'file.uid': `${P}.doc_id`,
  'file.type_id': lookup(`${P}.doc_type`, { folder: 'Folder', shared_drive: 'Folder' }, 'Other', 'Unknown'),
  'file.owner.name': `${P}.owner`,
  'file.owner.email_addr': email(`${P}.owner`),
  'file.is_public': lookup(`${P}.visibility`, { public_on_the_web: true, people_with_link: true }, false),
  share: [`${P}.target_user`, `${P}.target_domain`],
}

const SIGN_IN: Rows = {
  'user.name': ['actor.email', ...SUBJECT, 'actor.profileId', 'actor.callerType'],
  'user.uid': 'actor.profileId',
  'user.email_addr': email('actor.email', ...SUBJECT),
  'service.name': 'id.applicationName',
  is_mfa: boolean(`${P}.is_second_factor`),
  is_remote: is(true),
  status_id: first(
    lookup('name', { login_failure: 'Failure', login_success: 'Success', logout: 'Success' }),
    lookup(`${P}.login_challenge_status`, CHALLENGES),
  ),
  status_detail: [`${P}.login_failure_type`, `${P}.login_challenge_status`],
}

const FINDING: Profile = {
  name: 'finding',
  when: { name: FINDINGS },
  class: 'detection_finding',
  activity: 'Create',
  rows: {
    is_alert: lookup(`${P}.DEVICE_COMPROMISED_STATE`, { NOT_COMPROMISED: false }, true, true),
    status_id: lookup(`${P}.DEVICE_COMPROMISED_STATE`, { NOT_COMPROMISED: 'Resolved' }, 'New', 'New'),
    severity_id: lookup(
      [`${P}.DEVICE_COMPROMISED_STATE`, `${P}.severity`, 'name'],
      {
        NOT_COMPROMISED: 'Informational',
        gov_attack_warning: 'Critical',
        HIGH: 'High',
        MEDIUM: 'Medium',
        LOW: 'Low',
        ...Object.fromEntries(
          [
            'rule_match',
            'rule_trigger',
            'UNSAFE_SITE_VISIT',
            'SENSITIVE_DATA_TRANSFER',
            'PASSWORD_BREACH',
            'PASSWORD_REUSE',
          ].map((name) => [name, 'Medium']),
        ),
      },
      'High',
    ),
    'finding_info.uid': ['id.uniqueQualifier', 'name'],
    'finding_info.title': [`${P}.rule_name`, 'name'],
    'finding_info.types': list('name', /\n/),
    'finding_info.analytic.name': `${P}.rule_name`,
    'finding_info.analytic.type_id': is('Rule'),
    'evidences[0].url.url_string': `${P}.URL`,
    'evidences[0].user.name': [...SUBJECT, 'actor.email'],
    'evidences[0].user.email_addr': email(...SUBJECT, 'actor.email'),
    'evidences[0].src_endpoint.ip': ip('ipAddress'),
    'device.name': [`${P}.DEVICE_NAME`, `${P}.DEVICE_MODEL`, `${P}.DEVICE_ID`],
    'device.uid': [`${P}.DEVICE_ID`, `${P}.SERIAL_NUMBER`],
    'device.type_id': lookup('id.applicationName', { mobile: 'Mobile' }, 'Unknown', 'Unknown'),
  },
}

const PROFILES: readonly Profile[] = [
  {
    name: 'role',
    when: { name: Object.keys(ROLES) },
    class: 'user_access',
    activity: lookup('name', ROLES),
    rows: {
      'user.name': [...SUBJECT, 'actor.email', 'actor.profileId'],
      'user.email_addr': email(...SUBJECT),
      privileges: list([`${P}.ROLE_NAME`, `${P}.PRIVILEGE_NAME`, 'name'], /\n/),
    },
  },
  {
    name: 'account',
    when: { name: [...Object.keys(ACCOUNTS), 'recovery_*', '2sv_*'] },
    class: 'account_change',
    activity: lookup('name', ACCOUNTS, 'Other'),
    rows: {
      'user.name': [...SUBJECT, 'actor.email', 'actor.profileId'],
      'user.email_addr': email(...SUBJECT, 'actor.email'),
    },
  },
  {
    name: 'mail is forwarded',
    when: { name: 'email_forwarding_out_of_domain' },
    class: 'account_change',
    activity: 'Other',
    logSource: { service: 'google_workspace.login' },
    rows: {
      'user.name': ['actor.email', 'actor.profileId'],
      'user.uid': 'actor.profileId',
      'user.email_addr': email('actor.email'),
      'user.forward_addr': email(`${P}.email_forwarding_destination_address`),
    },
  },
  {
    name: 'sign-in',
    when: { 'id.applicationName': 'login' },
    class: 'authentication',
    activity: lookup('name', LOGINS, 'Other'),
    logSource: { service: 'google_workspace.login' },
    rows: { ...SIGN_IN, auth_protocol: `${P}.login_type` },
  },
  {
    name: 'sign-in to an application',
    when: { 'id.applicationName': 'saml' },
    class: 'authentication',
    activity: lookup('name', LOGINS, 'Other'),
    logSource: { service: 'google_workspace.login' },
    rows: {
      ...SIGN_IN,
      'service.name': [`${P}.application_name`, 'id.applicationName'],
      auth_protocol_id: is('SAML'),
      status_code: `${P}.saml_status_code`,
      status_detail: [`${P}.failure_type`, `${P}.saml_second_level_status_code`],
    },
  },
  {
    name: 'group',
    when: {
      name: [...Object.keys(GROUPS), ...OTHER_OF_GROUPS],
      'id.applicationName': ['admin', 'groups', 'groups_enterprise'],
    },
    class: 'group_management',
    activity: lookup('name', GROUPS, 'Other'),
    rows: {
      'group.name': [`${P}.GROUP_EMAIL`, `${P}.group_email`, `${P}.group_id`, 'name'],
      'user.name': [...SUBJECT, `${P}.member_id`],
      privileges: list([`${P}.new_value`, `${P}.NEW_VALUE`, `${P}.acl_permission`], /\n/),
    },
  },
  {
    name: 'sharing of a file',
    when: { 'id.applicationName': 'drive', name: SHARES },
    class: 'file_hosting',
    activity: SHARED,
    rows: { ...FILE, access_list: list([`${P}.new_value`, ...VISIBILITY], /\n/) },
  },
  {
    name: 'access to a file',
    // In other events the new value is a name, a folder or a type.
    when: { 'id.applicationName': 'drive', name: ['change_*', 'shared_drive_*', 'team_drive_*'] },
    class: 'file_hosting',
    activity: lookup('name', FILES, 'Other', 'Unknown'),
    rows: { ...FILE, access_list: list([`${P}.new_value`, ...VISIBILITY], /\n/) },
  },
  {
    name: 'renamed file',
    when: { 'id.applicationName': 'drive', name: 'rename' },
    class: 'file_hosting',
    activity: 'Rename',
    rows: {
      ...FILE,
      'file.name': [`${P}.old_value.0`, `${P}.old_value`, `${P}.doc_title`, `${P}.doc_id`],
      'file_result.name': [`${P}.new_value.0`, `${P}.new_value`],
      'file_result.type_id': is('Unknown'),
      access_list: list(VISIBILITY, /\n/),
    },
  },
  {
    name: 'file',
    when: { 'id.applicationName': 'drive' },
    class: 'file_hosting',
    activity: lookup('name', FILES, 'Other', 'Unknown'),
    rows: { ...FILE, access_list: list(VISIBILITY, /\n/) },
  },
  {
    name: 'mail that is sent',
    when: { 'id.applicationName': 'gmail', name: 'delivery', [MAIL_EVENT]: 1 },
    class: 'email_activity',
    activity: 'Send',
    rows: { ...MESSAGE, direction_id: lookup(INTERNAL, { true: 'Internal' }, 'Outbound', 'Outbound') },
  },
  {
    name: 'mail',
    when: { 'id.applicationName': 'gmail', name: 'delivery' },
    class: 'email_activity',
    activity: lookup(MAIL_EVENT, { 2: 'Receive' }, 'Trace', 'Trace'),
    rows: {
      ...MESSAGE,
      direction_id: lookup(INTERNAL, { true: 'Internal', false: 'Inbound' }, 'Unknown', 'Unknown'),
    },
  },
  {
    name: 'administration',
    when: {},
    class: 'entity_management',
    activity: entityVerb('name', FIRST_WORD, { authorize: 'Create' }),
    rows: {
      'entity.name': [
        ...SUBJECT,
        `${P}.GROUP_EMAIL`,
        `${P}.APPLICATION_NAME`,
        `${P}.app_name`,
        `${P}.SETTING_NAME`,
        `${P}.ROLE_NAME`,
        `${P}.DOMAIN_NAME`,
        `${P}.RULE_NAME`,
        `${P}.rule_name`,
        `${P}.ORG_UNIT_NAME`,
        `${P}.device_model`,
        'type',
        'name',
      ],
      'entity.uid': [`${P}.client_id`, `${P}.ROLE_ID`, `${P}.device_id`, `${P}.SERIAL_NUMBER`],
      'entity.type': 'type',
      'entity_result.name': [`${P}.NEW_VALUE`, `${P}.new_value`],
      comment: [`${P}.OLD_VALUE`, `${P}.DEVICE_COMPLIANCE`],
    },
  },
]

export const GSUITE: SourceTable = {
  id: 'google-workspace/1',
  shapes: [{ ...reports, names: { ...header, ...reports.names } }, flat],
  select: ['name', 'id.applicationName', MAIL_EVENT],
  recognises: (record) =>
    isActivity(record.kind) ||
    (isMembers(record.id) && 'applicationName' in record.id && (Array.isArray(record.events) || 'name' in record)) ||
    (record.p_log_type === 'GSuite.ActivityEvent' && EVENT.some((name) => name in record)),
  logSource: { product: 'gcp', service: 'google_workspace.admin' },
  rows: ROWS,
  aliases: {
    eventName: 'name',
    eventService: 'id.applicationName',
    setting_name: `${P}.SETTING_NAME`,
    new_value: `${P}.NEW_VALUE`,
    'protoPayload.metadata.event.eventName': 'name',
  },
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          ...FINDING,
          name: 'finding about a sign-in',
          when: { name: FINDINGS, 'id.applicationName': 'login' },
          logSource: { service: 'google_workspace.login' },
        },
        FINDING,
      ],
    },
    { name: 'activities', rows: { 'src_endpoint.ip': ip('ipAddress') }, profiles: PROFILES },
  ],
}

function isActivity(kind: unknown): boolean {
  return typeof kind === 'string' && /^(?:admin|audit)#(?:reports#)?activity$/.test(kind)
}

export const gsuite = compileSource(GSUITE)
