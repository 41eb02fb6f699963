/**
 * The stories of one tenant: signals are added one at a time, and changes are collected once a commit.
 *
 * An entity with too many partners in a day is common: it links nothing any more. The matches of one rule about it and
 * its many partners become one storm, one alert with a count. Both states only ever begin within a day and depend only
 * on the day's signals, so the order of arrival does not matter.
 */
import { assert } from '../../../platform/assert.ts'
import type { Signal } from '../../../schemas/signal.ts'
import { KINDS, NOBODY, type Who, whoOf } from '../../entity-names.ts'
import { addPartner, entityKey, isChronic, isStorm, newEntity, partnersOf } from './entity.ts'
import { findingOf, updateFinding } from './evidence.ts'
import { DAY_MS, type FuseLimits } from './limits.ts'
import type { Entity, EntityKind } from './part.ts'
import {
  addNames,
  addToPart,
  dayOfHour,
  hourOf,
  moveRule,
  newPart,
  type Part,
  restKey,
  stormKey,
  whoKey,
} from './part.ts'
import { RuleDays } from './rule-days.ts'
import { SeenIds } from './seen-ids.ts'
import { type Known, linksOf, storyOf } from './stories.ts'

/** `repeat` was processed before. The others are in alerts; the last three lack some of their links. */
export const OUTCOMES = [
  'accepted',
  'repeat',
  'too_many_entities',
  'too_many_rules',
  'too_many_parts',
  'no_room',
] as const
export type SignalOutcome = (typeof OUTCOMES)[number]

/** An event's clock is wrong when it is more than an hour ahead of its receipt. */
const AHEAD_MS_MAX = 3_600_000

export class TenantStories {
  readonly tenant: string
  readonly seen: SeenIds
  readonly days: RuleDays
  readonly parts = new Map<string, Part>()
  readonly entities = new Map<string, Entity>()
  /** Rises with every signal, and exceeds every earlier value, wherever the tenant was processed before. */
  clock = 0
  /** Parts whose alert must be published again. */
  readonly unpublished = new Set<Part>()
  /** Parts and entities to be stored. */
  readonly dirty = new Set<Part>()
  readonly dirtyEntities = new Set<Entity>()
  /** By storm key: the alerts whose parts went into the storm. */
  readonly absorbed = new Map<string, Set<string>>()
  readonly removed = new Set<string>()
  readonly #limits: FuseLimits
  /** By alert id: the number of parts that it shows. */
  readonly #shown = new Map<string, number>()

  constructor(tenant: string, limits: FuseLimits) {
    this.tenant = tenant
    this.#limits = limits
    this.seen = new SeenIds(limits.seenChunks)
    this.days = new RuleDays(limits.historyMax)
  }

  get known(): Known {
    return { parts: this.parts, entities: this.entities, limits: this.#limits }
  }

  /** `recordMs` is the time at which the signal's record was written. */
  add(signal: Signal, recordMs: number): SignalOutcome {
    const finding = findingOf(signal)
    if (!this.seen.add(finding === null ? signal.signal_id : finding.id)) {
      if (finding !== null) this.#update(signal, finding, recordMs)
      return 'repeat'
    }
    this.clock = Math.max(this.clock + 1, recordMs * 1000)
    this.days.saw(signal.rule_id, Math.floor(signal.received_ms / DAY_MS))
    const timeMs = timeOf(signal)
    const hour = hourOf(timeMs)
    const who = whoOf(signal)
    const found = this.#entitiesOf(who, hour, signal.rule_id, hourOf(recordMs))
    const isCut = found.length < KINDS.filter((kind) => who[kind] !== '').length
    const campaign = finding === null ? null : this.#campaign(who, hour, signal.rule_id, hourOf(recordMs))
    const all = campaign === null ? found : [...found, campaign]
    const storms = all.filter((entity) => isStorm(entity, signal.rule_id, this.#limits))
    const part = storms[0] ? this.#storm(storms[0]) : this.#plain(whoIn(who, found), hour, signal)
    if (part === null) return 'no_room'
    for (const entity of storms) this.#join(part, this.#storm(entity))
    if (storms.length > 0) {
      addNames(part, who)
      for (const entity of all) this.#recordMove(entity, signal.rule_id, part.key)
    }
    const hasRoom = addToPart(part, signal, timeMs, this.#limits.rulesMax)
    part.takenHour = Math.max(part.takenHour, hourOf(recordMs))
    this.#touch(part)
    if (part.kind === 'rest' && (who.host || who.user || who.ip)) return 'too_many_parts'
    if (!hasRoom) return 'too_many_rules'
    return isCut ? 'too_many_entities' : 'accepted'
  }

  /** A finding that its vendor reports again updates the alert and is not counted again. */
  #update(signal: Signal, finding: { id: string; uid: string }, recordMs: number): void {
    for (const part of this.parts.values()) {
      const evidence = part.rules.get(signal.rule_id)
      if (!evidence || !updateFinding(evidence, signal, finding)) continue
      // A draft is only written over one with a smaller version.
      this.clock = Math.max(this.clock + 1, recordMs * 1000)
      this.seen.touch()
      this.#touch(part)
    }
  }

  /** Assigns the part to this alert. */
  show(part: Part, alertId: string): void {
    if (part.shownIn === alertId) return
    this.#release(part.shownIn)
    part.shownIn = alertId
    if (alertId !== '') this.#shown.set(alertId, (this.#shown.get(alertId) ?? 0) + 1)
    this.dirty.add(part)
  }

  isShown(alertId: string): boolean {
    return this.#shown.has(alertId)
  }

  published(): void {
    this.unpublished.clear()
    this.absorbed.clear()
  }

  stored(): void {
    this.dirty.clear()
    this.dirtyEntities.clear()
    this.removed.clear()
  }

  /** Drops stories without a signal since that hour, after they were published; their alerts stay unchanged. */
  expire(hour: number): void {
    assert(this.unpublished.size === 0, 'every change is published before stories are dropped')
    const visited = new Set<Part>()
    for (const part of [...this.parts.values()]) {
      if (visited.has(part) || part.takenHour >= hour) continue
      const story = storyOf(this.known, part, visited)
      if (story.some(({ takenHour }) => takenHour >= hour)) continue
      for (const old of story) {
        this.#release(old.shownIn)
        this.#remove(old)
      }
    }
    for (const [key, entity] of this.entities) {
      if (entity.parts.size > 0 || entity.takenHour >= hour) continue
      this.entities.delete(key)
      this.dirtyEntities.delete(entity)
      this.removed.add(key)
    }
    this.days.forget(dayOfHour(hour))
  }

  get isEmpty(): boolean {
    return this.parts.size === 0 && this.entities.size === 0
  }

  /** Call it after all entities were restored. */
  restorePart(part: Part): void {
    this.parts.set(part.key, part)
    this.#index(part)
    if (part.shownIn !== '') this.#shown.set(part.shownIn, (this.#shown.get(part.shownIn) ?? 0) + 1)
  }

  #entitiesOf(who: Who, hour: number, ruleId: string, takenHour: number): Entity[] {
    const day = dayOfHour(hour)
    const found: Entity[] = []
    for (const kind of KINDS) {
      if (who[kind] === '') continue
      const entity = this.#entity(kind, who[kind], day)
      if (entity) found.push(entity)
    }
    for (const entity of found) {
      if (takenHour > entity.takenHour) {
        entity.takenHour = takenHour
        this.dirtyEntities.add(entity)
      }
      this.#meet(entity, who, hour, ruleId)
    }
    return found
  }

  /**
   * The detection that found it; null when the finding names no entity, because its part then belongs to the detection
   * already.
   */
  #campaign(who: Who, hour: number, ruleId: string, takenHour: number): Entity | null {
    if (KINDS.every((kind) => who[kind] === '')) return null
    const entity = this.#entity('rule', ruleId, dayOfHour(hour))
    if (entity === null) return null
    if (takenHour > entity.takenHour) {
      entity.takenHour = takenHour
      this.dirtyEntities.add(entity)
    }
    this.#meet(entity, who, hour, ruleId)
    return entity
  }

  #entity(kind: EntityKind, name: string, day: number): Entity | null {
    const key = entityKey(kind, name, day)
    const known = this.entities.get(key)
    if (known) return known
    if (this.entities.size >= this.#limits.entitiesMax) return null
    const made = newEntity(kind, name, day)
    this.entities.set(key, made)
    this.removed.delete(key)
    this.dirtyEntities.add(made)
    return made
  }

  #meet(entity: Entity, who: Who, hour: number, ruleId: string): void {
    const bit = 1 << (hour - entity.day * 24)
    if ((entity.hours & bit) === 0) {
      const wasChronic = isChronic(entity, this.#limits)
      entity.hours |= bit
      this.dirtyEntities.add(entity)
      if (!wasChronic && isChronic(entity, this.#limits)) this.#touchAround(entity)
    }
    const byRule = this.#byRule(entity, ruleId)
    for (const partner of partnersOf(entity.kind, who)) {
      if (!entity.partners.includes(partner) || (byRule && !byRule.includes(partner))) this.dirtyEntities.add(entity)
      if (addPartner(entity.partners, partner, this.#limits)) this.#touchAround(entity)
      if (byRule && addPartner(byRule, partner, this.#limits)) this.#startStorm(entity, ruleId)
    }
  }

  /** Returns null beyond the bound: such a rule never becomes a storm. */
  #byRule({ byRule }: Entity, ruleId: string): number[] | null {
    const known = byRule.get(ruleId)
    if (known) return known
    if (byRule.size >= this.#limits.rulesMax) return null
    const made: number[] = []
    byRule.set(ruleId, made)
    return made
  }

  /** Marks the stories that the entity linked as changed, because they may split. */
  #touchAround(entity: Entity): void {
    for (const parts of entity.parts.values()) for (const part of parts) this.#touch(part)
    for (const day of [entity.day - 1, entity.day + 1]) {
      const other = this.entities.get(entityKey(entity.kind, entity.name, day))
      const hour = day < entity.day ? entity.day * 24 - 1 : day * 24
      for (const part of other?.parts.get(hour) ?? []) this.#touch(part)
    }
  }

  #startStorm(entity: Entity, ruleId: string): void {
    const storm = this.#storm(entity)
    const campaign = this.entities.get(entityKey('rule', ruleId, entity.day))
    for (const part of this.#partsOf(entity)) {
      if (!part.rules.has(ruleId)) continue
      moveRule(part, storm, ruleId)
      for (const other of part.entities) this.#recordMove(other, ruleId, storm.key)
      if (campaign) this.#recordMove(campaign, ruleId, storm.key)
      this.#touch(part)
      if (part.rules.size === 0) this.#dissolve(part, storm)
    }
    for (const key of entity.movedTo.get(ruleId) ?? []) {
      const other = this.parts.get(key)
      if (other) this.#join(storm, other)
    }
    this.#touch(storm)
  }

  /** A detection links all parts of its day, so a campaign begins only once. */
  #partsOf({ kind, day, parts }: Entity): Part[] {
    if (kind !== 'rule') return [...parts.values()].flatMap((of) => [...of])
    return [...this.parts.values()].filter((part) => part.kind === 'who' && dayOfHour(part.hour) === day)
  }

  #dissolve(part: Part, storm: Part): void {
    const neighbours = linksOf(this.known, part)
    if (part.shownIn !== '') {
      const absorbed = this.absorbed.get(storm.key) ?? new Set()
      this.absorbed.set(storm.key, absorbed.add(part.shownIn))
      this.#release(part.shownIn)
    }
    this.#remove(part)
    for (const { kind, name } of neighbours) {
      for (const hour of [part.hour - 1, part.hour, part.hour + 1]) {
        const entity = this.entities.get(entityKey(kind, name, dayOfHour(hour)))
        for (const near of entity?.parts.get(hour) ?? []) this.#touch(near)
      }
    }
  }

  #entitiesIn({ who, hour }: Part): Entity[] {
    return KINDS.flatMap((kind) => this.entities.get(entityKey(kind, who[kind], dayOfHour(hour))) ?? [])
  }

  #recordMove(entity: Entity, ruleId: string, key: string): void {
    if (key === stormKey(entity.kind, entity.name, entity.day)) return
    const known = entity.movedTo.get(ruleId)
    if (known?.includes(key)) return
    if (known) known.push(key)
    else entity.movedTo.set(ruleId, [key])
    this.dirtyEntities.add(entity)
  }

  #join(storm: Part, other: Part): void {
    if (storm === other || storm.joined.includes(other.key)) return
    storm.joined.push(other.key)
    other.joined.push(storm.key)
    this.#touch(storm)
    this.#touch(other)
  }

  #storm({ kind, name, day }: Entity): Part {
    const key = stormKey(kind, name, day)
    const who = kind === 'rule' ? NOBODY : { ...NOBODY, [kind]: name }
    return this.parts.get(key) ?? this.#add(newPart(key, 'storm', who, day * 24))
  }

  #plain(who: Who, hour: number, { rule_id: ruleId, source }: Signal): Part | null {
    const isNamed = who.host !== '' || who.user !== '' || who.ip !== ''
    const key = isNamed ? whoKey(who, hour) : restKey(ruleId, source, hour)
    const known = this.parts.get(key)
    if (known) return known
    if (this.parts.size < this.#limits.partsMax) {
      return this.#add(newPart(key, isNamed ? 'who' : 'rest', isNamed ? who : NOBODY, hour))
    }
    // Grouped by rule and day, whatever the entities.
    const first = dayOfHour(hour) * 24
    const rest = restKey(ruleId, '', first)
    const room = this.parts.size < this.#limits.partsMax + this.#limits.rulesMax
    return this.parts.get(rest) ?? (room ? this.#add(newPart(rest, 'rest', NOBODY, first)) : null)
  }

  #touch(part: Part): void {
    this.unpublished.add(part)
    this.dirty.add(part)
  }

  #add(part: Part): Part {
    this.parts.set(part.key, part)
    this.removed.delete(part.key)
    this.#index(part)
    return part
  }

  #index(part: Part): void {
    if (part.kind !== 'who') return
    part.entities = this.#entitiesIn(part)
    for (const entity of part.entities) {
      const parts = entity.parts.get(part.hour)
      if (parts) parts.add(part)
      else entity.parts.set(part.hour, new Set([part]))
    }
  }

  #remove(part: Part): void {
    this.parts.delete(part.key)
    this.unpublished.delete(part)
    this.dirty.delete(part)
    this.removed.add(part.key)
    if (part.kind !== 'who') return
    for (const entity of part.entities) {
      const parts = entity.parts.get(part.hour)
      parts?.delete(part)
      if (parts?.size === 0) entity.parts.delete(part.hour)
    }
  }

  #release(alertId: string): void {
    if (alertId === '') return
    const left = (this.#shown.get(alertId) ?? 0) - 1
    assert(left >= 0, 'an alert only releases parts that it shows')
    if (left === 0) this.#shown.delete(alertId)
    else this.#shown.set(alertId, left)
  }
}

/** Keeps the names for which there was room. */
function whoIn(who: Who, found: readonly Entity[]): Who {
  if (found.length === KINDS.length) return who
  const names: Record<string, string> = { ...NOBODY }
  for (const { kind, name } of found) names[kind] = name
  return names as Who
}

function timeOf({ time_ms: timeMs, received_ms: receivedMs }: Signal): number {
  return timeMs > 0 && timeMs <= receivedMs + AHEAD_MS_MAX ? timeMs : receivedMs
}
