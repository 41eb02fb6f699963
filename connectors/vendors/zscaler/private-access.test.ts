import { sourceTests } from '../../mapping/source-tests.ts'
import { privateAccess } from './private-access.ts'

sourceTests(privateAccess, [
  {
    name: 'a connection: the requested machine is the destination',
    record: {
      LogTimestamp: 'Mon Mar  4 10:11:12 2024',
      Customer: 'Acme',
      ConnectionStatus: 'active',
      ConnectionID: 'c1',
      IPProtocol: 6,
      Username: 'ada@example.com',
      ClientPublicIP: '192.0.2.9',
      Host: 'app.example.com',
      ServerIP: '198.51.100.5',
      ServerPort: 443,
      Policy: 'Allow',
    },
    becomes: {
      class_uid: 4001,
      actor: { user: { name: 'ada@example.com' } },
      src_endpoint: { ip: '192.0.2.9' },
      dst_endpoint: { ip: '198.51.100.5', port: 443, hostname: 'app.example.com' },
    },
  },
  {
    name: 'a sign-in that failed',
    record: {
      LogTimestamp: 'Mon Mar  4 10:11:12 2024',
      Customer: 'Acme',
      SessionStatus: 'ZPN_STATUS_AUTH_FAILED',
      Username: 'ada@example.com',
      PublicIP: '192.0.2.9',
      Hostname: 'WS1',
    },
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'ada@example.com' }, device: { hostname: 'WS1' } },
  },
  {
    name: 'what an administrator did',
    record: {
      ModifiedTime: '2024-03-04T10:11:12.000Z',
      AuditOperationType: 'Update',
      ObjectType: 'Application',
      ObjectName: 'app1',
      CustomerID: '1',
      User: 'ada@example.com',
    },
    becomes: { class_uid: 6003, activity_name: 'Update', resources: [{ name: 'app1' }] },
  },
  {
    name: 'an administrator signs in',
    record: {
      ModifiedTime: '2024-03-04T10:11:12.000Z',
      AuditOperationType: 'Sign In',
      CustomerID: '1',
      User: 'ada@example.com',
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success' },
  },
])
