/** The tenant's own knowledge: indicators, sightings in the lake, alerts, and the tables that it uploads. */
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { seenValue } from '../../../../query/seen-values.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import { int, orNull, time } from '../../../../stores/postgres/columns.ts'
import { noLake } from '../../../platform/acting/index.ts'
import { knownOf } from '../../intel/index.ts'
import { type Entity, indicatorKind } from '../entity.ts'
import type { Provider } from '../provider.ts'
import { recordsNaming, type TableName } from '../record-store.ts'

const VALUES = new Set(['ip', 'domain', 'url', 'hash'] as const)
const OWN_MS = 5_000
const LAKE_MS = 8_000
const LAKE_KEEP_MS = 300_000
const MATCHES_MAX = 20

export const indicatorsProvider: Provider = {
  ...{ name: 'indicators', kinds: VALUES, keepMs: 0, timeoutMs: OWN_MS },
  async ask({ inTenant, nowMs }, entity) {
    const kind = indicatorKind(entity)
    if (kind === null) return null
    const [known = []] = await inTenant((tx) => knownOf(tx, [{ kind, value: entity.value }], nowMs))
    if (known.length === 0) return null
    const matches = known.slice(0, MATCHES_MAX).map(({ indicator, effectiveConfidence, ageDays, isWeak }) => ({
      ...{ id: indicator.id, ioc_type: indicator.kind, value: indicator.value, source: indicator.source },
      ...{ severity: indicator.severity, effective_confidence: effectiveConfidence, age_days: ageDays, weak: isWeak },
      ...{ threat_actor: indicator.threatActor, malware_family: indicator.malwareFamily, tags: indicator.tags },
    }))
    return { matches, left_out: known.length - matches.length }
  },
}

export function sightingsProvider(lake: ((tenant: TenantId) => Reader) | null): Provider {
  return {
    ...{ name: 'sightings', kinds: VALUES, keepMs: LAKE_KEEP_MS, timeoutMs: LAKE_MS },
    async ask({ tenant }, entity) {
      if (lake === null) throw noLake()
      const kind = indicatorKind(entity)
      if (kind === null) return null
      const seen = await seenValue(lake(tenant), kind, entity.value)
      if (!seen.isIndexed) throw new AppError('unavailable', `values of type ${kind} are not indexed`)
      if (seen.events === 0) return null
      return {
        ...{ events: seen.events, first_seen: seen.firstSeen, last_seen: seen.lastSeen },
        ...{ sources: seen.sources.slice(0, MATCHES_MAX), indexed_from: seen.indexedFrom },
        left_out: Math.max(0, seen.sources.length - MATCHES_MAX),
      }
    },
  }
}

/** Alerts that name the entity, in any status; a host without its domain also has those of its full name. */
export const alertsProvider: Provider = {
  ...{ name: 'alerts', kinds: new Set(['ip', 'user', 'host'] as const), keepMs: 0, timeoutMs: OWN_MS },
  async ask({ inTenant }, { kind, value }) {
    const sql = /* sql */ `
      SELECT count(*) AS alerts, count(*) FILTER (WHERE status NOT IN ('resolved', 'closed')) AS open,
        count(*) FILTER (WHERE disposition = 'true_positive') AS true_positives, max(last_seen) AS last_seen
      FROM alerts WHERE id IN (SELECT alert_id FROM alert_entities
        WHERE entity_type = $1 AND (entity = lower($2) OR $3 AND starts_with(entity, lower($2) || '.')))`
    const found = await inTenant((tx) =>
      tx.maybeOne(
        (row) => ({
          ...{ alerts: int(row, 'alerts'), open: int(row, 'open'), true_positives: int(row, 'true_positives') },
          last_seen: orNull(time, row, 'last_seen')?.toISOString() ?? null,
        }),
        sql,
        [kind, value, kind === 'host' && !value.includes('.')],
      ),
    )
    return found === null || found.alerts === 0 ? null : found
  },
}

function tableProvider(table: TableName, kinds: Provider['kinds']): Provider {
  return {
    ...{ name: table, kinds, keepMs: 0, timeoutMs: OWN_MS },
    async ask({ inTenant }, entity) {
      const found = await inTenant((tx) => recordsNaming(tx, table, namesOf(entity), shortNameOf(entity)))
      const [first, ...others] = found.records
      if (first === undefined) return null
      const { name, attributes, updated_at } = first
      const also = others.length === 0 ? {} : { also_named: others.map((one) => one.name), left_out: found.leftOut }
      return { name, attributes, updated_at: updated_at.toISOString(), ...also }
    },
  }
}

/** A host is also found by its short name, and a person without the domain of the account. */
function namesOf({ kind, value }: Entity): string[] {
  if (kind === 'host') return [value, value.split('.', 1)[0] ?? value]
  if (kind !== 'user') return [value]
  return [value, value.replace(/^.*\\/, ''), value.replace(/@.*$/, '')]
}

/** Null for a name that says its domain, or that is none of a host. */
const shortNameOf = ({ kind, value }: Entity): string | null => (kind === 'host' && !value.includes('.') ? value : null)

export const assetsProvider = tableProvider('assets', new Set(['host', 'ip'] as const))
export const identitiesProvider = tableProvider('identities', new Set(['user'] as const))
