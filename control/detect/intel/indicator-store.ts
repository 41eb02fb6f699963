/** Stored indicators: a tenant's own, and under `SHARED` those of all tenants. */
import { Type } from 'typebox'
import { type Indicator, KINDS, type Kind, ROLES, type Role, TLP } from '../../../intel/indicator.ts'
import type { Settled } from '../../../intel/read/reading.ts'
import { idOf } from '../../../pipeline/signal-id.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { uuid } from '../../../schemas/wire.ts'
import { int, orNull, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx, Tx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

/** Owner of the indicators that all tenants share. */
export const SHARED = ''
/** Source of indicators that people of the tenant wrote. */
export const INTERNAL = 'internal'

export const INDICATORS = tableInCamelCase('StoredIndicator', {
  id: column.uuid(),
  owner: column.from('tenant_id', column.text({ description: 'empty: shared with all tenants' })),
  role: column.hidden(column.word(ROLES)),
  kind: column.from('ioc_type', column.word(KINDS)),
  value: column.text({ description: 'normalised value' }),
  confidence: column.int({ minimum: 0, maximum: 100 }),
  severity: column.word(SEVERITIES),
  tlp: column.word(TLP),
  threat_actor: column.orNull(column.text()),
  campaign: column.orNull(column.text()),
  malware_family: column.orNull(column.text()),
  tags: column.texts(),
  source: column.text(),
  source_ref: column.orNull(column.text()),
  linked_alerts: column.json<readonly string[]>(Type.Array(uuid)),
  context: column.json<Readonly<Record<string, unknown>>>(Type.Record(Type.String(), Type.Unknown())),
  is_active: column.bool(),
  is_false_positive: column.from('false_positive', column.bool()),
  expires_at: column.orNull(column.time()),
  first_seen: column.time(),
  last_seen: column.time(),
  created_at: column.time(),
  revision: column.hidden(column.int()),
})
export type StoredIndicator = RowOf<typeof INDICATORS>

export type IndicatorInput = Indicator & {
  readonly isFalsePositive?: boolean
  readonly linkedAlerts?: readonly string[]
  readonly context?: Readonly<Record<string, unknown>>
}

/** The same value of the same owner has the same id, so the id can be computed from the value. */
export function indicatorId(owner: string, role: Role, kind: Kind, value: string): string {
  return idOf('indicator', owner, role, kind, value)
}

/** Serialises changes to the owner's indicators until this transaction ends: revisions rise as commits do. */
export async function lockIndicators(tx: Tx, owner: string): Promise<void> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('indicators/' || $1, 0))`, [owner])
}

/**
 * Adds or refreshes indicators, at most a few thousand at once, after `lockIndicators`. Returns the highest revision,
 * null when there were none.
 */
export async function putIndicators(
  tx: Tx,
  owner: string,
  source: string,
  indicators: readonly IndicatorInput[],
  nowMs: number,
): Promise<number | null> {
  const rows = new Map(indicators.map((one) => [indicatorId(owner, one.role, one.kind, one.value), one]))
  if (rows.size === 0) return null
  const sql = /* sql */ `
    WITH put AS (
      INSERT INTO indicators AS old (tenant_id, id, role, ioc_type, value, confidence, severity, tlp, threat_actor, campaign,
        malware_family, tags, source, source_ref, linked_alerts, context, false_positive, expires_at, first_seen,
        last_seen, revision)
      SELECT $1, g.id, g.role, g.ioc_type, g.value, g.confidence, g.severity, g.tlp, g.threat_actor, g.campaign,
        g.malware_family, g.tags, $2, g.source_ref, g.linked_alerts, g.context, g.false_positive, g.expires_at,
        g.last_seen, g.last_seen, nextval('indicator_revision')
      FROM jsonb_to_recordset($3) AS g (id uuid, role text, ioc_type text, value text, confidence smallint,
        severity text, tlp text, threat_actor text, campaign text, malware_family text, tags text[], source_ref text,
        linked_alerts uuid[], context jsonb, false_positive boolean, expires_at timestamptz, last_seen timestamptz)
      ON CONFLICT (tenant_id, id) DO UPDATE SET
        last_seen = greatest(old.last_seen, EXCLUDED.last_seen),
        first_seen = least(old.first_seen, EXCLUDED.first_seen),
        revision = EXCLUDED.revision,
        false_positive = CASE WHEN $2 = 'internal' THEN EXCLUDED.false_positive ELSE old.false_positive END,
        confidence = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.confidence ELSE EXCLUDED.confidence END,
        severity = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.severity ELSE EXCLUDED.severity END,
        tlp = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.tlp ELSE EXCLUDED.tlp END,
        tags = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.tags ELSE EXCLUDED.tags END,
        context = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.context ELSE EXCLUDED.context END,
        expires_at = CASE WHEN old.source = 'internal' AND $2 <> 'internal' THEN old.expires_at ELSE EXCLUDED.expires_at END,
        linked_alerts = CASE WHEN cardinality(EXCLUDED.linked_alerts) > 0 THEN EXCLUDED.linked_alerts ELSE old.linked_alerts END,
        is_active = old.is_active OR old.context ? 'retracted',
        source = CASE WHEN old.source = 'internal' THEN old.source ELSE EXCLUDED.source END,
        source_ref = coalesce(EXCLUDED.source_ref, old.source_ref),
        threat_actor = coalesce(EXCLUDED.threat_actor, old.threat_actor),
        campaign = coalesce(EXCLUDED.campaign, old.campaign),
        malware_family = coalesce(EXCLUDED.malware_family, old.malware_family)
      RETURNING old.revision
    ) SELECT max(revision) AS revision FROM put`
  const documents = [...rows].map(([id, one]) => rowOf(id, one, nowMs))
  const again = /* sql */ `DELETE FROM indicators WHERE tenant_id = $1 AND id = ANY($2) AND deleted_at IS NOT NULL`
  await tx.run(again, [owner, [...rows.keys()]])
  return tx.maybeOne((row) => int(row, 'revision'), sql, [owner, source, JSON.stringify(documents)])
}

/**
 * Retracts indicators that a source no longer lists under its objects: values under the object's name that are not
 * among those it keeps. Indicators written by people, and those that another source has listed since, stay. Runs after
 * `lockIndicators`. Returns the highest revision, null when nothing was retracted.
 */
export async function retractIndicators(
  tx: Tx,
  owner: string,
  source: string,
  settled: readonly Settled[],
): Promise<number | null> {
  if (settled.length === 0) return null
  const sql = /* sql */ `
    WITH said AS (
      SELECT s.source_ref, s.kept FROM jsonb_to_recordset($3) AS s (source_ref text, kept uuid[])
    ), gone AS (
      UPDATE indicators AS old SET is_active = false, context = old.context || '{"retracted": true}',
        revision = nextval('indicator_revision')
      FROM said
      WHERE old.tenant_id = $1 AND old.source = $2 AND old.source_ref = said.source_ref AND old.is_active
        AND NOT (old.id = ANY(said.kept))
      RETURNING old.revision
    ) SELECT max(revision) AS revision FROM gone`
  const keptByRef = new Map(settled.map((one) => [one.sourceRef, one.kept]))
  const documents = [...keptByRef].map(([sourceRef, kept]) => ({
    source_ref: sourceRef,
    kept: kept.map(({ role, kind, value }) => indicatorId(owner, role, kind, value)),
  }))
  return tx.maybeOne((row) => orNull(int, row, 'revision'), sql, [owner, source, JSON.stringify(documents)])
}

function rowOf(id: string, one: IndicatorInput, nowMs: number) {
  return {
    id,
    role: one.role,
    ioc_type: one.kind,
    value: one.value,
    confidence: one.confidence,
    severity: one.severity,
    tlp: one.tlp,
    threat_actor: one.threatActor,
    campaign: one.campaign,
    malware_family: one.malwareFamily,
    tags: one.tags,
    source_ref: one.sourceRef,
    linked_alerts: one.linkedAlerts ?? [],
    context: one.context ?? {},
    false_positive: one.isFalsePositive ?? false,
    expires_at: one.expiresMs === null ? null : new Date(one.expiresMs).toISOString(),
    // Never later than now: the source's clock may be ahead.
    last_seen: new Date(Math.min(one.lastSeenMs ?? nowMs, nowMs)).toISOString(),
  }
}

export type IndicatorChange = {
  readonly isActive?: boolean | undefined
  readonly isFalsePositive?: boolean | undefined
  readonly confidence?: number | undefined
  /** Null: it does not expire. */
  readonly expiresAt?: Date | null | undefined
}

/** Null: the tenant has none of that id. Runs after `lockIndicators`. */
export function changeIndicator(tx: TenantTx, id: string, change: IndicatorChange): Promise<StoredIndicator | null> {
  const sql = /* sql */ `
    UPDATE indicators SET is_active = coalesce($2, is_active), false_positive = coalesce($3, false_positive),
      confidence = coalesce($4, confidence), expires_at = CASE WHEN $5 THEN $6 ELSE expires_at END,
      revision = nextval('indicator_revision')
    WHERE id = $1 AND tenant_id = svc_tenant() AND deleted_at IS NULL RETURNING ${INDICATORS.columns}`
  const { isActive = null, isFalsePositive = null, confidence = null, expiresAt } = change
  const params = [id, isActive, isFalsePositive, confidence, expiresAt !== undefined, expiresAt ?? null]
  return tx.maybeOne(INDICATORS.read, sql, params)
}

/** Null: the tenant has none of that id. Runs after `lockIndicators`. */
export function removeIndicator(tx: TenantTx, id: string): Promise<StoredIndicator | null> {
  const sql = /* sql */ `
    UPDATE indicators SET is_active = false, deleted_at = clock_timestamp(), revision = nextval('indicator_revision')
    WHERE id = $1 AND tenant_id = svc_tenant() AND deleted_at IS NULL RETURNING ${INDICATORS.columns}`
  return tx.maybeOne(INDICATORS.read, sql, [id])
}

/** The tenant's own first, then the shared ones. */
export function indicatorsByIds(tx: TenantTx, ids: readonly string[]): Promise<StoredIndicator[]> {
  const sql = /* sql */ `SELECT ${INDICATORS.columns} FROM indicators WHERE id = ANY($1) AND deleted_at IS NULL ORDER BY tenant_id DESC`
  return tx.many(INDICATORS.read, sql, [ids])
}

export type IndicatorFilter = {
  readonly kind: Kind | null
  readonly severity: string | null
  readonly isActive: boolean | null
}

/** The position is of the last row of the page before. */
export function indicatorsPage(
  tx: TenantTx,
  limit: number,
  { kind, severity, isActive }: IndicatorFilter,
  after: readonly [createdAt: string, id: string] | null,
): Promise<{ item: StoredIndicator; position: [string, string] }[]> {
  const sql = /* sql */ `
    SELECT ${INDICATORS.columns}, created_at::text AS placed_at FROM indicators
    WHERE role = 'indicator' AND deleted_at IS NULL AND ($2::text IS NULL OR ioc_type = $2) AND ($3::text IS NULL OR severity = $3)
      AND ($4::boolean IS NULL OR is_active = $4)
      AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $1`
  const [createdAt, id] = after ?? [null, null]
  return tx.many(
    (row) => ({ item: INDICATORS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] as [string, string] }),
    sql,
    [limit, kind, severity, isActive, createdAt, id],
  )
}

/** Changes after a revision, in order: for the tables in memory. */
export function changedIndicators(
  tx: TenantTx,
  owner: string,
  afterRevision: number,
  limit: number,
): Promise<StoredIndicator[]> {
  const sql = /* sql */ `
    SELECT ${INDICATORS.columns} FROM indicators WHERE tenant_id = $1 AND revision > $2 ORDER BY revision LIMIT $3`
  return tx.many(INDICATORS.read, sql, [owner, afterRevision, limit])
}

export async function countIndicators(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS rows FROM indicators WHERE tenant_id = svc_tenant()`
  return (await tx.maybeOne((row) => int(row, 'rows'), sql)) ?? 0
}
