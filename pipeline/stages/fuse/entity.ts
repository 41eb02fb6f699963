/** A host, user or address in one day: with whom it was seen, and the parts of stories that it holds together. */

import { hash32 } from '../../../platform/hash.ts'
import type { Who } from '../../entity-names.ts'
import type { FuseLimits } from './limits.ts'
import type { Entity, EntityKind } from './part.ts'

export function entityKey(kind: EntityKind, name: string, day: number): string {
  return `${kind}\0${day}\0${name}`
}

export function newEntity(kind: EntityKind, name: string, day: number): Entity {
  return {
    ...{ kind, name, day, partners: [], byRule: new Map(), went: new Map() },
    ...{ hours: 0, takenHour: 0, parts: new Map() },
  }
}

/**
 * Whom it is counted with: a host with users, because a server of many is no sign that they belong together, and many
 * addresses at one host are; a user with hosts; an address with both. A detection is counted with the machines that it found
 * something on, or with whom it names instead of one.
 */
export function partnersOf(kind: EntityKind, who: Who): number[] {
  const names: string[] = []
  if (kind === 'rule') return [hash32(who.host ? `h${who.host}` : who.user ? `u${who.user}` : `i${who.ip}`)]
  if (kind !== 'host' && who.host !== '') names.push(`h${who.host}`)
  if (kind !== 'user' && who.user !== '') names.push(`u${who.user}`)
  return names.map(hash32)
}

export function isCommon({ partners }: Entity, { partnersMax }: FuseLimits): boolean {
  return partners.length > partnersMax
}

export function isStorm({ byRule }: Entity, ruleId: string, { partnersMax }: FuseLimits): boolean {
  return (byRule.get(ruleId)?.length ?? 0) > partnersMax
}

/** It shows up all day long: its stories do not go on over midnight, or they would never end. */
export function isChronic({ hours }: Entity, { hoursMax }: FuseLimits): boolean {
  let count = 0
  for (let bits = hours; bits !== 0; bits &= bits - 1) count++
  return count > hoursMax
}

/** True when this made it one more than the bound. */
export function addPartner(partners: number[], partner: number, { partnersMax }: FuseLimits): boolean {
  if (partners.length > partnersMax || partners.includes(partner)) return false
  partners.push(partner)
  return partners.length === partnersMax + 1
}
