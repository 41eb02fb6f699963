import { sourceTests } from '../compile/source-tests.ts'
import { mailSource } from './mapping.ts'

sourceTests(mailSource, [
  {
    name: 'a mail with a file',
    record: {
      from: '"Boss" <boss@evil.example>',
      to: ['Ann <ann@example.org>'],
      subject: 'Urgent',
      date: 'Tue, 2 Jan 2024 03:04:05 +0000',
      message_id: '<1@x>',
      headers: { 'x-originating-ip': '[192.0.2.7]' },
      attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', size: 7 }],
    },
    becomes: {
      class_uid: 4009,
      activity_id: 2,
      time: 1704164645000,
      email: { from: 'boss@evil.example', subject: 'Urgent', files: [{ name: 'a.pdf', size: 7 }] },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
