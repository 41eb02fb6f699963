import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isZone } from '../../../platform/zone-offset.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import {
  insertRotation,
  lockedRotation,
  type NewRotation,
  type PresenceInput,
  putPresence,
  type Rotation,
  removeRotation,
  rotations,
  updateRotation,
} from './oncall-store.ts'
import { keepShift, scheduledIn, turnAt } from './turns.ts'

/** Throws 422 for an unknown zone, day or user, `conflict` for a name in use. */
export async function createRotation(tx: TenantTx, rotation: NewRotation): Promise<Rotation> {
  requireSchedule(rotation)
  await requireActive(tx, rotation.userIds)
  const made = await insertRotation(tx, rotation)
  if (made !== null) return made
  const isUsed = (await rotations(tx)).some(({ name }) => name === rotation.name)
  throw new AppError('conflict', isUsed ? 'there is a rotation of that name' : 'this tenant has too many rotations')
}

function requireSchedule({ timeZone, startsOn }: Pick<Rotation, 'timeZone' | 'startsOn'>): void {
  if (!isZone(timeZone)) throw invalid('time_zone', 'is no time zone, such as Europe/Berlin')
  const day = new Date(startsOn)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== startsOn)
    throw invalid('starts_on', 'is no day')
}

async function requireActive(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const users = await usersByIds(tx, userIds)
  const missing = userIds.find((id) => users.get(id)?.isActive !== true)
  if (missing !== undefined) throw invalid('user_ids', `${missing} is no active user`)
}

type RotationChanges = Partial<Pick<Rotation, 'timeZone' | 'startsOn' | 'handoffAt' | 'handoffDays' | 'userIds'>>

/**
 * Changes a rotation. Without `startsOn`, who is on call stays so until the next handoff (see `keepShift`). A person who
 * comes on call by the change is notified. Throws `not_found`, 422 for an unknown zone, day or new user.
 */
export async function changeRotation(
  tx: TenantTx,
  id: string,
  changes: RotationChanges,
  nowMs: number,
): Promise<Rotation> {
  const before = requireFound(await lockedRotation(tx, id), 'rotation')
  const wanted = { ...before, ...changes }
  requireSchedule(wanted)
  // People who left since may stay in the list: whoIsOn skips them.
  await requireActive(
    tx,
    wanted.userIds.filter((user) => !before.userIds.includes(user)),
  )
  const after = changes.startsOn === undefined ? keepShift(before, wanted, nowMs) : wanted
  const turn = turnAt(after, nowMs)
  const isSame = turn !== null && scheduledIn(before, nowMs) === scheduledIn(after, nowMs)
  const announcedTurn = turn === null ? null : isSame ? turn : turn - 1
  return updateRotation(tx, after, announcedTurn)
}

/** Throws `not_found`. */
export async function deleteRotation(tx: TenantTx, id: string): Promise<Rotation> {
  return requireFound(await removeRotation(tx, id), 'rotation')
}

/** Sets a person's own state. Throws 422 for a rotation that the tenant has none of, by id or name. */
export async function declarePresence(tx: TenantTx, presence: PresenceInput): Promise<void> {
  const { rotation } = presence
  const isKnown =
    rotation === null || (await rotations(tx)).some(({ id, name }) => id === rotation || name === rotation)
  if (!isKnown) throw invalid('rotation', `${rotation} is no rotation of this tenant`, 'reference')
  await putPresence(tx, presence)
}
