/** Intake as it runs in a thread of an embedded instance, and in a process on Kafka. */

import type { LearnedBook } from '../../connectors/learned/learned-book.ts'
import type { TenantDocument } from '../../control/identity/tenants/index.ts'
import { builtInRules } from '../../detections/content/load.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import type { RuleBook } from '../../detections/tenant/rule-book.ts'
import { INGEST_LIMITS } from '../../ingest/http/limits.ts'
import { loadStage } from '../../pipeline/run-topology.ts'
import type { DecoyBook } from '../../pipeline/stages/intake/honeytoken/decoy-book.ts'
import type { IntelBook } from '../../pipeline/stages/intake/intel/step.ts'
import { INTAKE, type Parts } from '../../pipeline/topology.ts'
import type { ControlFeed } from '../../stream/control-feed.ts'
import type { Driver } from '../../stream/driver.ts'
import { runStage, type StageHooks } from '../../stream/run-stage.ts'
import type { Config } from '../config.ts'

export function intakeParts(
  driver: Pick<Driver, 'partitions'>,
  rules: RuleBook,
  books: Pick<Parts['intake'], 'intel' | 'decoys' | 'learned'> = {},
) {
  const { eventBytesMax } = INGEST_LIMITS
  const partitions = (topic: string) => driver.partitions(topic)
  return { partitions, rules, intake: { eventBytesMax, ...books } } satisfies Partial<Parts>
}

/** The facts about tenants that intake needs. */
export type IntakeKnowledge = {
  readonly rules: RuleBook
  readonly intel?: IntelBook | undefined
  readonly decoys: DecoyBook
  readonly learned: LearnedBook
  readonly control: ControlFeed
  /** Resolves when the rules know which of them are stopped. */
  readonly stopsKnown: Promise<void>
}

/**
 * Events that waited while no process ran need the rules of their tenants as much as later ones: events of a tenant
 * wait until its rules are compiled, those of others do not.
 */
export async function runIntake(
  driver: Pick<Driver, 'partitions' | 'join'>,
  { rules, intel, decoys, learned, control, stopsKnown }: IntakeKnowledge,
  stop: AbortSignal,
  hooks: StageHooks,
): Promise<void> {
  const weightOf = (tenant: string) => control.get<TenantDocument>(tenant, 'tenant', tenant)?.weight ?? 1
  const open = await loadStage(INTAKE)
  await control.caughtUp
  rules.holdUncompiled()
  await stopsKnown
  const isHeld = (tenant: string) => rules.isAwaited(tenant)
  await runStage(driver, open(intakeParts(driver, rules, { intel, decoys, learned })), stop, {
    ...hooks,
    weightOf,
    isHeld,
  })
}

/** The rules that every tenant has. */
export function builtInOf(config: Config): readonly Rule[] {
  return config.builtInRules === 1 ? builtInRules() : []
}
