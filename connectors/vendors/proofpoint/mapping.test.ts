import { sourceTests } from '../../mapping/source-tests.ts'
import { proofpoint } from './mapping.ts'

sourceTests(proofpoint, [
  {
    name: 'a message that is held',
    record: {
      messageTime: '2024-01-02T03:04:05.678Z',
      sender: 'ceo@evil.example',
      senderIP: '192.0.2.7',
      fromAddress: ['ceo@evil.example'],
      toAddresses: ['ann@example.org'],
      subject: 'Urgent',
      messageID: '<1@x>',
      malwareScore: 0,
      phishScore: 90,
      quarantineFolder: 'Phish',
      headerFrom: 'The CEO <ceo@evil.example>',
      threatsInfoMap: [
        { threatType: 'attachment', threatStatus: 'cleared', classification: 'malware' },
        { threatType: 'url', threatStatus: 'active', classification: 'phish' },
      ],
    },
    becomes: {
      class_uid: 4009,
      activity_id: 3,
      time: 1704164645678,
      severity_id: 4,
      direction_id: 1,
      action_id: 2,
      disposition_id: 3,
      email: {
        from: 'ceo@evil.example',
        from_mailbox: 'The CEO <ceo@evil.example>',
        to: ['ann@example.org'],
        subject: 'Urgent',
        message_uid: '<1@x>',
      },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
