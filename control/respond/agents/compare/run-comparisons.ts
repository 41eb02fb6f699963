/** Runs comparisons under a lease, one run at a time; each result is stored before the next run starts. */
import { AppError } from '../../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { askJson, type InTenant, type ModelDeps, modelAccess, total } from '../../models/index.ts'
import { entriesOfRun, investigationOf } from '../ledger.ts'
import { type AskShape, againOf, beforeOf, differenceOf, labelOf } from './compare-run.ts'
import { COMPARISONS, type ComparedRun, type Comparison } from './comparison.ts'

export type ComparisonsDeps = {
  /** Signs in as the owner: which tenants have one is looked up over all of them. */
  readonly pool: Postgres
  readonly models: ModelDeps
  readonly nowMs: () => number
}

const POLL_MS = 2_000
const SLACK_MS = 60_000
/** Runs that are repeated at once, so that the slow model of one tenant does not delay the others. */
const AT_ONCE = 4

/** Repeats runs that have ended under another model or prompt. */
export function comparisonWorkers(deps: ComparisonsDeps): Worker[] {
  const oldestSeconds = () => UNDONE.oldestSeconds(deps.pool)
  const once = async () => (await compareOnce(deps)) > 0
  return [{ name: 'model comparisons', everyMs: POLL_MS, once, atOnce: AT_ONCE, oldestSeconds }]
}

/** Compares one run of each tenant with a comparison that no worker has. Gives the number of runs. */
export async function compareOnce(deps: ComparisonsDeps): Promise<number> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM model_comparisons WHERE status = 'running' AND deadline <= $1 LIMIT 100`
  const tenants = await withOperator(deps.pool, 'comparisons that nobody is at', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs())]),
  )
  let done = 0
  for (const tenant of tenants) done += await compareNext(deps, tenant)
  return done
}

async function compareNext({ pool, models, nowMs }: ComparisonsDeps, tenant: TenantId): Promise<number> {
  const inTenant: InTenant = (work) => withTenant(pool, tenant, work)
  // A run may ask every question of an investigation, each with its repair.
  const seconds = (26 * models.timeoutMs + SLACK_MS) / 1000
  const claimed = await inTenant((tx) => UNDONE.claim(tx, { now: new Date(nowMs()), seconds }))
  if (claimed === null) return 0
  const next = claimed.run_ids.find((id) => !claimed.results.some(({ run_id }) => run_id === id))
  const result = next === undefined ? null : await compared(inTenant, models, claimed, next)
  await inTenant((tx) => keep(tx, claimed, result, new Date(nowMs())))
  return 1
}

const UNDONE = jobs({
  table: 'model_comparisons',
  until: 'deadline',
  lease: 'lease',
  seconds: SLACK_MS / 1000,
  due: `j.status = 'running' AND j.deadline <= ${NOW}`,
  order: 'j.created_at, j.id',
  since: 'created_at',
  returning: COMPARISONS.of('j'),
  read: COMPARISONS.read,
})

async function keep(
  tx: TenantTx,
  { id, lease, run_ids, results }: Comparison & Lease,
  result: ComparedRun | null,
  now: Date,
) {
  const all = result === null ? results : [...results, result]
  const isDone = all.length >= run_ids.length || result === null
  const sql = /* sql */ `
    UPDATE model_comparisons SET results = $3, lease = NULL, deadline = CASE WHEN $4 THEN NULL ELSE $5::timestamptz END,
      status = CASE WHEN $4 THEN 'completed' ELSE status END, completed_at = CASE WHEN $4 THEN $5::timestamptz END
    WHERE id = $1 AND lease = $2`
  await tx.run(sql, [id, lease, JSON.stringify(all), isDone, now])
}

async function compared(inTenant: InTenant, models: ModelDeps, of: Comparison, runId: string): Promise<ComparedRun> {
  const { run, entries, label } = await inTenant(async (tx) => {
    const found = await investigationOf(tx, runId)
    if (found === null) throw new AppError('not_found', 'the run is gone')
    return { run: found, entries: await entriesOfRun(tx, runId), label: await labelOf(tx, found) }
  })
  const before = beforeOf(run, entries)
  const costs: (number | null)[] = []
  const nothing = { steps_added: [], steps_gone: [], claims_added: [], claims_gone: [], is_same_verdict: false }
  const about = { run_id: runId, kind: run.kind, label, before }
  try {
    const { access, ...rest } = await inTenant((tx) => modelAccess(tx, models, false))
    if (access === null) throw new AppError('unavailable', 'reason' in rest ? rest.reason : 'there is no model')
    const chosen = { ...access, model: of.model ?? access.model }
    const purpose = { purpose: 'comparison' as const, alertId: run.alertId, runId: null }
    const ask: AskShape = async (question, read) => {
      const { value, calls } = await askJson(inTenant, models, chosen, purpose, question, read)
      costs.push(...calls.map(({ costUsd }) => costUsd))
      return value
    }
    const after = await againOf(run, entries, of.prompt_note ?? '', ask)
    return { ...about, after, error: null, ...differenceOf(before, after), cost_usd: total(costs) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...about, after: null, error: error.message.slice(0, 500), ...nothing, cost_usd: total(costs) }
  }
}
