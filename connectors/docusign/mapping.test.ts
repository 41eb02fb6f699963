import { sourceTests } from '../compile/source-tests.ts'
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
      status_id: 2,
      time: 1704164645678,
      web_resources: [{ uid: 'e1', url_string: '/e/1' }],
    },
  },
])
