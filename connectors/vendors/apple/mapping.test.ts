import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { macos } from './mapping.ts'

const recordFor = (words: string, program = 'socketfilterfw[7] <Info>: ') =>
  recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(macos, [
  {
    name: 'a program listens',
    record: recordFor(' <Info>: Spotify: Allow TCP LISTEN  (in:0 out:1)', 'socketfilterfw[7]:'),
    becomes: { class_uid: 4001, activity_name: 'Listen', action: 'Allowed', app_name: 'Spotify' },
  },
  {
    name: 'a program is refused',
    record: recordFor(' <Info>: Some App: Deny TCP CONNECT (in:1 out:0)', 'socketfilterfw[7]:'),
    becomes: { activity_name: 'Refuse', disposition: 'Blocked', app_name: 'Some App' },
  },
  {
    name: 'an agent about its work',
    record: recordFor(' <Error>: Logging: creating /var/log/appfirewall.log', 'socketfilterfw[7]:'),
    becomes: { class_uid: 0, severity: 'High' },
  },
])
