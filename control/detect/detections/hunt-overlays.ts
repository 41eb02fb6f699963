/** A tenant's overlays of some rules, applied to stored events by hunts as the stream applies them to new ones. */
import type { Rule } from '../../../detections/plan/plan.ts'
import type { RuleHead } from '../../../detections/tenant/detector.ts'
import { EVERY_RULE } from '../../../detections/tenant/documents.ts'
import { Overlay } from '../../../detections/tenant/overlay.ts'
import { headOf } from '../../../detections/tenant/rule-head.ts'
import { withFeeders } from '../../../detections/window/feeders.ts'
import type { HuntOverlays } from '../../../query/hunt-overlays.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import type { MatchEvent } from '../../../schemas/event-view.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { documentOf, overlaysOf } from './overlays.ts'
import type { RulesAsRun } from './rules-as-run.ts'

/** Overlays of the wanted rules and of those that feed them. */
export async function huntOverlays(
  tx: TenantTx,
  { wanted, all }: Pick<RulesAsRun, 'wanted' | 'all'>,
): Promise<HuntOverlays> {
  const rules = withFeeders(wanted, all)
  const found = await overlaysOf(tx, [...rules.keys(), EVERY_RULE])
  const overlays = new Map(found.map((one) => [one.ruleId, new Overlay(documentOf(one))]))
  return new OverlaysOfRules(rules, overlays)
}

class OverlaysOfRules implements HuntOverlays {
  readonly #heads: ReadonlyMap<string, RuleHead>
  readonly #overlays: ReadonlyMap<string, Overlay>

  constructor(rules: ReadonlyMap<string, Rule>, overlays: ReadonlyMap<string, Overlay>) {
    this.#heads = new Map([...rules].map(([id, rule]) => [id, headOf(rule)]))
    this.#overlays = overlays
  }

  mutes(ruleId: string): string | null {
    const head = this.#heads.get(ruleId)
    return head === undefined ? null : firstOf(this.#of(ruleId), (overlay) => overlay.mutes(head))
  }

  asksEvents(ruleId: string): boolean {
    return this.#of(ruleId).some((overlay) => overlay.asksEvents)
  }

  bars(ruleId: string, event: MatchEvent, row: EventRow): string | null {
    return firstOf(this.#of(ruleId), (overlay) => overlay.bars(event, row))
  }

  #of(ruleId: string): readonly Overlay[] {
    return [ruleId, EVERY_RULE].flatMap((id) => this.#overlays.get(id) ?? [])
  }
}

function firstOf(overlays: readonly Overlay[], reasonOf: (overlay: Overlay) => string | null): string | null {
  for (const overlay of overlays) {
    const reason = reasonOf(overlay)
    if (reason !== null) return reason
  }
  return null
}
