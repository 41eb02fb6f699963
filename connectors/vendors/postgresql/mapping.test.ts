import { readAnyText } from '../../formats/any-text.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { postgresql } from './mapping.ts'

/** A line of the server log after decoding: without the time and without a program name. */
const server = (message: string) => ({
  syslog: { timestamp: '2024-03-04 10:11:12.526 UTC', time: Date.UTC(2024, 2, 4, 10, 11, 12), message },
})

sourceTests(postgresql, [
  {
    name: 'a refused login',
    record: server('[91] eve@shop FATAL:  password authentication failed for user "eve"'),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, service: { name: 'shop' } },
  },
  {
    name: 'the server is ready',
    record: server('[7] LOG:  database system is ready to accept connections'),
    becomes: { class_uid: 6002, activity_name: 'Start' },
  },
  {
    name: 'the server is asked to stop',
    record: server('[7] LOG:  received fast shutdown request'),
    becomes: { class_uid: 6002, activity_name: 'Stop' },
  },
  {
    name: 'an audited statement, as JSON',
    record: {
      ...{ timestamp: '2026-11-27 10:11:12.123 UTC', user: 'kim', dbname: 'shop', pid: 123, remote_port: 5555 },
      ...{ remote_host: '198.51.100.9', session_id: '5fc0d1.7b', line_num: 1, error_severity: 'LOG' },
      message: 'AUDIT: SESSION,1,1,DDL,DROP TABLE,TABLE,public.account,"drop table account",<none>',
    },
    becomes: {
      ...{ class_uid: 6005, activity_name: 'Delete', time: 1_795_774_272_123, actor: { user: { name: 'kim' } } },
      ...{ src_endpoint: { ip: '198.51.100.9', port: 5555 }, database: { name: 'shop' } },
      ...{ table: { name: 'public.account' }, query_info: { query_string: 'drop table account' } },
    },
  },
  {
    name: 'a refused login, as a row',
    record: readAnyText(
      '2026-11-27 10:11:12.123 UTC,"eve","shop",123,"2001:db8::9:5555",5fc0d1.7b,1,"authentication",2026-11-27 10:00:00 UTC,3/4,0,FATAL,28P01,"password authentication failed for user ""eve""",,,,,,,,,"","client backend",,0',
      { receivedMs: Date.UTC(2026, 10, 27) },
    ),
    becomes: {
      ...{ class_uid: 3002, status: 'Failure', user: { name: 'eve' }, status_code: '28P01' },
      src_endpoint: { ip: '2001:db8::9', port: 5555 },
    },
  },
  {
    name: 'a login, as Amazon writes it',
    record: server(
      ':198.51.100.9(5555):kim@shop:[123]:LOG:  connection authorized: user=kim database=shop application_name=psql',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'kim' }, src_endpoint: { ip: '198.51.100.9' } },
  },
  {
    name: 'a role is granted, as the manual proposes the prefix',
    record: server(
      '[123]: [1-1] user=kim,db=shop,app=psql,client=198.51.100.9 LOG:  AUDIT: SESSION,1,1,ROLE,GRANT ROLE,,,grant admin to lee;,<not logged>',
    ),
    becomes: { class_uid: 6005, activity_name: 'Update', src_endpoint: { ip: '198.51.100.9' } },
  },
  {
    name: 'words',
    record: server('[7] LOG:  listening on IPv4 address "127.0.0.1", port 5432'),
    becomes: { class_uid: 0, severity: 'Informational' },
  },
])
