/**
 * Works on runs, in any number of replicas. The result of a step, the next step and the end of its wait are written in
 * one transaction: a process that is killed in between leaves nothing, and after the run's deadline another one
 * continues. Effects of steps outside go through the response gate under a key of the step, so a repeated step requests
 * nothing twice.
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, programIn } from '../../platform/acting/index.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { tenantsWithArrivals } from '../../soc/alerts/index.ts'
import { VERIFY_CHOICES } from '../response/index.ts'
import { cancelRun, withdrawRequests } from './cancel-run.ts'
import { following, handlesExpiry, isVerification, type Turn } from './check.ts'
import { type Context, valueAt } from './context.ts'
import type { Step } from './document.ts'
import { type HttpRequest, mayRepeat, methodOf, requestOf, sent } from './http-step.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { isOpen, lookupOf, nextRehearsed } from './rehearsal.ts'
import type { PlaybookRun, RunState, RunStatus } from './run.ts'
import { type ClaimedRun, DUE_RUNS, insertStep, keepRun, type RunChange, tenantsWithCaseArrivals } from './run-store.ts'
import { startByAlerts } from './start-by-alerts.ts'
import { startByCases } from './start-by-cases.ts'
import { type BegunSlots, startByClock } from './start-by-clock.ts'
import { publishRun } from './start-run.ts'
import { doStep, isSkipped, keyOf, type StepWork, waited } from './step.ts'
import type { StepResult } from './step-result.ts'
import { UnknownPath } from './template.ts'

export type PlaybooksDeps = {
  /** Signs in as the owner, because it looks for the next run over all tenants. */
  readonly pool: Postgres
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
  readonly egress: Egress
  readonly vault: Vault
}

const POLL_MS = 500
const AT_ONCE = 4
/** Time between two looks at scheduled playbooks. */
const CLOCK_MS = 15_000

/** Starts playbooks by alerts, cases and the clock, and works on their runs. */
export function playbookWorkers(deps: PlaybooksDeps): Worker[] {
  const { pollMs = POLL_MS } = deps
  const begun: BegunSlots = new Map()
  const byClock = async () => {
    await startByClock(deps.pool, begun, deps.nowMs())
    return false
  }
  return [
    { name: 'playbook triggers', everyMs: pollMs, once: () => startDue(deps) },
    { name: 'playbook schedule', everyMs: CLOCK_MS, once: byClock },
    {
      name: 'playbook runs',
      everyMs: pollMs,
      atOnce: AT_ONCE,
      once: () => workOnNext(deps),
      oldestSeconds: () => DUE_RUNS.oldestSeconds(deps.pool),
    },
  ]
}

/** Starts playbooks that new alerts and changes of cases trigger. True when there may be more. */
export async function startDue({ pool }: Pick<PlaybooksDeps, 'pool'>): Promise<boolean> {
  const tenants = await withOperator(pool, 'alerts that playbooks have not seen', (tx) =>
    tenantsWithArrivals(tx, 'playbooks'),
  )
  let looked = 0
  for (const tenant of tenants) looked += await withTenant(pool, tenant, startByAlerts)
  const ofCases = await withOperator(pool, 'cases that playbooks have not seen', tenantsWithCaseArrivals)
  for (const tenant of ofCases) looked += await withTenant(pool, tenant, startByCases)
  return looked > 0
}

/** Works on the next run until it waits or ends. Returns false when no run is due. */
export async function workOnNext(deps: Omit<PlaybooksDeps, 'pollMs'>): Promise<boolean> {
  const claimed = await withOperator(deps.pool, 'the next run of a playbook', (tx) => DUE_RUNS.claim(tx))
  if (claimed === null) return false
  let run: ClaimedRun | null = claimed
  let isCalling = false
  while (run !== null) {
    run = isCalling && !run.isCancelRequested ? await callOut(deps, run) : await stepOn(deps, run)
    // A process sends only a request that it has just kept; a request that another process was sending is looked at
    // first.
    isCalling = !isCalling && run?.state.calling != null
  }
  return true
}

/** Sends the request of the run, and stores its result under the lease. */
async function callOut(deps: Omit<PlaybooksDeps, 'pollMs'>, run: ClaimedRun): Promise<ClaimedRun | null> {
  const step = stepAt(run)
  if (step === null) return null
  const keepIt = (result: StepResult) =>
    withTenant(deps.pool, run.tenant, (tx) => settle(tx, run, result, deps.nowMs())).catch((error: unknown) => {
      if (error instanceof LostRun) return null
      throw error
    })
  let request: HttpRequest
  try {
    request = await withTenant(deps.pool, run.tenant, (tx) =>
      requestOf(tx, deps.vault, step, lookupOf(run, contextOf(run, step))),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return keepIt({ outcome: 'failed', detail: error.message })
  }
  const within = withinRegion((work) => withTenant(deps.pool, run.tenant, work), deps.egress, 'webhook')
  return keepIt(await sent(within, request))
}

/** Null when the run waits, has ended, or is another's by now. */
async function stepOn(deps: Omit<PlaybooksDeps, 'pollMs'>, run: ClaimedRun): Promise<ClaimedRun | null> {
  try {
    return await withTenant(deps.pool, run.tenant, (tx) => advance(tx, run, deps.nowMs()))
  } catch (error) {
    if (error instanceof LostRun) return null
    // The database failed, not the step: after the run's deadline another process continues it.
    if (error instanceof AppError && error.code === 'unavailable') throw error
    // The writes of the step are gone with its transaction; its failure is kept in another one.
    if (!(error instanceof AppError))
      deps.log.warn({ err: error, tenant: run.tenant, run: run.id }, 'playbook step failed')
    const detail = error instanceof AppError ? error.message : 'the step broke; it is in the log'
    const outcome = error instanceof AppError && error.code === 'forbidden' ? 'blocked' : 'failed'
    return withTenant(deps.pool, run.tenant, (tx) => settle(tx, run, { outcome, detail }, deps.nowMs()))
  }
}

async function advance(tx: TenantTx, run: ClaimedRun, nowMs: number): Promise<ClaimedRun | null> {
  const { state } = run
  if (run.isCancelRequested) return end(tx, run, 'cancelled', state, null)
  if (run.stepsExecuted >= PLAYBOOK_LIMITS.executed)
    return end(tx, run, 'failed', state, `it did ${PLAYBOOK_LIMITS.executed} steps without coming to an end`)
  const step = stepAt(run)
  if (step === null) {
    const [status, error] = state.hasFailed ? (['failed', 'a step failed'] as const) : (['completed', null] as const)
    return end(tx, run, status, state, error)
  }
  const context = contextOf(run, step)
  const work: StepWork = { tx, actor: actorOf(run), run, context, look: lookupOf(run, context), nowMs }
  if (run.was !== null && run.was.id !== RETRY) {
    const result = await waited(work, run.was)
    // The deadline woke it before the approval or action ended: the request is withdrawn.
    if (result === null) await withdrawRequests(tx, run.id)
    return settle(tx, run, result ?? TIMED_OUT, nowMs)
  }
  if (step.for_each !== undefined && !isSkipped(work, step) && requireElements(run, step).length === 0)
    return settle(tx, run, { outcome: 'skipped', detail: `${step.for_each} is an empty list` }, nowMs)
  if (step.type === 'http' && !run.dryRun && !isSkipped(work, step)) {
    const calling = { key: keyOf(run, step), method: methodOf(step) }
    const isBrokenOff = state.calling?.key === calling.key
    if (isBrokenOff && !mayRepeat(calling)) return settle(tx, run, BROKEN_OFF, nowMs)
    const deadline = new Date(nowMs + PLAYBOOK_LIMITS.stepMs)
    const change = {
      status: 'running',
      state: { ...state, calling },
      stepsExecuted: run.stepsExecuted,
      deadline,
    } as const
    return keep(tx, run, change)
  }
  const done = await doStep(work, step)
  if ('wait' in done) {
    const wait = { kind: done.wait.kind, id: done.wait.id }
    const kept = {
      status: 'waiting',
      state,
      stepsExecuted: run.stepsExecuted,
      wait,
      deadline: done.wait.until,
    } as const
    return keep(tx, run, kept)
  }
  const vars = { ...state.vars, ...done.vars }
  const own = { ...run, state: { ...state, vars }, caseId: done.caseId ?? run.caseId }
  return settle(tx, own, done.result, nowMs, done.isTrue ?? null, done.isOpen)
}

/** Stores the result of a step; the run then continues, retries or ends. */
async function settle(
  tx: TenantTx,
  run: ClaimedRun,
  result: StepResult,
  nowMs: number,
  isTrue: boolean | null = null,
  isBothWays = false,
): Promise<ClaimedRun | null> {
  const step = stepAt(run)
  if (step === null) return end(tx, run, 'failed', run.state, result.detail ?? null)
  const isBad = BAD.has(result.outcome) && !(result.outcome === 'expired' && handlesExpiry(step))
  const { on_failure: onFailure = 'abort', retry_max: retries = 1 } = step
  const again = isBad && onFailure === 'retry' && result.outcome === 'failed' && run.state.tries < retries
  const steps = { ...run.state.steps, [step.id]: result }
  const before = { ...run.state, calling: null }
  const stepsExecuted = run.stepsExecuted + 1
  const { outcome, verification, reason, detail, ref } = result
  const executed = outcome === 'executed'
  // First under the lease: who has lost the run writes nothing.
  const keeping = (change: RunChange) => keep(tx, run, change)
  const record = () =>
    insertStep(tx, run.id, {
      ...{ seq: stepsExecuted, stepId: step.id, type: step.type, outcome, executed },
      ...{
        verification: verification ?? null,
        reason: reason ?? null,
        detail: detail?.slice(0, 2000) ?? null,
        ref: ref ?? null,
      },
    })
  await record()
  if (again) {
    const state = { ...before, steps, tries: run.state.tries + 1 }
    const seconds = Math.min(2 ** state.tries, PLAYBOOK_LIMITS.backoffSecondsMax)
    const deadline = new Date(nowMs + seconds * 1000)
    return keeping({
      status: 'waiting',
      state: { ...state, at: step.id },
      stepsExecuted,
      wait: { kind: 'time', id: RETRY },
      deadline,
    })
  }
  const hasFailed = run.state.hasFailed || isBad
  const elements = step.for_each === undefined ? 0 : elementsOf(run, step).length
  const hasNext = run.state.item + 1 < elements && !(isBad && onFailure !== 'continue')
  const along = hasNext ? step.id : following(run.document, step, isVerification(step) ? answerOf(result) : isTrue)
  const other = isBothWays ? following(run.document, step, false) : null
  const ways = [...(before.otherWays ?? []), ...(other === null ? [] : [other])]
  const next =
    run.dryRun && !hasNext
      ? nextRehearsed(along, ways, (id) => Object.hasOwn(steps, id))
      : { at: along, otherWays: ways }
  const state: RunState = { ...before, ...next, item: hasNext ? run.state.item + 1 : 0, tries: 0, steps, hasFailed }
  if (isBad && onFailure !== 'continue') {
    const status = outcome === 'denied' ? 'denied' : outcome === 'expired' ? 'expired' : 'failed'
    return end(tx, { ...run, stepsExecuted }, status, state, `${step.id}: ${detail ?? outcome}`)
  }
  return keeping({ status: 'running', state, stepsExecuted, deadline: new Date(nowMs + PLAYBOOK_LIMITS.stepMs) })
}

/** A rehearsal goes the way on that no answer changes. */
function answerOf({ outcome, result }: StepResult): Turn {
  if (outcome === 'expired') return 'expired'
  const choice = (result as { choice?: unknown } | undefined)?.choice
  return VERIFY_CHOICES.find((one) => one === choice) ?? null
}

/** Marks a wait as a pause before a retry, after which the step starts again. */
const RETRY = '00000000-0000-0000-0000-000000000000'
const BAD: ReadonlySet<StepResult['outcome']> = new Set([
  ...(['failed', 'blocked', 'no_integration', 'denied', 'expired', 'cancelled'] as const),
])
const BROKEN_OFF: StepResult = {
  ...{ outcome: 'failed', reason: 'unknown_effect', detail: 'it was interrupted: its outcome is unknown' },
}
const TIMED_OUT: StepResult = {
  ...{ outcome: 'expired', reason: 'timed_out', detail: 'what it waited for did not end in time' },
}

/** Ends the run. Unless it completed, its open approvals, actions and runs are withdrawn. */
async function end(
  tx: TenantTx,
  run: ClaimedRun,
  status: RunStatus,
  state: RunState,
  error: string | null,
): Promise<ClaimedRun | null> {
  const change = { status, state: { ...state, at: null }, stepsExecuted: run.stepsExecuted, error }
  const kept = await keep(tx, run, change)
  if (status !== 'completed') await withdrawRequests(tx, run.id)
  return kept
}

async function keep(tx: TenantTx, run: ClaimedRun, change: RunChange): Promise<ClaimedRun | null> {
  const kept = await keepRun(tx, run, change)
  // Another process has the run now and continues from the earlier state: nothing of this transaction may be committed.
  if (kept === null) throw new LostRun()
  // A cancellation was requested while it worked, so it must not wait any more.
  if (kept.status === 'waiting' && kept.isCancelRequested) await cancelRun(tx, run.id)
  else await publishRun(tx, kept)
  return kept.status === 'running' ? { ...run, ...kept, caseId: run.caseId, was: null } : null
}

class LostRun extends Error {
  override readonly message = 'another process has taken the run over'
}

function stepAt({ document, state }: PlaybookRun): Step | null {
  return document.steps.find(({ id }) => id === state.at) ?? null
}

function elementsOf(run: PlaybookRun, { for_each: path }: Step): unknown[] {
  if (path === undefined) return []
  const list = valueAt(baseOf(run), path)
  if (list === undefined && isOpen(run, path)) return [`[item of ${path}]`]
  return Array.isArray(list) ? list.slice(0, PLAYBOOK_LIMITS.elements) : []
}

/** Throws `bad_request` for a missing value, and for one that is no list. */
function requireElements(run: PlaybookRun, step: Step): unknown[] {
  const path = step.for_each ?? ''
  const list = valueAt(baseOf(run), path)
  if (list === undefined && !isOpen(run, path)) throw new UnknownPath(path)
  if (list !== undefined && !Array.isArray(list)) throw new AppError('bad_request', `${path} is no list`)
  return elementsOf(run, step)
}

function baseOf({ trigger, state }: PlaybookRun): Context {
  return { trigger, steps: state.steps, vars: state.vars }
}

function contextOf(run: PlaybookRun, step: Step): Context {
  return step.for_each === undefined ? baseOf(run) : { ...baseOf(run), item: elementsOf(run, step)[run.state.item] }
}

/** A playbook acts for the tenant; the approval gate decides which actions need an approval. */
function actorOf({ tenant, playbookId, requestedBy, requestedByPerson: personId, id }: ClaimedRun): Actor {
  // The starter of a run may not agree to its requests, so the actor names the starter.
  const actorId = personId === null ? `playbook/${playbookId}` : requestedBy
  return { ...programIn(tenant, 'playbook', actorId), personId, requestId: id }
}
