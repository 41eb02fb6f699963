/**
 * Forwarded mail (the inbox template `email-forwarded`), with the names of `formats/mail.ts` and of mail relays; those
 * that begin with a capital are Postmark's.
 */
import { compileSource } from '../compile/source.ts'
import { capture, first, integer, ip, is, list, objects, type SourceTable, time } from '../compile/table.ts'
import { AUDIT, FORWARDED, PLAIN, product } from '../saas/rows.ts'

/** `"Bob" <bob@example.org>` or the bare address. */
const ADDRESS = /<?([^\s<>"(),;:]{1,128}@[^\s<>"(),;:]{1,190})>?\s*$/

export const MAIL: SourceTable = {
  id: 'mail/1',
  shapes: PLAIN,
  select: ['content_type'],
  rows: {
    time: time('date', 'headers.date', 'Date', 'timestamp', 'received_at'),
    ...AUDIT,
    ...product('Internet', 'Mail'),
    'metadata.original_event_uid': ['message_id', 'headers.message-id'],
  },
  logSource: { product: 'mail', service: 'message' },
  recognises: (record) =>
    (typeof record.from === 'string' && record.subject !== undefined && typeof record.headers === 'object') ||
    (typeof record.From === 'string' && record.Subject !== undefined && Array.isArray(record.Headers)),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'mail',
      profiles: [
        {
          name: 'message',
          when: {},
          class: 'email_activity',
          activity: 'Receive',
          rows: {
            direction_id: is('Inbound'),
            'email.from': capture(['from', 'From'], ADDRESS, 'email'),
            'email.from_mailbox': ['from', 'From'],
            'email.to': list(['to', 'To'], /,/, 'email'),
            'email.to_mailboxes': list(['to', 'To'], /,/),
            'email.cc': list(['cc', 'Cc'], /,/, 'email'),
            'email.cc_mailboxes': list(['cc', 'Cc'], /,/),
            'email.reply_to_mailboxes': list(['reply_to', 'ReplyTo'], /,/),
            'email.return_path': capture('return_path', ADDRESS, 'email'),
            'email.sender': capture('sender', ADDRESS, 'email'),
            'email.subject': ['subject', 'Subject'],
            'email.message_uid': ['message_id', 'headers.message-id'],
            'email.files': first(
              objects(
                'attachments',
                { name: 'filename', mime_type: 'content_type', size: integer('size') },
                { type_id: 'Regular File' },
              ),
              objects(
                'Attachments',
                { name: 'Name', mime_type: 'ContentType', size: integer('ContentLength') },
                { type_id: 'Regular File' },
              ),
            ),
            'src_endpoint.ip': first(
              capture('headers.x-originating-ip', /^\[?([0-9a-fA-F.:]{3,45})\]?$/, 'ip'),
              ip('client_ip', 'sender_ip'),
            ),
          },
        },
      ],
    },
  ],
}

export const mailSource = compileSource(MAIL)
