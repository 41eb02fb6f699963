import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { secureauth } from './mapping.ts'

const event = (id: string, words: string) =>
  recordOf(
    `<134>1 2024-03-04T10:11:12Z idp1 SecureAuth2 2000 ID00000 [SecureAuth@27389 UserID="alice" UserAgent="Mozilla/5.0" UserHostAddress="192.0.2.7" RequestID="r-1" Realm="SecureAuth2" Appliance="sa1.corp.example" Category="AUDIT" Priority="4" EventID="${id}"] ${words}`,
  )

sourceTests(secureauth, [
  {
    name: 'a sign-in succeeds',
    record: event('20000', 'Authenticate the user successfully'),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'alice' },
      src_endpoint: { ip: '192.0.2.7' },
      service: { name: 'SecureAuth2' },
      metadata: { event_code: '20000', correlation_uid: 'r-1' },
    },
  },
  {
    name: 'a password is wrong',
    record: event('21090', 'User / Password is invalid'),
    becomes: { class_uid: 3002, status: 'Failure', status_detail: 'User / Password is invalid' },
  },
  {
    name: 'a step that is no outcome has no class',
    record: event('10020', 'Application - Begin request'),
    becomes: { class_uid: 0, metadata: { event_code: '10020' } },
  },
])
