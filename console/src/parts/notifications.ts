/** Notifications to the user: one for each event, however many channels carried it. */
import type { Schemas } from '../api/client.ts'

type Receipt = Schemas['NotificationReceipt']
type Kept = 'title' | 'path' | 'kind' | 'severity' | 'about_kind' | 'about_id' | 'created_at'
export type Notification = Pick<Receipt, Kept> & {
  readonly id: string
  /** Receipts that are to be marked as seen; empty when the user has seen it on some channel. */
  readonly unseen: readonly string[]
}

export function notificationsOf(receipts: readonly Receipt[]): Notification[] {
  return [...Map.groupBy(receipts, ({ notification_id: id }) => id)].flatMap(([id, all]) => {
    const [first] = all
    if (first === undefined) return []
    const isSeen = all.some(({ seen_at: seen, answered_at: answered }) => seen !== null || answered !== null)
    const { title, path, kind, severity, about_kind, about_id, created_at } = first
    const unseen = isSeen ? [] : all.map((one) => one.id)
    return [{ id, title, path, kind, severity, about_kind, about_id, created_at, unseen }]
  })
}
