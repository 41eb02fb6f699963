/**
 * Forwarded mail (the inbox template `email-forwarded`), with the names of `formats/mail.ts` and of mail relays; those
 * that begin with a capital are Postmark's.
 */
import type { Members } from '../../../platform/members.ts'
import { mailboxesIn } from '../../formats/mail.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, first, integer, ip, is, list, objects, type SourceTable, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { AUDIT, FORWARDED, PLAIN, product } from '../saas/rows.ts'

/** `"Bob" <bob@example.org>` or the bare address. */
const ADDRESS = /<?([^\s<>"(),;:]{1,128}@[^\s<>"(),;:]{1,190})>?\s*$/

/** JSON relays keep the names of headers as they were written. */
const MESSAGE_ID = ['message_id', 'headers.message-id', 'headers.Message-ID', 'headers.Message-Id'] as const

/**
 * Maximum number of recipients that are read from one header; `unmapped` has them all.
 * @bound listed recipients of a mail -> the others stay in `unmapped`
 */
const RECIPIENTS_MAX = 1000
/** @bound characters in one text with recipients -> the others stay in `unmapped` */
const RECIPIENTS_CHARS_MAX = 65_536

function mailboxesOf(value: unknown): readonly string[] {
  const found: string[] = []
  for (const one of Array.isArray(value) ? value : [value]) {
    if (found.length >= RECIPIENTS_MAX) break
    found.push(...mailboxesIn(textOf(one).slice(0, RECIPIENTS_CHARS_MAX)))
  }
  return found.slice(0, RECIPIENTS_MAX)
}

/** Splits the recipients, however a relay joins them, into mailboxes and their addresses. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const fields: Members = {}
  for (const [name, value] of [
    ['to', record.to ?? record.To],
    ['cc', record.cc ?? record.Cc],
    ['reply_to', record.reply_to ?? record.ReplyTo],
  ] as const) {
    const mailboxes = mailboxesOf(value)
    fields[`${name}_mailboxes`] = mailboxes
    fields[name] = mailboxes.flatMap((mailbox) => ADDRESS.exec(mailbox)?.[1] ?? [])
  }
  record.parsed = fields
}

export const MAIL: SourceTable = {
  id: 'mail/1',
  shapes: PLAIN.map((shape) => ({ ...shape, settle })),
  select: ['content_type'],
  rows: {
    time: time('date', 'headers.date', 'headers.Date', 'Date', 'timestamp', 'received_at'),
    ...AUDIT,
    ...product('Internet', 'Mail'),
    'metadata.original_event_uid': MESSAGE_ID,
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
            'email.to': list(['parsed.to', 'to', 'To'], /,/, 'email'),
            'email.to_mailboxes': list(['parsed.to_mailboxes', 'to', 'To'], /,/),
            'email.cc': list(['parsed.cc', 'cc', 'Cc'], /,/, 'email'),
            'email.cc_mailboxes': list(['parsed.cc_mailboxes', 'cc', 'Cc'], /,/),
            'email.reply_to_mailboxes': list(['parsed.reply_to_mailboxes', 'reply_to', 'ReplyTo'], /,/),
            'email.return_path': capture('return_path', ADDRESS, 'email'),
            'email.sender': capture('sender', ADDRESS, 'email'),
            'email.subject': ['subject', 'Subject'],
            'email.message_uid': MESSAGE_ID,
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
              capture(
                ['headers.x-originating-ip', 'headers.X-Originating-IP', 'headers.X-Originating-Ip'],
                /^\[?([0-9a-fA-F.:]{3,45})\]?$/,
                'ip',
              ),
              ip('client_ip', 'sender_ip'),
            ),
          },
        },
      ],
    },
  ],
}

export const mailSource = compileSource(MAIL)
