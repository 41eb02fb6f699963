import { SEVERITIES } from '../../../platform/severities.ts'
import { oneOf } from '../../../schemas/wire.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { KIND_NAMES, type NotificationKind } from './kinds.ts'

/** Chats in which a person links an account, and gets direct messages. */
export const CHAT_PLATFORMS = ['slack', 'teams'] as const
export type ChatPlatform = (typeof CHAT_PLATFORMS)[number]
export const CHAT_NAMES: Readonly<Record<ChatPlatform, string>> = { slack: 'Slack', teams: 'Teams' }

/** Narrows the channel of a message to a chat in which it is a direct message. */
export const isDirectChat = (channel: string): channel is ChatPlatform =>
  (CHAT_PLATFORMS as readonly string[]).includes(channel)

export const CHANNELS = ['mail', 'push', 'chat', ...CHAT_PLATFORMS, 'sms', 'voice', 'none'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * queued, and waiting while another channel of the same person is tried first; sending; sent: the mail server took it;
 * delivered: the push service or the chat took it; seen and answered by the person; failed and skipped with a reason.
 */
export const RECEIPT_STATUSES = [
  ...(['queued', 'waiting', 'sending', 'sent', 'delivered', 'seen', 'answered', 'failed', 'skipped'] as const),
] as const

/** The state of one message to one receiver over one channel. */
export const RECEIPTS = table('NotificationReceipt', {
  id: column.uuid(),
  notification_id: column.uuid(),
  kind: { ...column.text(), schema: oneOf(KIND_NAMES) },
  severity: column.orNull(column.word(SEVERITIES)),
  title: column.text(),
  path: column.text({ description: 'console page of the message' }),
  about_kind: column.orNull(column.text()),
  about_id: column.orNull(column.text()),
  receiver: column.text({ description: 'receiver as named by the escalation ladder or the sender' }),
  user_id: column.orNull(column.uuid()),
  channel: column.word(CHANNELS),
  address: column.text(),
  status: column.word(RECEIPT_STATUSES),
  reason: column.orNull(column.text({ description: 'reason of a failed, waiting or skipped message' })),
  tries: column.int(),
  digest_id: column.orNull(
    column.uuid({ description: 'receipt of the combined message that contained this notification, in a storm' }),
  ),
  created_at: column.time(),
  sent_at: column.orNull(column.time()),
  seen_at: column.orNull(column.time()),
  answered_at: column.orNull(column.time()),
})
export type Receipt = Omit<RowOf<typeof RECEIPTS>, 'kind'> & { readonly kind: NotificationKind }

/** For SELECT: `d` are the deliveries, `n` the notifications. */
export const RECEIPT_COLUMNS = `d.id, d.notification_id, n.kind, n.severity, n.title, n.path, n.about_kind, n.about_id,
  d.receiver, d.user_id, d.channel, d.address, d.status, d.reason, d.tries, d.digest_id, d.created_at, d.sent_at,
  d.seen_at, d.answered_at`
