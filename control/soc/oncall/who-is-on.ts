/** Finds the person on call by the rotation or by an override, and the stand-in when that person is absent. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import { deputiesOf } from '../../identity/deputies/index.ts'
import { type PresenceState, presences, type Rotation, rotations } from './oncall-store.ts'
import { type Override, openOverrides } from './override-store.ts'
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
  /** Null before the first shift. */
  readonly turn: number | null
  /** The person of the override, or of the shift; null before the first shift, and for a person who has left. */
  readonly scheduled: Responder | null
  readonly override: Override | null
  /** The person of the shift, whom an override replaces; null without an override. */
  readonly covered: Responder | null
  /**
   * The first person from there on who is neither offline nor snoozed, a deputy before the person that they stand in
   * for; null when there is none.
   */
  readonly responder: Responder | null
  readonly isStandIn: boolean
  /** When another shift or override begins, or the current override ends. */
  readonly nextHandoffMs: number
}

const AWAY: ReadonlySet<PresenceState | null> = new Set(['offline', 'snoozed'])

export async function whoIsOn(tx: TenantTx, nowMs: number): Promise<OnDuty[]> {
  const all = await rotations(tx)
  const overrides = await openOverrides(tx, nowMs)
  const members = [...new Set([...all.flatMap(({ userIds }) => userIds), ...overrides.map(({ userId }) => userId)])]
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
    const ofShift = turn === null ? [] : userIds.map((_, n) => userIds[(turn + n) % userIds.length] ?? '')
    const own = overrides.filter(({ rotationId }) => rotationId === rotation.id)
    const override = own.find(({ fromAt }) => fromAt.getTime() <= nowMs) ?? null
    // If the person who covers is away, the person of the shift is next.
    const order = override === null ? ofShift : [override.userId, ...ofShift.filter((id) => id !== override.userId)]
    const scheduled = responderOf(order[0] ?? '')
    const covered = override === null ? null : responderOf(ofShift[0] ?? '')
    // A person who named a deputy is away as long as the deputy is there.
    const inTurn = order.flatMap((id) => [...(deputies.get(id) ?? []), id])
    const responder = inTurn.map(responderOf).find((one) => one !== null && !AWAY.has(one.status)) ?? null
    const isStandIn = responder !== null && responder.userId !== scheduled?.userId
    const nextHandoffMs = override?.untilAt.getTime() ?? Math.min(nextHandoff(rotation, nowMs), startOf(own[0]))
    return { rotation, turn, scheduled, override, covered, responder, isStandIn, nextHandoffMs }
  })
}

/** Overrides are sorted by their start, so that the first one begins first. */
const startOf = (next: Override | undefined) => next?.fromAt.getTime() ?? Number.POSITIVE_INFINITY
