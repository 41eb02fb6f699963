import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { at, type Event, listAt, recordOf } from './event-facts.ts'

/** Ids of MITRE ATT&CK. */
export type Attack = { readonly techniques: readonly string[]; readonly tactics: readonly string[] }

export const TACTIC = /^TA\d{4}$/

const KEYS = [
  ...['technique_id', 'mitre_technique', 'mitre_techniques', 'attck_technique', 'attack_technique', 'tactic_id'],
  ...['mitre_tactic', 'mitre_tactics', 'tags'],
]
const TAG = /^attack\.(?=t)/

/**
 * Reads OCSF's `attacks`, on the event or its finding, and the fields that others use. Values that are no id are left
 * out.
 */
export function eventAttack(event: Event): Attack {
  const ids = [...listAt(event, 'attacks'), ...listAt(event, 'finding_info.attacks')].flatMap(attackIds)
  for (const key of KEYS) ids.push(...[at(event, key)].flat().slice(0, 1_000))
  const words = ids.flatMap((id) =>
    typeof id === 'string' ? [id.trim().toLowerCase().replace(TAG, '').toUpperCase()] : [],
  )
  return { techniques: words.filter((id) => TECHNIQUE_ID.test(id)), tactics: words.filter((id) => TACTIC.test(id)) }
}

/** A sub-technique says more than its technique, which OCSF names beside it. */
function attackIds(attack: unknown): unknown[] {
  const { technique, sub_technique: sub, tactic, tactics } = recordOf(attack)
  const all = Array.isArray(tactics) ? tactics.slice(0, 100) : []
  return [recordOf(sub).uid ?? recordOf(technique).uid, recordOf(tactic).uid, ...all.map((one) => recordOf(one).uid)]
}
