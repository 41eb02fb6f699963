/** MITRE ATT&CK for Enterprise: identifiers, names and tactics of its techniques (attack.mitre.org). */
import enterprise from './enterprise.json' with { type: 'json' }

type Entry = { readonly name: string; readonly tactics?: readonly string[] }

const TECHNIQUES: ReadonlyMap<string, Entry> = new Map(Object.entries(enterprise.techniques))
export const ATTACK_VERSION = enterprise.version
export const ATTACK_TECHNIQUES: readonly string[] = [...TECHNIQUES.keys()]
/** A matrix shows techniques without a known tactic in this column, after all others. */
const OTHER = 'Other'

export type Technique = {
  /** `T1059` or `T1059.001`. */
  readonly id: string
  readonly name: string
  /** Names such as `Credential Access`, in the order of an attack. */
  readonly tactics: readonly string[]
}

/**
 * Null for an id that this version of ATT&CK does not have. The name of a sub-technique begins with that of its
 * technique: `OS Credential Dumping: LSASS Memory`.
 */
export function attackTechnique(id: string): Technique | null {
  const entry = TECHNIQUES.get(id)
  if (entry === undefined) return null
  const parent = TECHNIQUES.get(id.slice(0, 5))
  const slugs = entry.tactics ?? parent?.tactics ?? []
  return {
    id,
    name: parent === undefined || parent === entry ? entry.name : `${parent.name}: ${entry.name}`,
    tactics: enterprise.tactics.flatMap(({ slug, name }) => (slugs.includes(slug) ? [name] : [])),
  }
}

/** The name of a technique or a tactic, by its id or by the word that rules use. Null where ATT&CK has none. */
export function attackName(id: string): string | null {
  const tactic = enterprise.tactics.find((one) => one.id === id || one.slug === id)
  return tactic?.name ?? attackTechnique(id)?.name ?? null
}

export type TacticGroup = { readonly tactic: string; readonly techniques: readonly string[] }

/**
 * In the order of an attack. A technique with several tactics is listed under each of them; an unknown one comes last.
 */
export function techniquesByTactic(techniques: readonly string[]): TacticGroup[] {
  const sorted = [...new Set(techniques)].sort()
  const known = new Map(sorted.map((id) => [id, attackTechnique(id) ?? attackTechnique(id.slice(0, 5))]))
  const groups = [...enterprise.tactics.map(({ name }) => name), OTHER].map((tactic) => ({
    tactic,
    techniques: sorted.filter((id) => (known.get(id)?.tactics ?? [OTHER]).includes(tactic)),
  }))
  return groups.filter((group) => group.techniques.length > 0)
}
