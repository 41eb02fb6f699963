/** Tests of the catalogue that run by themselves, and each round of them. */
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { int, placed, type Row } from '../../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { NOTHING_HELD } from '../../../platform/governance/index.ts'
import { sceneOf } from '../atomic-test.ts'
import { ATOMIC_TESTS } from '../catalogue/catalogue.ts'
import { EXECUTION_MODES, type ExecutionMode } from '../execution.ts'
import { PURPLE_LIMITS } from '../limits.ts'

export const SCHEDULES = table('PurpleSchedule', {
  id: column.uuid(),
  name: column.text(),
  test_ids: column.texts({ description: 'empty: the whole catalogue' }),
  mode: column.word(EXECUTION_MODES),
  every_hours: column.int(),
  enabled: column.bool(),
  created_by: column.text(),
  created_at: column.time(),
  next_at: column.time({ description: 'time of the next round' }),
})
export type Schedule = RowOf<typeof SCHEDULES>

export const ROUNDS = table('PurpleRound', {
  id: column.uuid(),
  schedule_id: column.uuid(),
  name: column.text(),
  mode: column.word(EXECUTION_MODES),
  tests: column.int(),
  detected: column.orNull(column.int({ description: 'null: still running' })),
  missed: column.orNull(column.int()),
  unknown: column.orNull(
    column.int({ description: 'number of tests without an outcome, because they were cancelled or failed' }),
  ),
  started_at: column.time(),
  ended_at: column.orNull(column.time()),
})
export type Round = RowOf<typeof ROUNDS>

export type ScheduleInput = {
  readonly name: string
  readonly testIds: readonly string[]
  readonly mode: ExecutionMode
  readonly everyHours: number
  readonly enabled: boolean
  readonly by: string
}

/** Newest first. */
export function schedules(tx: TenantTx): Promise<Schedule[]> {
  const sql = /* sql */ `SELECT ${SCHEDULES.columns} FROM purple_schedules ORDER BY created_at DESC, id`
  return tx.many(SCHEDULES.read, sql)
}

/** Its first round begins at once. Throws 422 for a test that is not there, `conflict` past the bound. */
export async function addSchedule(tx: TenantTx, { name, testIds, mode, everyHours, enabled, by }: ScheduleInput) {
  requireTests(testIds)
  const sql = /* sql */ `
    INSERT INTO purple_schedules (name, test_ids, mode, every_hours, enabled, created_by, next_at)
    SELECT $1, $2, $3, $4, $5, $6, clock_timestamp() WHERE (SELECT count(*) FROM purple_schedules) < $7
    RETURNING ${SCHEDULES.columns}`
  const params = [name, testIds, mode, everyHours, enabled, by, PURPLE_LIMITS.schedules]
  const made = await tx.maybeOne(SCHEDULES.read, sql, params)
  if (made === null) throw new AppError('conflict', `a tenant has at most ${PURPLE_LIMITS.schedules} schedules`)
  return made
}

/** The next round keeps its time, unless that is further off than the new interval. Throws `not_found`. */
export async function changeSchedule(tx: TenantTx, id: string, to: Omit<ScheduleInput, 'by'>): Promise<Schedule> {
  requireTests(to.testIds)
  const sql = /* sql */ `
    UPDATE purple_schedules SET name = $2, test_ids = $3, mode = $4, every_hours = $5, enabled = $6,
      next_at = least(next_at, clock_timestamp() + make_interval(hours => $5))
    WHERE id = $1 RETURNING ${SCHEDULES.columns}`
  const changed = await tx.maybeOne(SCHEDULES.read, sql, [
    ...[id, to.name, to.testIds, to.mode, to.everyHours, to.enabled],
  ])
  if (changed === null) throw missing()
  return changed
}

/** Its rounds stay. Throws `not_found`. */
export async function removeSchedule(tx: TenantTx, id: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM purple_schedules WHERE id = $1`, [id])) === 0) throw missing()
}

const missing = () => noSuch('schedule')

function requireTests(ids: readonly string[]): void {
  const unknown = ids.find((id) => !ATOMIC_TESTS.some((test) => test.id === id))
  if (unknown !== undefined) throw invalid('test_ids', `${unknown.slice(0, 80)} is no test of the catalogue`)
}

export const DUE_SCHEDULES = jobs({
  table: 'purple_schedules',
  until: 'next_at',
  lease: 'lease',
  seconds: PURPLE_LIMITS.leaseSeconds,
  tries: 'attempts',
  due: `j.enabled AND j.next_at <= ${NOW}`,
  order: 'j.next_at, j.id',
  since: 'next_at',
  returning: `attempts, ${SCHEDULES.columns}`,
  read: (row: Row) => SCHEDULES.read(row),
})

/**
 * Starts a round: one execution for each of its tests, all queued at once and not counted towards the limit of open
 * executions. Returns null while the earlier round still runs, or when another process has the schedule; the next round
 * starts at its time.
 */
export async function beginRound(tx: TenantTx, schedule: Schedule & Lease): Promise<Round | null> {
  const next = /* sql */ `
    UPDATE purple_schedules SET next_at = clock_timestamp() + make_interval(hours => every_hours), lease = NULL, attempts = 0
    WHERE id = $1 AND lease = $2`
  if ((await tx.run(next, [schedule.id, schedule.lease])) === 0) return null
  // A test that a later version of the catalogue no longer has is left out.
  const wanted = new Set(schedule.test_ids)
  const tests = ATOMIC_TESTS.filter(({ id }) => wanted.size === 0 || wanted.has(id))
  if (tests.length === 0) return null
  const sql = /* sql */ `
    INSERT INTO purple_rounds (schedule_id, name, mode, tests) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING ${ROUNDS.columns}`
  const round = await tx.maybeOne(ROUNDS.read, sql, [schedule.id, schedule.name, schedule.mode, tests.length])
  if (round === null) return null
  const executions = /* sql */ `
    INSERT INTO purple_executions (test_id, technique, platform, mode, state, requested_by, wait_seconds, events, round_id)
    SELECT t.id, t.technique, t.platform, $2, 'pending', $3, $4, t.events, $5
    FROM jsonb_to_recordset($1) AS t (id text, technique text, platform text, events int)`
  const rows = tests.map(({ id, technique, platform, events }) => {
    return { id, technique, platform, events: events(sceneOf('00000000-0000-0000-0000-000000000000', 0)).length }
  })
  const by = `schedule:${schedule.id}`
  await tx.run(executions, [JSON.stringify(rows), schedule.mode, by, PURPLE_LIMITS.waitSeconds, round.id])
  const prune = /* sql */ `
    DELETE FROM purple_rounds WHERE ended_at IS NOT NULL AND ${NOTHING_HELD} AND id IN (
      SELECT id FROM purple_rounds ORDER BY started_at DESC, id DESC OFFSET $1)`
  await tx.run(prune, [PURPLE_LIMITS.rounds])
  return round
}

/**
 * Ends the round when its last execution has ended. The lock makes two executions that end together wait for each
 * other.
 */
export async function endRoundIfDone(tx: TenantTx, roundId: string): Promise<void> {
  await tx.run(/* sql */ `SELECT FROM purple_rounds WHERE id = $1 FOR UPDATE`, [roundId])
  const counts = /* sql */ `
    SELECT count(*) FILTER (WHERE ended_at IS NULL) AS open, count(*) FILTER (WHERE outcome = 'detected') AS detected,
      count(*) FILTER (WHERE outcome = 'missed') AS missed,
      count(*) FILTER (WHERE ended_at IS NOT NULL AND outcome IS NULL) AS unknown
    FROM purple_executions WHERE round_id = $1`
  const counted = await tx.maybeOne(
    (row) => ({ open: int(row, 'open'), results: [int(row, 'detected'), int(row, 'missed'), int(row, 'unknown')] }),
    counts,
    [roundId],
  )
  if (counted === null || counted.open > 0) return
  const sql = /* sql */ `
    UPDATE purple_rounds SET detected = $2, missed = $3, unknown = $4, ended_at = clock_timestamp()
    WHERE id = $1 AND ended_at IS NULL`
  await tx.run(sql, [roundId, ...counted.results])
}

/** Newest first. */
export function roundsPage(
  tx: TenantTx,
  scheduleId: string | null,
  limit: number,
  after: Position | null,
): Promise<Placed<Round>[]> {
  const sql = /* sql */ `
    SELECT ${ROUNDS.columns}, started_at::text AS position FROM purple_rounds
    WHERE ($1::uuid IS NULL OR schedule_id = $1)
      AND ($2::timestamptz IS NULL OR (started_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY started_at DESC, id DESC LIMIT $4`
  return tx.many(placed(ROUNDS.read), sql, [scheduleId, after?.[0] ?? null, after?.[1] ?? null, limit])
}
