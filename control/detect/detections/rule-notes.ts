/** A rule as shown to a person, or a model, who judges its hits. */
import { builtInRules, builtInText } from '../../../detections/content/load.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ruleByAnyId } from './rule-store.ts'

export type RuleNotes = {
  readonly id: string
  readonly title: string
  /** Description of a built-in rule; a tenant's own rule has it in the text. */
  readonly description: string | null
  readonly falsePositives: readonly string[]
  readonly text: string
}

/** Null when there is no such rule any more. */
export async function ruleNotes(tx: TenantTx, id: string): Promise<RuleNotes | null> {
  const builtIn = builtInRules().find((rule) => rule.id === id)
  if (builtIn !== undefined) {
    const { title, description, falsePositives } = builtIn
    return { id, title, description, falsePositives, text: builtInText(builtIn) }
  }
  const own = await ruleByAnyId(tx, id)
  return own && { id, title: own.title, description: null, falsePositives: [], text: own.text }
}
