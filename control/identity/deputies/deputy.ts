import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { type Actor, isAllowed, personBehind } from '../../platform/acting/index.ts'
import { usersByIds } from '../accounts/index.ts'

/**
 * @bound time that a deputy stands in; deputies of a person; listed ones of a tenant = {days}; {ofPerson}; {ofTenant}
 * -> 422; 409; further ones are not listed
 */
export const DEPUTY_LIMITS = { days: 90, ofPerson: 5, ofTenant: 1_000 } as const
const DAY_MS = 86_400_000

/**
 * A person who stands in for another for a time. A deputy is reached in their place and gains no rights: they act with
 * their own permissions.
 */
export const DEPUTIES = table('Deputy', {
  id: column.uuid(),
  user_id: column.uuid({ description: 'user that the deputy stands in for' }),
  deputy_id: column.uuid(),
  from_at: column.time(),
  until_at: column.time(),
  reason: column.text(),
  created_by: column.uuid(),
  created_at: column.time(),
  ended_at: column.orNull(column.time({ description: 'time of an early end' })),
})
export type Deputy = RowOf<typeof DEPUTIES>

export type NewDeputy = {
  readonly userId: string | null
  readonly deputyId: string
  readonly from: Date
  readonly until: Date
  readonly reason: string
}

/**
 * Names a deputy for oneself, or for another person with `users:write`. Throws 422 for a person who is no active user
 * or is their own deputy, and for a period that is over or too long; `conflict` past the number that a person may have;
 * `forbidden` for programs.
 */
export async function nameDeputy(tx: TenantTx, actor: Actor, newDeputy: NewDeputy, nowMs: number): Promise<Deputy> {
  const own = personOf(actor)
  const userId = newDeputy.userId ?? own
  if (userId !== own && !isAllowed(actor, 'users:write'))
    throw new AppError('forbidden', 'naming a deputy for another person needs the permission users:write')
  if (userId === newDeputy.deputyId) throw invalid('deputy_id', 'is the person themselves')
  const users = await usersByIds(tx, [userId, newDeputy.deputyId])
  if (users.get(userId)?.isActive !== true) throw invalid('user_id', 'is no active user', 'reference')
  if (users.get(newDeputy.deputyId)?.isActive !== true) throw invalid('deputy_id', 'is no active user', 'reference')
  const [fromMs, untilMs] = [newDeputy.from.getTime(), newDeputy.until.getTime()]
  if (untilMs <= Math.max(fromMs, nowMs)) throw invalid('until', 'is after the beginning, and not over yet')
  if (untilMs - Math.max(fromMs, nowMs) > DEPUTY_LIMITS.days * DAY_MS)
    throw invalid('until', `is within ${DEPUTY_LIMITS.days} days of the beginning`)
  // Requests for the same person wait for one another here, so that the bound holds.
  await tx.run(/* sql */ `SELECT FROM users WHERE id = $1 FOR UPDATE`, [userId])
  const sql = /* sql */ `
    INSERT INTO deputies (user_id, deputy_id, from_at, until_at, reason, created_by, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7
    WHERE (SELECT count(*) FROM deputies WHERE user_id = $1 AND ended_at IS NULL AND until_at > $7) < $8
    RETURNING ${DEPUTIES.columns}`
  const params = [userId, newDeputy.deputyId, newDeputy.from, newDeputy.until, newDeputy.reason, own, new Date(nowMs)]
  const made = await tx.maybeOne(DEPUTIES.read, sql, [...params, DEPUTY_LIMITS.ofPerson])
  if (made === null) throw new AppError('conflict', `a person has at most ${DEPUTY_LIMITS.ofPerson} deputies`)
  return made
}

/**
 * May be done by the person, their deputy, or a user with `users:write`. Throws `not_found`, also for one that is over.
 */
export async function endDeputy(tx: TenantTx, actor: Actor, id: string, nowMs: number): Promise<Deputy> {
  const own = personOf(actor)
  const sql = /* sql */ `
    UPDATE deputies SET ended_at = $2
    WHERE id = $1 AND ended_at IS NULL AND until_at > $2 AND ($3 OR user_id = $4 OR deputy_id = $4)
    RETURNING ${DEPUTIES.columns}`
  return requireFound(
    await tx.maybeOne(DEPUTIES.read, sql, [id, new Date(nowMs), isAllowed(actor, 'users:write'), own]),
    'deputy in force',
  )
}

/** Current and planned deputies of all people of the tenant, by start. */
export function deputies(tx: TenantTx, nowMs: number): Promise<Deputy[]> {
  const sql = /* sql */ `
    SELECT ${DEPUTIES.columns} FROM deputies WHERE ended_at IS NULL AND until_at > $1 ORDER BY from_at, id LIMIT $2`
  return tx.many(DEPUTIES.read, sql, [new Date(nowMs), DEPUTY_LIMITS.ofTenant])
}

/** Deputies of these people now: active deputies by the id of the person, the first named first. */
export async function deputiesOf(
  tx: TenantTx,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map()
  const sql = /* sql */ `
    SELECT d.user_id, d.deputy_id FROM deputies d JOIN users u ON u.id = d.deputy_id
    WHERE d.user_id = ANY($1::uuid[]) AND d.ended_at IS NULL AND d.from_at <= $2 AND d.until_at > $2 AND u.is_active
    ORDER BY d.from_at, d.id`
  const toPair = (row: Row) => ({ of: text(row, 'user_id'), deputy: text(row, 'deputy_id') })
  const pairs = await tx.many(toPair, sql, [userIds, now])
  const found = new Map<string, string[]>()
  for (const { of, deputy } of pairs) found.set(of, [...(found.get(of) ?? []), deputy])
  return found
}

/**
 * True when `deputy` decides for a person now. A deputy named by the requester does not count: requesters would choose
 * their own approver.
 */
export async function isDeputyOf(
  tx: TenantTx,
  {
    deputyId,
    userId,
    requestedBy,
  }: { readonly deputyId: string; readonly userId: string; readonly requestedBy: string | null },
  now: Date,
): Promise<boolean> {
  const sql = /* sql */ `
    SELECT 1 FROM deputies
    WHERE user_id = $1 AND deputy_id = $2 AND ended_at IS NULL AND from_at <= $3 AND until_at > $3
      AND created_by IS DISTINCT FROM $4 LIMIT 1`
  return (await tx.maybeOne(() => true, sql, [userId, deputyId, now, requestedBy])) ?? false
}

function personOf(actor: Actor): string {
  const person = personBehind(actor)
  if (actor.kind !== 'user' || person === null || actor.delegationId !== null)
    throw new AppError('forbidden', 'deputies are for people of this tenant')
  return person
}
