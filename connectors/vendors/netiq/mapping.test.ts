import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { accessManager } from './mapping.ts'

const event = (description: string) =>
  recordOf(
    `<134>Mar  4 10:11:12 am1 ${JSON.stringify({
      appName: 'NetIQ Access Manager',
      timeStamp: '2024-03-04T10:11:12Z',
      eventId: '002E0009',
      subTarget: 'c7620505',
      stringValue1: 'https://idp.corp.example/nidp',
      stringValue3: 'Mozilla/5.0 (X11)',
      component: 'nidp',
      description,
      message: `[..] on behalf of user: [cn=alice,o=data]. Authentication Type: [saml2]`,
    })}`,
  )

sourceTests(accessManager, [
  {
    name: 'a user is vouched for to another site',
    record: event('NIDS: Provided an authentication to a remote consumer'),
    becomes: {
      class_uid: 3002,
      activity_name: 'Other',
      status: 'Success',
      user: { name: 'cn=alice,o=data', uid: 'c7620505' },
      service: { name: 'nidp' },
      metadata: { event_code: '002E0009' },
    },
  },
  {
    name: 'a user fails to sign in',
    record: event('NIDS: User session authentication failed'),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Failure' },
  },
  {
    name: 'the server about itself has no class',
    record: event('NIDS: Server started'),
    becomes: { class_uid: 0, metadata: { event_code: '002E0009' } },
  },
])
