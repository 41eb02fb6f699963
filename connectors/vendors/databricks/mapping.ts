/** Databricks' audit log: each record is a call, and its kind is service and action. */

import { AUDIT, client, FIRST_WORD, FORWARDED, PLAIN, person, product, verb } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  integer,
  list,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const on = (name: string, actions: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { actionName: actions },
  ...of,
})

const ACTOR: Rows = {
  ...person('actor.user', {
    name: ['userIdentity.email', 'userIdentity.subjectName', 'requestParams.user'],
    email: 'userIdentity.email',
  }),
  'actor.session.uid': 'sessionId',
  ...client('sourceIPAddress', 'userAgent'),
}
/** The target, never the actor, who is named in every record. */
const TARGET: Rows = person('user', {
  name: ['requestParams.targetUserName', 'requestParams.user', 'requestParams.principal'],
  uid: ['requestParams.targetUserId', 'requestParams.principal'],
  email: ['requestParams.targetUserName', 'requestParams.principal'],
})
/** Acts that users perform on their own accounts too: if no other account is named, the actor is the target. */
const USER: Rows = {
  ...TARGET,
  ...person('user', {
    name: ['requestParams.targetUserName', 'requestParams.user', 'userIdentity.email', 'requestParams.principal'],
    email: ['requestParams.targetUserName', 'userIdentity.email'],
  }),
}
const GROUP: Rows = {
  ...ACTOR,
  ...TARGET,
  'group.name': [
    'requestParams.targetGroupName',
    'requestParams.group_name',
    'requestParams.name',
    'requestParams.role',
  ],
  'group.uid': ['requestParams.targetGroupId', 'requestParams.groupId'],
}

export const DATABRICKS: SourceTable = {
  id: 'databricks/1',
  shapes: PLAIN,
  select: ['actionName', 'serviceName'],
  rows: {
    time: time('timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Databricks', 'Databricks'),
    'metadata.product.feature.name': 'serviceName',
    'metadata.log_version': 'version',
    'metadata.event_code': 'actionName',
    'metadata.log_name': 'auditLevel',
    'metadata.tenant_uid': text('accountId', 'workspaceId'),
    'metadata.correlation_uid': 'requestId',
    status_id: lookup('response.statusCode', { 200: 'Success', 201: 'Success', 204: 'Success' }, 'Failure'),
    status_code: text('response.statusCode'),
    status_detail: 'response.errorMessage',
  },
  logSource: { product: 'databricks', service: 'audit' },
  recognises: (record) => typeof record.serviceName === 'string' && typeof record.actionName === 'string',
  renderings: FORWARDED,
  chapters: [
    {
      name: 'audit',
      profiles: [
        on(
          'logon',
          [
            'login',
            'aadBrowserLogin',
            'aadTokenLogin',
            'tokenLogin',
            'samlLogin',
            'jwtLogin',
            'oidc*',
            'passwordVerifyAuthentication',
            'mfaLogin',
            'certLogin',
            'IpAccessDenied',
            'accountIpAclsValidationFailed',
            'logout',
          ],
          {
            class: 'authentication',
            activity: lookup('actionName', { logout: 'Logoff' }, 'Logon'),
            logSource: { categories: ['authentication'] },
            rows: {
              ...ACTOR,
              ...USER,
              'service.name': always('Databricks'),
              auth_protocol_id: lookup(['actionName', 'requestParams.authentication_method'], {
                samlLogin: 'SAML',
                SAML: 'SAML',
                oidcBrowserLogin: 'OpenID',
              }),
              status_id: first(
                lookup('actionName', { IpAccessDenied: 'Failure', accountIpAclsValidationFailed: 'Failure' }),
                lookup('response.statusCode', { 200: 'Success', 201: 'Success', 204: 'Success' }, 'Failure'),
              ),
            },
          },
        ),
        {
          name: 'account',
          // Other services use the same actions for objects of their own: scripts, warehouses, secrets.
          when: {
            actionName: ['createUser', 'add', 'deleteUser', 'delete', 'activateUser', 'deactivateUser', 'updateUser'],
            serviceName: 'accounts',
          },
          class: 'account_change',
          activity: lookup(
            'actionName',
            {
              createUser: 'Create',
              add: 'Create',
              deleteUser: 'Delete',
              delete: 'Delete',
              activateUser: 'Enable',
              deactivateUser: 'Disable',
            },
            'Other',
          ),
          rows: { ...ACTOR, ...TARGET },
        },
        on('credentials', ['changePassword', 'resetPassword', 'mfaAddKey', 'mfaDeleteKey'], {
          class: 'account_change',
          activity: lookup('actionName', {
            changePassword: 'Password Change',
            resetPassword: 'Password Reset',
            mfaAddKey: 'MFA Factor Enable',
            mfaDeleteKey: 'MFA Factor Disable',
          }),
          rows: { ...ACTOR, ...USER },
        }),
        on(
          'privilege',
          [
            'setAccountAdmin',
            'setAdmin',
            'removeAdmin',
            'removeAccountAdmin',
            'changeAccountOwner',
            'modifyUserRole',
            'grant',
          ],
          {
            class: 'user_access',
            activity: lookup(
              'actionName',
              { removeAdmin: 'Revoke Privileges', removeAccountAdmin: 'Revoke Privileges' },
              'Assign Privileges',
            ),
            rows: { ...ACTOR, ...TARGET, privileges: list(['requestParams.role', 'actionName']) },
          },
        ),
        on(
          'group',
          [
            'addPrincipalToGroup',
            'addPrincipalsToGroup',
            'removePrincipalFromGroup',
            'createGroup',
            'removeGroup',
            'addUserToAdminGroup',
          ],
          {
            class: 'group_management',
            activity: lookup(
              'actionName',
              {
                addPrincipalToGroup: 'Add User',
                addPrincipalsToGroup: 'Add User',
                addUserToAdminGroup: 'Add User',
                removePrincipalFromGroup: 'Remove User',
                createGroup: 'Create',
                removeGroup: 'Delete',
              },
              'Other',
            ),
            rows: GROUP,
          },
        ),
        {
          name: 'call',
          when: {},
          class: 'api_activity',
          activity: verb('actionName', FIRST_WORD),
          rows: {
            ...ACTOR,
            'api.operation': 'actionName',
            'api.service.name': 'serviceName',
            'api.response.code': integer('response.statusCode'),
            'api.response.error_message': 'response.errorMessage',
            'resources[0].name': [
              'requestParams.name',
              'requestParams.full_name_arg',
              'requestParams.path',
              'requestParams.setting',
              'requestParams.workspaceConfKeys',
              'requestParams.scope',
              'requestParams.mountPoint',
              'requestParams.provider',
              'serviceName',
            ],
            'resources[0].uid': [
              'requestParams.tokenId',
              'requestParams.script_id',
              'requestParams.clusterId',
              'requestParams.metastoreId',
              'requestParams.listId',
              'workspaceId',
            ],
            'resources[0].type': 'serviceName',
            'http_request.url.path': 'requestParams.endpoint',
          },
        },
      ],
    },
  ],
}

export const databricks = compileSource(DATABRICKS)
