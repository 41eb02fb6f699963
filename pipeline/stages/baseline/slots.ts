/**
 * Stores entities: one slot for the open hours, written after each change, and one for the profiles, written when an hour
 * closes. Both slots are named by a digest of the entity, because names may have any length.
 */
import type { EntityType } from '../../../schemas/entity-observation.ts'
import type { SlotChange } from '../../../stream/driver.ts'
import { idOf } from '../../signal-id.ts'
import { Entity } from './entity.ts'
import { bytesOfLearned } from './learned.ts'
import { type OpenHour, splitStored, storedHours } from './open-hour.ts'

export const STORE = 'habits'
const NONE = Buffer.alloc(0)

type Change = Omit<SlotChange, 'partition'>
type Slots = readonly { readonly slot: string; readonly payload: Buffer }[]
type StoredEntity = Pick<Entity, 'tenant' | 'type' | 'name' | 'hour' | 'bornMs' | 'receivedMs'> & {
  /** The stored name of `reportedHour`. */
  readonly toldHour?: number
}

const IDS = new WeakMap<Entity, string>()

function idOfEntity(entity: Entity): string {
  let id = IDS.get(entity)
  if (id === undefined) IDS.set(entity, (id = idOf(entity.tenant, entity.type, entity.name)))
  return id
}

export function changesOf(entity: Entity): Change[] {
  const id = idOfEntity(entity)
  const { tenant, type, name, hour, bornMs, receivedMs, reportedHour: toldHour } = entity
  const hours = storedHours(entity.current as OpenHour, entity.previous as OpenHour)
  const head = JSON.stringify({ tenant, type, name, hour, bornMs, receivedMs, toldHour }).slice(0, -1)
  const changes: Change[] = [{ store: STORE, slot: `o ${id}`, payload: Buffer.from(head + hours) }]
  if (entity.hasLearned) changes.push({ store: STORE, slot: `h ${id}`, payload: bytesOfLearned(entity.learned) })
  entity.hasLearned = false
  return changes
}

export function removalsOf(entity: Entity): Change[] {
  const id = idOfEntity(entity)
  return [`o ${id}`, `h ${id}`].map((slot) => ({ store: STORE, slot, payload: NONE }))
}

export function restoreEntities(slots: Slots): Entity[] {
  const profiles = new Map(
    slots.flatMap(({ slot, payload }) => (slot.startsWith('h ') ? [[slot.slice(2), payload]] : [])),
  )
  return slots.flatMap(({ slot, payload }) => {
    if (!slot.startsWith('o ')) return []
    const { head, hours } = splitStored(payload.toString())
    const stored = JSON.parse(head) as StoredEntity & { readonly type: EntityType }
    const entity = new Entity(stored.tenant, stored.type, stored.name)
    // An older state has no `toldHour`: its baselines are published again.
    const { hour, bornMs, receivedMs, toldHour: reportedHour = -1 } = stored
    Object.assign(entity, { hour, bornMs, receivedMs, reportedHour })
    // Copied, because a slot is a part of a buffer that may be large.
    entity.freezeAs(hours, Uint8Array.prototype.slice.call(profiles.get(slot.slice(2)) ?? NONE) as Buffer)
    return [entity]
  })
}
