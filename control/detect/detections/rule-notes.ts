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
  /** Without the list of its harmless causes, which are `falsePositives`. */
  readonly text: string
}

/** The list in a rule of Sigma (YAML) or Elastic (TOML), or the same key in the head of a rule of EQL. */
const CAUSES =
  /^([ \t]*)false_?positives[ \t]*[:=][ \t]*(\[[^\]]*\]|[^\n]*)\n?((?:\1[ \t]+\S[^\n]*\n?|\1-[^\n]*\n?)*)/im
/** @bound harmless causes of a rule that are shown with it -> the others are left out */
const CAUSES_MAX = 20

/** Null when there is no such rule any more. */
export async function ruleNotes(tx: TenantTx, id: string): Promise<RuleNotes | null> {
  const builtIn = builtInRules().find((rule) => rule.id === id)
  if (builtIn !== undefined) {
    const { title, description, falsePositives } = builtIn
    return { id, title, description, falsePositives, text: withoutCauses(builtInText(builtIn)).text }
  }
  const own = await ruleByAnyId(tx, id)
  return own && { id, title: own.title, description: null, ...withoutCauses(own.text) }
}

/** A reader of verdicts would take the name of this list for an answer, so it is taken out of the text of the rule. */
export function withoutCauses(whole: string): { readonly text: string; readonly falsePositives: readonly string[] } {
  const [block, , inline = '', list = ''] = CAUSES.exec(whole) ?? []
  if (block === undefined) return { text: whole, falsePositives: [] }
  const inlines = inline.startsWith('[') ? inline.slice(1, -1).split(',') : [inline]
  const causes = [...inlines, ...list.split('\n')].map((one) =>
    one
      .trim()
      .replace(/^-\s*/, '')
      .replaceAll(/^["']|["']$/g, ''),
  )
  return { text: whole.replace(block, ''), falsePositives: causes.filter(Boolean).slice(0, CAUSES_MAX) }
}
