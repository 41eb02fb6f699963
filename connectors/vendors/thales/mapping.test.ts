import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { transparentEncryption } from './mapping.ts'

sourceTests(transparentEncryption, [
  {
    name: 'a read that the policy denies',
    record: recordOf(
      '<134>1 2024-03-04T10:11:12Z db1 vee-fs@Prod 42 CGP2602E [CGP@21513 sev="ERROR" msg="Reject access" pol="prod" uinfo="oracle,uid=43047 (User Not Authenticated)" sproc="/usr/bin/wc" act="read_file" gp="/ora/trace" filePath="/alert.log" denyStr="DENIED"]',
    ),
    becomes: {
      class_uid: 1001,
      activity_name: 'Read',
      action: 'Denied',
      disposition: 'Blocked',
      file: { path: '/ora/trace/alert.log', name: 'alert.log' },
      actor: { user: { name: 'oracle', uid: '43047' }, app_name: '/usr/bin/wc' },
      policy: { name: 'prod' },
      metadata: { event_code: 'CGP2602E' },
      severity: 'High',
    },
  },
  {
    name: 'the manager about a host has no class',
    record: recordOf(
      '<134>1 2024-03-04T10:11:12Z dsm1 dsm@NonProd 42 COM0313E [COM@21513 sev="ERROR" msg="failed to contact host" shost="db7"]',
    ),
    becomes: { class_uid: 0, message: 'failed to contact host', severity: 'High' },
  },
  {
    name: 'what a policy that learns would have denied',
    record: recordOf(
      '<134>1 2024-03-04T10:11:12Z db1 vee-fs@Prod 42 CGP2602E [CGP@21513 sev="ERROR" msg="Reject access" cat="\\[LEARN MODE\\]" pol="prod" uinfo="oracle,uid=43047" sproc="/usr/bin/wc" act="read_file" gp="/ora/trace" filePath="/alert.log" denyStr="DENIED"]',
    ),
    becomes: { class_uid: 1001, action: 'Observed', disposition: 'Logged', status: 'Success' },
  },
])
