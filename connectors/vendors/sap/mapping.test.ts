import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { sapAudit } from './audit.ts'
import { hana } from './hana.ts'

sourceTests(hana, [
  {
    name: 'a logon that fails',
    record: recordOf(
      '<134>Nov 27 10:11:12 hana1 HDB: 2026-11-27 10:11:12;indexserver;hana1;HDB;00;30003;HDB;198.51.100.9;ws1;4321;50123;CONN;CRITICAL;CONNECT;kim;;;;;;;UNSUCCESSFUL;;;;;;;authentication failed;;;400123',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'kim' },
      src_endpoint: { ip: '198.51.100.9' },
      device: { hostname: 'hana1' },
    },
  },
  {
    name: 'a user is made',
    record: recordOf(
      '<134>Nov 27 10:11:12 hana1 HDB: 2026-11-27 10:11:12;indexserver;hana1;HDB;00;30003;HDB;198.51.100.9;ws1;4321;50123;USERS;INFO;CREATE USER;SYSTEM;;;;;;LEE;SUCCESSFUL',
    ),
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'LEE' }, actor: { user: { name: 'SYSTEM' } } },
  },
  {
    name: 'a privilege is granted',
    record: recordOf(
      '<134>Nov 27 10:11:12 hana1 HDB: 2026-11-27 10:11:12;indexserver;hana1;HDB;00;30003;HDB;198.51.100.9;ws1;4321;50123;USERS;INFO;GRANT PRIVILEGE;SYSTEM;;;DATA ADMIN;;;LEE;SUCCESSFUL',
    ),
    becomes: { class_uid: 3005, privileges: ['DATA ADMIN'], user: { name: 'LEE' } },
  },
])

sourceTests(sapAudit, [
  {
    name: 'a user of the file',
    record: recordOf(
      '<13>Nov 27 10:11:12 sap1 sal: 2AU220261127101112000430400002D2KIM         SESSION_MANAGER     SAPMSYST                                0100A&0&P                                                           198.51.100.9',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'KIM' }, src_endpoint: { ip: '198.51.100.9' } },
  },
])
