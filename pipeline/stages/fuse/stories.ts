/**
 * Decides which parts belong to one story, as a pure function of the current parts and entities, so that their history
 * does not matter: two parts that share an entity, at most an hour apart, belong to one story, unless the entity is
 * common.
 */

import { KINDS } from '../../entity-names.ts'
import { entityKey, isChronic, isCommon } from './entity.ts'
import type { FuseLimits } from './limits.ts'
import type { Entity } from './part.ts'
import { dayOfHour, type Part, restKey, whoKey } from './part.ts'

export type Known = {
  readonly parts: ReadonlyMap<string, Part>
  readonly entities: ReadonlyMap<string, Entity>
  readonly limits: FuseLimits
}

/** All parts connected with a part, itself included; marks them as visited. */
export function storyOf(known: Known, start: Part, visited: Set<Part>): Part[] {
  const story: Part[] = []
  const expanded = new Map<number, Set<Entity>>()
  const waiting: Part[] = []
  const meet = (part: Part | undefined) => {
    if (!part || visited.has(part)) return
    visited.add(part)
    waiting.push(part)
  }
  meet(start)
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    story.push(part)
    if (part.kind === 'storm') for (const key of part.joined) meet(known.parts.get(key))
    else if (part.kind === 'rest') for (const near of restsNear(known, part)) meet(near)
    else meetNear(known, part, expanded, meet)
  }
  return story
}

/** The entities of a part that link it to others: the uncommon ones. */
export function linksOf({ limits }: Known, { entities }: Part): Entity[] {
  return entities.filter((entity) => !isCommon(entity, limits))
}

function meetNear(
  known: Known,
  part: Part,
  expanded: Map<number, Set<Entity>>,
  meet: (part: Part | undefined) => void,
): void {
  const { who, hour } = part
  const links = linksOf(known, part)
  // A part with an uncommon entity is found through that entity, below.
  if (links.length === 0) for (const near of sameDay(hour)) meet(known.parts.get(whoKey(who, near)))
  let done = expanded.get(hour)
  if (!done) expanded.set(hour, (done = new Set()))
  for (const entity of links) {
    if (done.has(entity)) continue
    done.add(entity)
    for (let near = hour - 1; near <= hour + 1; near++) for (const other of partsAt(known, entity, near)) meet(other)
  }
}

/** Parts of an entity at another hour, possibly on another day. */
function partsAt({ entities, limits }: Known, entity: Entity, hour: number): Iterable<Part> {
  const day = dayOfHour(hour)
  if (day === entity.day) return entity.parts.get(hour) ?? []
  const other = entities.get(entityKey(entity.kind, entity.name, day))
  if (!other || isCommon(other, limits)) return []
  return isChronic(day < entity.day ? other : entity, limits) ? [] : (other.parts.get(hour) ?? [])
}

function restsNear({ parts }: Known, { rules, hour }: Part): (Part | undefined)[] {
  const [evidence] = rules.values()
  if (!evidence) return []
  return sameDay(hour).flatMap((near) =>
    evidence.sources.map((source) => parts.get(restKey(evidence.ruleId, source, near))),
  )
}

/** The neighbouring hours on the same day. */
function sameDay(hour: number): number[] {
  return [hour - 1, hour + 1].filter((near) => dayOfHour(near) === dayOfHour(hour))
}

/** The permanent key of a story's alert: its first hour, and in it the first entity by kind and name. */
export function storyKey(known: Known, story: readonly Part[]): string {
  let first: string | null = null
  for (const part of story) {
    for (const key of keysOf(known, part)) if (first === null || key < first) first = key
  }
  return first as string
}

function keysOf(known: Known, part: Part): string[] {
  if (part.kind !== 'who') return [part.key]
  const links = linksOf(known, part)
  const at = String(part.hour).padStart(10, '0')
  if (links.length === 0) return [`${at}\0tuple\0${part.key}`]
  return links.map(({ kind, name }) => `${at}\0${(KINDS as readonly string[]).indexOf(kind)}\0${name}`)
}
