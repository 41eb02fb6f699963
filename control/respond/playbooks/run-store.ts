import { assert } from '../../../platform/assert.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { Outcome } from '../response/index.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { PLAYBOOK_RUNS, type PlaybookRun, type RunState, type RunStatus, type WaitKind } from './run.ts'
import type { StepReason, StepResult } from './step-result.ts'

export type NewRun = Pick<
  PlaybookRun,
  | 'playbookId'
  | 'version'
  | 'document'
  | 'dryRun'
  | 'triggerKind'
  | 'trigger'
  | 'requestedBy'
  | 'requestedByPerson'
  | 'caseId'
  | 'alertId'
  | 'parentRunId'
  | 'depth'
> & { readonly triggerKey: string | null }

const FRESH = { item: 0, tries: 0, vars: {}, steps: {}, hasFailed: false }

/** Null: there is a run of the playbook for this key. */
export function insertRun(tx: TenantTx, run: NewRun): Promise<PlaybookRun | null> {
  const sql = /* sql */ `
    INSERT INTO playbook_runs (playbook_id, version, document, status, dry_run, trigger_kind, trigger_key, trigger_data,
      requested_by, case_id, alert_id, parent_run_id, depth, state, steps_total, requested_by_person, deadline)
    VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
      clock_timestamp() + interval '1 day')
    ON CONFLICT (tenant_id, playbook_id, trigger_key) DO NOTHING RETURNING ${PLAYBOOK_RUNS.columns}`
  const state: RunState = { ...FRESH, at: run.document.steps[0]?.id ?? null }
  return tx.maybeOne(PLAYBOOK_RUNS.read, sql, [
    ...[run.playbookId, run.version, JSON.stringify(run.document), run.dryRun, run.triggerKind, run.triggerKey],
    ...[JSON.stringify(run.trigger), run.requestedBy, run.caseId, run.alertId, run.parentRunId, run.depth],
    ...[JSON.stringify(state), run.document.steps.length, run.requestedByPerson],
  ])
}

export function runOf(tx: TenantTx, id: string): Promise<PlaybookRun | null> {
  return tx.maybeOne(PLAYBOOK_RUNS.read, /* sql */ `SELECT ${PLAYBOOK_RUNS.columns} FROM playbook_runs WHERE id = $1`, [
    id,
  ])
}

export async function openRuns(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS n FROM playbook_runs WHERE completed_at IS NULL`
  return (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
}

/** Newest first. */
export function runsPage(
  tx: TenantTx,
  playbookId: string | null,
  limit: number,
  after: Position | null,
): Promise<Placed<PlaybookRun>[]> {
  const sql = /* sql */ `
    SELECT ${PLAYBOOK_RUNS.columns}, started_at::text AS placed_at FROM playbook_runs
    WHERE ($1::text IS NULL OR playbook_id = $1)
      AND ($2::timestamptz IS NULL OR (started_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY started_at DESC, id DESC LIMIT $4`
  const place = (row: Row): Placed<PlaybookRun> => {
    return { item: PLAYBOOK_RUNS.read(row), position: [text(row, 'placed_at'), text(row, 'id')] }
  }
  return tx.many(place, sql, [playbookId, after?.[0] ?? null, after?.[1] ?? null, limit])
}

export type RunStep = StepResult & {
  readonly seq: number
  readonly stepId: string
  readonly type: string
  readonly executed: boolean
  readonly at: Date
}

export function stepsOfRun(tx: TenantTx, runId: string): Promise<RunStep[]> {
  const sql = /* sql */ `
    SELECT seq, step_id, type, outcome, executed, verification, reason, detail, ref, at FROM playbook_run_steps
    WHERE run_id = $1 ORDER BY seq`
  return tx.many(
    (row) => ({
      seq: int(row, 'seq'),
      stepId: text(row, 'step_id'),
      type: text(row, 'type'),
      outcome: row.outcome as StepResult['outcome'], // words that this context wrote
      executed: row.executed === true,
      verification: row.verification as Outcome | null,
      reason: row.reason as StepReason | null,
      detail: orNull(text, row, 'detail'),
      ref: orNull(text, row, 'ref'),
      at: time(row, 'at'),
    }),
    sql,
    [runId],
  )
}

/** Ends a run that no process works on; asks one that is worked on to end. Null when it has ended. */
export function askToEnd(tx: TenantTx, id: string): Promise<PlaybookRun | null> {
  const sql = /* sql */ `
    UPDATE playbook_runs SET cancel_asked = true, updated_at = clock_timestamp(),
      status = CASE WHEN status = 'running' THEN status ELSE 'cancelled' END,
      completed_at = CASE WHEN status <> 'running' THEN clock_timestamp() END,
      deadline = CASE WHEN status = 'running' THEN deadline END,
      wait_kind = CASE WHEN status = 'running' THEN wait_kind END, wait_id = CASE WHEN status = 'running' THEN wait_id END
    WHERE id = $1 AND completed_at IS NULL RETURNING ${PLAYBOOK_RUNS.columns}`
  return tx.maybeOne(PLAYBOOK_RUNS.read, sql, [id])
}

/** Runs that a run began and that have not ended. */
export function openChildren(tx: TenantTx, runId: string): Promise<string[]> {
  const sql = /* sql */ `SELECT id FROM playbook_runs WHERE parent_run_id = $1 AND completed_at IS NULL ORDER BY id`
  return tx.many((row) => text(row, 'id'), sql, [runId])
}

export function openRunsOf(tx: TenantTx, playbookId: string): Promise<string[]> {
  const sql = /* sql */ `SELECT id FROM playbook_runs WHERE playbook_id = $1 AND completed_at IS NULL ORDER BY id`
  return tx.many((row) => text(row, 'id'), sql, [playbookId])
}

export type ClaimedRun = PlaybookRun &
  Lease & {
    readonly isCancelRequested: boolean
    /** The wait that the run was claimed from; null: it did not wait. */
    readonly was: { readonly kind: WaitKind; readonly id: string | null } | null
  }

/**
 * Runs to work on: those that are new, those whose wait has ended, those whose time has come, and those whose process has
 * gone. What is waited for is found from its own end, so that runs that wait cost nothing.
 */
export const DUE_RUNS = jobs({
  table: 'playbook_runs',
  until: 'deadline',
  lease: 'lease',
  seconds: PLAYBOOK_LIMITS.stepMs / 1000,
  with: `ready AS (
      (SELECT tenant_id, id FROM playbook_runs WHERE status = 'pending'
        ORDER BY started_at LIMIT 20)
      UNION ALL
      (SELECT tenant_id, id FROM playbook_runs WHERE deadline < ${NOW}
        ORDER BY deadline LIMIT 20)
      UNION ALL
      (SELECT r.tenant_id, r.id FROM response_actions a
        JOIN playbook_runs r ON r.tenant_id = a.tenant_id AND r.wait_id = a.id AND r.status = 'waiting'
        WHERE a.run_id IS NOT NULL AND a.ended_at > ${NOW} - interval '10 minutes' LIMIT 20)
      UNION ALL
      (SELECT r.tenant_id, r.id FROM approvals a
        JOIN playbook_runs r ON r.tenant_id = a.tenant_id AND r.wait_id = a.id AND r.status = 'waiting'
        WHERE a.run_id IS NOT NULL AND a.decided_at > ${NOW} - interval '10 minutes' LIMIT 20)
      UNION ALL
      (SELECT r.tenant_id, r.id FROM playbook_runs child
        JOIN playbook_runs r ON r.tenant_id = child.tenant_id AND r.wait_id = child.id AND r.status = 'waiting'
        WHERE child.parent_run_id IS NOT NULL AND child.completed_at > ${NOW} - interval '10 minutes' LIMIT 20))`,
  due: `(j.tenant_id, j.id) IN (SELECT tenant_id, id FROM ready) AND j.completed_at IS NULL
        AND NOT (j.status = 'running' AND j.deadline >= ${NOW})`,
  order: 'j.started_at, j.id',
  since: 'updated_at',
  before: ['wait_kind', 'wait_id'],
  set: `status = 'running', wait_kind = NULL, wait_id = NULL, updated_at = clock_timestamp()`,
  returning: `cancel_asked, was_wait_kind, was_wait_id, ${PLAYBOOK_RUNS.columns}`,
  read: (row: Row) => {
    const kind = row.was_wait_kind as WaitKind | null // a word that this context wrote
    const was = kind === null ? null : { kind, id: orNull(text, row, 'was_wait_id') }
    return { ...PLAYBOOK_RUNS.read(row), isCancelRequested: row.cancel_asked === true, was }
  },
})

export type RunChange = {
  readonly status: RunStatus
  readonly state: RunState
  readonly stepsExecuted: number
  readonly error?: string | null
  readonly wait?: { readonly kind: WaitKind; readonly id: string | null } | null
  /** Left out: the run is at its end. */
  readonly deadline?: Date
}

/** A stored run. `isCancelRequested`: a cancellation was requested. */
export type KeptRun = PlaybookRun & { readonly isCancelRequested: boolean }

/** Saves the run under the lease. Null when another process has taken the run over. */
export function keepRun(tx: TenantTx, { id, lease }: ClaimedRun, change: RunChange): Promise<KeptRun | null> {
  const sql = /* sql */ `
    UPDATE playbook_runs SET status = $3, state = $4, steps_executed = $5, error = $6, wait_kind = $7, wait_id = $8,
      deadline = $9::timestamptz, completed_at = CASE WHEN $9::timestamptz IS NULL THEN clock_timestamp() END,
      lease = CASE WHEN $3 = 'running' THEN lease END, updated_at = clock_timestamp()
    WHERE id = $1 AND lease = $2 AND status = 'running' RETURNING cancel_asked, ${PLAYBOOK_RUNS.columns}`
  const { status, state, stepsExecuted, error = null, wait = null, deadline = null } = change
  const toKept = (row: Row): KeptRun => ({ ...PLAYBOOK_RUNS.read(row), isCancelRequested: row.cancel_asked === true })
  return tx.maybeOne(toKept, sql, [
    ...[id, lease, status, JSON.stringify(state), stepsExecuted, error, wait?.kind ?? null, wait?.id ?? null, deadline],
  ])
}

export async function insertStep(tx: TenantTx, runId: string, step: Omit<RunStep, 'at' | 'result'>): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO playbook_run_steps (run_id, seq, step_id, type, outcome, executed, verification, detail, ref, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
  const { seq, stepId, type, outcome, executed, verification = null, detail = null, ref = null, reason = null } = step
  const done = await tx.run(sql, [runId, seq, stepId, type, outcome, executed, verification, detail, ref, reason])
  assert(done === 1, 'a step is written')
}

export function tenantsWithCaseArrivals(tx: OperatorTx): Promise<TenantId[]> {
  const sql = /* sql */ `SELECT DISTINCT tenant_id FROM case_arrivals LIMIT 500`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
}
