/**
 * Drift alarms: a technique was detected in the last round and is not any more. An alarm stays open until it is
 * detected again.
 */
import type { OpenFirst, OpenFirstPosition } from '../../../../platform/paging.ts'
import { openFirst } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { notifySubscribers } from '../../../soc/notify/index.ts'

export const ALARMS = table('PurpleAlarm', {
  id: column.uuid(),
  subject: column.text({ description: 'test in a mode, or rule or technique on a host' }),
  technique_id: column.from('technique', column.orNull(column.text())),
  title: column.text(),
  missed_by: column.uuid({ description: 'execution or contract without a detection' }),
  detected_by: column.uuid({ description: 'previous execution or contract, with a detection' }),
  raised_at: column.time(),
  resolved_at: column.orNull(column.time({ description: 'time of the next detection' })),
})
export type Alarm = RowOf<typeof ALARMS>

export type Result = {
  readonly subject: string
  readonly technique: string | null
  /** Words for people: a test by its name, a rule on a host. */
  readonly what: string
  readonly id: string
  readonly isDetected: boolean
  /** The last conclusive result before this one; null when there is none. */
  readonly before: { readonly id: string; readonly isDetected: boolean } | null
}

/** Raises an alarm and notifies its subscribers, or resolves the open one. */
export async function judgeDrift(tx: TenantTx, result: Result, nowMs: number): Promise<void> {
  const { subject, technique, what, id, isDetected, before } = result
  if (isDetected) {
    const sql = /* sql */ `
      UPDATE purple_alarms SET resolved_at = clock_timestamp(), resolved_by = $2 WHERE subject = $1 AND resolved_at IS NULL`
    await tx.run(sql, [subject, id])
    return
  }
  if (before === null || !before.isDetected) return
  const sql = /* sql */ `
    INSERT INTO purple_alarms (subject, technique, title, missed_by, detected_by) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING ${ALARMS.columns}`
  const title = `No longer detected: ${what}`.slice(0, 300)
  const alarm = await tx.maybeOne(ALARMS.read, sql, [subject, technique, title, id, before.id])
  if (alarm === null) return
  const body = `${technique === null ? '' : `${technique}. `}It was detected the time before, and was missed now.`
  await notifySubscribers(
    tx,
    {
      ...{ kind: 'coverage_drift', title, severity: 'high', body, path: '/purple-team?tab=schedules' },
      ...{ about: { kind: 'purple_alarm', id: alarm.id }, dedupeKey: `coverage-drift/${alarm.id}` },
    },
    nowMs,
  )
}

/** Open ones first, then the newest. */
export function alarmsPage(
  tx: TenantTx,
  isOpen: boolean | null,
  limit: number,
  after: OpenFirstPosition | null,
): Promise<OpenFirst<Alarm>[]> {
  const sql = /* sql */ `
    SELECT ${ALARMS.columns}, resolved_at IS NULL AS is_open, raised_at::text AS position FROM purple_alarms
    WHERE ($1::boolean IS NULL OR (resolved_at IS NULL) = $1)
      AND ($2::boolean IS NULL OR (resolved_at IS NULL, raised_at, id) < ($2::boolean, $3::timestamptz, $4::uuid))
    ORDER BY resolved_at IS NULL DESC, raised_at DESC, id DESC LIMIT $5`
  const place = [after?.isOpen ?? null, after?.at[0] ?? null, after?.at[1] ?? null]
  return tx.many(openFirst(ALARMS.read), sql, [isOpen, ...place, limit])
}
