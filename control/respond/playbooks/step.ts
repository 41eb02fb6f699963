/** One step of a run: what it does, or what it waits for. Everything here is in the transaction that keeps the run. */

import { guessKind } from '../../../intel/normalise-value.ts'
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
  /** Values of the context, for what is filled in. */
  readonly look: Lookup
  readonly nowMs: number
}

/** Throws AppError for what is refused. */
export async function doStep(work: StepWork, step: Step): Promise<Stepped> {
  if (isSkipped(work, step)) return { result: { outcome: 'skipped', detail: 'its condition does not hold' } }
  return step.type in IN_PLACE ? inPlace(work, step) : governed(work, step)
}

/** In a rehearsal a condition about what was only rehearsed is taken to hold. */
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
  // The run goes on as if it had been done: what comes after it would have been done as well.
  shadow_mode: 'dry_run',
}

const FAILED_RUN = { outcome: 'failed', reason: 'failed' } as const
const OF_ENDED_RUNS: Readonly<Record<RunStatus, Pick<StepResult, 'outcome' | 'reason'>>> = {
  completed: { outcome: 'executed' },
  denied: { outcome: 'denied', reason: 'denied' },
  expired: { outcome: 'expired', reason: 'expired' },
  cancelled: { outcome: 'cancelled', reason: 'cancelled' },
  failed: FAILED_RUN,
  // These have not ended, and nobody asks about them here.
  ...{ pending: FAILED_RUN, running: FAILED_RUN, waiting: FAILED_RUN },
}

async function governed({ tx, actor, run, look, nowMs }: StepWork, step: Step): Promise<Stepped> {
  const filled = filledParams(step, look)
  const isAsked = actionTypeOf(step.type)?.name === VERIFY && step.timeout_seconds !== undefined
  const parameters = isAsked ? { timeout_seconds: String(step.timeout_seconds), ...filled } : filled
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

/** The same step of the same element in the same try is the same action, in whatever process the run goes on. */
export function keyOf({ id, state }: ClaimedRun, step: Step): string {
  return `playbook/${id}/${step.id}/${state.item}/${state.tries}`
}

async function inPlace(work: StepWork, step: Step): Promise<Stepped> {
  const { tx, actor, run, context, look, nowMs } = work
  // A request is filled in by its places, and a value that is kept keeps its type.
  const params = step.type === 'http' || step.type === 'set' ? {} : filledParams(step, look)
  const would = (detail: string): Stepped => ({ result: { outcome: 'dry_run', detail } })
  const caseActor: CaseActor = { id: actor.id ?? 'playbook', kind: 'automation', ownId: null }
  switch (step.type) {
    case 'condition': {
      const field = step.condition?.field ?? ''
      if (isOpen(run, field)) {
        const detail = `nobody knows in a rehearsal what ${field} is: both ways are rehearsed`
        return { result: { outcome: 'dry_run', detail }, isTrue: true, isOpen: true }
      }
      const isTrue = step.condition !== undefined && holds(step.condition, context)
      return { result: { outcome: 'executed', detail: isTrue ? 'true' : 'false', result: isTrue }, isTrue }
    }
    case 'set':
      return { result: { outcome: 'executed' }, vars: filledVars(step, look) }
    case 'wait': {
      if (run.dryRun && holdsOpen(params.seconds ?? '')) return would(`would wait for ${params.seconds} s`)
      const seconds = Math.min(Number(params.seconds || Number.NaN), PLAYBOOK_LIMITS.waitSecondsMax)
      if (!(seconds >= 0)) throw new AppError('bad_request', `${params.seconds} is no number of seconds`)
      if (run.dryRun) return would(`would wait for ${seconds} s`)
      return { wait: { kind: 'time', id: null, until: new Date(nowMs + seconds * 1000) } }
    }
    case 'approval': {
      const seconds = step.timeout_seconds ?? RESPONSE_LIMITS.approvalMs / 1000
      if (run.dryRun) return would(`would ask: ${params.title}`)
      const expiresAt = new Date(nowMs + seconds * 1000)
      const riskLevel = RISK_LEVELS.find((level) => level === params.risk_level) ?? 'medium'
      const quorum = Math.min(5, Math.max(1, Number(params.quorum ?? 1) || 1))
      const approval = await requestApproval(
        tx,
        actor,
        {
          ...{ title: (params.title ?? '').slice(0, 200) || step.id, summary: params.summary ?? '', riskLevel, quorum },
          ...{ action: null, runId: run.id, caseId: run.caseId, alertId: run.alertId, expiresAt },
        },
        nowMs,
      )
      return {
        wait: { kind: 'approval', id: approval.id, until: new Date(expiresAt.getTime() + PLAYBOOK_LIMITS.graceMs) },
      }
    }
    case 'enrich': {
      const guessed = guessKind(params.value ?? '')
      if (guessed === null)
        return {
          result: { outcome: 'executed', detail: 'not a value that intelligence is about', result: { known: false } },
        }
      const [known = []] = await knownOf(tx, [guessed], nowMs)
      const confidence = Math.max(0, ...known.map(({ effectiveConfidence }) => effectiveConfidence))
      const result = { known: known.length > 0, ...(known.length > 0 ? { confidence } : {}) }
      return { result: { outcome: 'executed', detail: `${known.length} indicators`, result } }
    }
    case 'http': {
      // Only in a dry run: everything else is sent outside of this transaction.
      const { method, url } = await rehearsedRequest(tx, step, look)
      return would(`would send ${method} ${url.href}`)
    }
    case 'comment_case': {
      const ref = requireCase(run.caseId, context)
      if (run.dryRun) return would(`would comment on the case ${ref}`)
      await commentOnCase(tx, caseActor, ref, params.body ?? '', nowMs)
      return { result: { outcome: 'executed' } }
    }
    case 'close_case': {
      const ref = requireCase(run.caseId, context)
      if (run.dryRun) return would(`would resolve the case ${ref}`)
      await changeCase(tx, caseActor, ref, { status: 'resolved', reason: params.reason }, nowMs)
      return { result: { outcome: 'executed' } }
    }
    case 'open_case': {
      const severity = SEVERITIES.find((word) => word === params.severity) ?? 'medium'
      if (run.dryRun) return would(`would open a case: ${params.title}`)
      const alertIds = run.alertId === null ? [] : [run.alertId]
      const made = await openCase(
        tx,
        caseActor,
        { title: (params.title ?? '').slice(0, 300), severity, alertIds },
        nowMs,
      )
      return { result: { outcome: 'executed', ref: made.id, result: { id: made.id } }, caseId: made.id }
    }
    default: {
      const playbookId = params.playbook_id ?? ''
      if (run.depth >= PLAYBOOK_LIMITS.depth)
        throw new AppError('conflict', `playbooks start one another at most ${PLAYBOOK_LIMITS.depth} deep`)
      const child = await startRun(tx, {
        ...{ playbookId, kind: 'playbook', key: keyOf(run, step), trigger: run.trigger, dryRun: run.dryRun },
        ...{
          requester: { by: run.requestedBy, person: run.requestedByPerson },
          caseId: run.caseId,
          alertId: run.alertId,
          parentRunId: run.id,
          depth: run.depth + 1,
        },
      })
      if (child === null) throw new AppError('conflict', 'the playbook was started for this step already')
      return { wait: { kind: 'run', id: child.id, until: new Date(nowMs + 8 * 86_400_000) } }
    }
  }
}

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
