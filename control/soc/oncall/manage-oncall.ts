import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isZone } from '../../../platform/zone-offset.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { usersByIds } from '../../identity/accounts/index.ts'
import {
  insertRotation,
  type PresenceInput,
  putPresence,
  type Rotation,
  removeRotation,
  rotations,
} from './oncall-store.ts'

/** Throws 422 for an unknown zone, day or user, `conflict` for a name in use. */
export async function createRotation(
  tx: TenantTx,
  rotation: Omit<Rotation, 'id' | 'createdAt' | 'toldTurn'>,
): Promise<Rotation> {
  if (!isZone(rotation.timeZone)) throw invalid('time_zone', 'is no time zone, such as Europe/Berlin')
  const day = new Date(rotation.startsOn)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== rotation.startsOn)
    throw invalid('starts_on', 'is no day')
  const users = await usersByIds(tx, rotation.userIds)
  const missing = rotation.userIds.find((id) => users.get(id)?.isActive !== true)
  if (missing !== undefined) throw invalid('user_ids', `${missing} is no active user`)
  const made = await insertRotation(tx, rotation)
  if (made !== null) return made
  const isUsed = (await rotations(tx)).some(({ name }) => name === rotation.name)
  throw new AppError('conflict', isUsed ? 'there is a rotation of that name' : 'this tenant has too many rotations')
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
