/**
 * Stores entities: one slot for the open hours, written after each change, and one for the habits, written when an hour
 * closes. Both slots are named by a digest of the entity, because names may have any length.
 */
import type { EntityType } from '../../../schemas/entity-observation.ts'
import type { SlotChange } from '../../../stream/driver.ts'
import { idOf } from '../../signal-id.ts'
import { Entity, type Learned } from './entity.ts'
import { bytesOfHabit, readHabit, writeHabit } from './habit.ts'
import { KNOWN_BYTES, KnownItems } from './known-items.ts'
import { type OpenHour, splitStored, storedHours } from './open-hour.ts'

export const STORE = 'habits'
const NONE = Buffer.alloc(0)

type Change = Omit<SlotChange, 'partition'>
type Slots = readonly { readonly slot: string; readonly payload: Buffer }[]
type StoredEntity = Pick<Entity, 'tenant' | 'type' | 'name' | 'hour' | 'bornMs' | 'receivedMs' | 'toldHour'>

const IDS = new WeakMap<Entity, string>()

function idOfEntity(entity: Entity): string {
  let id = IDS.get(entity)
  if (id === undefined) IDS.set(entity, (id = idOf(entity.tenant, entity.type, entity.name)))
  return id
}

export function changesOf(entity: Entity): Change[] {
  const id = idOfEntity(entity)
  const { tenant, type, name, hour, bornMs, receivedMs, toldHour } = entity
  const hours = storedHours(entity.current as OpenHour, entity.previous as OpenHour)
  const head = JSON.stringify({ tenant, type, name, hour, bornMs, receivedMs, toldHour }).slice(0, -1)
  const changes: Change[] = [{ store: STORE, slot: `o ${id}`, payload: Buffer.from(head + hours) }]
  if (entity.hasLearned) changes.push({ store: STORE, slot: `h ${id}`, payload: habitsOf(entity) })
  entity.hasLearned = false
  return changes
}

export function removalsOf(entity: Entity): Change[] {
  const id = idOfEntity(entity)
  return [`o ${id}`, `h ${id}`].map((slot) => ({ store: STORE, slot, payload: NONE }))
}

/** One byte per metric says whether the metric was learned. */
function habitsOf({ learned }: Entity): Buffer {
  let length = 0
  for (const one of learned) length += one === null ? 1 : 1 + bytesOfHabit(one.habit) + (one.known?.bytes.length ?? 0)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const one of learned) {
    bytes[at++] = one === null ? 0 : 1
    if (one === null) continue
    at = writeHabit(bytes, at, one.habit)
    if (one.known) at += one.known.bytes.copy(bytes, at)
  }
  return bytes
}

export function restoreEntities(slots: Slots): Entity[] {
  const habits = new Map(
    slots.flatMap(({ slot, payload }) => (slot.startsWith('h ') ? [[slot.slice(2), payload]] : [])),
  )
  return slots.flatMap(({ slot, payload }) => {
    if (!slot.startsWith('o ')) return []
    const { head, hours } = splitStored(payload.toString())
    const stored = JSON.parse(head) as StoredEntity & { readonly type: EntityType }
    const entity = new Entity(stored.tenant, stored.type, stored.name)
    // An older state has no `toldHour`: its baselines are published again.
    const { hour, bornMs, receivedMs, toldHour = -1 } = stored
    Object.assign(entity, { hour, bornMs, receivedMs, toldHour })
    entity.freezeAs(hours)
    const bytes = habits.get(slot.slice(2))
    if (bytes) readHabits(entity, bytes)
    return [entity]
  })
}

function readHabits(entity: Entity, bytes: Buffer): void {
  let at = 0
  for (const [place, { kind }] of entity.metrics.entries()) {
    if (!bytes[at++]) continue // also false beyond the end, for a metric that is newer than the stored state
    const isNovel = kind === 'novel'
    const { habit, end } = readHabit(bytes, at, !isNovel)
    at = end + (isNovel ? KNOWN_BYTES : 0)
    const known = isNovel ? new KnownItems(Buffer.from(bytes.subarray(end, at))) : null
    entity.learned[place] = { habit, known } satisfies Learned
  }
}
