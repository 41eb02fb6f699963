/** Finds the person on call, and the stand-in when that person is absent. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import { deputiesOf } from '../../identity/deputies/index.ts'
import { type PresenceState, presences, type Rotation, rotations } from './oncall-store.ts'
import { nextHandoff, turnAt } from './turns.ts'

export type Responder = {
  readonly userId: string
  readonly userEmail: string
  readonly userName: string
  /** Null: not set. */
  readonly status: PresenceState | null
}
export type OnDuty = {
  readonly rotation: Rotation
  /** Null before the first shift, and when the scheduled person has left. */
  readonly turn: number | null
  readonly scheduled: Responder | null
  /**
   * The first person from there on who is neither offline nor snoozed, a deputy before the person that they stand in
   * for; null when there is none.
   */
  readonly responder: Responder | null
  readonly isStandIn: boolean
  readonly nextHandoffMs: number
}

const AWAY: ReadonlySet<PresenceState | null> = new Set(['offline', 'snoozed'])

export async function whoIsOn(tx: TenantTx, nowMs: number): Promise<OnDuty[]> {
  const all = await rotations(tx)
  const members = [...new Set(all.flatMap(({ userIds }) => userIds))]
  const deputies = await deputiesOf(tx, members, new Date(nowMs))
  const users = await usersByIds(tx, [...new Set([...members, ...[...deputies.values()].flat()])])
  const statusByUser = new Map((await presences(tx)).map(({ userId, status }) => [userId, status]))
  const responderOf = (id: string): Responder | null => {
    const user = users.get(id)
    if (!user?.isActive) return null
    return { userId: id, userEmail: user.email, userName: user.username, status: statusByUser.get(id) ?? null }
  }
  return all.map((rotation) => {
    const turn = turnAt(rotation, nowMs)
    const { userIds } = rotation
    const order = turn === null ? [] : userIds.map((_, n) => userIds[(turn + n) % userIds.length] ?? '')
    const scheduled = responderOf(order[0] ?? '')
    // A person who named a deputy is away as long as the deputy is there.
    const inTurn = order.flatMap((id) => [...(deputies.get(id) ?? []), id])
    const responder = inTurn.map(responderOf).find((one) => one !== null && !AWAY.has(one.status)) ?? null
    const isStandIn = responder !== null && responder.userId !== scheduled?.userId
    return { rotation, turn, scheduled, responder, isStandIn, nextHandoffMs: nextHandoff(rotation, nowMs) }
  })
}
