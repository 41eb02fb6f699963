/** A dry execution: the rules in force that name the technique, tried on its events. Nothing is stored. */
import { builtInRules } from '../../../detections/content/load.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type ReadText, ruleIdsNaming, rulesToTry, tryRules } from '../detections/index.ts'
import { type AtomicTest, sceneOf } from './atomic-test.ts'
import type { Execution, RuleFinding, Undecided } from './execution.ts'
import { PURPLE_LIMITS } from './limits.ts'

export type DryResult = { readonly findings: readonly RuleFinding[]; readonly undecided: readonly Undecided[] }

export async function tryDry(
  tx: TenantTx,
  test: AtomicTest,
  { id, queuedAt }: Pick<Execution, 'id' | 'queuedAt'>,
  read: ReadText,
): Promise<DryResult> {
  const records = test.events(sceneOf(id, queuedAt.getTime()))
  const named = await ruleIdsNaming(tx, test.technique)
  const findings: RuleFinding[] = []
  const undecided: Undecided[] = named
    .slice(PURPLE_LIMITS.dryRules)
    .map((rule_id) => ({ rule_id, reason: `only ${PURPLE_LIMITS.dryRules} rules are tried` }))
  for (const rule_id of named.slice(0, PURPLE_LIMITS.dryRules)) {
    try {
      const { rules, overlays } = await rulesToTry(tx, rule_id, false, read)
      const tried = await tryRules(rules, records, { format: test.format, isExplained: false, overlays })
      const matched = tried.flatMap(({ matches, suppressed }) =>
        (matches ?? []).filter((match) => !suppressed.some(({ ruleId }) => ruleId === match)),
      )
      for (const one of new Set(matched))
        if (!findings.some((known) => known.rule_id === one))
          findings.push({ rule_id: one, title: titleOf(one), names_technique: true, seconds: null })
      if (matched.length === 0 && tried.some(({ unfinished }) => unfinished.length > 0))
        undecided.push({ rule_id, reason: 'it exceeds the work limit of one evaluation' })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      undecided.push({ rule_id, reason: error.message })
    }
  }
  return { findings, undecided }
}

/** A rule of the tenant's own is shown by its id. */
const titleOf = (id: string) => builtInRules().find((rule) => rule.id === id)?.title ?? id
