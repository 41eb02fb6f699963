/** Similar alerts: the outcomes of alerts of the same kind, and the alerts that share the most. */
import { int, type Row } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ALERTS, type Alert } from './alert.ts'
import { getAlert } from './find-alert.ts'
import type { Disposition } from './words.ts'

export type SimilarAlert = {
  readonly alert: Alert
  /** 0 to 1: what both have as a part of what either has (Jaccard). */
  readonly score: number
  /** `rule:brute-force`, `technique:T1110`, `host:web-7` */
  readonly shared: readonly string[]
}

export type SimilarAlerts = {
  /** Alerts of the same rule; without a rule, alerts of the same source and title. */
  readonly ofItsKind: {
    readonly total: number
    /** False: there are more, and the newest were counted. */
    readonly isWhole: boolean
    /** By verdict; null is without one. */
    readonly verdicts: readonly { readonly verdict: Disposition | null; readonly count: number }[]
  }
  /** Most alike first. */
  readonly alerts: readonly SimilarAlert[]
}

/** Maximum alerts that are counted, that are compared (newest first), and that are compared among the same kind. */
const COUNTED_MAX = 10_000
const COMPARED_MAX = 2_000
const COMPARED_OF_KIND_MAX = 200

/** Throws `not_found`. */
export async function similarAlerts(tx: TenantTx, ref: string, limit: number): Promise<SimilarAlerts> {
  const { id } = await getAlert(tx, ref)
  return { ofItsKind: await ofItsKind(tx, id), alerts: await mostAlike(tx, id, limit) }
}

async function ofItsKind(tx: TenantTx, id: string): Promise<SimilarAlerts['ofItsKind']> {
  const sql = /* sql */ `
    SELECT k.disposition, count(*)::int AS n FROM (
      SELECT a.disposition FROM alerts a WHERE a.likeness = (SELECT likeness FROM alerts WHERE id = $1) AND a.id <> $1
      ORDER BY a.created_at DESC, a.id DESC LIMIT $2) k
    GROUP BY k.disposition ORDER BY n DESC, k.disposition`
  const toCount = (row: Row) => ({ verdict: row.disposition as Disposition | null, count: int(row, 'n') })
  const verdicts = await tx.many(toCount, sql, [id, COUNTED_MAX])
  const total = verdicts.reduce((sum, { count }) => sum + count, 0)
  return { total, isWhole: total < COUNTED_MAX, verdicts }
}

async function mostAlike(tx: TenantTx, id: string, limit: number): Promise<SimilarAlert[]> {
  const sql = /* sql */ `
    WITH compared AS (
      SELECT id FROM alerts WHERE id = $1
      UNION (SELECT id FROM alerts ORDER BY created_at DESC, id DESC LIMIT $2)
      UNION (SELECT id FROM alerts WHERE likeness = (SELECT likeness FROM alerts WHERE id = $1)
             ORDER BY created_at DESC, id DESC LIMIT $3)
    ), features AS (
      SELECT a.id, array(
        SELECT 'rule:' || a.rule_id WHERE a.rule_id IS NOT NULL
        UNION SELECT 'technique:' || t FROM unnest(a.mitre_techniques) t
        UNION SELECT 'host:' || h FROM unnest(a.affected_hosts) h
        UNION SELECT 'user:' || u FROM unnest(a.affected_users) u
        UNION SELECT 'ip:' || i FROM unnest(a.affected_ips) i) AS has
      FROM alerts a JOIN compared USING (id)
    ), scored AS (
      SELECT f.id, array(SELECT unnest(f.has) INTERSECT SELECT unnest(o.has) ORDER BY 1) AS shared,
        cardinality(f.has) + cardinality(o.has) AS both_have
      FROM features f, features o WHERE o.id = $1 AND f.id <> $1 AND f.has && o.has
    )
    SELECT ${ALERTS.columns}, s.shared, cardinality(s.shared)::real / (s.both_have - cardinality(s.shared)) AS score
    FROM scored s JOIN alerts USING (id) ORDER BY score DESC, created_at DESC, id DESC LIMIT $4`
  const toSimilar = (row: Row): SimilarAlert => ({
    ...{ alert: ALERTS.read(row), shared: row.shared as string[] },
    score: Math.round(Number(row.score) * 1000) / 1000,
  })
  return tx.many(toSimilar, sql, [id, COMPARED_MAX, COMPARED_OF_KIND_MAX, limit])
}
