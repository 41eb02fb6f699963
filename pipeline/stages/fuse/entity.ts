/** A host, user or address on one day: the entities that it was seen with, and the parts of stories that it links. */

import { hash32 } from '../../../platform/hash.ts'
import type { Who } from '../../entity-names.ts'
import type { FuseLimits } from './limits.ts'
import type { Entity, EntityKind } from './part.ts'

export function entityKey(kind: EntityKind, name: string, day: number): string {
  return `${kind}\0${day}\0${name}`
}

export function newEntity(kind: EntityKind, name: string, day: number): Entity {
  return {
    ...{ kind, name, day, partners: [], byRule: new Map(), movedTo: new Map() },
    ...{ hours: 0, takenHour: 0, parts: new Map() },
  }
}

/**
 * The partners that are counted: for a host its users, because a server with many users does not link them, and neither
 * does a host with many addresses; for a user its hosts; for an address both. For a detection, the machines on which it
 * found something, or the named user or address where no machine is named.
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

/** True when the entity is active all day: its stories end at midnight, because they would otherwise never end. */
export function isChronic({ hours }: Entity, { hoursMax }: FuseLimits): boolean {
  let count = 0
  for (let bits = hours; bits !== 0; bits &= bits - 1) count++
  return count > hoursMax
}

/** Returns true when this partner is the first beyond the bound. */
export function addPartner(partners: number[], partner: number, { partnersMax }: FuseLimits): boolean {
  if (partners.length > partnersMax || partners.includes(partner)) return false
  partners.push(partner)
  return partners.length === partnersMax + 1
}
