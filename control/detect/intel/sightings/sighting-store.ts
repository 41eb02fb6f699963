/** Stored sightings, and their way to the MISP of the operator. */
import type { Placed } from '../../../../platform/paging.ts'
import type { AlertDocument, AlertDraft } from '../../../../schemas/alert-draft.ts'
import { INTEL_LANGUAGE } from '../../../../schemas/signal.ts'
import { text, time } from '../../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { lockIndicators } from '../indicator-store.ts'
import { SIGHTINGS, type Sighting, type SightingType } from './sighting.ts'

type Match = {
  readonly alert_id: string
  readonly indicator_id: string
  readonly count: number
  readonly first_ms: number
  readonly last_ms: number
}

/**
 * Records indicators in the evidence of fused alerts after the alerts are written: one sighting for each indicator and
 * alert, with the number of matches so far. An alert that is written again changes nothing; one that was not written
 * has no sighting.
 */
export async function recordSightings(tx: TenantTx, drafts: readonly AlertDraft[]): Promise<void> {
  const matches = drafts.flatMap(({ alert_id: id, document }) =>
    document.includes(`"${INTEL_LANGUAGE}"`) ? matchesOf(id, JSON.parse(document) as AlertDocument) : [],
  )
  if (matches.length === 0) return
  // Times of changes rise as commits do: programs fetch what changed since the last time they saw.
  await lockIndicators(tx, tx.tenantId)
  const sql = /* sql */ `
    INSERT INTO indicator_sightings AS old (indicator_id, sighting_type, alert_id, count, first_seen, last_seen)
    SELECT m.indicator_id, 'sighting', m.alert_id, max(m.count), to_timestamp(min(m.first_ms) / 1000.0),
      to_timestamp(max(m.last_ms) / 1000.0)
    FROM jsonb_to_recordset($1) AS m (alert_id uuid, indicator_id uuid, count bigint, first_ms bigint, last_ms bigint)
    WHERE EXISTS (SELECT FROM alerts a WHERE a.id = m.alert_id)
    GROUP BY m.indicator_id, m.alert_id
    ON CONFLICT (tenant_id, indicator_id, alert_id) WHERE alert_id IS NOT NULL DO UPDATE SET
      count = greatest(old.count, EXCLUDED.count), first_seen = least(old.first_seen, EXCLUDED.first_seen),
      last_seen = greatest(old.last_seen, EXCLUDED.last_seen), changed_at = clock_timestamp()
    WHERE (old.count, old.last_seen) <> (greatest(old.count, EXCLUDED.count), greatest(old.last_seen, EXCLUDED.last_seen))
      OR EXCLUDED.first_seen < old.first_seen`
  await tx.run(sql, [JSON.stringify(matches)])
}

function matchesOf(alertId: string, { evidence }: AlertDocument): Match[] {
  return evidence.flatMap(({ language, matched, count, time_ms: firstMs, last_ms: lastMs }) => {
    const id = language === INTEL_LANGUAGE ? matched.find(({ field }) => field === 'indicator.id')?.value : undefined
    if (id === undefined) return []
    return [{ alert_id: alertId, indicator_id: id, count, first_ms: firstMs, last_ms: lastMs }]
  })
}

export type SightingInput = Pick<Sighting, 'indicator_id' | 'sighting_type' | 'count' | 'note'> & {
  readonly seenAt: Date
  readonly notedBy: string
  readonly isPushed: boolean
}

/** Adds a sighting that a person reports; each report is a sighting of its own. */
export async function addSighting(tx: TenantTx, input: SightingInput): Promise<Sighting> {
  await lockIndicators(tx, tx.tenantId)
  const sql = /* sql */ `
    INSERT INTO indicator_sightings (indicator_id, sighting_type, count, first_seen, last_seen, note, noted_by, misp_state)
    VALUES ($1, $2, $3, $4, $4, $5, $6, CASE WHEN $7 THEN 'waiting' END) RETURNING ${SIGHTINGS.columns}`
  const { indicator_id: id, sighting_type: type, count, seenAt, note, notedBy, isPushed } = input
  return tx.one(SIGHTINGS.read, sql, [id, type, count, seenAt, note, notedBy, isPushed])
}

/** Newest first, of one indicator or of all. */
export function sightingsPage(
  tx: TenantTx,
  limit: number,
  indicatorId: string | null,
  after: readonly [createdAt: string, id: string] | null,
): Promise<Placed<Sighting>[]> {
  const sql = /* sql */ `
    SELECT ${SIGHTINGS.columns}, created_at::text AS placed_at FROM indicator_sightings
    WHERE ($2::uuid IS NULL OR indicator_id = $2)
      AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $1`
  const [createdAt, id] = after ?? [null, null]
  return tx.many(
    (row) => ({ item: SIGHTINGS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] as const }),
    sql,
    [limit, indicatorId, createdAt, id],
  )
}

/** Sightings older than this do not go to MISP by themselves: a setting that is switched on does not send the past. */
const UNASKED_DAYS_MAX = 7
const DUE = `j.misp_state = 'waiting' AND j.misp_next_at <= ${NOW}`
const NEW_OF_ALERTS = `j.misp_state IS NULL AND j.alert_id IS NOT NULL
  AND j.created_at > ${NOW} - make_interval(days => ${UNASKED_DAYS_MAX})`

export type SightingClaim = {
  readonly indicatorId: string
  readonly type: SightingType
  readonly lastSeen: Date
}

/**
 * Sightings of active tenants whose push was requested. An attempt whose process died is due again after five minutes.
 */
export const DUE_SIGHTINGS = pushesWhere(DUE)
/** The same, and new sightings from alerts, which are pushed without a request. */
export const ALL_SIGHTINGS = pushesWhere(`(${DUE} OR ${NEW_OF_ALERTS})`)

function pushesWhere(due: string) {
  return jobs<SightingClaim>({
    table: 'indicator_sightings',
    until: 'misp_next_at',
    lease: null,
    seconds: 300,
    tries: 'misp_attempts',
    set: `misp_state = 'waiting'`,
    join: 'JOIN tenants t ON t.id = j.tenant_id',
    due: `${due} AND t.status = 'active'`,
    order: 'j.misp_next_at',
    since: 'misp_next_at',
    returning: 'j.indicator_id, j.sighting_type, j.last_seen',
    read: (row) => ({
      indicatorId: text(row, 'indicator_id'),
      type: row.sighting_type as SightingType, // a word that this context wrote
      lastSeen: time(row, 'last_seen'),
    }),
  })
}

/** A failed attempt waits twice as long as the one before, up to an hour; one that is final, and the last one, have failed. */
export async function endSighting(tx: TenantTx, id: string, error: string | null, attemptsMax: number): Promise<void> {
  const sql = /* sql */ `
    UPDATE indicator_sightings SET misp_error = $2, misp_at = CASE WHEN $2::text IS NULL THEN clock_timestamp() END,
      misp_state = CASE WHEN $2::text IS NULL THEN 'pushed' WHEN misp_attempts >= $3 THEN 'failed' ELSE 'waiting' END,
      misp_next_at = clock_timestamp() + least(power(2, misp_attempts) * interval '15 seconds', interval '1 hour')
    WHERE id = $1 AND misp_state = 'waiting'`
  await tx.run(sql, [id, error?.slice(0, 1000) ?? null, attemptsMax])
}
