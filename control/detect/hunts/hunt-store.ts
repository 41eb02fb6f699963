import { int, text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { HUNTS, type HuntQuestion, type HuntSchedule, SCHEDULES, type StoredHunt } from './hunt.ts'

export function storedHunts(tx: TenantTx): Promise<StoredHunt[]> {
  return tx.many(HUNTS.read, /* sql */ `SELECT ${HUNTS.columns} FROM hunts ORDER BY created_at DESC, id DESC`)
}

export async function countHunts(tx: TenantTx): Promise<number> {
  return (await tx.maybeOne((row) => int(row, 'n'), /* sql */ `SELECT count(*) AS n FROM hunts`)) ?? 0
}

export async function putHunt(
  tx: TenantTx,
  id: string,
  huntQuestion: HuntQuestion,
  by: string | null,
): Promise<StoredHunt> {
  const sql = /* sql */ `
    INSERT INTO hunts (id, title, hypothesis, techniques, language, query, window_hours, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (tenant_id, id) DO UPDATE SET title = $2, hypothesis = $3, techniques = $4, language = $5, query = $6,
      window_hours = $7, updated_at = clock_timestamp()
    RETURNING ${HUNTS.columns}`
  const { title, hypothesis, techniques, language, query, windowHours } = huntQuestion
  return tx.one(HUNTS.read, sql, [id, title, hypothesis, techniques, language, query, windowHours, by])
}

/** Deletes a hunt with its schedule and runs. False when there was none. */
export async function deleteHuntRow(tx: TenantTx, id: string): Promise<boolean> {
  await tx.run(/* sql */ `DELETE FROM hunt_runs WHERE hunt_id = $1`, [id])
  await tx.run(/* sql */ `DELETE FROM hunt_schedules WHERE hunt_id = $1`, [id])
  return (await tx.run(/* sql */ `DELETE FROM hunts WHERE id = $1`, [id])) === 1
}

export async function schedules(tx: TenantTx): Promise<ReadonlyMap<string, HuntSchedule>> {
  const sql = /* sql */ `SELECT hunt_id, every_minutes, enabled, next_run_at FROM hunt_schedules`
  return new Map(await tx.many((row) => [text(row, 'hunt_id'), SCHEDULES.read(row)] as const, sql))
}

/** A hunt that begins to run by itself is due at once. */
export async function putSchedule(
  tx: TenantTx,
  huntId: string,
  { everyMinutes, enabled }: Pick<HuntSchedule, 'everyMinutes' | 'enabled'>,
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO hunt_schedules AS old (hunt_id, every_minutes, enabled, next_run_at)
    VALUES ($1, $2::int, $3::boolean, CASE WHEN $3::boolean AND $2::int IS NOT NULL THEN clock_timestamp() END)
    ON CONFLICT (tenant_id, hunt_id) DO UPDATE SET every_minutes = $2::int, enabled = $3::boolean,
      next_run_at = CASE WHEN $3::boolean AND $2::int IS NOT NULL THEN
        least(old.next_run_at, clock_timestamp() + make_interval(mins => $2::int)) END`
  await tx.run(sql, [huntId, everyMinutes, enabled])
}

/**
 * Gives every tenant that has none a schedule of each built-in hunt. First runs are spread over the interval by tenant and
 * hunt, so that a thousand new tenants do not ask at once.
 */
export async function scheduleBuiltins(
  tx: OperatorTx,
  hunts: readonly { readonly id: string; readonly everyMinutes: number }[],
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO hunt_schedules (tenant_id, hunt_id, every_minutes, enabled, next_run_at)
    SELECT tenants.id, hunt.id, hunt.every, true, clock_timestamp() + make_interval(secs =>
      hunt.every * 60.0 * (('x' || substr(md5(tenants.id || '/' || hunt.id), 1, 7))::bit(28)::int / 268435456.0))
    FROM tenants CROSS JOIN unnest($1::text[], $2::int[]) AS hunt (id, every)
    WHERE NOT EXISTS (SELECT FROM hunt_schedules s WHERE s.tenant_id = tenants.id AND s.hunt_id = hunt.id)
    ON CONFLICT DO NOTHING`
  await tx.run(sql, [hunts.map(({ id }) => id), hunts.map(({ everyMinutes }) => everyMinutes)])
}
