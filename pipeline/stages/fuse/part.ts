/**
 * A part of a story: the matches of one hour about one host, user and address together; or, as a storm, all matches of
 * one rule in one day about an entity with very many partners. Parts that share an entity belong to one story.
 */
import type { Signal } from '../../../schemas/signal.ts'
import { KINDS, type Kind, type Who } from '../../entity-names.ts'
import { addSignal, type Evidence, evidenceOf, mergeInto } from './evidence.ts'
import { HOUR_MS } from './limits.ts'

export type Names = { [K in Kind]: string[] }

/** `rest`: the signals name no entity that could link a story. */
export type PartKind = 'who' | 'storm' | 'rest'

export type Part = {
  readonly key: string
  readonly kind: PartKind
  readonly who: Who
  /** Hours since the epoch; for a storm the first hour of its day. */
  readonly hour: number
  readonly rules: Map<string, Evidence>
  /** The entities named in `who`, on its day; not stored. */
  entities: readonly Entity[]
  /** Names of the entities that a storm affected, the first in alphabetical order. */
  names: Names
  /** Storms that share signals with this one. */
  joined: string[]
  /** Hours since the epoch: the receipt of its last signal. */
  takenHour: number
  /** Number of signals of rules beyond the bound. */
  over: number
  /** The alert that shows the part; '' when none does. */
  shownIn: string
}

/** Names of each kind that a storm lists, the first in order: a response team visits each host of a campaign. */
export const NAMES_MAX: Readonly<Record<Kind, number>> = { host: 500, user: 100, ip: 100 }

export const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
export const dayOfHour = (hour: number) => Math.floor(hour / 24)

export function whoKey({ host, user, ip }: Who, hour: number): string {
  return `who\0${hour}\0${host}\0${user}\0${ip}`
}

export function restKey(ruleId: string, source: string, hour: number): string {
  return `rest\0${hour}\0${ruleId}\0${source}`
}

export function stormKey(kind: EntityKind, name: string, day: number): string {
  return `storm\0${day}\0${kind}\0${name}`
}

export function newPart(key: string, kind: PartKind, who: Who, hour: number): Part {
  return {
    ...{
      key,
      kind,
      who,
      hour,
      rules: new Map(),
      entities: [],
      names: { host: [], user: [], ip: [] },
      joined: [],
      over: 0,
    },
    ...{ takenHour: 0, shownIn: '' },
  }
}

/** Returns false when there is no room for another rule; the signal is then only counted. */
export function addToPart(part: Part, signal: Signal, timeMs: number, rulesMax: number): boolean {
  const known = part.rules.get(signal.rule_id)
  if (known) addSignal(known, signal, timeMs)
  else if (part.rules.size < rulesMax) part.rules.set(signal.rule_id, evidenceOf(signal, timeMs))
  else {
    part.over++
    return false
  }
  return true
}

/** Moves a rule's evidence to a storm. */
export function moveRule(from: Part, to: Part, ruleId: string): void {
  const evidence = from.rules.get(ruleId)
  if (!evidence) return
  from.rules.delete(ruleId)
  const known = to.rules.get(ruleId)
  if (known) mergeInto(known, evidence)
  else to.rules.set(ruleId, evidence)
  to.takenHour = Math.max(to.takenHour, from.takenHour)
  addNames(to, from.who)
}

export function addNames(storm: Part, who: Who): void {
  for (const kind of KINDS) {
    const name = who[kind]
    if (name !== '') insertSorted(storm.names[kind], name, NAMES_MAX[kind])
  }
}

/** Keeps the first `max` different names in order. */
function insertSorted(names: string[], name: string, max: number): void {
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] as string) < name) low = middle + 1
    else high = middle
  }
  if (low >= max || names[low] === name) return
  names.splice(low, 0, name)
  if (names.length > max) names.pop()
}

/**
 * A product's detection is an entity too: it links nothing, but its findings about very many entities become one
 * campaign.
 */
export type EntityKind = Kind | 'rule'

export type Entity = {
  readonly kind: EntityKind
  readonly name: string
  readonly day: number
  /** Hashes of the partners, at most one more than the bound; beyond it the entity is common. */
  readonly partners: number[]
  /** The same for each rule; beyond the bound the rule becomes a storm of this entity. */
  readonly byRule: Map<string, number[]>
  /** Storms of other entities that took over a rule's matches about this entity. */
  readonly movedTo: Map<string, string[]>
  /** One bit per hour of the day. */
  hours: number
  /** As in a part. */
  takenHour: number
  /** By hour; not stored. */
  readonly parts: Map<number, Set<Part>>
}
