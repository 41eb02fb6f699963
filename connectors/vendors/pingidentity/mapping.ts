/** PingOne: audit activities, `GET /v1/environments/{id}/activities` and its webhooks. */
import { AUDIT, client, entityVerb, PLAIN, person, product, succeeded } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'

const LOGONS = [
  ...['USER.ACCESS_ALLOWED', 'USER.ACCESS_DENIED', 'PASSWORD.CHECK_SUCCEEDED', 'PASSWORD.CHECK_FAILED'],
  ...['OTP.CHECK_SUCCESS', 'OTP.CHECK_FAILED', 'OTP.CHECK_INVALID', 'AUTHENTICATION.CREATED', 'AUTHENTICATION.UPDATED'],
  ...['SESSION.CREATED', 'FLOW.COMPLETED', 'ASSERTION.CHECK_SUCCESS', 'ASSERTION.CHECK_FAILED'],
]
const DENIED = { 'USER.ACCESS_DENIED': 'Failure', 'PASSWORD.CHECK_FAILED': 'Failure', 'OTP.CHECK_FAILED': 'Failure' }
const LOGOFFS = { 'SESSION.DELETED': 'Logoff', 'USER.SLO_SUCCESS': 'Logoff' }
const ACCOUNTS = {
  ...{ 'USER.CREATED': 'Create', 'USER.DELETED': 'Delete', 'USER.UPDATED': 'Other', 'USER.LOCKED': 'Lock' },
  ...{ 'USER.UNLOCKED': 'Unlock', 'PASSWORD.RESET': 'Password Reset', 'PASSWORD.CHANGED': 'Password Change' },
  ...{ 'PASSWORD.FORCE_CHANGE': 'Password Reset', 'PASSWORD.UNLOCKED': 'Unlock', 'PASSWORD.SET': 'Password Change' },
  ...{
    'DEVICE.CREATED': 'MFA Factor Enable',
    'DEVICE.DELETED': 'MFA Factor Disable',
    'MFA.DISABLED': 'MFA Factor Disable',
  },
}

const BY: Rows = person('actor.user', {
  name: ['actors.user.name', 'actors.client.name'],
  uid: ['actors.user.id', 'actors.client.id'],
})

export const PINGONE: SourceTable = {
  id: 'pingidentity/1',
  shapes: PLAIN,
  select: ['action.type'],
  rows: {
    time: time('recordedAt', 'createdAt'),
    ...AUDIT,
    ...product('Ping Identity', 'PingOne'),
    'metadata.event_code': 'action.type',
    'metadata.correlation_uid': text('correlationId', 'internalCorrelation.transactionId'),
    ...client(['source.ipAddress', 'ipAddress', 'actors.user.ipAddress'], ['source.userAgent', 'userAgent']),
    status_detail: 'result.description',
    message: 'action.description',
  },
  logSource: { product: 'pingidentity', service: 'pingone' },
  vendorId: 'id',
  recognises: ({ action, recordedAt, result, actors }) =>
    typeof action === 'object' &&
    action !== null &&
    recordedAt !== undefined &&
    (result !== undefined || actors !== undefined),
  chapters: [
    {
      name: 'activities',
      profiles: [
        {
          name: 'logon',
          when: { 'action.type': [...LOGONS, 'AUTHENTICATION.*', ...Object.keys(LOGOFFS)] },
          class: 'authentication',
          activity: lookup('action.type', LOGOFFS, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', {
              name: ['actors.user.name', 'resources.0.name'],
              uid: ['actors.user.id', 'resources.0.id'],
            }),
            'service.name': ['actors.client.name', 'actors.client.id'],
            status_id: { kind: 'first', cells: [lookup('action.type', DENIED), succeeded('result.status')] },
          },
        },
        {
          name: 'account',
          when: { 'action.type': Object.keys(ACCOUNTS) },
          class: 'account_change',
          activity: lookup('action.type', ACCOUNTS),
          rows: {
            ...BY,
            ...person('user', {
              name: ['resources.0.name', 'actors.user.name'],
              uid: ['resources.0.id', 'actors.user.id'],
            }),
            status_id: succeeded('result.status'),
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action.type'),
          rows: {
            ...BY,
            status_id: succeeded('result.status'),
            'entity.name': ['resources.0.name', 'resources.0.id', 'action.type'],
            'entity.uid': 'resources.0.id',
            'entity.type': ['resources.0.type', 'action.type'],
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
  ],
}
export const pingidentity = compileSource(PINGONE)
