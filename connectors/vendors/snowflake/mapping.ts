/** Snowflake's ACCOUNT_USAGE views: logins, queries, grants, transfers. Field names are their column names. */

import { AUDIT, client, FORWARDED, PLAIN, person, product, succeeded } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  concat,
  each,
  first,
  integer,
  is,
  list,
  lookup,
  lookupIn,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const QUERIES = {
  GET: 'Read',
  UNLOAD: 'Read',
  SELECT: 'Query',
  CREATE: 'Create',
  ALTER: 'Update',
  UPDATE: 'Update',
  DROP: 'Delete',
  DELETE: 'Delete',
  INSERT: 'Write',
  MERGE: 'Write',
  COPY: 'Write',
  PUT: 'Write',
  SHOW: 'List',
  LIST: 'List',
}
const FACTORS = {
  PASSWORD: 'Password',
  OTP: 'OTP',
  DUO_PUSH: 'Push Notification',
  DUO_PASSCODE: 'OTP',
  RSA_KEYPAIR: 'Other',
}

/** A revoked grant stays in the view, with the time of its revocation. */
const GRANT = lookup('DELETED_ON', {}, 'Revoke Privileges', 'Assign Privileges')
const GRANTED_AT = time('DELETED_ON', 'CREATED_ON', 'MODIFIED_ON', 'p_event_time')

export const SNOWFLAKE: SourceTable = {
  id: 'snowflake/1',
  shapes: PLAIN,
  select: ['EVENT_TYPE', 'GRANTED_TO', 'TRANSFER_TYPE'],
  rows: {
    time: time('EVENT_TIMESTAMP', 'START_TIME', 'END_TIME', 'CREATED_ON', 'MODIFIED_ON', 'p_event_time'),
    ...AUDIT,
    ...product('Snowflake', 'Snowflake'),
    'metadata.original_event_uid': text('EVENT_ID', 'QUERY_ID'),
  },
  logSource: { product: 'snowflake' },
  vendorId: 'EVENT_ID',
  recognises: (record) =>
    (record.QUERY_TEXT !== undefined && record.QUERY_TYPE !== undefined) ||
    (record.EVENT_TYPE !== undefined && record.REPORTED_CLIENT_TYPE !== undefined) ||
    (record.GRANTED_TO !== undefined && record.GRANTEE_NAME !== undefined) ||
    (record.BYTES_TRANSFERRED !== undefined && record.TRANSFER_TYPE !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'login history',
      logSource: { service: 'login_history' },
      profiles: [
        {
          name: 'login',
          when: { EVENT_TYPE: ['LOGIN', 'LOGOUT'] },
          class: 'authentication',
          activity: lookup('EVENT_TYPE', { LOGIN: 'Logon', LOGOUT: 'Logoff' }),
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', { name: 'USER_NAME', email: 'USER_NAME' }),
            ...client('CLIENT_IP'),
            'metadata.event_code': 'EVENT_TYPE',
            'metadata.correlation_uid': capture('RELATED_EVENT_ID', /^(?!0$)(.{1,64})$/),
            'actor.app_name': 'REPORTED_CLIENT_TYPE',
            'service.name': always('Snowflake'),
            'auth_factors[0].factor_type_id': lookup('FIRST_AUTHENTICATION_FACTOR', FACTORS, 'Other'),
            'auth_factors[1].factor_type_id': lookup('SECOND_AUTHENTICATION_FACTOR', FACTORS, 'Other'),
            is_mfa: lookup('SECOND_AUTHENTICATION_FACTOR', {}, true),
            status_id: succeeded('IS_SUCCESS'),
            status_code: text('ERROR_CODE'),
            status_detail: 'ERROR_MESSAGE',
          },
        },
      ],
    },
    {
      name: 'grants',
      logSource: { service: 'grants' },
      profiles: [
        {
          name: 'grant to a role',
          when: { GRANTED_TO: ['ROLE', 'DATABASE_ROLE', 'APPLICATION_ROLE', 'APPLICATION', 'INSTANCE_ROLE', 'SHARE'] },
          class: 'group_management',
          activity: GRANT,
          rows: {
            time: GRANTED_AT,
            'actor.user.name': 'GRANTED_BY',
            'actor.user.type': 'GRANTED_BY_ROLE_TYPE',
            'actor.user.type_id': is('Other'),
            'group.name': 'GRANTEE_NAME',
            'group.type': 'GRANTED_TO',
            privileges: list(['PRIVILEGE', 'ROLE'], /,/),
            'resource.name': 'NAME',
            'resource.type': 'GRANTED_ON',
            'resource.namespace': first(concat('TABLE_CATALOG', { words: '.' }, 'TABLE_SCHEMA'), 'TABLE_SCHEMA'),
          },
        },
        {
          name: 'grant to a user',
          when: { GRANTED_TO: ['USER'] },
          class: 'user_access',
          activity: GRANT,
          rows: {
            time: GRANTED_AT,
            'actor.user.name': 'GRANTED_BY',
            'user.name': 'GRANTEE_NAME',
            privileges: list(['ROLE', 'PRIVILEGE'], /,/),
          },
        },
      ],
    },
    {
      name: 'transfers',
      logSource: { service: 'data_transfer_history' },
      profiles: [
        {
          name: 'transfer',
          when: {
            TRANSFER_TYPE: [
              'COPY',
              'REPLICATION',
              'EXTERNAL_FUNCTION',
              'EXTERNAL_ACCESS',
              'SNOWPARK*',
              'DATA_*',
              'OBJECT_*',
            ],
          },
          class: 'network_activity',
          activity: 'Traffic',
          rows: {
            'src_endpoint.svc_name': 'SOURCE_CLOUD',
            'src_endpoint.zone': 'SOURCE_REGION',
            'dst_endpoint.svc_name': 'TARGET_CLOUD',
            'dst_endpoint.zone': 'TARGET_REGION',
            'traffic.bytes': integer('BYTES_TRANSFERRED'),
            'metadata.event_code': 'TRANSFER_TYPE',
            'connection_info.direction_id': is('Outbound'),
          },
        },
      ],
    },
    {
      name: 'query history',
      logSource: { service: 'query_history' },
      profiles: [
        {
          name: 'query',
          when: {},
          class: 'datastore_activity',
          activity: lookupIn('QUERY_TYPE', /^([A-Z]+)/, QUERIES, 'Other', 'Query'),
          rows: {
            ...person('actor.user', { name: 'USER_NAME', email: 'USER_NAME' }),
            'actor.session.uid': 'SESSION_ID',
            'metadata.event_code': 'QUERY_TYPE',
            'query_info.query_string': 'QUERY_TEXT',
            'query_info.uid': ['QUERY_ID', 'QUERY_TYPE'],
            'query_info.name': 'QUERY_TYPE',
            'database.name': 'DATABASE_NAME',
            // A warehouse is not a database but the machines that run the query.
            'dst_endpoint.name': 'WAREHOUSE_NAME',
            // To a client the whole service is one database.
            'database.uid': always('Snowflake'),
            'database.type_id': is('Relational'),
            'src_endpoint.name': always('Snowflake client'),
            'actor.user.groups': each('ROLE_NAME', 'name'),
            status_id: lookup(
              'EXECUTION_STATUS',
              { SUCCESS: 'Success', FAIL: 'Failure', INCIDENT: 'Failure' },
              'Other',
            ),
            status_detail: 'ERROR_MESSAGE',
          },
        },
      ],
    },
  ],
}

export const snowflake = compileSource(SNOWFLAKE)
