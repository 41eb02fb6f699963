import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { db2 } from './mapping.ts'

sourceTests(db2, [
  {
    name: 'a logon that fails',
    record: recordOf(
      '<13>Nov 27 10:11:12 db1 db2audit: "2026-11-27-10.11.12.123456","VALIDATE","AUTHENTICATION",7,-30082,"SAMPLE","kim","KIM","",0,0,"198.51.100.9.50123.261127101112","db2bp"',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'kim' },
      src_endpoint: { ip: '198.51.100.9', port: 50123 },
    },
  },
])
