/** Okta's system log. Source of the names: the event types and the LogEvent object of Okta's API reference. */

import { entityVerb, FORWARDED, product, SEVERITIES, verb } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  email,
  integer,
  ip,
  is,
  known,
  list,
  lookup,
  lookupIn,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { OKTA_SHAPES } from './shapes.ts'

/** An Okta account: its login is usually a mail address. */
const userAt = (path: string, ...at: readonly string[]): Rows => ({
  [`${path}.uid`]: known(...at.map((one) => `${one}.id`)),
  [`${path}.name`]: known(...at.flatMap((one) => [`${one}.alternateId`, `${one}.displayName`])),
  [`${path}.full_name`]: known(...at.map((one) => `${one}.displayName`)),
  [`${path}.email_addr`]: email(...at.map((one) => `${one}.alternateId`)),
})

const SESSION = known('authenticationContext.externalSessionId', 'authenticationContext.rootSessionId')

/** Okta's own jobs run under these names, and suspected addresses are logged under theirs: neither is a user. */
const PERSON = /^(?!system@okta\.com$|Okta System$|unknown$|null$|N\/A$|[\d.]{7,15}$|[\da-f]*:[\da-f:.]*$)(.{1,320})$/i

const ACTOR: Rows = {
  ...userAt('actor.user', 'actor'),
  'actor.user.name': capture(['actor.alternateId', 'actor.displayName'], PERSON),
  'actor.user.email_addr': capture('actor.alternateId', PERSON, 'email'),
  'actor.user.type_id': lookup('actor.type', { User: 'User', SystemPrincipal: 'System' }, 'Other'),
  'actor.session.uid': SESSION,
}

const OS = {
  'Mac OS X': 'macOS',
  'Windows 10': 'Windows',
  'Windows 11': 'Windows',
  Linux: 'Linux',
  Android: 'Android',
  iOS: 'iOS',
  'iOS (iPhone)': 'iOS',
}

const CLIENT: Rows = {
  ...under('src_endpoint', {
    ip: ip('client.ipAddress', 'request.ipChain.0.ip'),
    name: 'device.name',
    type: 'client.device',
    zone: known('client.zone'),
    domain: 'securityContext.domain',
    isp: 'securityContext.isp',
    'os.name': 'client.userAgent.os',
    'os.type_id': lookup('client.userAgent.os', OS, 'Other'),
    'autonomous_system.number': integer('securityContext.asNumber'),
    'autonomous_system.name': 'securityContext.asOrg',
    'location.city': 'client.geographicalContext.city',
    'location.region': 'client.geographicalContext.state',
    'location.country': 'client.geographicalContext.country',
    'location.postal_code': 'client.geographicalContext.postalCode',
  }),
  'http_request.user_agent': 'client.userAgent.rawUserAgent',
  'http_request.uid': 'debugContext.debugData.requestId',
  'http_request.url.path': capture(
    ['debugContext.debugData.requestUri', 'debugContext.debugData.url'],
    /^([^?]{1,8192})/,
  ),
  'http_request.url.query_string': capture('debugContext.debugData.url', /\?(.{1,8192})/),
}

const HEADER: Rows = {
  time: time('published', 'p_event_time'),
  severity_id: lookup('severity', SEVERITIES),
  ...product('Okta', 'Okta System Log'),
  'metadata.log_version': 'version',
  'metadata.original_event_uid': 'uuid',
  'metadata.event_code': text('eventType', 'legacyEventType'),
  'metadata.correlation_uid': known('transaction.id'),
  'metadata.original_time': 'published',
  message: 'displayMessage',
  status_id: lookup(
    'outcome.result',
    // The other results (SKIPPED, CHALLENGE, DEFERRED and others) are neither success nor failure.
    { SUCCESS: 'Success', ALLOW: 'Success', FAILURE: 'Failure', DENY: 'Failure', UNKNOWN: 'Unknown' },
    'Other',
  ),
  status_detail: 'outcome.reason',
}

const FACTORS = {
  OTP: 'OTP',
  SMS: 'SMS',
  CALL: 'Phone Call',
  EMAIL: 'Email',
  PASSWORD: 'Password',
  PUSH: 'Push Notification',
  WEBAUTHN: 'WebAuthn',
}

const on = (name: string, types: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { eventType: types },
  ...of,
})

const LOGON: Rows = {
  ...ACTOR,
  ...CLIENT,
  // The actor logs in; Okta also names the account as a target only if it is a different one.
  ...userAt('user', 'targetOf.User', 'actor'),
  'service.name': always('Okta'),
  'session.uid': SESSION,
  'auth_factors[0].factor_type_id': lookup('authenticationContext.credentialType', FACTORS, 'Other'),
  'auth_factors[0].provider': 'authenticationContext.authenticationProvider',
}
const ACCOUNT: Rows = { ...ACTOR, ...CLIENT, ...userAt('user', 'targetOf.User', 'actor') }
const GROUP: Rows = {
  ...ACTOR,
  ...CLIENT,
  ...userAt('user', 'targetOf.User'),
  'group.name': ['targetOf.UserGroup.displayName', 'targetOf.thing.displayName', 'targetOf.any.displayName'],
  'group.uid': ['targetOf.UserGroup.id', 'targetOf.thing.id', 'targetOf.any.id'],
  'group.type': is('UserGroup'),
}
const ENTITY: Rows = {
  ...ACTOR,
  ...CLIENT,
  // A setting of the whole organisation has no target.
  'entity.name': [
    'targetOf.thing.displayName',
    'targetOf.any.displayName',
    'debugContext.debugData.factor',
    'displayMessage',
    'eventType',
  ],
  'entity.uid': ['targetOf.thing.id', 'targetOf.any.id'],
  'entity.type_id': lookupIn(
    'eventType',
    /^(policy|zone|device)\./,
    {
      policy: 'Policy',
      zone: 'Network Zone',
      device: 'Device',
    },
    'Other',
    'Unknown',
  ),
}
/** Event types about settings, whose names begin like those of users' acts or failures. */
const SETTINGS = [
  ...['client', 'as.key', 'key', 'trusted_server', 'client_id_rate_limit'].map((of) => `app.oauth2.${of}*`),
  ...['config', 'import', 'provision'].map((of) => `app.generic.${of}.*`),
  ...['authenticator', 'behavior', 'trusted_origin', 'zone', 'attack_protection', 'device', 'voice'].map(
    (of) => `security.${of}.*`,
  ),
  ...['activate', 'create', 'deactivate', 'delete', 'update'].map((of) => `security.events.provider.${of}`),
  'security.threat.configuration.*',
  // Factors of the organisation; those of a person are `user.mfa.factor.*`.
  'system.mfa.*',
]

const API: Rows = {
  ...ACTOR,
  ...CLIENT,
  'api.operation': ['eventType', 'legacyEventType', 'displayMessage'],
  'api.service.name': is('Okta'),
  'resources[0].name': ['targetOf.thing.displayName', 'targetOf.any.displayName'],
  'resources[0].uid': ['targetOf.thing.id', 'targetOf.any.id'],
  'resources[0].type': ['targetOf.thing.type', 'targetOf.any.type'],
}

export const OKTA: SourceTable = {
  id: 'okta/1',
  shapes: OKTA_SHAPES,
  select: ['eventType'],
  rows: HEADER,
  logSource: { product: 'okta', service: 'okta' },
  vendorId: 'uuid',
  recognises: (record) =>
    (typeof record.eventType === 'string' || typeof record.eventtype === 'string') &&
    (record.actor !== undefined || record.client !== undefined) &&
    (record.published !== undefined || record.outcome !== undefined || record.uuid !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'system log',
      aliases: {
        'target.displayName': ['target.0.displayName', 'target.1.displayName', 'target.2.displayName'],
        'target.alternateId': ['target.0.alternateId', 'target.1.alternateId', 'target.2.alternateId'],
        'target.type': ['target.0.type', 'target.1.type', 'target.2.type'],
        eventtype: 'eventType',
      },
      profiles: [
        on('impersonation', 'user.session.impersonation.*', {
          class: 'authentication',
          activity: 'Account Switch',
          rows: { ...LOGON, account_switch_type_id: is('Impersonate') },
        }),
        on('setting', SETTINGS, { class: 'entity_management', activity: entityVerb('eventType'), rows: ENTITY }),
        on(
          'session end',
          [
            ...['user.session.end', 'user.session.clear', 'user.session.expire', 'logout'],
            ...['user.authentication.slo', 'user.authentication.universal_logout*'],
          ],
          { class: 'authentication', activity: 'Logoff', rows: LOGON },
        ),
        on(
          'logon',
          [
            ...['user.session.*', 'user.authentication.*', 'policy.evaluate_sign_on', 'app.rich_client.*'],
            // A rejected push, and an attempt to bypass a factor, are answers to a logon.
            ...['user.mfa.okta_verify*', 'user.mfa.attempt_bypass'],
          ],
          {
            class: 'authentication',
            activity: 'Logon',
            logSource: { categories: ['authentication'] },
            rows: LOGON,
          },
        ),
        on('consent', ['app.oauth2.as.consent.*', 'app.oauth2.admin.consent.*', 'app.oauth2.consent.*'], {
          class: 'user_access',
          activity: lookupIn(
            'eventType',
            /\.consent\.(grant|revoke)/,
            { grant: 'Assign Privileges', revoke: 'Revoke Privileges' },
            'Other',
          ),
          rows: {
            ...ACCOUNT,
            privileges: list(['targetOf.scope.displayName', 'targetOf.scope.id', 'eventType'], /,\s*/),
            'resource.name': ['targetOf.AppInstance.displayName', 'targetOf.thing.displayName'],
            'resource.uid': ['targetOf.AppInstance.id', 'targetOf.thing.id'],
          },
        }),
        on('application of a person', ['application.user_membership.add', 'application.user_membership.remove'], {
          class: 'user_access',
          activity: lookup('eventType', {
            'application.user_membership.add': 'Assign Privileges',
            'application.user_membership.remove': 'Revoke Privileges',
          }),
          rows: {
            ...ACTOR,
            ...CLIENT,
            ...userAt('user', 'targetOf.User', 'targetOf.AppUser'),
            privileges: list(['targetOf.AppInstance.displayName', 'eventType'], /\n/),
            'resource.name': 'targetOf.AppInstance.displayName',
            'resource.uid': 'targetOf.AppInstance.id',
          },
        }),
        on('token', ['app.oauth2.*', 'app.token.*', 'app.generic.*', 'app.kerberos*', 'app.ldap*'], {
          class: 'authentication',
          activity: lookupIn('eventType', /\.token\.(revoke)/, { revoke: 'Other' }, 'Service Ticket Request'),
          rows: { ...LOGON, 'service.uid': 'targetOf.AppInstance.id' },
        }),
        on('privilege', ['user.account.privilege.*'], {
          class: 'user_access',
          activity: lookup(
            'eventType',
            {
              'user.account.privilege.grant': 'Assign Privileges',
              'user.account.privilege.revoke': 'Revoke Privileges',
            },
            'Other',
          ),
          rows: {
            ...ACCOUNT,
            privileges: list(
              ['debugContext.debugData.privilegeGranted', 'debugContext.debugData.privilegeRevoked', 'eventType'],
              /,\s*/,
            ),
          },
        }),
        on('suspicious', ['security.*', 'user.risk.*', 'user.account.report_suspicious_activity*'], {
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...ACTOR,
            status_id: is('New'),
            'finding_info.uid': 'uuid',
            'finding_info.title': 'displayMessage',
            'finding_info.desc': text('debugContext.debugData.threatDetections', 'outcome.reason'),
            'evidences[0].src_endpoint.ip': ip('debugContext.debugData.suspiciousActivityEventIp', 'client.ipAddress'),
            'evidences[0].user.name': capture(
              ['targetOf.User.alternateId', 'actor.alternateId', 'actor.displayName'],
              PERSON,
            ),
          },
        }),
        on('account', ['user.lifecycle.*', 'user.account.*', 'user.mfa.*', 'user.credential.*'], {
          class: 'account_change',
          activity: lookup(
            'eventType',
            {
              'user.lifecycle.create': 'Create',
              'user.lifecycle.activate': 'Enable',
              'user.lifecycle.reactivate': 'Enable',
              'user.lifecycle.unsuspend': 'Enable',
              'user.lifecycle.deactivate': 'Disable',
              'user.lifecycle.suspend': 'Disable',
              'user.lifecycle.delete.initiated': 'Delete',
              'user.lifecycle.delete.completed': 'Delete',
              'user.account.lock': 'Lock',
              'user.account.unlock': 'Unlock',
              'user.account.unlock_by_admin': 'Unlock',
              'user.account.update_password': 'Password Change',
              'user.account.reset_password': 'Password Reset',
              'user.account.expire_password': 'Password Reset',
              'user.mfa.factor.activate': 'MFA Factor Enable',
              'user.mfa.factor.unsuspend': 'MFA Factor Enable',
              'user.mfa.factor.deactivate': 'MFA Factor Disable',
              'user.mfa.factor.suspend': 'MFA Factor Disable',
              'user.mfa.factor.reset_all': 'MFA Factor Disable',
            },
            'Other',
            'Unknown',
          ),
          rows: ACCOUNT,
        }),
        on('group', 'group.*', {
          class: 'group_management',
          activity: lookup(
            'eventType',
            {
              'group.user_membership.add': 'Add User',
              'group.user_membership.remove': 'Remove User',
              'group.lifecycle.create': 'Create',
              'group.lifecycle.delete': 'Delete',
              'group.privilege.grant': 'Assign Privileges',
              'group.privilege.revoke': 'Revoke Privileges',
              'group.application_assignment.add': 'Assign Privileges',
              'group.application_assignment.remove': 'Revoke Privileges',
            },
            'Other',
          ),
          rows: GROUP,
        }),
        on('entity', ['policy.*', 'application.*', 'zone.*', 'device.*', 'system.idp.*', 'iam.*', 'oauth2.*'], {
          class: 'entity_management',
          activity: entityVerb('eventType'),
          rows: ENTITY,
        }),
        {
          name: 'call',
          when: {},
          class: 'api_activity',
          activity: verb(['eventType', 'legacyEventType']),
          rows: API,
        },
      ],
    },
  ],
}

export const okta = compileSource(OKTA)
