/** Finds the lists of known-good values that contain a value, by the rules that apply to events. */

import type { Kind, Role } from '../../../../intel/indicator.ts'
import { int, type Row } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { coveringOf } from '../covering-values.ts'
import { indicatorId, indicatorsByIds, SHARED } from '../indicator-store.ts'
import type { Effect } from './warning-list.ts'

export type KnownGood = {
  /** Name of the list, or of the feed or file that brought the entry. */
  readonly list: string
  readonly effect: Effect
  /** The value itself, a domain above it or a network around it. */
  readonly entry: string
}

const ROLES_OF: Readonly<Record<Effect, readonly [plain: Role, host: Role]>> = {
  suppress: ['warning', 'warning_host'],
  flag: ['flag', 'flag_host'],
}

/** Normalised values; the answer has their order. Of the lists that name a value the one that decides comes first. */
export async function knownGoodOf(
  tx: TenantTx,
  values: readonly { readonly kind: Kind; readonly value: string }[],
): Promise<KnownGood[][]> {
  const lengths = await prefixLengths(tx)
  const keysOf = values.map(({ kind, value }) =>
    coveringOf(kind, value, lengths).flatMap(([of, text]) =>
      (['suppress', 'flag'] as const).flatMap((effect) => {
        const [plain, host] = ROLES_OF[effect]
        // A parent domain counts when its entry covers subdomains.
        const roles = of === 'domain' && text !== value ? [host] : [plain, host]
        return roles.flatMap((role) => [tx.tenantId, SHARED].map((owner) => indicatorId(owner, role, of, text)))
      }),
    ),
  )
  const found = new Map((await indicatorsByIds(tx, [...new Set(keysOf.flat())])).map((one) => [one.id, one]))
  return keysOf.map((keys) =>
    keys
      .flatMap((key) => {
        const entry = found.get(key)
        if (!entry?.isActive) return []
        const effect: Effect = entry.role.startsWith('warning') ? 'suppress' : 'flag'
        return [{ list: entry.source, effect, entry: entry.value }]
      })
      .sort((a, b) => Number(a.effect === 'flag') - Number(b.effect === 'flag')),
  )
}

/** Lengths of the networks on lists: all others need no look. */
async function prefixLengths(tx: TenantTx): Promise<ReadonlySet<number>> {
  const sql = /* sql */ `
    SELECT DISTINCT split_part(value, '/', 2)::int AS bits FROM indicators
    WHERE role <> 'indicator' AND ioc_type = 'cidr' AND is_active`
  return new Set(await tx.many((row: Row) => int(row, 'bits'), sql))
}
