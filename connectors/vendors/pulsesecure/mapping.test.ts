import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { connectSecure } from './mapping.ts'

const event = (code: string, words: string, level = 'info') =>
  recordOf(
    `<134>1 2024-03-04T10:11:12Z ics1 PulseSecure: - - - ive | 2024-03-04 10:11:12 | ${code} | ${level} | 198.51.100.1 |  | 192.0.2.7 | alice | Users | Staff |  |  |  |  |  | ${words}`,
  )

sourceTests(connectSecure, [
  {
    name: 'somebody signs in',
    record: event('AUT31504', 'Login succeeded for alice/Users (session:sid12) from 192.0.2.7 with Mozilla/5.0'),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'alice', domain: 'Users', groups: [{ name: 'Staff' }] },
      src_endpoint: { ip: '192.0.2.7' },
      session: { uid: 'sid12' },
      metadata: { event_code: 'AUT31504' },
    },
  },
  {
    name: 'a password is wrong',
    record: event('AUT24327', 'Primary authentication failed for alice/LDAP from 192.0.2.7', 'minor'),
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium' },
  },
  {
    name: 'somebody leaves',
    record: event('AUT22673', 'Logout from 192.0.2.7 (session:sid12)'),
    becomes: { class_uid: 3002, activity_name: 'Logoff' },
  },
  {
    name: 'an administrator changes something',
    record: event('ADM100', "Admin user 'alice' has changed the realm"),
    becomes: { class_uid: 6003, actor: { user: { name: 'alice' } }, api: { operation: 'ADM100' } },
  },
  {
    name: 'a sentence that is not known is of the session of its user',
    record: event('NWC23508', 'Key exchange number 1 occurred', 'major'),
    becomes: { class_uid: 4014, severity: 'High', message: 'Key exchange number 1 occurred' },
  },
])
