/** Salesforce: event log files and real-time event stores. Field names are their column names. */

import { AUDIT, client, FORWARDED, PLAIN, person, product, succeeded } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

const on = (name: string, types: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { EVENT_TYPE: types },
  ...of,
})

const WHO = {
  name: ['USER_NAME', 'USERNAME', 'USER_ID'],
  uid: ['USER_ID_DERIVED', 'USER_ID'],
  email: ['USER_NAME', 'USERNAME'],
}
const BY: Rows = person('actor.user', WHO)
const USER: Rows = person('user', WHO)
const ACTOR: Rows = {
  ...BY,
  'actor.user.type': 'USER_TYPE',
  'actor.session.uid': ['SESSION_KEY', 'LOGIN_KEY'],
  ...client(['SOURCE_IP', 'CLIENT_IP'], 'BROWSER_TYPE'),
  'http_request.uid': 'REQUEST_ID',
}

const SESSION: Rows = {
  ...USER,
  'service.name': always('Salesforce'),
  'http_request.url.path': urlPath('URI'),
  'http_request.url.query_string': urlQuery('URI'),
  'session.uid': ['SESSION_KEY', 'LOGIN_KEY'],
  status_id: lookup('LOGIN_STATUS', { LOGIN_NO_ERROR: 'Success' }, 'Failure'),
  status_code: text('LOGIN_STATUS'),
  duration: integer('RUN_TIME'),
}

export const SALESFORCE: SourceTable = {
  id: 'salesforce/1',
  shapes: PLAIN,
  select: ['EVENT_TYPE'],
  rows: {
    time: time('TIMESTAMP_DERIVED', 'TIMESTAMP', 'EVENT_DATE', 'p_event_time'),
    ...AUDIT,
    ...product('Salesforce', 'Salesforce'),
    'metadata.event_code': 'EVENT_TYPE',
    'metadata.tenant_uid': 'ORGANIZATION_ID',
  },
  logSource: { product: 'salesforce', service: 'eventlog' },
  vendorId: 'EVENT_IDENTIFIER',
  recognises: (record) => typeof record.EVENT_TYPE === 'string' && record.ORGANIZATION_ID !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'event log',
      profiles: [
        on('logon', ['Login', 'Logout', 'LoginEvent*', 'LogoutEvent*'], {
          class: 'authentication',
          activity: lookupIn('EVENT_TYPE', /^(Login|Logout)/, { Login: 'Logon', Logout: 'Logoff' }),
          logSource: { categories: ['authentication'] },
          rows: { ...ACTOR, ...SESSION },
        }),
        on('logon as another', ['LoginAs', 'LoginAsEvent*'], {
          class: 'authentication',
          activity: 'Account Switch',
          logSource: { categories: ['authentication'] },
          rows: {
            ...ACTOR,
            // The administrator; the other columns describe the user whom the administrator impersonates.
            ...person('actor.user', {
              name: ['DELEGATED_USER_NAME', 'DELEGATED_USER_ID'],
              uid: ['DELEGATED_USER_ID_DERIVED', 'DELEGATED_USER_ID'],
              email: 'DELEGATED_USER_NAME',
            }),
            ...SESSION,
            account_switch_type_id: is('Impersonate'),
          },
        }),
        on(
          'anomaly',
          [
            'ApiAnomalyEventStore',
            'SessionHijackingEventStore',
            'CredentialStuffingEventStore',
            'ReportAnomalyEventStore',
            'GuestUserAnomalyEventStore',
          ],
          {
            class: 'detection_finding',
            activity: 'Create',
            rows: {
              ...BY,
              severity_id: is('Medium'),
              'finding_info.uid': ['EVENT_IDENTIFIER', 'REQUEST_ID', 'SESSION_KEY'],
              'finding_info.title': ['SUMMARY', 'EVENT_TYPE'],
              'finding_info.desc': 'SECURITY_EVENT_DATA',
              'evidences[0].src_endpoint.ip': ip('SOURCE_IP'),
              'evidences[0].user.name': ['USERNAME', 'USER_NAME'],
            },
          },
        ),
        on('token', ['OAuthToken*', 'ConnectedAppUsage*'], {
          class: 'authentication',
          activity: lookup(
            'EVENT_TYPE',
            { OAuthTokenRevoked: 'Logoff', OAuthTokenRefreshFailed: 'Service Ticket Renew' },
            'Service Ticket Request',
          ),
          rows: {
            ...ACTOR,
            ...USER,
            'service.name': 'CONNECTED_APP_NAME',
            'service.uid': 'CONNECTED_APP_ID',
            'actor.app_name': 'CONNECTED_APP_NAME',
            'actor.app_uid': 'CONNECTED_APP_ID',
            'dst_endpoint.svc_name': always('Salesforce'),
            auth_protocol_id: is('OAUTH 2.0'),
            status_id: succeeded('STATUS'),
          },
        }),
        {
          name: 'call',
          when: {},
          class: 'api_activity',
          activity: lookup(
            'OPERATION_TYPE',
            {
              query: 'Read',
              queryAll: 'Read',
              insert: 'Create',
              update: 'Update',
              upsert: 'Update',
              delete: 'Delete',
              hardDelete: 'Delete',
            },
            'Other',
            'Unknown',
          ),
          rows: {
            ...ACTOR,
            'actor.app_name': 'CONNECTED_APP_NAME',
            'actor.app_uid': ['CONNECTED_APP_ID', 'CLIENT_ID'],
            'api.operation': ['OPERATION_TYPE', 'EVENT_TYPE'],
            'api.version': 'API_VERSION',
            'resources[0].name': ['ENTITY_NAME', 'CONNECTED_APP_NAME'],
            'resources[0].uid': ['JOB_ID', 'CONNECTED_APP_ID'],
            'resources[0].type': 'EVENT_TYPE',
            count: integer('RECORDS_PROCESSED', 'API_TOTAL_COUNT'),
            status_id: succeeded('STATUS', 'REQUEST_STATUS'),
          },
        },
      ],
    },
  ],
}
export const salesforce = compileSource(SALESFORCE)
