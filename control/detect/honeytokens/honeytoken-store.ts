import type { Placed, Position } from '../../../platform/paging.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { int, placed, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../stores/postgres/jobs.ts'
import type { OperatorTx, SystemTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { HONEYTOKENS, type Honeytoken, type NewTouch, TOUCHES, type TokenStatus, type Touch } from './honeytoken.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

const COLUMNS = `${HONEYTOKENS.columns}, coalesce(expires_at <= clock_timestamp(), false) AS is_expired`

export type NewHoneytoken = Pick<
  Honeytoken,
  'name' | 'description' | 'tokenType' | 'decoy' | 'metadata' | 'createdBy' | 'expiresAt'
>

export function insertHoneytoken(tx: TenantTx, newHoneytoken: NewHoneytoken): Promise<Honeytoken | null> {
  const sql = /* sql */ `
    INSERT INTO honeytokens (name, description, token_type, decoy, metadata, created_by, expires_at)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM honeytokens) < $8
    RETURNING ${COLUMNS}`
  const { name, description, tokenType, decoy, metadata, createdBy, expiresAt } = newHoneytoken
  const json = [JSON.stringify(decoy), JSON.stringify(metadata)]
  const params = [name, description, tokenType, ...json, createdBy, expiresAt, HONEYTOKEN_LIMITS.tokens]
  return tx.maybeOne(HONEYTOKENS.read, sql, params)
}

/** Newest first, all of them. */
export function honeytokens(tx: TenantTx, status: TokenStatus | null): Promise<Honeytoken[]> {
  const sql = /* sql */ `
    SELECT * FROM (SELECT ${COLUMNS} FROM honeytokens) AS h
    WHERE $1::text IS NULL OR $1 = CASE WHEN is_expired AND status <> 'revoked' THEN 'expired' ELSE status END
    ORDER BY created_at DESC, id DESC`
  return tx.many(HONEYTOKENS.read, sql, [status])
}

export function honeytoken(tx: TenantTx, id: string): Promise<Honeytoken | null> {
  return tx.maybeOne(HONEYTOKENS.read, /* sql */ `SELECT ${COLUMNS} FROM honeytokens WHERE id = $1`, [id])
}

export function honeytokensByIds(tx: TenantTx, ids: readonly string[]): Promise<Honeytoken[]> {
  return tx.many(HONEYTOKENS.read, /* sql */ `SELECT ${COLUMNS} FROM honeytokens WHERE id = ANY($1)`, [ids])
}

/** Locks the honeytoken: others that touch it wait until this transaction ends. */
export function lockHoneytoken(tx: TenantTx, id: string): Promise<Honeytoken | null> {
  return tx.maybeOne(HONEYTOKENS.read, /* sql */ `SELECT ${COLUMNS} FROM honeytokens WHERE id = $1 FOR UPDATE`, [id])
}

export function markRevoked(tx: TenantTx, id: string): Promise<Honeytoken | null> {
  const sql = /* sql */ `UPDATE honeytokens SET status = 'revoked' WHERE id = $1 RETURNING ${COLUMNS}`
  return tx.maybeOne(HONEYTOKENS.read, sql, [id])
}

export async function markTouched(
  tx: TenantTx,
  id: string,
  isTriggering: boolean,
  times: number,
  at: Date,
): Promise<void> {
  const sql = /* sql */ `
    UPDATE honeytokens SET touch_count = touch_count + $3, last_touched = greatest(last_touched, $4),
      status = CASE WHEN $2 AND status = 'active' THEN 'triggered' ELSE status END
    WHERE id = $1`
  await tx.run(sql, [id, isTriggering, times, at])
}

/** The digest of the word that marks the next touch as a test. */
export async function awaitSelfTest(tx: TenantTx, id: string, digest: Buffer, until: Date): Promise<void> {
  await tx.run(/* sql */ `UPDATE honeytokens SET self_test_digest = $2, self_test_until = $3 WHERE id = $1`, [
    ...[id, digest, until],
  ])
}

/** True once for a valid self-test word, in time: a later request with it is an ordinary touch. */
export async function takeSelfTest(tx: TenantTx, id: string, digest: Buffer, at: Date): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE honeytokens SET self_test_digest = NULL, self_test_until = NULL, self_tested_at = $3
    WHERE id = $1 AND self_test_digest = $2 AND self_test_until >= $3`
  return (await tx.run(sql, [id, digest, at])) === 1
}

export type TokenOfTenant = { readonly tenant: TenantId; readonly id: string }

/** Ids of decoys, and AWS keys that decoys contain, of active tenants. */
export async function tokensNamed(tx: SystemTx, names: readonly string[]): Promise<Map<string, TokenOfTenant>> {
  const sql = /* sql */ `
    SELECT id::text AS name, id, tenant AS tenant_id
    FROM (SELECT id, svc_honeytoken_tenant(id) AS tenant FROM unnest($1::uuid[]) AS id) AS found
    WHERE tenant IS NOT NULL
    UNION ALL
    SELECT key, found.id, found.tenant_id FROM unnest($2::text[]) AS key, svc_honeytoken_of_key(key) AS found`
  const ids = names.filter((name) => isUuid(name))
  const keys = names.filter((name) => !isUuid(name))
  const found = await tx.many(
    (row) => [text(row, 'name'), { tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }] as const,
    sql,
    [ids, keys],
  )
  return new Map(found)
}

/** Alerts of one decoy since `day`, and when each of the sources raised its last one since then. */
export type AlertsBefore = { readonly alerts: number; readonly lastMs: Map<string, number> }

export async function alertsBefore(
  tx: TenantTx,
  id: string,
  sources: readonly string[],
  { day }: { readonly day: Date },
): Promise<AlertsBefore> {
  const sql = /* sql */ `
    SELECT source_ip, source_ip = ANY($2) AS is_asked, count(*)::int AS alerts, max(triggered_at) AS last
    FROM honeytoken_touches WHERE honeytoken_id = $1 AND triggered_at >= $3 AND alert_id IS NOT NULL
    GROUP BY source_ip`
  const found = await tx.many((row) => row, sql, [id, sources, day])
  return {
    alerts: found.reduce((sum, row) => sum + int(row, 'alerts'), 0),
    lastMs: new Map(
      found
        .filter((row) => row.is_asked === true)
        .map((row) => [text(row, 'source_ip'), time(row, 'last').getTime()] as const),
    ),
  }
}

/** Stores touches of one decoy in their order: as many as may still be kept. */
export async function insertTouches(tx: TenantTx, touches: readonly NewTouch[]): Promise<Touch[]> {
  const [first] = touches
  if (first === undefined) return []
  const sql = /* sql */ `
    INSERT INTO honeytoken_touches (honeytoken_id, source_ip, user_agent, method, headers, details, event_uid, classification, threat_score,
      alert_id, reasons, is_self_test, ignored_by, triggered_at, webhook, webhook_next)
    SELECT $1, t.source_ip, t.user_agent, t.method, t.headers, t.details, t.event_uid, t.classification, t.threat_score, t.alert_id,
      ARRAY(SELECT jsonb_array_elements_text(t.reasons)), t.is_self_test, t.ignored_by, t.triggered_at,
      t.webhook, CASE WHEN t.webhook = 'pending' THEN clock_timestamp() END
    FROM jsonb_to_recordset($2) AS t (source_ip text, user_agent text, method text, headers jsonb, details jsonb, event_uid uuid,
      classification text, threat_score int, alert_id uuid, reasons jsonb, is_self_test boolean, ignored_by uuid, triggered_at timestamptz, webhook text, nth int)
    ORDER BY t.nth
    LIMIT greatest(0, $3 - (SELECT count(*) FROM honeytoken_touches WHERE honeytoken_id = $1))
    RETURNING ${TOUCHES.columns}`
  const rows = touches.map((touch, nth) => ({
    nth,
    source_ip: touch.sourceIp,
    user_agent: touch.userAgent,
    method: touch.method,
    headers: touch.headers,
    details: touch.details,
    event_uid: touch.eventUid,
    classification: touch.classification,
    threat_score: touch.threatScore,
    alert_id: touch.alertId,
    reasons: touch.reasons,
    is_self_test: touch.isSelfTest,
    ignored_by: touch.ignoredBy,
    triggered_at: touch.triggeredAt,
    webhook: touch.webhook,
  }))
  return await tx.many(TOUCHES.read, sql, [first.honeytokenId, JSON.stringify(rows), HONEYTOKEN_LIMITS.touches])
}

/** Gives those of the events that are kept as touches of the decoy. */
export async function eventsKnown(tx: TenantTx, id: string, uids: readonly string[]): Promise<Set<string>> {
  const sql = /* sql */ `SELECT event_uid FROM honeytoken_touches WHERE honeytoken_id = $1 AND event_uid = ANY($2::uuid[])`
  return new Set(await tx.many((row) => text(row, 'event_uid'), sql, [id, uids]))
}

/** Newest first; of one decoy, or of all. */
export function touchesPage(
  tx: TenantTx,
  honeytokenId: string | null,
  limit: number,
  after: Position | null,
): Promise<Placed<Touch>[]> {
  const sql = /* sql */ `
    SELECT ${TOUCHES.columns}, triggered_at::text AS position FROM honeytoken_touches
    WHERE ($1::uuid IS NULL OR honeytoken_id = $1)
      AND ($2::timestamptz IS NULL OR (triggered_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY triggered_at DESC, id DESC LIMIT $4`
  return tx.many(placed(TOUCHES.read), sql, [honeytokenId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

export type HoneytokenStats = {
  readonly byStatus: Readonly<Record<string, number>>
  readonly byType: Readonly<Record<string, number>>
  readonly touches: number
  readonly touchesDay: number
  readonly touchesWeek: number
  readonly sources: readonly { readonly sourceIp: string; readonly touches: number; readonly last: Date }[]
}

/**
 * Touches of the last day and week are counted from stored touches, which are limited; `touches` is the exact total.
 */
export async function honeytokenStats(tx: TenantTx): Promise<HoneytokenStats> {
  const counts = /* sql */ `
    SELECT CASE WHEN status <> 'revoked' AND expires_at <= clock_timestamp() THEN 'expired' ELSE status END AS status,
      token_type, count(*)::int AS tokens, sum(touch_count)::bigint AS touches
    FROM honeytokens GROUP BY 1, 2`
  const recent = /* sql */ `
    SELECT count(*) FILTER (WHERE triggered_at > clock_timestamp() - interval '1 day')::int AS day, count(*)::int AS week
    FROM honeytoken_touches WHERE triggered_at > clock_timestamp() - interval '7 days'`
  const sources = /* sql */ `
    SELECT source_ip, count(*)::int AS touches, max(triggered_at) AS last FROM honeytoken_touches
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`
  const [rows, week, top] = await Promise.all([
    tx.many((row) => row, counts),
    tx.maybeOne((row) => row, recent),
    tx.many(
      (row) => ({ sourceIp: text(row, 'source_ip'), touches: int(row, 'touches'), last: time(row, 'last') }),
      sources,
    ),
  ])
  const sumBy = (name: string) => {
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(text(row, name), (sums.get(text(row, name)) ?? 0) + int(row, 'tokens'))
    return Object.fromEntries(sums)
  }
  return {
    ...{ byStatus: sumBy('status'), byType: sumBy('token_type'), sources: top },
    touches: rows.reduce((sum, row) => sum + int(row, 'touches'), 0),
    ...{ touchesDay: week === null ? 0 : int(week, 'day'), touchesWeek: week === null ? 0 : int(week, 'week') },
  }
}

export type ToSend = { readonly tenant: TenantId; readonly touch: Touch; readonly tries: number; readonly token: Row }

/** Touches whose webhook call is due. */
export const TOUCHES_TO_SEND = jobs({
  table: 'honeytoken_touches',
  until: 'webhook_next',
  lease: null,
  seconds: 60,
  tries: 'webhook_tries',
  due: `j.webhook = 'pending' AND j.webhook_next <= ${NOW}`,
  order: 'j.webhook_next',
  since: 'webhook_next',
  from: 'honeytokens h',
  where: 'h.tenant_id = j.tenant_id AND h.id = j.honeytoken_id',
  returning: `j.webhook_tries, h.name, h.token_type, ${TOUCHES.of('j')}`,
  read: (row: Row) => ({ touch: TOUCHES.read(row), tries: int(row, 'webhook_tries'), token: row }),
})

export type SendResult = {
  readonly state: 'sent' | 'failed' | 'pending'
  /** The time of the next attempt; null after success or when no attempt is left. */
  readonly again: Date | null
  readonly fault: string | null
}

export async function markSent(
  tx: OperatorTx,
  { tenant, touch }: ToSend,
  { state, again, fault }: SendResult,
): Promise<void> {
  const sql = /* sql */ `
    UPDATE honeytoken_touches SET webhook = $3, webhook_next = $4, webhook_fault = $5 WHERE tenant_id = $1 AND id = $2`
  await tx.run(sql, [tenant, touch.id, state, again, fault?.slice(0, FAULT_CHARS) ?? null])
}

const FAULT_CHARS = 500
