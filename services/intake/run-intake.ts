/** Intake as it runs in a thread of an embedded instance, and in a process on Kafka. */
import { INGEST_LIMITS } from '../../api/ingest/limits.ts'
import type { TenantDocument } from '../../control/tenants/index.ts'
import { builtInRules } from '../../detections/content/load.ts'
import type { Rule } from '../../detections/plan/plan.ts'
import type { RuleBook } from '../../pipeline/detect/rule-book.ts'
import { intakeStage } from '../../pipeline/intake/stage.ts'
import type { ControlFeed } from '../../pipeline/runtime/control-feed.ts'
import type { Driver } from '../../pipeline/runtime/driver.ts'
import { runStage, type StageHooks } from '../../pipeline/runtime/run-stage.ts'
import type { Stage } from '../../pipeline/stage.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Config } from '../config.ts'

export function intakeOf(driver: Pick<Driver, 'partitions'>, rules: RuleBook): Stage {
  return intakeStage({
    partitions: driver.partitions(TOPICS.normalizedEvents.name),
    eventBytesMax: INGEST_LIMITS.eventBytesMax,
    detector: rules,
    signalPartitions: driver.partitions(TOPICS.signals.name),
    matchPartitions: driver.partitions(TOPICS.ruleMatches.name),
  })
}

/** What intake is told about tenants. */
export type IntakeKnowledge = {
  readonly rules: RuleBook
  readonly control: ControlFeed
  /** Resolves when the rules were told what is stopped. */
  readonly stopsKnown: Promise<void>
}

/**
 * Events that waited while nobody ran are for the rules of their tenants as much as those that follow: a tenant's wait
 * until its rules are compiled, and no other's.
 */
export async function runIntake(
  driver: Pick<Driver, 'partitions' | 'join'>,
  { rules, control, stopsKnown }: IntakeKnowledge,
  stop: AbortSignal,
  hooks: StageHooks,
): Promise<void> {
  const weightOf = (tenant: string) => control.get<TenantDocument>(tenant, 'tenant', tenant)?.weight ?? 1
  await control.caughtUp
  rules.holdUncompiled()
  await stopsKnown
  await runStage(driver, intakeOf(driver, rules), stop, {
    ...hooks,
    weightOf,
    isHeld: (tenant) => rules.isAwaited(tenant),
  })
}

/** The rules that every tenant has. */
export function builtInOf(config: Config): readonly Rule[] {
  return config.builtInRules === 1 ? builtInRules() : []
}
