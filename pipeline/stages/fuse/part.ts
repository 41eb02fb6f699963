/**
 * A part of a story: what rules found in one hour about one host, user and address together; or, of an entity that is
 * busy with everybody, all that one rule and others like it found in one day. Parts that share an entity are one story.
 */
import type { Signal } from '../../../schemas/signal.ts'
import { KINDS, type Kind, type Who } from '../../entity-names.ts'
import { addSignal, type Evidence, evidenceOf, mergeInto } from './evidence.ts'
import { HOUR_MS } from './limits.ts'

export type Names = { [K in Kind]: string[] }

/** `rest`: nobody is named whom a story could be told about. */
export type PartKind = 'who' | 'storm' | 'rest'

export type Part = {
  readonly key: string
  readonly kind: PartKind
  readonly who: Who
  /** Hours since the epoch; of a storm the first of its day. */
  readonly hour: number
  readonly rules: Map<string, Evidence>
  /** Those named in `who`, of its day; not stored. */
  entities: readonly Entity[]
  /** Names of the entities that a storm touched, the first by name. */
  names: Names
  /** Storms that share signals with this one. */
  joined: string[]
  /** Hours since the epoch: when the last signal of it was taken. */
  takenHour: number
  /** Signals of rules beyond the bound. */
  over: number
  /** The alert that shows it; '' none does. */
  shownIn: string
}

/** Names of a kind that a storm lists. */
export const NAMES_MAX = 100

export const hourOf = (ms: number) => Math.floor(ms / HOUR_MS)
export const dayOfHour = (hour: number) => Math.floor(hour / 24)

export function whoKey({ host, user, ip }: Who, hour: number): string {
  return `who\0${hour}\0${host}\0${user}\0${ip}`
}

export function restKey(ruleId: string, source: string, hour: number): string {
  return `rest\0${hour}\0${ruleId}\0${source}`
}

export function stormKey(kind: Kind, name: string, day: number): string {
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

/** False: there is no room for another rule, and the signal only counts. */
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
    if (name !== '') storm.names[kind] = withName(storm.names[kind], name)
  }
}

/** Names stand in their order: most of a storm come after the last that is listed, and are looked at once. */
function withName(names: string[], name: string): string[] {
  let at = names.length
  while (at > 0 && (names[at - 1] as string) > name) at--
  if (at >= NAMES_MAX || names[at - 1] === name) return names
  return names.toSpliced(at, 0, name).slice(0, NAMES_MAX)
}

export type Entity = {
  readonly kind: Kind
  readonly name: string
  readonly day: number
  /** Hashes, at most one more than the bound; past it the entity is common. */
  readonly partners: number[]
  /** The same of each rule alone; past it the rule is a storm of this entity. */
  readonly byRule: Map<string, number[]>
  /** Storms of other entities that took what a rule found about this one. */
  readonly went: Map<string, string[]>
  /** A bit an hour of the day. */
  hours: number
  /** As of a part. */
  takenHour: number
  /** By hour; not stored. */
  readonly parts: Map<number, Set<Part>>
}
