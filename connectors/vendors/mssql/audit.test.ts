import { sourceTests } from '../../mapping/source-tests.ts'
import { mssqlAudit } from './audit.ts'

const ROW = { event_time: '2026-11-27T10:11:12Z', server_instance_name: 'SQL1', client_ip: '198.51.100.9' }

sourceTests(mssqlAudit, [
  {
    name: 'a logon that fails',
    record: { ...ROW, action_id: 'LGIF', succeeded: false, server_principal_name: 'EXAMPLE\\kim' },
    becomes: {
      ...{ class_uid: 3002, status: 'Failure', user: { name: 'kim', domain: 'EXAMPLE' } },
      src_endpoint: { ip: '198.51.100.9' },
    },
  },
  {
    name: 'a logoff of a row of text',
    record: { ...ROW, action_id: 'LGO ', succeeded: 'True', server_principal_name: 'kim' },
    becomes: { class_uid: 3002, activity_name: 'Logoff', status: 'Success', user: { name: 'kim' } },
  },
  {
    name: 'a statement',
    record: {
      ...{ ...ROW, action_id: 'DR', succeeded: '1', server_principal_name: 'kim', database_name: 'shop' },
      statement: 'DROP TABLE t',
    },
    becomes: {
      ...{ class_uid: 6005, actor: { user: { name: 'kim' } }, database: { name: 'shop' } },
      query_info: { query_string: 'DROP TABLE t' },
    },
  },
])
