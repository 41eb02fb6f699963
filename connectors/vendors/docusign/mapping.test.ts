import { sourceTests } from '../../mapping/source-tests.ts'
import { docusign } from './mapping.ts'

sourceTests(docusign, [
  {
    name: 'an envelope',
    record: {
      event: 'envelope-voided',
      configurationId: '1',
      generatedDateTime: '2024-01-02T03:04:05.678Z',
      apiVersion: 'v2.1',
      uri: '/e/1',
      data: {
        accountId: 'a',
        userId: 'u',
        envelopeId: 'e1',
        terminationReason: 'x',
        envelopeSummary: { status: 'voided' },
      },
    },
    becomes: {
      class_uid: 6001,
      activity_id: 4,
      // The envelope is void: the operation succeeded.
      status: 'voided',
      time: 1704164645678,
      web_resources: [{ uid: 'e1', url_string: '/e/1' }],
    },
  },
  {
    name: 'a recipient who declines is who does it, and not the sender',
    record: {
      event: 'recipient-declined',
      configurationId: '1',
      generatedDateTime: '2024-01-02T03:04:05.678Z',
      data: {
        userId: 'u',
        recipientId: 'r7',
        envelopeId: 'e1',
        name: 'Bob',
        email: 'bob@example.org',
        senderEmail: 'ann@example.org',
        envelopeSummary: { status: 'declined' },
      },
    },
    becomes: {
      class_uid: 6001,
      status: 'declined',
      actor: { user: { name: 'bob@example.org', uid: 'r7' } },
      web_resources: [{ uid: 'e1' }],
    },
  },
])
