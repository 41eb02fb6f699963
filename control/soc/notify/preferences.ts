import { invalid } from '../../../platform/invalid-input.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { isZone, offsetMsAt } from '../../../platform/zone-offset.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import type { BroadcastKind, NotificationKind } from './kinds.ts'
import { CHAT_PLATFORMS } from './notification.ts'

export const PERSONAL_CHANNELS = ['mail', 'push', ...CHAT_PLATFORMS, 'sms', 'voice'] as const
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number]

export const PREFERENCES = table('NotificationPreferences', {
  user_id: column.uuid(),
  channels: column.texts({
    description:
      'channels in the order of delivery attempts: mail, push, slack and teams to the linked account, sms and voice to the verified number',
  }),
  min_severity: column.word(SEVERITIES, {
    description: 'minimum severity of sent messages; urgent ones are always sent',
  }),
  kinds: column.texts({ description: 'kinds of general notifications to receive as well' }),
  quiet_from: column.orNull(column.text({ description: 'HH:MM; from this time only urgent messages are sent' })),
  quiet_to: column.orNull(column.text({ description: 'HH:MM' })),
  time_zone: column.text({ description: 'time zone of the quiet hours, such as Europe/Berlin' }),
})
export type Preferences = RowOf<typeof PREFERENCES>
export type PreferencesInput = Omit<Preferences, 'user_id' | 'channels' | 'kinds'> & {
  readonly channels: readonly PersonalChannel[]
  readonly kinds: readonly BroadcastKind[]
}

const USUAL: Omit<Preferences, 'user_id'> = {
  channels: ['mail', 'push'],
  min_severity: 'info',
  kinds: [],
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
}

export async function preferencesOf(tx: TenantTx, userId: string): Promise<Preferences> {
  const found = await preferencesOfAll(tx, [userId])
  return found.get(userId) ?? { user_id: userId, ...USUAL }
}

export async function preferencesOfAll(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Preferences>> {
  const sql = /* sql */ `SELECT ${PREFERENCES.columns} FROM notification_preferences WHERE user_id = ANY($1::uuid[])`
  const found = new Map((await tx.many(PREFERENCES.read, sql, [userIds])).map((one) => [one.user_id, one]))
  return new Map(userIds.map((id) => [id, found.get(id) ?? { user_id: id, ...USUAL }]))
}

/** Throws 422 for an unknown time zone, and for quiet hours with only a start or an end. */
export async function putPreferences(
  tx: TenantTx,
  userId: string,
  preferencesInput: PreferencesInput,
): Promise<Preferences> {
  const { channels, min_severity, kinds, quiet_from, quiet_to, time_zone } = preferencesInput
  if (!isZone(time_zone)) throw invalid('time_zone', 'is no time zone, such as Europe/Berlin')
  if ((quiet_from === null) !== (quiet_to === null)) throw invalid('quiet_to', 'goes together with quiet_from')
  const sql = /* sql */ `
    INSERT INTO notification_preferences (user_id, channels, min_severity, kinds, quiet_from, quiet_to, time_zone)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET channels = $2, min_severity = $3, kinds = $4, quiet_from = $5,
      quiet_to = $6, time_zone = $7, updated_at = clock_timestamp()`
  await tx.run(sql, [userId, channels, min_severity, kinds, quiet_from, quiet_to, time_zone])
  return preferencesOf(tx, userId)
}

/** Active users who subscribed to a kind without named receivers. */
export function subscribersOf(tx: TenantTx, kind: NotificationKind, limit: number): Promise<string[]> {
  const sql = /* sql */ `
    SELECT p.user_id FROM notification_preferences p JOIN users u ON u.id = p.user_id
    WHERE $1 = ANY(p.kinds) AND u.is_active ORDER BY p.user_id LIMIT $2`
  return tx.many((row) => String(row.user_id), sql, [kind, limit])
}

/** When a message may be sent: now, or at the end of the quiet hours that now lies in. */
export function afterQuietHours({ quiet_from, quiet_to, time_zone }: Preferences, now: Date): Date {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return now
  const minute = minuteOfDay(now, time_zone)
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet) return now
  const wait = (to - minute + MINUTES_OF_DAY) % MINUTES_OF_DAY
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS)
}

const MINUTE_MS = 60_000
const MINUTES_OF_DAY = 24 * 60

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

function minuteOfDay(at: Date, timeZone: string): number {
  const local = new Date(at.getTime() + offsetMsAt(timeZone, at.getTime()))
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}
