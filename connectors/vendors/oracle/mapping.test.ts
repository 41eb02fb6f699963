import { sourceTests } from '../../mapping/source-tests.ts'
import { oracle } from './mapping.ts'

const line = (message: string) => ({
  syslog: { app_name: 'Oracle Audit', hostname: 'db1', time: 1_795_774_272_000, message },
})

sourceTests(oracle, [
  {
    name: 'a refused logon over the network',
    record: line(
      `LENGTH: "250" SESSIONID:[3] "123" USERID:[3] "KIM" ACTION:[3] "100" RETURNCODE:[4] "1017" COMMENT$TEXT:[9] "Authenticated by: DATABASE; Client address: (ADDRESS=(PROTOCOL=tcp)(HOST=198.51.100.9)(PORT=50000))" USERHOST:[3] "WS1"`,
    ),
    becomes: {
      ...{ class_uid: 3002, status: 'Failure', user: { name: 'KIM' }, status_detail: 'ORA-01017' },
      src_endpoint: { ip: '198.51.100.9', port: 50_000, hostname: 'WS1' },
    },
  },
  {
    name: 'an administrator on the machine itself',
    record: line(
      `ACTION :[7] 'CONNECT' DATABASE USER:[3] 'sys' PRIVILEGE :[6] 'SYSDBA' CLIENT USER:[6] 'oracle' STATUS:[1] '0'`,
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'sys' } },
  },
  {
    name: 'a statement of the unified trail',
    record: line(
      `LENGTH: '180' TYPE:"4" DBID:"1" SESID:"9" CLIENTID:"" ENTRYID:"1" STMTID:"1" DBUSER:"KIM" CURUSER:"KIM" ACTION:"3" RETCODE:"942" SCHEMA:"HR" OBJNAME:"PAY"`,
    ),
    becomes: { class_uid: 6003, status: 'Failure', actor: { user: { name: 'KIM' } }, resources: [{ name: 'PAY' }] },
  },
])
