import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import { type Actor, idOf, isAllowed, personBehind } from '../../platform/acting/index.ts'
import { notify } from '../notify/index.ts'
import { ONCALL_LIMITS } from './limits.ts'
import { lockedRotation, type Rotation } from './oncall-store.ts'
import { insertOverride, markEnded, type Override, openOverride, openOverrides } from './override-store.ts'
import { scheduledBetween } from './turns.ts'

export type Period = { readonly from: Date; readonly until: Date }
export type Cover = Period & {
  readonly rotationId: string
  readonly userId: string
  readonly reason: string
  /** A swap: the covered person has the pager in this shift of the person who covers. */
  readonly inReturn: Period | null
}
export type Covered = { readonly override: Override; readonly inReturn: Override | null }

/**
 * Puts a person on call for a time, in place of whoever has the shift. With `soc:write` for anybody; without it people of
 * the rotation take a shift themselves, or hand over their own. Throws 422 for an unknown rotation or user and for a
 * period that is over, too long or the person's own; `conflict` for a period that is covered already, and past the number
 * that a tenant may have; `forbidden`.
 */
export async function cover(tx: TenantTx, actor: Actor, wanted: Cover, nowMs: number): Promise<Covered> {
  // Requests for the same rotation wait for one another here, so that no two overrides overlap.
  const rotation = await lockedRotation(tx, wanted.rotationId)
  if (rotation === null) throw invalid('rotation_id', 'is no rotation of this tenant', 'reference')
  if ((await usersByIds(tx, [wanted.userId])).get(wanted.userId)?.isActive !== true)
    throw invalid('user_id', 'is no active user', 'reference')
  requirePeriod('until', wanted, nowMs)
  const replaced = scheduledBetween(rotation, wanted.from.getTime(), wanted.until.getTime())
  if (replaced.length === 1 && replaced[0] === wanted.userId)
    throw invalid('user_id', 'is on call then by the rotation', 'reference')
  requireMayCover(actor, rotation, wanted.userId, replaced)
  const add = (userId: string, { from, until }: Period) =>
    insertFree(tx, { ...wanted, userId, from, until, createdBy: idOf(actor) }, nowMs)
  const override = await add(wanted.userId, wanted)
  const inReturn =
    wanted.inReturn === null
      ? null
      : await add(partnerOf(rotation, wanted.userId, replaced, wanted.inReturn, nowMs), wanted.inReturn)
  for (const one of inReturn === null ? [override] : [override, inReturn])
    await announce(tx, actor, rotation, one, nowMs)
  return { override, inReturn }
}

function requirePeriod(member: string, { from, until }: Period, nowMs: number): void {
  const [fromMs, untilMs] = [from.getTime(), until.getTime()]
  if (untilMs <= Math.max(fromMs, nowMs)) throw invalid(member, 'is after the beginning, and not over yet')
  if (untilMs - fromMs > ONCALL_LIMITS.overrideDays * DAY_MS)
    throw invalid(member, `is within ${ONCALL_LIMITS.overrideDays} days of the beginning`)
}

/** The person who gets the shift in return. Throws 422 if several people would be covered, or the shift is another's. */
function partnerOf(
  rotation: Rotation,
  userId: string,
  replaced: readonly string[],
  period: Period,
  nowMs: number,
): string {
  requirePeriod('in_return', period, nowMs)
  const [partner, ...others] = replaced
  if (partner === undefined || others.length > 0)
    throw invalid('in_return', 'is for a shift of one person: the period is of several, or of nobody')
  const own = scheduledBetween(rotation, period.from.getTime(), period.until.getTime())
  if (own.length !== 1 || own[0] !== userId) throw invalid('in_return', 'is no shift of the person who covers')
  return partner
}

function requireMayCover(actor: Actor, rotation: Rotation, userId: string, replaced: readonly string[]): void {
  if (isAllowed(actor, 'soc:write')) return
  const own = actor.delegationId === null ? personBehind(actor) : null
  const isMember = own !== null && rotation.userIds.includes(own)
  if (isMember && (userId === own || (replaced.length === 1 && replaced[0] === own))) return
  throw new AppError('forbidden', 'changing the shifts of others needs the permission soc:write')
}

async function insertFree(
  tx: TenantTx,
  { rotationId, userId, from, until, reason, createdBy }: Cover & { readonly createdBy: string },
  nowMs: number,
): Promise<Override> {
  const isTaken = (await openOverrides(tx, nowMs)).some(
    (one) => one.rotationId === rotationId && one.fromAt < until && one.untilAt > from,
  )
  if (isTaken) throw new AppError('conflict', 'somebody covers a part of this time already: end that first')
  const wanted = { rotationId, userId, fromAt: from, untilAt: until, reason, createdBy }
  const made = await insertOverride(tx, wanted, nowMs)
  if (made === null) throw new AppError('conflict', `a tenant has at most ${ONCALL_LIMITS.overrides} covered shifts`)
  return made
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Notifies the person who covers and those who are covered; whoever arranged it knows. */
async function announce(
  tx: TenantTx,
  actor: Actor,
  rotation: Rotation,
  { id, userId, fromAt, untilAt, reason }: Override,
  nowMs: number,
): Promise<void> {
  const name = (await usersByIds(tx, [userId])).get(userId)?.username ?? userId
  const covered = scheduledBetween(rotation, fromAt.getTime(), untilAt.getTime()).filter((one) => one !== userId)
  const period = `From ${minuteOf(fromAt)} until ${minuteOf(untilAt)}. ${reason}`
  const tell = (to: readonly string[], title: string, key: string) => {
    const userIds = to.filter((one) => one !== personBehind(actor))
    if (userIds.length === 0) return
    const message = {
      kind: 'oncall_handoff',
      title,
      body: period,
      path: '/oncall',
      dedupeKey: `cover/${id}/${key}`,
    } as const
    return notify(tx, message, [{ kind: 'users', userIds, label: `rotation:${rotation.name}` }], nowMs)
  }
  await tell([userId], `You cover a shift: ${rotation.name}`, 'covers')
  await tell(covered, `${name} covers your shift: ${rotation.name}`, 'covered')
}

/**
 * Ends an override early, for those who may arrange one and for whoever arranged it. Throws `not_found`, also for one
 * that is over.
 */
export async function endCover(tx: TenantTx, actor: Actor, id: string, nowMs: number): Promise<Override> {
  const found = requireFound(await openOverride(tx, id, nowMs), 'override in force')
  const own = personBehind(actor)
  const isOwn = actor.delegationId === null && own !== null && [found.userId, found.createdBy].includes(own)
  if (!isOwn && !isAllowed(actor, 'soc:write'))
    throw new AppError('forbidden', 'changing the shifts of others needs the permission soc:write')
  return markEnded(tx, id, idOf(actor), nowMs)
}

const DAY_MS = 86_400_000
