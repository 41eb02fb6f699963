import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { CaseActor } from './case-actor.ts'
import { announceTouched } from './comment-on-case.ts'
import { lockedCase } from './find-case.ts'

/**
 * Time that a person spent on a case. Entries are never changed: a mistake is corrected by another entry with a note.
 */
export const TIME_ENTRIES = tableInCamelCase('TimeEntry', {
  id: column.uuid(),
  case_id: column.uuid(),
  minutes: column.int(),
  note: column.orNull(column.text()),
  actor_id: column.hidden(column.text()),
  created_at: column.time(),
})
export type TimeEntry = RowOf<typeof TIME_ENTRIES>

/** Throws `not_found`, `conflict` for a merged case. */
export async function trackTime(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  { minutes, note }: Pick<TimeEntry, 'minutes' | 'note'>,
  nowMs: number,
): Promise<TimeEntry> {
  const found = await lockedCase(tx, ref)
  const sql = /* sql */ `
    INSERT INTO case_time_entries (case_id, minutes, note, actor_id, created_at) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${TIME_ENTRIES.columns}`
  const made = await tx.one(TIME_ENTRIES.read, sql, [found.id, minutes, note, actor.id, new Date(nowMs)])
  await announceTouched(tx, found)
  return made
}

/** Newest first. */
export function timePage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<TimeEntry>[]> {
  const sql = /* sql */ `
    SELECT ${TIME_ENTRIES.columns}, created_at::text AS position FROM case_time_entries
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(TIME_ENTRIES.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}
