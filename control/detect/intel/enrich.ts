/** Finds the indicators that cover a value, in the tenant and among the shared ones. */
import { effectiveConfidence, halfLifeDays, type Kind, WEAK_BELOW } from '../../../intel/indicator.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { coveringOf } from './covering-values.ts'
import { indicatorId, indicatorsByIds, SHARED, type StoredIndicator } from './indicator-store.ts'
import { type KnownGood, knownGoodOf } from './warning-lists/known-good.ts'

export type KnownOf = {
  readonly indicator: StoredIndicator
  readonly effectiveConfidence: number
  readonly ageDays: number
  readonly halfLifeDays: number
  readonly isWeak: boolean
  /** The list that flags its value as known good. */
  readonly knownGood: KnownGood | null
}

const DAY_MS = 86_400_000

/**
 * Normalised values; the answer has their order. What expired, is inactive, a false positive or suppressed by a list of
 * known-good values is left out.
 */
export async function knownOf(
  tx: TenantTx,
  values: readonly { readonly kind: Kind; readonly value: string }[],
  nowMs: number,
): Promise<KnownOf[][]> {
  const covering = values.map(({ kind, value }) => coveringOf(kind, value))
  const ids = covering.flat().flatMap(([kind, value]) => idsOf(tx.tenantId, kind, value))
  const found = new Map((await indicatorsByIds(tx, [...new Set(ids)])).map((one) => [one.id, one]))
  const decided = covering.map((all) =>
    all.flatMap(([kind, value]) => deciding(found, tx.tenantId, kind, value, nowMs)),
  )
  const indicators = decided.flat().map(({ indicator }) => indicator)
  const good = indicators.length === 0 ? [] : await knownGoodOf(tx, indicators)
  const lists = new Map(indicators.map(({ id }, i) => [id, good[i]?.[0] ?? null]))
  return decided.map((all) => all.flatMap((one) => withKnownGood(one, lists.get(one.indicator.id) ?? null)))
}

/** Applies known-good lists as for events: a suppressing list leaves no match, a flagging one a weak match. */
function withKnownGood(one: KnownOf, knownGood: KnownGood | null): KnownOf[] {
  if (knownGood === null) return [one]
  return knownGood.effect === 'suppress' ? [] : [{ ...one, isWeak: true, knownGood }]
}

function idsOf(tenant: string, kind: Kind, value: string): string[] {
  return [indicatorId(tenant, 'indicator', kind, value), indicatorId(SHARED, 'indicator', kind, value)]
}

/** Decides as the matcher does: the tenant's own indicator unless it has expired, then the shared one. */
function deciding(
  found: ReadonlyMap<string, StoredIndicator>,
  tenant: string,
  kind: Kind,
  value: string,
  nowMs: number,
): KnownOf[] {
  const [own, shared] = idsOf(tenant, kind, value).map((id) => found.get(id)) as [
    StoredIndicator | undefined,
    StoredIndicator | undefined,
  ]
  const active = (one: StoredIndicator | undefined) => (one?.isActive ? one : undefined)
  if ((active(own) ?? active(shared))?.isFalsePositive) return []
  const isLive = (one: StoredIndicator) => one.expiresAt === null || nowMs < one.expiresAt.getTime()
  const indicator = [active(own), active(shared)].find((one) => one !== undefined && isLive(one))
  if (indicator === undefined || indicator.isFalsePositive) return []
  const seenMs = indicator.lastSeen.getTime()
  const effective = effectiveConfidence(kind, indicator.confidence, seenMs, nowMs)
  return [
    {
      indicator,
      effectiveConfidence: effective,
      ageDays: Math.max(0, nowMs - seenMs) / DAY_MS,
      halfLifeDays: halfLifeDays(kind),
      isWeak: effective < WEAK_BELOW,
      knownGood: null,
    },
  ]
}
