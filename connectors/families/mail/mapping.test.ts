import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'a mail as Postmark posts it',
    record: {
      From: 'boss@evil.example',
      FromFull: { Email: 'boss@evil.example', Name: 'Boss' },
      To: 'ann@example.org, bob@example.org',
      Cc: '',
      ReplyTo: 'other@evil.example',
      Subject: 'Urgent',
      Date: 'Tue, 2 Jan 2024 03:04:05 +0000',
      TextBody: 'pay',
      Headers: [{ Name: 'X-Spam-Status', Value: 'No' }],
      Attachments: [{ Name: 'a.pdf', Content: 'JVBERg==', ContentType: 'application/pdf', ContentLength: 4 }],
    },
    becomes: {
      class_uid: 4009,
      time: 1704164645000,
      email: {
        from: 'boss@evil.example',
        to: ['ann@example.org', 'bob@example.org'],
        reply_to_mailboxes: ['other@evil.example'],
        subject: 'Urgent',
        files: [{ name: 'a.pdf', mime_type: 'application/pdf', size: 4 }],
      },
    },
  },
  {
    name: 'recipients with names, and headers as they were written',
    record: {
      from: 'Boss <boss@evil.example>',
      to: 'bob@example.org, "Doe, Jane" <jane@example.org>',
      cc: ['Ann <ann@example.org>', '"Lee, Kim" <kim@example.org>'],
      subject: 'Urgent',
      headers: { Date: 'Tue, 2 Jan 2024 03:04:05 +0000', 'Message-ID': '<1@x>', 'X-Originating-IP': '[192.0.2.7]' },
    },
    becomes: {
      time: 1704164645000,
      metadata: { original_event_uid: '<1@x>' },
      src_endpoint: { ip: '192.0.2.7' },
      email: {
        from: 'boss@evil.example',
        to: ['bob@example.org', 'jane@example.org'],
        to_mailboxes: ['bob@example.org', '"Doe, Jane" <jane@example.org>'],
        cc: ['ann@example.org', 'kim@example.org'],
        cc_mailboxes: ['Ann <ann@example.org>', '"Lee, Kim" <kim@example.org>'],
        message_uid: '<1@x>',
      },
    },
  },
])

test('a mail with very many recipients keeps as many as a list may have', () => {
  const to = Array<string>(20).fill(',a@b.example'.repeat(10_000))
  const record: Members = { to, subject: 's', from: 'x', headers: {} }
  mailSource.toOcsf(record)
  expect((record.parsed as { to: string[] }).to).toHaveLength(1000)
})
