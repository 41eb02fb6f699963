/** Reads and writes the rows of risk judgement. */
import { type Row, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type Contributor, logOfSum, NAMED, paramsAt, RISK_ENTITY_TYPES, toContributor } from './entity-risk.ts'

const name = { entity_type: column.word(RISK_ENTITY_TYPES), entity: column.text() }
const NAMES = tableInCamelCase('EntityName', name)
export type EntityName = RowOf<typeof NAMES>

/** The entity's alerts together. Points are logarithms at the epoch, which do not decay. */
const JUDGED = tableInCamelCase('JudgedEntity', {
  ...name,
  log_points: column.number(),
  alerts: column.int(),
  last_seen: column.time(),
  /** Logarithm of the points within the configured window; null when there are none. */
  within: column.orNull(column.number()),
  alerts_within: column.int(),
  /** True when one of those is strong by itself: high or critical, or of high confidence. */
  is_strong: column.bool(),
})
export type Judged = RowOf<typeof JUDGED>

/** The state after the last judgement. */
const STANDINGS = tableInCamelCase('RiskStanding', {
  ...name,
  published: column.from('told', column.number()),
  within: column.orNull(column.number()),
  alert_id: column.orNull(column.uuid()),
})
export type Standing = RowOf<typeof STANDINGS>

/** Least severity rank and confidence of a strong alert. */
const STRONG = { severity: 4, confidence: 70 } as const

/** Takes the oldest waiting rows, at most `limit`, and returns the entities that they name. */
export async function takeDue(tx: TenantTx, limit: number): Promise<EntityName[]> {
  const sql = /* sql */ `
    WITH taken AS (
      DELETE FROM risk_due WHERE position IN (SELECT position FROM risk_due ORDER BY position LIMIT $1)
      RETURNING entity_type, entity)
    SELECT DISTINCT entity_type, entity FROM taken`
  return tx.many(NAMES.read, sql, [limit])
}

/** Entities with a risk alert that were not judged since. */
export function raisedBefore(tx: TenantTx, judgedBefore: Date, limit: number): Promise<EntityName[]> {
  const sql = /* sql */ `
    SELECT entity_type, entity FROM entity_risks WHERE alert_id IS NOT NULL AND judged_at < $1
    ORDER BY judged_at LIMIT $2`
  return tx.many(NAMES.read, sql, [judgedBefore, limit])
}

/** Entities that some alert names, in the order of their names. */
export function judgedOf(tx: TenantTx, names: readonly EntityName[], windowHours: number, nowMs: number) {
  const sql = /* sql */ `
    SELECT entity_type, entity, count(*) AS alerts, max(last_seen) AS last_seen,
      ${logOfSum()} AS log_points, ${logOfSum('FILTER (WHERE is_within)')} AS within,
      count(*) FILTER (WHERE is_within) AS alerts_within,
      coalesce(bool_or(severity >= $8 OR confidence >= $9) FILTER (WHERE is_within), false) AS is_strong
    FROM (
      SELECT *, max(log_points) OVER (PARTITION BY entity_type, entity) AS largest,
        last_seen > to_timestamp($4::double precision / 1000) - make_interval(hours => $7) AS is_within
      FROM (${NAMED} AND (n.entity_type, n.entity) IN (SELECT * FROM unnest($5::text[], $6::text[]))) AS named
    ) AS each
    GROUP BY entity_type, entity ORDER BY entity_type, entity`
  const { types, entities } = columnsOf(names)
  const params = [...paramsAt(nowMs), types, entities, windowHours, STRONG.severity, STRONG.confidence]
  return tx.many(JUDGED.read, sql, params)
}

export function standingsOf(tx: TenantTx, names: readonly EntityName[]): Promise<Standing[]> {
  const sql = /* sql */ `
    SELECT ${STANDINGS.columns} FROM entity_risks
    WHERE (entity_type, entity) IN (SELECT * FROM unnest($1::text[], $2::text[]))`
  const { types, entities } = columnsOf(names)
  return tx.many(STANDINGS.read, sql, [types, entities])
}

export async function putStandings(tx: TenantTx, standings: readonly Standing[], at: Date): Promise<void> {
  if (standings.length === 0) return
  const sql = /* sql */ `
    INSERT INTO entity_risks (entity_type, entity, told, within, alert_id, judged_at)
    SELECT *, $6 FROM unnest($1::text[], $2::text[], $3::double precision[], $4::double precision[], $5::uuid[])
    ON CONFLICT (tenant_id, entity_type, entity) DO UPDATE SET told = EXCLUDED.told, within = EXCLUDED.within,
      alert_id = EXCLUDED.alert_id, judged_at = EXCLUDED.judged_at`
  const { types, entities } = columnsOf(standings)
  const [published, within] = [standings.map((one) => one.published), standings.map((one) => one.within)]
  await tx.run(sql, [types, entities, published, within, standings.map((one) => one.alertId), at])
}

export async function forgetStandings(tx: TenantTx, names: readonly EntityName[]): Promise<void> {
  if (names.length === 0) return
  const { types, entities } = columnsOf(names)
  const sql = /* sql */ `
    DELETE FROM entity_risks WHERE (entity_type, entity) IN (SELECT * FROM unnest($1::text[], $2::text[]))`
  await tx.run(sql, [types, entities])
}

export type Part = Contributor & {
  readonly firstSeen: Date
  readonly tactics: readonly string[]
  readonly techniques: readonly string[]
}

/** The alerts behind an entity's risk within the window: those with the most points first. */
export function partsOf(tx: TenantTx, name: EntityName, windowHours: number, nowMs: number): Promise<Part[]> {
  const sql = /* sql */ `
    SELECT id::text AS id, title, severity, first_seen, last_seen, mitre_tactics, mitre_techniques,
      log_points
    FROM (${NAMED} AND n.entity_type = $5 AND n.entity = $6) AS named
    WHERE last_seen > to_timestamp($4::double precision / 1000) - make_interval(hours => $7)
    ORDER BY log_points DESC, id`
  const toPart = (row: Row): Part => ({
    ...toContributor(row, nowMs),
    firstSeen: time(row, 'first_seen'),
    tactics: row.mitre_tactics as string[],
    techniques: row.mitre_techniques as string[],
  })
  return tx.many(toPart, sql, [...paramsAt(nowMs), name.entityType, name.entity, windowHours])
}

function columnsOf(names: readonly EntityName[]) {
  return { types: names.map(({ entityType }) => entityType), entities: names.map(({ entity }) => entity) }
}
