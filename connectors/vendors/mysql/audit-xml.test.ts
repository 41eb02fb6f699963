import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { mysqlAuditXml } from './audit-xml.ts'

sourceTests(mysqlAuditXml, [
  {
    name: 'a logon that fails',
    record: recordOf(
      '<13>Nov 27 10:11:12 db1 mysql: <AUDIT_RECORD TIMESTAMP="2026-11-27T10:11:12 UTC" RECORD_ID="5" NAME="Connect" CONNECTION_ID="5" STATUS="1045" STATUS_CODE="1" USER="kim" HOST="ws1" IP="198.51.100.9" DB="shop"/>',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { ip: '198.51.100.9' } },
  },
  {
    name: 'a statement',
    record: recordOf(
      '<13>Nov 27 10:11:12 db1 mysql: <AUDIT_RECORD><TIMESTAMP>2026-11-27T10:11:12 UTC</TIMESTAMP><NAME>Query</NAME><STATUS>0</STATUS><USER>kim[kim] @ ws1 [198.51.100.9]</USER><IP>198.51.100.9</IP><SQLTEXT>DROP TABLE t</SQLTEXT></AUDIT_RECORD>',
    ),
    becomes: { class_uid: 6003, actor: { user: { name: 'kim' } }, api: { operation: 'DROP TABLE t' } },
  },
])
