/**
 * Writes drafts of fusion. Each draft is a whole alert and the one with the higher version wins, so a repeated write
 * does no harm. Changes by people are kept, whatever happens to the evidence.
 */
import type { AlertDocument, AlertDraft } from '../../../schemas/alert-draft.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ALERTS, type Alert } from './alert.ts'
import { deleteAlertRow, lockAlerts } from './alert-store.ts'
import { followVendor, VENDOR } from './follow-vendor.ts'
import { fusedRow } from './fused-row.ts'
import { announceCreated, announceDeleted, announceUpdated } from './outbox.ts'
import { succeed } from './successors.ts'

export type FusedCounts = { readonly created: number; readonly updated: number; readonly gone: number }

/** Drafts of one tenant, by version. The caller must not run two writes of a tenant at once. */
export async function upsertFusedAlerts(tx: TenantTx, drafts: readonly AlertDraft[]): Promise<FusedCounts> {
  const counts = { created: 0, updated: 0, gone: 0 }
  let plain = new Map<string, AlertDraft>()
  const writePlain = async () => {
    const { created, updated } = await upsert(tx, [...plain.values()])
    counts.created += created
    counts.updated += updated
    plain = new Map()
  }
  for (const draft of drafts) {
    if (draft.document === '' || draft.absorbs.length > 0) {
      await writePlain()
      counts.gone += draft.document === '' ? await retract(tx, draft) : await absorb(tx, draft)
    }
    if (draft.document !== '') plain.set(draft.alert_id, draft)
  }
  await writePlain()
  return counts
}

async function upsert(tx: TenantTx, drafts: readonly AlertDraft[]): Promise<{ created: number; updated: number }> {
  if (drafts.length === 0) return { created: 0, updated: 0 }
  // In order of id, like everyone who locks several, to avoid deadlocks.
  const before = await lockAlerts(
    tx,
    drafts.map(({ alert_id }) => alert_id),
  )
  const known = new Map(before.map((alert) => [alert.id, alert]))
  const rows = JSON.stringify(drafts.map((draft) => fusedRow(draft, JSON.parse(draft.document) as AlertDocument)))
  const written = await tx.many(ALERTS.read, UPSERT, [rows])
  const created = written.filter(({ id }) => !known.has(id))
  await forget(tx, created)
  for (const alert of created) await announceCreated(tx, alert)
  // Every commit brings evidence; subscribers are notified only when a field that they see has changed.
  const shown = written.filter((alert) => isShown(known.get(alert.id), alert))
  if (shown.length > 0) await announceUpdated(tx, shown)
  for (const alert of written) await followVendor(tx, alert)
  return { created: created.length, updated: written.length - created.length }
}

function isShown(before: Alert | undefined, after: Alert): boolean {
  if (before === undefined) return false
  const isNewsOfResolved = after.metadata.changed_after_resolution !== before.metadata.changed_after_resolution
  return (
    before.severity !== after.severity ||
    before.priority !== after.priority ||
    before.title !== after.title ||
    isNewsOfResolved
  )
}

/** Severity and priority that differ from fusion's are the decision of a person. */
const UPSERT = /* sql */ `
  INSERT INTO alerts (id, title, severity, priority, category, rule_id, connector_id, connector_type, mitre_tactics,
    mitre_techniques, affected_ips, affected_hosts, affected_users, confidence, confidence_rationale, event_time,
    first_seen, last_seen, metadata, search_text, risk_score, signal_count, event_count, rule_count, fusion_version,
    fusion)
  SELECT id, title, severity, priority, category, rule_id, connector_id, connector_type, mitre_tactics,
    mitre_techniques, affected_ips, affected_hosts, affected_users, confidence, confidence_rationale, event_time,
    first_seen, last_seen, metadata, search_text, risk_score, signal_count, event_count, rule_count, fusion_version,
    fusion
  FROM jsonb_to_recordset($1) AS given (id uuid, title text, severity smallint, priority smallint, category text,
    rule_id text, connector_id text, connector_type text, mitre_tactics text[], mitre_techniques text[],
    affected_ips text[], affected_hosts text[], affected_users text[], confidence smallint, confidence_rationale text[],
    event_time timestamptz, first_seen timestamptz, last_seen timestamptz, metadata jsonb, search_text text,
    risk_score real, signal_count bigint, event_count bigint, rule_count int, fusion_version bigint, fusion jsonb)
  WHERE NOT EXISTS (
    SELECT FROM alert_successors s WHERE s.id = given.id AND s.version >= given.fusion_version)
  ON CONFLICT (tenant_id, id) DO UPDATE SET
    title = EXCLUDED.title, rule_id = EXCLUDED.rule_id, connector_id = EXCLUDED.connector_id,
    severity = CASE WHEN alerts.severity = (alerts.fusion ->> 'severity')::smallint THEN EXCLUDED.severity
      ELSE greatest(alerts.severity, EXCLUDED.severity) END,
    priority = CASE WHEN alerts.priority = (alerts.fusion ->> 'priority')::smallint THEN EXCLUDED.priority
      ELSE alerts.priority END,
    mitre_tactics = EXCLUDED.mitre_tactics, mitre_techniques = EXCLUDED.mitre_techniques,
    affected_ips = EXCLUDED.affected_ips, affected_hosts = EXCLUDED.affected_hosts,
    affected_users = EXCLUDED.affected_users, confidence = EXCLUDED.confidence,
    confidence_rationale = EXCLUDED.confidence_rationale, event_time = EXCLUDED.event_time,
    first_seen = EXCLUDED.first_seen, last_seen = EXCLUDED.last_seen,
    metadata = alerts.metadata || EXCLUDED.metadata || CASE WHEN alerts.resolved_at IS NULL THEN '{}'::jsonb
      ELSE jsonb_build_object('changed_after_resolution', true) END,
    search_text = EXCLUDED.search_text,
    risk_score = EXCLUDED.risk_score, signal_count = EXCLUDED.signal_count, event_count = EXCLUDED.event_count,
    rule_count = EXCLUDED.rule_count, fusion_version = EXCLUDED.fusion_version, fusion = EXCLUDED.fusion,
    narrative = NULL, updated_at = clock_timestamp()
  WHERE alerts.fusion_version < EXCLUDED.fusion_version
  RETURNING ${ALERTS.columns}`

/** Forgets the successors of ids that are alerts again. */
async function forget(tx: TenantTx, created: readonly Alert[]): Promise<void> {
  const ids = created.map(({ id }) => id)
  if (ids.length > 0) await tx.run(/* sql */ `DELETE FROM alert_successors WHERE id = ANY($1)`, [ids])
}

/**
 * Merges absorbed alerts into one: the alert that people worked on, else the oldest, gets the id of the new one unless
 * that exists already, and the others are deleted. Others that people worked on stay and name the alert that they are
 * part of.
 */
async function absorb(tx: TenantTx, { alert_id: id, version, absorbs }: AlertDraft): Promise<number> {
  const rows = await lockedWithVersions(tx, [id, ...absorbs])
  const present = rows.find((row) => row.id === id)
  if ((present?.version ?? 0) >= version || (await isSucceeded(tx, id, version))) return 0
  const old = rows.filter((row) => row.id !== id && row.version < version)
  const [heir] = present ? [] : old.filter(({ isKept }) => !isKept).sort(byClaim)
  for (const row of old) {
    if (row === heir) await rename(tx, row.id, id)
    else if (row.isTouched) await noteMerged(tx, row.id, id, version)
    else await remove(tx, row.id)
    if (row === heir || !row.isTouched) await succeed(tx, row.id, id, version)
  }
  for (const gone of absorbs) if (!rows.some((row) => row.id === gone)) await succeed(tx, gone, id, version)
  return old.filter((row) => !row.isTouched || row === heir).length
}

/** Deletes an alert that fusion has nothing left of, unless people worked on it. */
async function retract(tx: TenantTx, { alert_id: id, version }: AlertDraft): Promise<number> {
  const [row] = await lockedWithVersions(tx, [id])
  if (!row || row.version >= version || row.isTouched) return 0
  await remove(tx, id)
  await succeed(tx, id, null, version)
  return 1
}

type StoredAlert = {
  readonly id: string
  readonly version: number
  /** People worked on it, or a legal hold keeps it. */
  readonly isTouched: boolean
  /** A legal hold may know it by its id: it keeps its name too. */
  readonly isKept: boolean
  readonly createdAt: number
}

/** The same that keeps an alert from being deleted by people. */
const IS_KEPT = /* sql */ `EXISTS (
  SELECT FROM legal_holds l WHERE l.released_at IS NULL AND CASE l.subject_kind
    WHEN 'tenant' THEN true
    WHEN 'alert' THEN lower(l.subject_value) = alerts.id::text
    WHEN 'case' THEN alerts.case_id IS NOT NULL -- of a held case or not: people worked on it
    ELSE EXISTS (
      SELECT FROM unnest(CASE l.subject_kind
        WHEN 'user' THEN alerts.affected_users WHEN 'host' THEN alerts.affected_hosts ELSE alerts.affected_ips END) AS name
      WHERE lower(name) = lower(l.subject_value)) END)`

/** Locks alerts of fusion only. A change of an alert by people leaves an entry in its history or a verdict. */
async function lockedWithVersions(tx: TenantTx, ids: readonly string[]): Promise<StoredAlert[]> {
  const sql = /* sql */ `
    SELECT id, fusion_version, extract(epoch FROM created_at)::bigint AS created_s,
      case_id IS NOT NULL OR EXISTS (SELECT FROM alert_history h WHERE h.alert_id = alerts.id AND h.actor_id <> '${VENDOR.id}')
        OR EXISTS (SELECT FROM alert_verdicts v WHERE v.alert_id = alerts.id) AS is_touched, ${IS_KEPT} AS is_kept
    FROM alerts WHERE id = ANY($1) AND fusion_version IS NOT NULL ORDER BY id FOR UPDATE`
  const toHeld = (row: Row) => ({
    id: text(row, 'id'),
    version: int(row, 'fusion_version'),
    isTouched: row.is_touched === true || row.is_kept === true,
    isKept: row.is_kept === true,
    createdAt: int(row, 'created_s'),
  })
  return tx.many(toHeld, sql, [ids])
}

function byClaim(a: StoredAlert, b: StoredAlert): number {
  return Number(b.isTouched) - Number(a.isTouched) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

async function isSucceeded(tx: TenantTx, id: string, version: number): Promise<boolean> {
  const sql = /* sql */ `SELECT 1 AS yes FROM alert_successors WHERE id = $1 AND version >= $2`
  return (await tx.maybeOne(() => true, sql, [id, version])) === true
}

async function rename(tx: TenantTx, from: string, to: string): Promise<void> {
  const sql = /* sql */ `UPDATE alerts SET id = $2 WHERE id = $1 RETURNING ${ALERTS.columns}`
  const renamed = await tx.maybeOne(ALERTS.read, sql, [from, to])
  await announceDeleted(tx, from)
  if (renamed) await announceCreated(tx, renamed)
}

async function noteMerged(tx: TenantTx, id: string, into: string, version: number): Promise<void> {
  const sql = /* sql */ `
    UPDATE alerts SET metadata = metadata || jsonb_build_object('merged_into', $2::text), fusion_version = $3,
      updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${ALERTS.columns}`
  const noted = await tx.maybeOne(ALERTS.read, sql, [id, into, version])
  if (noted) await announceUpdated(tx, [noted])
}

async function remove(tx: TenantTx, id: string): Promise<void> {
  await deleteAlertRow(tx, id)
  await announceDeleted(tx, id)
}
