/** Finds the indicators that cover a value, in the tenant and among the shared ones. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { effectiveConfidence, halfLifeDays, type Kind, WEAK_BELOW } from '../../intel/indicator.ts'
import { eachParent } from '../../intel/indicator-matcher.ts'
import { maskedBytes } from '../../intel/normalise-value.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { indicatorId, indicatorsByIds, SHARED, type StoredIndicator } from './indicator-store.ts'

export type KnownOf = {
  readonly indicator: StoredIndicator
  readonly effectiveConfidence: number
  readonly ageDays: number
  readonly halfLifeDays: number
  readonly isWeak: boolean
}

const DAY_MS = 86_400_000

/** Normalised values; the answer has their order. What expired, is inactive or a false positive is left out. */
export async function knownOf(
  tx: TenantTx,
  values: readonly { readonly kind: Kind; readonly value: string }[],
  nowMs: number,
): Promise<KnownOf[][]> {
  const covering = values.map(({ kind, value }) => coveringOf(kind, value))
  const ids = covering.flat().flatMap(([kind, value]) => idsOf(tx.tenantId, kind, value))
  const found = new Map((await indicatorsByIds(tx, [...new Set(ids)])).map((one) => [one.id, one]))
  return covering.map((all) => all.flatMap(([kind, value]) => deciding(found, tx.tenantId, kind, value, nowMs)))
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
    },
  ]
}

function coveringOf(kind: Kind, value: string): (readonly [Kind, string])[] {
  const all: (readonly [Kind, string])[] = [[kind, value]]
  if (kind === 'domain') eachParent(value, (parent) => void all.push(['domain', parent]))
  if (kind === 'ip') {
    const bytes = ipaddr.parse(value).toByteArray()
    for (let length = bytes.length * 8; length > 0; length--) {
      const masked = maskedBytes(bytes, length)
      const base = isIPv4(value) ? masked.join('.') : ipaddr.fromByteArray(masked).toString()
      all.push(['cidr', `${base}/${length}`])
    }
  }
  return all
}
