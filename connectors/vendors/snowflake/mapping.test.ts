import { sourceTests } from '../../mapping/source-tests.ts'
import { snowflake } from './mapping.ts'

sourceTests(snowflake, [
  {
    name: 'a login that fails',
    record: {
      EVENT_ID: '1',
      EVENT_TIMESTAMP: '2024-01-02T03:04:05.678Z',
      EVENT_TYPE: 'LOGIN',
      USER_NAME: 'ann@example.org',
      CLIENT_IP: '192.0.2.7',
      REPORTED_CLIENT_TYPE: 'OTHER',
      IS_SUCCESS: 'NO',
      ERROR_CODE: 390156,
      FIRST_AUTHENTICATION_FACTOR: 'PASSWORD',
      SECOND_AUTHENTICATION_FACTOR: 'DUO_PUSH',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 2,
      status_code: '390156',
      actor: { app_name: 'OTHER' },
      metadata: { original_event_uid: '1' },
      user: { name: 'ann@example.org' },
      is_mfa: true,
      auth_factors: [{ factor_type_id: 11 }, { factor_type_id: 5 }],
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a query',
    record: {
      QUERY_TEXT: 'GET @x',
      QUERY_TYPE: 'GET_FILES',
      EXECUTION_STATUS: 'SUCCESS',
      USER_NAME: 'ANN',
      START_TIME: '2024-01-02T03:04:05.678Z',
      DATABASE_NAME: 'DB',
      WAREHOUSE_NAME: 'WH',
      ROLE_NAME: 'ANALYST',
    },
    becomes: {
      class_uid: 6005,
      activity_id: 1,
      time: 1704164645678,
      query_info: { query_string: 'GET @x' },
      database: { name: 'DB' },
      dst_endpoint: { name: 'WH' },
      actor: { user: { name: 'ANN', groups: [{ name: 'ANALYST' }] } },
    },
  },
  {
    name: 'a grant',
    record: {
      GRANTED_TO: 'ROLE',
      GRANTEE_NAME: 'PUBLIC',
      PRIVILEGE: 'SELECT',
      NAME: 'T',
      GRANTED_ON: 'TABLE',
      GRANTED_BY: 'ACCOUNTADMIN',
      CREATED_ON: '2024-01-02T03:04:05.678Z',
    },
    becomes: { class_uid: 3006, activity_id: 1, group: { name: 'PUBLIC' }, privileges: ['SELECT'] },
  },
  {
    name: 'a grant that was taken back, in local time',
    record: {
      GRANTED_TO: 'USER',
      GRANTEE_NAME: 'ANN',
      ROLE: 'SYSADMIN',
      GRANTED_BY: 'ACCOUNTADMIN',
      CREATED_ON: '2024-01-02 03:04:05.678 -0700',
      DELETED_ON: '2024-01-03 03:04:05.678 -0700',
    },
    becomes: {
      class_uid: 3005,
      activity_name: 'Revoke Privileges',
      time: Date.UTC(2024, 0, 3, 10, 4, 5, 678),
      timezone_offset: -420,
    },
  },
])
