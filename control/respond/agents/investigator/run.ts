/**
 * Investigations by a model: each step is written to the ledger before the next one is requested. A run is held by a
 * lease; its state is its ledger, so another process can continue it. Tools only read, and an action request is
 * identified by its entry, so an interrupted call can be repeated.
 */
import { AppError } from '../../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { askJson, type InTenant, type ModelAccess, modelAccess, total, usageOf } from '../../models/index.ts'
import type { Tool } from '../../tool-servers/index.ts'
import { publishStep } from '../investigate.ts'
import { append, entriesOfRun, INVESTIGATIONS, type LedgerEntry } from '../ledger.ts'
import { toolsOfRun } from '../run-tools.ts'
import { type ActionAsk, askForAction, REQUEST_ACTION } from './ask-action.ts'
import { callTool } from './call-tool.ts'
import { conclude, endWithout } from './end-run.ts'
import { appendStep, type HeldRun, hold, type InvestigatorDeps, OPEN_RUNS, releaseUntil, termOf } from './held-run.ts'
import { type Call, type NextStep, questionOf, readNextStep } from './question.ts'
import { endsAt, reachedBound, STEPS_MAX } from './run-budget.ts'
import { shownOf } from './shown.ts'
import { ASK_ANALYST, waitsForAnalyst } from './wait-for-analyst.ts'

const POLL_MS = 1_000
/** Runs that a process works on at once, so that the slow model of one tenant does not delay the others. */
const AT_ONCE = 8

/** Investigates cases with the tenant's model and its tools. */
export function investigatorWorkers(deps: InvestigatorDeps): Worker[] {
  const oldestSeconds = () => OPEN_RUNS.oldestSeconds(deps.pool)
  const once = async () => (await investigateOnce(deps)) > 0
  return [{ name: 'investigator', everyMs: POLL_MS, once, atOnce: AT_ONCE, oldestSeconds }]
}

/**
 * Works on one run of each tenant with a run that no worker has, first of tenants with the fewest runs in hand. Gives the
 * number of runs.
 */
export async function investigateOnce(deps: InvestigatorDeps): Promise<number> {
  const sql = /* sql */ `
    SELECT tenant_id FROM investigation_runs WHERE kind = 'investigation' AND status = 'running'
    GROUP BY tenant_id HAVING count(*) FILTER (WHERE deadline <= $1) > 0
    ORDER BY count(*) FILTER (WHERE lease IS NOT NULL AND deadline > $1), min(deadline), tenant_id LIMIT 100`
  const tenants = await withOperator(deps.pool, 'investigations without a worker', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs())]),
  )
  let done = 0
  for (const tenant of tenants) done += await continueRun(deps, tenant)
  return done
}

async function continueRun(deps: InvestigatorDeps, tenant: TenantId): Promise<number> {
  const inTenant: InTenant = (work) => withTenant(deps.pool, tenant, work)
  const claimed = await inTenant(async (tx) => {
    const claimed = await OPEN_RUNS.claim(tx, termOf(deps))
    const run = claimed === null ? null : await tx.maybeOne(INVESTIGATIONS.read, RUN_BY_ID, [claimed.id])
    return run === null || claimed === null ? null : { run, lease: claimed.lease }
  })
  if (claimed === null) return 0
  const { run, lease } = claimed
  const held: HeldRun = { ...deps, vault: deps.models.vault, tenant, inTenant, lease, run, lake: deps.lake(tenant) }
  try {
    await work(held)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!(await waitsForModel(held, error))) await endWithout(held, null, error.message)
  }
  return 1
}

const RUN_BY_ID = /* sql */ `SELECT *, 0 AS model_calls, NULL AS cost_usd FROM investigation_runs WHERE id = $1`

/**
 * Releases the run for as long as its model asks for with `Retry-After`. False where the model asks for none, or for more
 * than the run has left.
 */
async function waitsForModel(held: HeldRun, { retryAfterSeconds }: AppError): Promise<boolean> {
  if (retryAfterSeconds === undefined) return false
  const { inTenant, run, nowMs } = held
  const untilMs = nowMs() + Math.max(1, retryAfterSeconds) * 1000
  if (untilMs >= endsAt(run, await inTenant((tx) => entriesOfRun(tx, run.id)))) return false
  await inTenant((tx) => releaseUntil(tx, held, new Date(untilMs)))
  return true
}

/** Takes steps until the run ends or waits for an analyst. */
async function work(held: HeldRun): Promise<void> {
  const { inTenant, run, models } = held
  const thirdParty = toolsOfRun({ ...held, vault: models.vault }, run.id)
  let tools: readonly Tool[] | null = null
  /** Answers of third-party tools by entry: the ledger does not keep them. */
  const answers = new Map<number, string>()
  /** Arguments for tools of third parties by the entry that chose them: the ledger does not keep their values. */
  const kept = new Map<number, Call['args']>()
  for (;;) {
    const entries = await inTenant((tx) => entriesOfRun(tx, run.id))
    const { step, seq, isAnswered } = lastStep(entries)
    if (step?.conclusion) return conclude(held, step.conclusion, entries)
    // Before each step: meanwhile automation may be stopped, or the model, its key and its budget be changed.
    const { access, ...rest } = await inTenant((tx) => modelAccess(tx, models))
    if (access === null) return endWithout(held, null, 'reason' in rest ? rest.reason : 'there is no model')
    tools ??= held.offersThirdParties ? await thirdParty.offered() : []
    if (step?.call && !isAnswered) {
      const { tool, args } = step.call
      if (tool === ASK_ANALYST) {
        if (await waitsForAnalyst(held, step.call, entries)) return
      } else if (tool === REQUEST_ACTION) await requestAction(held, { run, args, seq, entries })
      else {
        const called = { tool, args: tool.startsWith('mcp.') ? (kept.get(seq) ?? null) : args }
        await callTool(held, called, entries, tools, thirdParty, answers)
      }
      continue
    }
    const bound = await reachedBound(held, entries, access)
    if (bound !== null) return endWithout(held, bound, null)
    if (step !== null && step.call === null)
      return endWithout(held, 'the model gave neither a call nor a conclusion', null)
    const asked = await askModel(held, access, { entries, tools, answers })
    if (asked.call !== null) kept.set(asked.seq, asked.call.args)
  }
}

/** The model's last step with the sequence of its entry, and whether a tool or a person has answered it. */
function lastStep(entries: readonly LedgerEntry[]) {
  const entry = entries.findLast(({ kind }) => kind === 'model')
  const seq = entry?.seq ?? 0
  // JSON that this file wrote.
  const step = entry === undefined ? null : (entry.payload.output as { answer: NextStep }).answer
  return { step, seq, isAnswered: entries.some((other) => other.kind.startsWith('tool_') && other.seq > seq) }
}

type Known = {
  readonly entries: readonly LedgerEntry[]
  readonly tools: readonly Tool[]
  readonly answers: ReadonlyMap<number, string>
}

/** Asks the model for its next step, and appends it to the ledger. */
async function askModel(held: HeldRun, access: ModelAccess, { entries, tools, answers }: Known) {
  const { inTenant, models, run } = held
  const shown = entries.flatMap((entry) => shownOf(entry, answers))
  const steps = entries.filter(({ kind }) => kind === 'model').length
  const { question, redacted, hash } = questionOf(shown, tools, STEPS_MAX - steps)
  await inTenant((tx) => hold(tx, held))
  const about = { purpose: 'investigation' as const, alertId: null, runId: run.id }
  const { value, calls } = await askJson(inTenant, models, access, about, question, readNextStep)
  const { seq } = await appendStep(held, {
    kind: 'model',
    agent: 'investigator',
    summary: value.call === null ? 'Concluded' : `Chose ${value.call.tool}`,
    input: { shown: shown.map((entry) => entry.seq), redacted },
    output: { answer: forLedger(value), ...usageOf(calls) },
    durationMs: total(calls.map(({ durationMs }) => durationMs)) ?? 0,
    model: calls.at(-1)?.model ?? access.model,
    promptHash: hash,
  })
  return { seq, call: value.call }
}

/** The request and its entry are one transaction: a process that dies leaves both or none. */
function requestAction(held: HeldRun, ask: ActionAsk): Promise<void> {
  return held.inTenant(async (tx) => {
    await hold(tx, held)
    const output = await askForAction(tx, held, ask, held.nowMs())
    const written = await append(tx, held.run.id, {
      ...{ kind: output.outcome === 'answered' ? 'tool_result' : 'tool_refused', agent: 'investigator' },
      summary: `${REQUEST_ACTION}: ${output.outcome}`,
      ...{ input: { tool: REQUEST_ACTION, args: ask.args }, output, durationMs: 0 },
    })
    await publishStep(tx, written)
  })
}

/** Leaves out the values of the arguments for a third-party tool. */
function forLedger(step: NextStep): NextStep {
  if (step.call === null || !step.call.tool.startsWith('mcp.')) return step
  const args = Object.fromEntries(Object.keys(step.call.args).map((name) => [name, 'not kept']))
  return { ...step, call: { ...step.call, args } }
}
