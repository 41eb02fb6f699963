/**
 * Stores the state of fusion: one slot for each part, entity, chunk of ids, and rule's days. Slot names are digests
 * because names may have any length; the payload holds the full name.
 */
import type { SlotChange } from '../../../stream/driver.ts'
import { idOf } from '../../signal-id.ts'
import { entityKey, newEntity } from './entity.ts'
import type { Evidence } from './evidence.ts'
import type { FuseLimits } from './limits.ts'
import type { Entity, Part } from './part.ts'
import { TenantStories } from './tenant-stories.ts'

export const STORE = 'stories'

type Change = Omit<SlotChange, 'partition'>
type Slots = readonly { readonly slot: string; readonly payload: Buffer }[]

type StoredPart = Omit<Part, 'rules' | 'entities'> & { readonly tenant: string; readonly rules: readonly Evidence[] }
type StoredEntity = Omit<Entity, 'byRule' | 'movedTo' | 'parts'> & {
  readonly tenant: string
  readonly byRule: readonly (readonly [string, number[]])[]
  /** `movedTo` of the entity. The name of the stored member stays, so that older state is readable. */
  readonly went: readonly (readonly [string, string[]])[]
}
type StoredDays = { readonly tenant: string; readonly rule: string; readonly days: number[]; readonly firstDay: number }

const NONE = Buffer.alloc(0)
const SWEPT = 'm'

/** Slot changes of the tenant's steps since the last commit. */
export function changesOf(stories: TenantStories): Change[] {
  const { tenant, dirty, dirtyEntities, removed } = stories
  return [
    ...[...removed].map((key) => change(`k ${idOf(tenant, key)}`, NONE)),
    ...[...dirty].map((part) => storedPart(tenant, part)),
    ...[...dirtyEntities].map((entity) => storedEntity(tenant, entity)),
    ...stories.seen.flush(stories.clock).map(({ chunk, payload }) => change(`s ${chunk} ${tenant}`, payload)),
    ...stories.days.flush().map(({ ruleId, days, firstDay }) => {
      const slot = `d ${idOf(tenant, ruleId)}`
      return change(slot, days.length === 0 ? NONE : json({ tenant, rule: ruleId, days, firstDay }))
    }),
  ]
}

function storedPart(tenant: string, part: Part): Change {
  const { entities: _, ...kept } = part
  return change(slotOf(tenant, part, part.key), json({ ...kept, tenant, rules: [...part.rules.values()] }))
}

function storedEntity(tenant: string, whole: Entity): Change {
  const { parts: _, movedTo, ...entity } = whole
  const slot = slotOf(tenant, whole, entityKey(entity.kind, entity.name, entity.day))
  return change(slot, json({ ...entity, tenant, byRule: [...entity.byRule], went: [...movedTo] }))
}

/** Cached digests of objects that are stored repeatedly. */
const SLOTS = new WeakMap<Part | Entity, string>()

function slotOf(tenant: string, of: Part | Entity, key: string): string {
  let slot = SLOTS.get(of)
  if (slot === undefined) SLOTS.set(of, (slot = `k ${idOf(tenant, key)}`))
  return slot
}

function change(slot: string, payload: Buffer): Change {
  return { store: STORE, slot, payload }
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

export function sweptChange(hour: number): Change {
  return change(SWEPT, json(hour))
}

export function restoreSwept(slots: Slots): number {
  const stored = slots.find(({ slot }) => slot === SWEPT)
  return stored ? (JSON.parse(stored.payload.toString()) as number) : 0
}

export function restoreTenants(slots: Slots, limits: FuseLimits): Map<string, TenantStories> {
  const tenants = new Map<string, TenantStories>()
  const of = (tenant: string) => {
    const known = tenants.get(tenant) ?? new TenantStories(tenant, limits)
    tenants.set(tenant, known)
    return known
  }
  const parts: StoredPart[] = []
  for (const { slot, payload } of slots) {
    if (slot === SWEPT) continue
    if (slot.startsWith('s ')) restoreSeen(of, slot, payload)
    else if (slot.startsWith('d ')) restoreDays(of, JSON.parse(payload.toString()) as StoredDays)
    else {
      const stored = JSON.parse(payload.toString()) as StoredPart | StoredEntity
      if ('key' in stored) parts.push(stored)
      else restoreEntity(of(stored.tenant), stored)
    }
  }
  for (const { tenant, ...part } of parts) {
    of(tenant).restorePart({
      ...part,
      entities: [],
      rules: new Map(part.rules.map((evidence) => [evidence.ruleId, evidence])),
    })
  }
  return tenants
}

type TenantOf = (tenant: string) => TenantStories

function restoreSeen(of: TenantOf, slot: string, payload: Buffer): void {
  const [, chunk, tenant] = /^s (\d+) (.*)$/s.exec(slot) as unknown as [string, string, string]
  const stories = of(tenant)
  stories.clock = Math.max(stories.clock, stories.seen.restore(Number(chunk), payload))
}

function restoreDays(of: TenantOf, { tenant, rule, days, firstDay }: StoredDays): void {
  of(tenant).days.restore(rule, days, firstDay)
}

function restoreEntity(stories: TenantStories, stored: StoredEntity): void {
  const { kind, name, day } = stored
  const entity: Entity = {
    ...newEntity(kind, name, day),
    partners: stored.partners,
    byRule: new Map(stored.byRule),
    movedTo: new Map(stored.went),
    hours: stored.hours,
    takenHour: stored.takenHour,
  }
  stories.entities.set(entityKey(kind, name, day), entity)
}
