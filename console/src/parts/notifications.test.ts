import { expect, test } from 'vitest'
import type { Schemas } from '../api/client.ts'
import { notificationsOf } from './notifications.ts'

const receipt = (more: Partial<Schemas['NotificationReceipt']>) =>
  ({
    ...{ id: 'r1', notification_id: 'n1', title: 'A case', path: '/cases/1', kind: 'escalation', severity: 'high' },
    ...{ created_at: '2026-11-30T10:00:00Z', seen_at: null, answered_at: null },
    ...more,
  }) as Schemas['NotificationReceipt']

test('a notification over several channels is one, and all its receipts are unseen', () => {
  const found = notificationsOf([receipt({}), receipt({ id: 'r2', channel: 'push' })])
  expect(found).toMatchObject([{ id: 'n1', title: 'A case', unseen: ['r1', 'r2'] }])
})

test('a notification that was seen or answered on one channel is seen', () => {
  const seen = receipt({ id: 'r2', seen_at: '2026-11-30T10:01:00Z' })
  const answered = receipt({ id: 'r4', notification_id: 'n2', answered_at: '2026-11-30T10:01:00Z' })
  const found = notificationsOf([receipt({}), seen, receipt({ id: 'r3', notification_id: 'n2' }), answered])
  expect(found.map(({ unseen }) => unseen)).toEqual([[], []])
})
