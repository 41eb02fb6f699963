import { sourceTests } from '../../mapping/source-tests.ts'
import { salesforce } from './mapping.ts'

sourceTests(salesforce, [
  {
    name: 'a login',
    record: {
      EVENT_TYPE: 'Login',
      ORGANIZATION_ID: 'o',
      TIMESTAMP_DERIVED: '2024-01-02T03:04:05.678Z',
      USER_ID: 'u',
      USER_NAME: 'ann@example.org',
      SOURCE_IP: '192.0.2.7',
      LOGIN_STATUS: 'LOGIN_NO_ERROR',
      SESSION_KEY: 's',
      BROWSER_TYPE: 'Mozilla/5.0',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 1,
      time: 1704164645678,
      user: { name: 'ann@example.org', uid: 'u' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a bulk query',
    record: {
      EVENT_TYPE: 'BulkApiResultEventStore',
      ORGANIZATION_ID: 'o',
      TIMESTAMP: '2024-01-02T03:04:05.678Z',
      USER_NAME: 'ann@example.org',
      SOURCE_IP: '192.0.2.7',
      OPERATION_TYPE: 'query',
      ENTITY_NAME: 'Contact',
      RECORDS_PROCESSED: 150000,
      JOB_ID: 'j',
    },
    becomes: {
      class_uid: 6003,
      activity_id: 2,
      count: 150000,
      resources: [{ name: 'Contact', uid: 'j' }],
      api: { operation: 'query' },
    },
  },
  {
    name: 'an administrator works as somebody else',
    record: {
      EVENT_TYPE: 'LoginAs',
      ORGANIZATION_ID: 'o',
      TIMESTAMP: '2024-01-02T03:04:05.678Z',
      CLIENT_IP: '192.0.2.7',
      USER_ID_DERIVED: 'u',
      DELEGATED_USER_ID_DERIVED: 'd',
      DELEGATED_USER_NAME: 'admin@example.org',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Account Switch',
      account_switch_type: 'Impersonate',
      actor: { user: { name: 'admin@example.org', uid: 'd' } },
      user: { uid: 'u' },
    },
  },
  {
    name: 'a sign-out of the event store',
    record: {
      EVENT_TYPE: 'LogoutEventStream',
      ORGANIZATION_ID: 'o',
      TIMESTAMP: '2024-01-02T03:04:05.678Z',
      USERNAME: 'ann@example.org',
      SOURCE_IP: '192.0.2.7',
    },
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'ann@example.org' } },
  },
])
