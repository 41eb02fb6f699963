import { placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type Placed, type Position, peopleSql } from '../../identity/accounts/index.ts'
import type { Comment } from './record-store.ts'

/** Rows of `case_mentions` joined to their comments, both under the names that the wire has. */
export const MENTIONS = tableInCamelCase('StoredMention', {
  id: column.uuid(),
  case_id: column.uuid(),
  comment_id: column.uuid(),
  body: column.text(),
  author_id: column.hidden(column.text()),
  created_at: column.time(),
  seen_at: column.orNull(column.time()),
})
export type Mention = RowOf<typeof MENTIONS>

/**
 * Stores mentions of active users and delegates with these names or addresses, in lower case; other names are only text. Returns their ids.
 */
export function insertMentions(tx: TenantTx, comment: Comment, names: readonly string[]): Promise<string[]> {
  const sql = /* sql */ `
    INSERT INTO case_mentions (comment_id, case_id, user_id, created_at)
    SELECT $1, $2, id, $3 FROM (${peopleSql('NULL')}) AS people
    WHERE is_active AND (lower(username) = ANY($4) OR id IN (SELECT u.id FROM users u WHERE lower(u.email) = ANY($4)))
    ON CONFLICT DO NOTHING
    RETURNING user_id`
  return tx.many((row) => text(row, 'user_id'), sql, [comment.id, comment.caseId, comment.createdAt, names])
}

/** Mentions of one user, newest first. */
export function mentionsPage(
  tx: TenantTx,
  userId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<Mention>[]> {
  const sql = /* sql */ `
    SELECT m.id, m.case_id, m.comment_id, c.body, c.author_id, m.created_at, m.seen_at, m.created_at::text AS position
    FROM case_mentions m JOIN case_comments c ON c.id = m.comment_id
    WHERE m.user_id = $1 AND ($3::timestamptz IS NULL OR (m.created_at, m.id) < ($3::timestamptz, $4::uuid))
    ORDER BY m.created_at DESC, m.id DESC LIMIT $2`
  return tx.many(placed(MENTIONS.read), sql, [userId, limit, after?.[0] ?? null, after?.[1] ?? null])
}

/** Marks a mention of the user. False when it was not theirs, or seen before. */
export async function markSeen(tx: TenantTx, userId: string, id: string, at: Date): Promise<boolean> {
  const sql = /* sql */ `UPDATE case_mentions SET seen_at = $3 WHERE id = $2 AND user_id = $1 AND seen_at IS NULL`
  return (await tx.run(sql, [userId, id, at])) === 1
}
