/** One step of a run: what it does, or what it waits for. Everything here is in the transaction that keeps the run. */

import { guessKind } from '../../../intel/normalise-value.ts'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { knownOf } from '../../detect/intel/index.ts'
import type { Actor } from '../../platform/acting/index.ts'
import { type CaseActor, changeCase, commentOnCase, openCase } from '../../soc/cases/index.ts'
import {
  type ActionReason,
  actionById,
  actionTypeOf,
  approvalById,
  judgeAction,
  RESPONSE_LIMITS,
  RISK_LEVELS,
  requestAction,
  requestApproval,
  VERIFY,
} from '../response/index.ts'
import { type Context, holds } from './context.ts'
import { IN_PLACE, type Step } from './document.ts'
import { rehearsedRequest } from './http-step.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { holdsOpen, isOpen } from './rehearsal.ts'
import type { RunStatus, WaitKind } from './run.ts'
import type { ClaimedRun } from './run-store.ts'
import { runOf } from './run-store.ts'
import { startRun } from './start-run.ts'
import type { StepOutcome, StepResult } from './step-result.ts'
import { filledEntries, filledText, filledValue, type Lookup } from './template.ts'

export type Stepped =
  | {
      readonly result: StepResult
      readonly isTrue?: boolean
      /** In a rehearsal: true when the result is unknown, so the run goes both ways. */
      readonly isOpen?: boolean
      readonly vars?: Readonly<Record<string, unknown>>
      readonly caseId?: string
    }
  | { readonly wait: { readonly kind: WaitKind; readonly id: string | null; readonly until: Date } }

export type StepWork = {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly run: ClaimedRun
  readonly context: Context
  /** Looks up values for placeholders. */
  readonly look: Lookup
  readonly nowMs: number
}

/** Throws an AppError for a refusal. */
export async function doStep(work: StepWork, step: Step): Promise<Stepped> {
  if (isSkipped(work, step)) return { result: { outcome: 'skipped', detail: 'its condition does not hold' } }
  return step.type in IN_PLACE ? inPlace(work, step) : governed(work, step)
}

/** In a dry run a condition on a rehearsed result counts as true. */
export function isSkipped({ run, context }: Pick<StepWork, 'run' | 'context'>, { type, condition }: Step): boolean {
  return type !== 'condition' && condition !== undefined && !isOpen(run, condition.field) && !holds(condition, context)
}

/** Gives the result of a wait. Null: it has not ended. */
export async function waited(
  { tx }: StepWork,
  { kind, id }: { kind: WaitKind; id: string | null },
): Promise<StepResult | null> {
  if (kind === 'time') return { outcome: 'executed' }
  if (id === null) return { outcome: 'failed', detail: 'it waited for nothing' }
  if (kind === 'run') {
    const child = await runOf(tx, id)
    if (child?.completedAt == null) return child === null ? { outcome: 'failed', detail: 'the run is gone' } : null
    return { ...OF_ENDED_RUNS[child.status], detail: child.error ?? child.status, ref: id }
  }
  if (kind === 'approval') {
    const approval = await approvalById(tx, id)
    if (approval === null || approval.status === 'pending') return null
    const { status, decisionComment: detail } = approval
    return status === 'approved'
      ? { outcome: 'executed', detail, ref: id }
      : { outcome: status, reason: status, detail, ref: id }
  }
  const action = await actionById(tx, id)
  if (action?.endedAt == null) return null
  const { status, outcome: verification, reason, detail } = action
  if (status === 'completed' || status === 'rolled_back')
    return {
      ...{ outcome: verification === 'simulated' ? 'simulated' : 'executed', verification, detail, ref: id },
      ...(action.actionType === VERIFY ? { result: { choice: detail } } : {}),
    }
  const outcome = reason === null ? undefined : OF_REASONS[reason]
  return { outcome: outcome ?? (status === 'rejected' ? 'denied' : 'failed'), verification, reason, detail, ref: id }
}

/** Reasons of an action that are outcomes of a step; the others are failures. */
const OF_REASONS: { readonly [R in ActionReason]?: StepOutcome } = {
  denied: 'denied',
  expired: 'expired',
  cancelled: 'cancelled',
  no_integration: 'no_integration',
  // The run continues as if the action had been done, so that later steps are recorded too.
  shadow_mode: 'dry_run',
}

const FAILED_RUN = { outcome: 'failed', reason: 'failed' } as const
const OF_ENDED_RUNS: Readonly<Record<RunStatus, Pick<StepResult, 'outcome' | 'reason'>>> = {
  completed: { outcome: 'executed' },
  denied: { outcome: 'denied', reason: 'denied' },
  expired: { outcome: 'expired', reason: 'expired' },
  cancelled: { outcome: 'cancelled', reason: 'cancelled' },
  failed: FAILED_RUN,
  // These states are not final, and callers do not ask for them here.
  ...{ pending: FAILED_RUN, running: FAILED_RUN, waiting: FAILED_RUN },
}

async function governed({ tx, actor, run, look, nowMs }: StepWork, step: Step): Promise<Stepped> {
  const filled = filledParams(step, look)
  const hasOwnTimeout = actionTypeOf(step.type)?.name === VERIFY && step.timeout_seconds !== undefined
  const parameters = hasOwnTimeout ? { timeout_seconds: String(step.timeout_seconds), ...filled } : filled
  const target = filledText(step.target ?? '', look)
  if (run.dryRun) {
    const request = { actionType: step.type, target, parameters, rationale: 'a rehearsal' }
    const isKnown = ![target, ...Object.values(parameters)].some(holdsOpen)
    const held = isKnown ? (await judgeAction(tx, actor, request, nowMs)).heldBecause : null
    const detail = `would ask for ${step.type}${target === '' ? '' : ` of ${target}`}`
    return { result: { outcome: 'dry_run', detail: held === null ? detail : `${detail}, held because ${held}` } }
  }
  const approvalMs = step.timeout_seconds === undefined ? RESPONSE_LIMITS.approvalMs : step.timeout_seconds * 1000
  const request = {
    ...{
      actionType: step.type,
      target,
      parameters,
      approvalMs,
      caseId: run.caseId,
      alertId: run.alertId,
      runId: run.id,
    },
    rationale: `Step ${step.name ?? step.id} of the playbook ${run.document.name}.`.slice(0, 2000),
    idempotencyKey: keyOf(run, step),
    rollbackAfterSeconds: step.rollback_after_seconds ?? null,
  }
  const { action } = await requestAction(tx, actor, request, nowMs)
  // A verification ends by itself, by the time that the installation gives an answer.
  const waitMs = action.actionType === VERIFY ? RESPONSE_LIMITS.approvalMsMax : approvalMs
  const until = new Date(nowMs + waitMs + RESPONSE_LIMITS.doneWithinMs + PLAYBOOK_LIMITS.graceMs)
  return { wait: { kind: 'action', id: action.id, until } }
}

/** The same step for the same element in the same try is the same action, in whichever process the run continues. */
export function keyOf({ id, state }: ClaimedRun, step: Step): string {
  return `playbook/${id}/${step.id}/${state.item}/${state.tries}`
}

async function inPlace(work: StepWork, step: Step): Promise<Stepped> {
  // The request is filled in by its places, and a value that is kept keeps its type.
  const params = step.type === 'http' || step.type === 'set' ? {} : filledParams(step, work.look)
  const doInPlace = IN_PLACE_STEPS[step.type]
  assert(doInPlace !== undefined, `${step.type} is a step that is done in place`)
  return doInPlace(work, step, params)
}

type InPlaceStep = (work: StepWork, step: Step, params: Readonly<Record<string, string>>) => Promise<Stepped>

const IN_PLACE_STEPS: Readonly<Record<string, InPlaceStep>> = {
  condition: judgeCondition,
  set: async ({ look }, step) => ({ result: { outcome: 'executed' }, vars: filledVars(step, look) }),
  wait: waitForTime,
  approval: askForApproval,
  enrich: enrichValue,
  http: rehearseRequest,
  comment_case: commentCase,
  close_case: closeCase,
  open_case: openCaseOfRun,
  playbook: startPlaybook,
}

const would = (detail: string): Stepped => ({ result: { outcome: 'dry_run', detail } })
const caseActorOf = ({ id }: Actor): CaseActor => ({ id: id ?? 'playbook', kind: 'automation', ownId: null })

async function judgeCondition({ run, context }: StepWork, { condition }: Step): Promise<Stepped> {
  const field = condition?.field ?? ''
  if (isOpen(run, field)) {
    const detail = `nobody knows in a rehearsal what ${field} is: both ways are rehearsed`
    return { result: { outcome: 'dry_run', detail }, isTrue: true, isOpen: true }
  }
  const isTrue = condition !== undefined && holds(condition, context)
  return { result: { outcome: 'executed', detail: isTrue ? 'true' : 'false', result: isTrue }, isTrue }
}

async function waitForTime(
  { run, nowMs }: StepWork,
  _: Step,
  params: Readonly<Record<string, string>>,
): Promise<Stepped> {
  if (run.dryRun && holdsOpen(params.seconds ?? '')) return would(`would wait for ${params.seconds} s`)
  const seconds = Math.min(Number(params.seconds || Number.NaN), PLAYBOOK_LIMITS.waitSecondsMax)
  if (!(seconds >= 0)) throw new AppError('bad_request', `${params.seconds} is no number of seconds`)
  if (run.dryRun) return would(`would wait for ${seconds} s`)
  return { wait: { kind: 'time', id: null, until: new Date(nowMs + seconds * 1000) } }
}

async function askForApproval(
  { tx, actor, run, nowMs }: StepWork,
  step: Step,
  params: Readonly<Record<string, string>>,
): Promise<Stepped> {
  if (run.dryRun) return would(`would ask: ${params.title}`)
  const seconds = step.timeout_seconds ?? RESPONSE_LIMITS.approvalMs / 1000
  const expiresAt = new Date(nowMs + seconds * 1000)
  const request = {
    title: (params.title ?? '').slice(0, 200) || step.id,
    summary: params.summary ?? '',
    riskLevel: RISK_LEVELS.find((level) => level === params.risk_level) ?? 'medium',
    quorum: Math.min(5, Math.max(1, Number(params.quorum ?? 1) || 1)),
    action: null,
    runId: run.id,
    caseId: run.caseId,
    alertId: run.alertId,
    expiresAt,
  }
  const { id } = await requestApproval(tx, actor, request, nowMs)
  return { wait: { kind: 'approval', id, until: new Date(expiresAt.getTime() + PLAYBOOK_LIMITS.graceMs) } }
}

async function enrichValue(
  { tx, nowMs }: StepWork,
  _: Step,
  params: Readonly<Record<string, string>>,
): Promise<Stepped> {
  const guessed = guessKind(params.value ?? '')
  if (guessed === null) {
    const detail = 'not a value that intelligence is about'
    return { result: { outcome: 'executed', detail, result: { known: false } } }
  }
  const [known = []] = await knownOf(tx, [guessed], nowMs)
  const confidence = Math.max(0, ...known.map(({ effectiveConfidence }) => effectiveConfidence))
  const result = { known: known.length > 0, ...(known.length > 0 ? { confidence } : {}) }
  return { result: { outcome: 'executed', detail: `${known.length} indicators`, result } }
}

/** Only a dry run comes here: other requests are sent outside of this transaction. */
async function rehearseRequest({ tx, look }: StepWork, step: Step): Promise<Stepped> {
  const { method, url } = await rehearsedRequest(tx, step, look)
  return would(`would send ${method} ${url.href}`)
}

async function commentCase(work: StepWork, _: Step, params: Readonly<Record<string, string>>): Promise<Stepped> {
  const { tx, actor, run, context, nowMs } = work
  const ref = requireCase(run.caseId, context)
  if (run.dryRun) return would(`would comment on the case ${ref}`)
  await commentOnCase(tx, caseActorOf(actor), ref, params.body ?? '', nowMs)
  return { result: { outcome: 'executed' } }
}

async function closeCase(work: StepWork, _: Step, params: Readonly<Record<string, string>>): Promise<Stepped> {
  const { tx, actor, run, context, nowMs } = work
  const ref = requireCase(run.caseId, context)
  if (run.dryRun) return would(`would resolve the case ${ref}`)
  await changeCase(tx, caseActorOf(actor), ref, { status: 'resolved', reason: params.reason }, nowMs)
  return { result: { outcome: 'executed' } }
}

async function openCaseOfRun(
  { tx, actor, run, nowMs }: StepWork,
  _: Step,
  params: Readonly<Record<string, string>>,
): Promise<Stepped> {
  if (run.dryRun) return would(`would open a case: ${params.title}`)
  const severity = SEVERITIES.find((word) => word === params.severity) ?? 'medium'
  const alertIds = run.alertId === null ? [] : [run.alertId]
  const opened = { title: (params.title ?? '').slice(0, 300), severity, alertIds }
  const { id } = await openCase(tx, caseActorOf(actor), opened, nowMs)
  return { result: { outcome: 'executed', ref: id, result: { id } }, caseId: id }
}

async function startPlaybook(
  { tx, run, nowMs }: StepWork,
  step: Step,
  params: Readonly<Record<string, string>>,
): Promise<Stepped> {
  if (run.depth >= PLAYBOOK_LIMITS.depth)
    throw new AppError('conflict', `playbooks start one another at most ${PLAYBOOK_LIMITS.depth} deep`)
  const child = await startRun(tx, {
    playbookId: params.playbook_id ?? '',
    kind: 'playbook',
    key: keyOf(run, step),
    trigger: run.trigger,
    dryRun: run.dryRun,
    requester: { by: run.requestedBy, person: run.requestedByPerson },
    caseId: run.caseId,
    alertId: run.alertId,
    parentRunId: run.id,
    depth: run.depth + 1,
  })
  if (child === null) throw new AppError('conflict', 'the playbook was started for this step already')
  return { wait: { kind: 'run', id: child.id, until: new Date(nowMs + CHILD_RUN_MS) } }
}

/** A child that waits for the longest approval has ended by then. */
const CHILD_RUN_MS = 8 * 86_400_000

function requireCase(caseId: string | null, context: Context): string {
  if (caseId !== null) return caseId
  const alert = (context.trigger as { alert?: { case_id?: unknown } } | undefined)?.alert
  if (typeof alert?.case_id === 'string') return alert.case_id
  throw new AppError('conflict', 'this run has no case')
}

function filledParams({ type, params = {} }: Step, look: Lookup): Record<string, string> {
  const fill = (name: string) => (type === 'notify' && name === 'to' ? filledEntries : filledText)
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, fill(name)(value, look)]))
}

function filledVars({ params = {} }: Step, look: Lookup): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, filledValue(value, look)]))
}
