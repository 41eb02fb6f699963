import { int, orNull, placed, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { CaseActor } from './case-actor.ts'
import { announceTouched } from './comment-on-case.ts'
import { lockedCase } from './find-case.ts'

/**
 * Time that a person spent on a case. Entries are never changed: a mistake is corrected by another entry with a note.
 */
export type TimeEntry = {
  readonly id: string
  readonly caseId: string
  readonly minutes: number
  readonly note: string | null
  readonly actorId: string
  readonly at: Date
}

const COLUMNS = 'id, case_id, minutes, note, actor_id, created_at'

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
    RETURNING ${COLUMNS}`
  const made = await tx.one(toEntry, sql, [found.id, minutes, note, actor.id, new Date(nowMs)])
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
    SELECT ${COLUMNS}, created_at::text AS position FROM case_time_entries
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(toEntry), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}

function toEntry(row: Row): TimeEntry {
  return {
    id: text(row, 'id'),
    caseId: text(row, 'case_id'),
    minutes: int(row, 'minutes'),
    note: orNull(text, row, 'note'),
    actorId: text(row, 'actor_id'),
    at: time(row, 'created_at'),
  }
}
