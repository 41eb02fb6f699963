import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { appControl } from './app-control.ts'

const event = (pairs: string) =>
  recordOf(`<134>1 2024-03-04T10:11:12Z cb1 - - - - Carbon Black App Control event:  ${pairs}`)

sourceTests(appControl, [
  {
    name: 'a file is not let run',
    record: event(
      `text="File 'c:\\t\\p.dll' was blocked." type="Policy Enforcement" subtype="Execution block (unapproved file)" hostname="CORP\\PC7" username="CORP\\alice" date="3/4/2024 10:11:12 AM" ip_address="192.0.2.7" process="c:\\t\\u.exe" file_path="c:\\t\\p.dll" file_name="p.dll" file_hash="${'c'.repeat(64)}" policy="High" rule_name="Unapproved" process_key="k-1"`,
    ),
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'Execution block (unapproved file)', uid: 'k-1', analytic: { name: 'Unapproved' } },
      evidences: [{ file: { path: 'c:\\t\\p.dll', name: 'p.dll' }, process: { name: 'u.exe' } }],
      action: 'Denied',
      disposition: 'Blocked',
      policy: { name: 'High' },
      device: { hostname: 'CORP\\PC7', ip: '192.0.2.7' },
    },
  },
  {
    name: 'the server about itself has no class',
    record: event('text="Backup done." type="Server Management" subtype="Server backup" hostname="CB1"'),
    becomes: { class_uid: 0, message: 'Backup done.', metadata: { event_code: 'Server backup' } },
  },
  {
    name: 'a file would not have been let run',
    record: event(
      `text="File 'c:\\t\\p.dll' [${'c'.repeat(64)}] would have blocked if the rule was not in Report Only mode." type="Policy Enforcement" subtype="Execution block (unapproved file)" hostname="CORP\\PC7" process_key="k-1"`,
    ),
    becomes: { class_uid: 2004, action: 'Observed', disposition: 'Logged' },
  },
])
