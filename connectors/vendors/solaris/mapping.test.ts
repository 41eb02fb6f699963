import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { solarisAudit } from './mapping.ts'

sourceTests(solarisAudit, [
  {
    name: 'a logon that fails',
    record: recordOf(
      '<13>Nov 27 10:11:12 sol1 audit: header,69,2,login - ssh,,sol1,2026-11-27 10:11:12.123 +00:00,subject,kim,kim,staff,kim,staff,4321,1234567,50123 22 198.51.100.9,return,failure: Permission denied,-1',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { ip: '198.51.100.9' } },
  },
  {
    name: 'a program is started',
    record: recordOf(
      '<13>Nov 27 10:11:12 sol1 audit: header,118,2,execve(2),,sol1,2026-11-27 10:11:12.123 Z,path,/usr/bin/id,exec_args,2,id,-u,subject,kim,root,root,root,root,4321,1,50123 22 198.51.100.9,return,success,0',
    ),
    becomes: { class_uid: 1007, process: { cmd_line: 'id -u' }, actor: { user: { name: 'kim' } } },
  },
])
