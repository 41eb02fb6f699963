/** The rules that one id stands for, with what their windows are fed from. */
import { findRule, placeholdersOf, type StoredRule } from '../../../control/detections/index.ts'
import { builtInRules } from '../../../detections/content/load.ts'
import { parseSource, resolveSources } from '../../../detections/content/rule-source.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import type { Placeholders } from '../../../detections/sigma/placeholders.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type RulesToHunt = { readonly wanted: readonly Rule[]; readonly all: readonly Rule[] }

/** Of the product or of the tenant's own. Throws `not_found`, and `bad_request` for rules that are not about events. */
export async function rulesToHunt(tx: TenantTx, id: string): Promise<RulesToHunt> {
  const builtIn = builtInRules().filter((rule) => rule.id === id)
  if (builtIn.length > 0) return { wanted: builtIn, all: builtInRules() }
  const stored = await findRule(tx, id)
  const rules = rulesIn(stored, await placeholdersOf(tx))
  const named = rules.filter((rule) => rule.id === id)
  return { wanted: named.length > 0 ? named : heard(rules), all: rules }
}

function rulesIn({ language, file, text }: StoredRule, placeholders: Placeholders): readonly Rule[] {
  if (language === 'yara')
    throw new AppError('bad_request', 'YARA rules are about bytes: the lake is not asked for them')
  return resolveSources([parseSource({ language, file, text }, { placeholders })]).rules
}

/** Rules that only feed a window are part of it, and would not fire by themselves. */
function heard(rules: readonly Rule[]): readonly Rule[] {
  const silent = new Set<string>()
  for (const { body } of rules) {
    if (body.kind !== 'window' || body.generate || body.window.kind === 'sequence') continue
    for (const feed of body.window.feeds) if ('rule' in feed) silent.add(feed.rule)
  }
  const isSilent = ({ id, name }: Rule) => silent.has(id) || (name !== null && silent.has(name))
  return rules.filter((rule) => rule.body.kind === 'window' || !isSilent(rule))
}
