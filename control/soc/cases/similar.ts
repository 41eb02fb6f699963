/** Cases that are about the same: of what either has, how much both have. */
import { type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Case } from './case.ts'
import { casesByIds, familyOf } from './case-store.ts'
import { getCase } from './find-case.ts'

export type SimilarCase = {
  readonly case: Case
  /** 0 to 1: what both have as a part of what either has (Jaccard). */
  readonly score: number
  /** `technique:T1078`, `host:web-7`, `tag:phish` */
  readonly shared: readonly string[]
}

/**
 * Cases that are compared: the newest.
 * @bound cases compared for similarity = the newest {} -> older ones are not compared
 */
const COMPARED_MAX = 2_000
const SHOWN_MAX = 100
/** Alerts of one case that are looked at. */
const ALERTS_MAX = 200

/** Most alike first; only those that share something. Throws `not_found`. */
export async function similarCases(tx: TenantTx, ref: string): Promise<SimilarCase[]> {
  const current = await getCase(tx, ref)
  const own = new Set((await featuresOf(tx, [current.id])).get(current.id))
  const family = new Set(await familyOf(tx, current.id))
  const sql = /* sql */ `
    SELECT id FROM cases WHERE merged_into_id IS NULL ORDER BY opened_at DESC, id DESC LIMIT $1`
  const ids = (await tx.many((row) => text(row, 'id'), sql, [COMPARED_MAX])).filter((id) => !family.has(id))
  const scored = [...(await featuresOf(tx, ids))].flatMap(([id, features]) => {
    const shared = features.filter((feature) => own.has(feature))
    const score = shared.length / (own.size + features.length - shared.length)
    return shared.length === 0 ? [] : [{ id, score, shared }]
  })
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const shown = scored.slice(0, SHOWN_MAX)
  const found = await casesByIds(
    tx,
    shown.map(({ id }) => id),
  )
  return shown.flatMap(({ id, score, shared }) => {
    const one = found.get(id)
    return one === undefined ? [] : [{ case: one, score: Math.round(score * 1000) / 1000, shared: shared.sort() }]
  })
}

/** Distinct features of each case. */
async function featuresOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const sql = /* sql */ `
    SELECT c.id, array_agg(DISTINCT f.feature) AS features FROM cases c, LATERAL (
      SELECT 'technique:' || t AS feature FROM unnest(c.mitre_techniques) t
      UNION ALL SELECT 'tag:' || t FROM unnest(c.tags) t
      UNION ALL SELECT o.kind || ':' || o.value FROM case_observables o WHERE o.case_id = c.id
      UNION ALL SELECT e.feature FROM (SELECT a.affected_hosts, a.affected_users, a.affected_ips FROM alerts a WHERE a.case_id = c.id LIMIT $2) a, LATERAL (
        SELECT 'host:' || h AS feature FROM unnest(a.affected_hosts) h
        UNION ALL SELECT 'user:' || u FROM unnest(a.affected_users) u
        UNION ALL SELECT 'ip:' || i FROM unnest(a.affected_ips) i) e) f
    WHERE c.id = ANY($1) GROUP BY c.id`
  const rows = await tx.many((row: Row) => [text(row, 'id'), row.features as string[]] as const, sql, [ids, ALERTS_MAX])
  return new Map(rows)
}
