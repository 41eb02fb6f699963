import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { EXECUTIONS, type Execution, type ExecutionState, type Outcome, type RuleFinding } from './execution.ts'
import { PURPLE_LIMITS } from './limits.ts'

export type NewExecution = Pick<
  Execution,
  'testId' | 'technique' | 'platform' | 'mode' | 'requestedBy' | 'waitSeconds' | 'events'
>

export async function insertExecution(tx: TenantTx, newExecution: NewExecution): Promise<Execution> {
  const sql = /* sql */ `
    INSERT INTO purple_executions (test_id, technique, platform, mode, state, requested_by, wait_seconds, events)
    VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7) RETURNING ${EXECUTIONS.columns}`
  const { testId, technique, platform, mode, requestedBy, waitSeconds, events } = newExecution
  return tx.one(EXECUTIONS.read, sql, [testId, technique, platform, mode, requestedBy, waitSeconds, events])
}

/** Held until the transaction ends, so that two requests do not pass the bound together. */
export async function countOpen(tx: TenantTx): Promise<number> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('purple-team:' || svc_tenant(), 0))`)
  const sql = /* sql */ `SELECT count(*)::int AS n FROM purple_executions WHERE state IN ('pending', 'running') AND round_id IS NULL`
  return (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
}

export function executionRow(tx: TenantTx, id: string): Promise<Execution | null> {
  return tx.maybeOne(EXECUTIONS.read, /* sql */ `SELECT ${EXECUTIONS.columns} FROM purple_executions WHERE id = $1`, [
    id,
  ])
}

/** Newest first. */
export function executionsPage(
  tx: TenantTx,
  filter: { readonly state?: ExecutionState | undefined; readonly testId?: string | undefined },
  limit: number,
  after: Position | null,
): Promise<Placed<Execution>[]> {
  const sql = /* sql */ `
    SELECT ${EXECUTIONS.columns}, queued_at::text AS placed_at FROM purple_executions
    WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR test_id = $2)
      AND ($4::timestamptz IS NULL OR (queued_at, id) < ($4, $5::uuid))
    ORDER BY queued_at DESC, id DESC LIMIT $3`
  const toPlaced = (row: Row): Placed<Execution> => {
    return { item: EXECUTIONS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] }
  }
  const params = [filter.state ?? null, filter.testId ?? null, limit, after?.[0] ?? null, after?.[1] ?? null]
  return tx.many(toPlaced, sql, params)
}

/** Returns null when the execution has ended or does not exist. */
export function markCancelled(tx: TenantTx, id: string): Promise<Execution | null> {
  const sql = /* sql */ `
    UPDATE purple_executions SET state = 'cancelled', ended_at = clock_timestamp(), lease = NULL
    WHERE id = $1 AND state IN ('pending', 'running') RETURNING ${EXECUTIONS.columns}`
  return tx.maybeOne(EXECUTIONS.read, sql, [id])
}

export type Claimed = Execution & Lease & { readonly attempts: number }

/** Executions that wait for a look, the one that has waited longest first. */
export const DUE_EXECUTIONS = jobs({
  table: 'purple_executions',
  until: 'next_at',
  lease: 'lease',
  seconds: PURPLE_LIMITS.leaseSeconds,
  tries: 'attempts',
  due: `j.state IN ('pending', 'running') AND j.next_at <= ${NOW}`,
  order: 'j.next_at, j.id',
  since: 'next_at',
  set: `state = 'running', started_at = coalesce(j.started_at, clock_timestamp())`,
  returning: `attempts, ${EXECUTIONS.columns}`,
  read: (row: Row) => ({ ...EXECUTIONS.read(row), attempts: int(row, 'attempts') }),
})

export async function markSent(tx: TenantTx, { id, lease }: Claimed): Promise<void> {
  const sql = /* sql */ `
    UPDATE purple_executions SET sent_at = clock_timestamp(), next_at = clock_timestamp(), attempts = 0
    WHERE id = $1 AND lease = $2 AND state = 'running'`
  await tx.run(sql, [id, lease])
}

export type Seen = Pick<Execution, 'eventsStored' | 'findings' | 'undecided' | 'alertId' | 'alertSeconds'>

/** Keeps the results of a look, and sets the time of the next one: that of a round, which has many tests, is further off. */
export async function keepLook(tx: TenantTx, { id, lease }: Claimed, seen: Seen): Promise<void> {
  const sql = /* sql */ `
    UPDATE purple_executions SET events_stored = $3, findings = $4, undecided = $5, alert_id = $6, alert_seconds = $7,
      attempts = 0, next_at = clock_timestamp() + make_interval(secs => $8::float8 * CASE WHEN round_id IS NULL THEN 1 ELSE 5 END)
    WHERE id = $1 AND lease = $2 AND state = 'running'`
  await tx.run(sql, [id, lease, ...seenParams(seen), PURPLE_LIMITS.lookMs / 1000])
}

export type ExecutionEnd = Seen & { readonly outcome: Outcome | null; readonly error: string | null }

/** Null when it was cancelled, or is another's by now. */
export function endExecution(tx: TenantTx, { id, lease }: Claimed, end: ExecutionEnd): Promise<Execution | null> {
  const sql = /* sql */ `
    UPDATE purple_executions SET events_stored = $3, findings = $4, undecided = $5, alert_id = $6, alert_seconds = $7,
      outcome = $8::text, error = $9, state = CASE WHEN $8::text IS NULL THEN 'failed' ELSE 'success' END,
      ended_at = clock_timestamp(), lease = NULL
    WHERE id = $1 AND lease = $2 AND state = 'running' RETURNING ${EXECUTIONS.columns}`
  return tx.maybeOne(EXECUTIONS.read, sql, [id, lease, ...seenParams(end), end.outcome, end.error])
}

function seenParams({ eventsStored, findings, undecided, alertId, alertSeconds }: Seen) {
  return [eventsStored, JSON.stringify(findings), JSON.stringify(undecided), alertId, alertSeconds]
}

/** The alert that has one of these signals or events in its evidence; the first made of several. */
export function alertOf(
  tx: TenantTx,
  found: { readonly signals: readonly string[]; readonly events: readonly string[] },
  since: Date,
): Promise<string | null> {
  const sql = /* sql */ `
    SELECT id FROM alerts
    WHERE updated_at >= $3 AND EXISTS (SELECT FROM jsonb_array_elements(fusion -> 'evidence') AS link
      WHERE link ->> 'signal_id' = ANY ($1) OR link -> 'event_uids' ?| $2)
    ORDER BY created_at, id LIMIT 1`
  return tx.maybeOne((row) => text(row, 'id'), sql, [found.signals, found.events, since])
}

/** The execution of the same test in the same mode before this one, of those that say something. */
export function resultBefore(tx: TenantTx, { id, testId, mode, endedAt }: Execution) {
  const sql = /* sql */ `
    SELECT id, outcome = 'detected' AS is_detected FROM purple_executions
    WHERE test_id = $1 AND mode = $2 AND state = 'success' AND id <> $3 AND ended_at <= $4
    ORDER BY ended_at DESC, id DESC LIMIT 1`
  const read = (row: Row) => ({ id: text(row, 'id'), isDetected: row.is_detected === true })
  return tx.maybeOne(read, sql, [testId, mode, id, endedAt])
}

export type LastRun = {
  readonly testId: string
  readonly technique: string
  readonly executionId: string
  readonly outcome: Outcome
  readonly endedAt: Date
  /** Rules that held for its events, by their ids. */
  readonly foundBy: readonly string[]
}

/** The latest live execution of each test that has a known result. */
export function lastRuns(tx: TenantTx): Promise<LastRun[]> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (test_id) test_id, technique, id, outcome, ended_at, findings FROM purple_executions
    WHERE mode = 'live' AND state = 'success' ORDER BY test_id, ended_at DESC, id DESC`
  return tx.many(
    (row) => ({
      ...{ testId: text(row, 'test_id'), technique: text(row, 'technique'), executionId: text(row, 'id') },
      ...{ outcome: row.outcome as Outcome, endedAt: time(row, 'ended_at') }, // a word that this context wrote
      foundBy: (row.findings as readonly RuleFinding[]).map(({ rule_id: ruleId }) => ruleId),
    }),
    sql,
  )
}
