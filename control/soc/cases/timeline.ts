/**
 * Everything that happened in a case, from the rows of each change. Cases merged into it add their events as long as
 * the merge is in force.
 */
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { CASE_ACTOR_KINDS } from './case-actor.ts'

export const TIMELINE = tableInCamelCase('TimelineEntry', {
  id: column.uuid(),
  case_id: column.uuid(),
  /** One of `OWN_EVENT_TYPES`, or a name chosen by a person. */
  type: column.text(),
  timestamp: column.from('at', column.time()),
  title: column.text(),
  description: column.orNull(column.text()),
  actor_id: column.hidden(column.orNull(column.text())),
  actor_kind: column.orNull(column.word(CASE_ACTOR_KINDS)),
})
export type TimelineEntry = RowOf<typeof TIMELINE>

/** Newest first. `caseIds` are a case and those merged into it. */
export function timelinePage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<TimelineEntry>[]> {
  const sql = /* sql */ `
    SELECT ${TIMELINE.columns}, at::text AS position FROM (
      SELECT id, id AS case_id, 'created' AS type, 'INC-' || lpad(number::text, greatest(3, length(number::text)), '0')
        || ' opened' AS title, NULL AS description, created_by AS actor_id, NULL AS actor_kind, opened_at AS at
      FROM cases WHERE id = ANY($1)
      UNION ALL
      SELECT id, case_id, 'status_change', from_status || ' to ' || to_status, reason, actor_id, actor_kind, created_at
      FROM case_transitions WHERE case_id = ANY($1)
      UNION ALL
      SELECT id, case_id, 'comment', CASE WHEN is_system THEN 'system comment' ELSE 'comment' END, body, author_id, NULL,
        created_at
      FROM case_comments WHERE case_id = ANY($1)
      UNION ALL
      SELECT id, case_id, type, title, description, actor_id, actor_kind, occurred_at
      FROM case_events WHERE case_id = ANY($1)
      UNION ALL
      SELECT m.id, m.to_case_id, CASE m.kind WHEN 'merge' THEN 'merged' ELSE 'alerts_moved' END,
        cardinality(m.alert_ids) || ' alerts from INC-' || lpad(f.number::text, greatest(3, length(f.number::text)), '0')
          || CASE m.kind WHEN 'merge' THEN ', which was merged into this case' WHEN 'split' THEN ', split off' ELSE '' END,
        m.reason, m.actor_id, m.actor_kind, m.created_at
      FROM case_moves m JOIN cases f ON f.id = m.from_case_id WHERE m.to_case_id = ANY($1) AND m.undone_at IS NULL
    ) told
    WHERE $3::timestamptz IS NULL OR (at, id) < ($3::timestamptz, $4::uuid)
    ORDER BY at DESC, id DESC LIMIT $2`
  return tx.many(placed(TIMELINE.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}
