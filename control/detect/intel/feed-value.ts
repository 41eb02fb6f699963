/** The value of each source of indicators: alerts that its indicators led to, those that were confirmed, and its lead. */
import { Type } from 'typebox'
import { named } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

/**
 * Newest fused alerts that are looked at.
 * @bound alerts for computing the value of feeds -> the newest are used, and `is_whole` is false
 */
export const VALUE_ALERTS_MAX = 20_000

export const FEED_VALUES = table('FeedValue', {
  source: column.text({ description: 'name of a feed, or `internal` for indicators that people of the tenant added' }),
  indicators: column.int({ description: 'number of active indicators' }),
  unique_indicators: column.int({
    description:
      'active indicators with a value that no other owner has. Between two feeds of one owner, the value counts for the latest one to supply it',
  }),
  alerts: column.int({ description: 'number of alerts with an indicator of the feed as evidence' }),
  confirmed: column.int({ description: 'number of these alerts closed as true positives' }),
  refuted: column.int({ description: 'number of these alerts closed as false positives' }),
  lead_seconds: column.orNull(
    column.int({
      description:
        'median seconds from storing a confirmed indicator to the first event of its alert; negative: stored afterwards; null: none confirmed',
    }),
  ),
})
export type FeedValue = RowOf<typeof FEED_VALUES>

export const feedValuesSchema = named(
  'IntelFeedValues',
  Type.Object({
    sources: Type.Array(FEED_VALUES.schema, { description: 'feeds with the most confirmed alerts first' }),
    from: Type.String({ format: 'date-time' }),
    is_whole: Type.Boolean({
      description: `false: there were more than ${VALUE_ALERTS_MAX.toLocaleString('en')} alerts, and only the newest were counted`,
    }),
  }),
)

/** Alerts made since `from`, and all indicators. */
export async function feedValues(tx: TenantTx, from: Date): Promise<{ sources: FeedValue[]; isWhole: boolean }> {
  const sql = /* sql */ `
    WITH recent AS MATERIALIZED (
      SELECT id, first_seen, disposition, fusion FROM alerts WHERE created_at >= $1 AND fusion IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT ${VALUE_ALERTS_MAX}),
    links AS (
      SELECT DISTINCT r.id, r.first_seen, r.disposition, m.source, m.indicator
      FROM recent r, jsonb_array_elements(r.fusion -> 'evidence') e, LATERAL (
        SELECT max(x ->> 'value') FILTER (WHERE x ->> 'field' = 'indicator.source') AS source,
          max(x ->> 'value') FILTER (WHERE x ->> 'field' = 'indicator.id') AS indicator
        FROM jsonb_array_elements(e -> 'matched') x) m
      WHERE e ->> 'language' = 'intel' AND m.source IS NOT NULL),
    found AS (
      SELECT l.source, count(DISTINCT l.id)::int AS alerts,
        count(DISTINCT l.id) FILTER (WHERE l.disposition = 'true_positive')::int AS confirmed,
        count(DISTINCT l.id) FILTER (WHERE l.disposition = 'false_positive')::int AS refuted,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM l.first_seen - i.created_at))
          FILTER (WHERE l.disposition = 'true_positive' AND i.id IS NOT NULL))::int AS lead_seconds
      FROM links l LEFT JOIN indicators i ON i.id::text = l.indicator
      GROUP BY l.source),
    stored AS (
      SELECT source, count(*)::int AS indicators, count(*) FILTER (WHERE NOT EXISTS (
          SELECT FROM indicators o WHERE o.tenant_id <> i.tenant_id AND o.ioc_type = i.ioc_type AND o.value = i.value
            AND o.role = 'indicator' AND o.is_active AND o.deleted_at IS NULL))::int AS unique_indicators
      FROM indicators i
      WHERE role = 'indicator' AND is_active AND deleted_at IS NULL
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
      GROUP BY source)
    SELECT source, coalesce(indicators, 0) AS indicators, coalesce(unique_indicators, 0) AS unique_indicators,
      coalesce(alerts, 0) AS alerts, coalesce(confirmed, 0) AS confirmed, coalesce(refuted, 0) AS refuted, lead_seconds
    FROM stored FULL JOIN found USING (source) ORDER BY confirmed DESC, alerts DESC, source`
  const sources = await tx.many(FEED_VALUES.read, sql, [from])
  const counted = /* sql */ `
    SELECT count(*) > ${VALUE_ALERTS_MAX} AS more FROM (
      SELECT FROM alerts WHERE created_at >= $1 AND fusion IS NOT NULL LIMIT ${VALUE_ALERTS_MAX + 1}) a`
  const hasMore = await tx.maybeOne((row) => row.more === true, counted, [from])
  return { sources, isWhole: hasMore !== true }
}
