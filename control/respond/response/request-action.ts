/**
 * The gate: a request is checked and counted, and then approved to be carried out or held for another person's
 * approval. Nothing is carried out here: executors of the `actions` service take approved rows.
 */
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, isAllowed, publishChanges, requesterOf } from '../../platform/acting/index.ts'
import { requireReferences } from '../../platform/references/index.ts'
import { holdsNow, isVerbInShadow, keepVerbDecision } from '../autonomy/index.ts'
import { digestOf, type Parameters, type ResponseAction } from './action.ts'
import { actionByKey, changeAction, insertAction, recentRequests } from './action-store.ts'
import type { Approval, RiskLevel } from './approval.ts'
import { approvalOfAction, insertApproval } from './approval-store.ts'
import {
  type ActionType,
  actionTypeOf,
  gatedBecause,
  inWords,
  MESSAGE_TYPES,
  permissionFor,
  type TargetKind,
} from './catalogue.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { requireForeignTarget } from './own-targets.ts'
import { coveringStanding, useStanding } from './standing.ts'
import { checkedTarget, refusalOf, targetRules } from './targets.ts'

export type ActionRequest = {
  readonly actionType: string
  readonly target: string
  readonly parameters: Parameters
  readonly rationale: string
  readonly caseId?: string | null
  readonly alertId?: string | null
  readonly runId?: string | null
  /** The same key again is the same action. */
  readonly idempotencyKey?: string | null
  /** Time for which the action waits for its approval. */
  readonly approvalMs?: number
  /** Taken back after so long. */
  readonly rollbackAfterSeconds?: number | null
  /** Number of people who have to agree. */
  readonly quorum?: number
}

export type RequestedAction = { readonly action: ResponseAction; readonly approval: Approval | null }

/**
 * Throws 422 for an unknown action, an invalid target or a missing parameter; `forbidden` for a denied target;
 * `rate_limited` for too many requests.
 */
export async function requestAction(
  tx: TenantTx,
  actor: Actor,
  request: ActionRequest,
  nowMs: number,
): Promise<RequestedAction> {
  const judged = await judge(tx, actor, request, nowMs)
  const { idempotencyKey = null } = request
  const before = idempotencyKey === null ? null : await actionByKey(tx, idempotencyKey)
  if (before !== null) return repeated(tx, before, judged)
  const counted = await recentRequests(tx, judged.type.name, judged.target, AUTOMATION.has(actor.kind))
  const over = overLimit(judged, counted)
  if (over !== null) throw new AppError('rate_limited', over, { retryAfterSeconds: 3600 })
  const waitMs = Math.min(request.approvalMs ?? RESPONSE_LIMITS.approvalMs, RESPONSE_LIMITS.approvalMsMax)
  const requester = requesterOf(actor)
  const { type, target, parameters } = judged
  const wanted = { actionType: type.name, target, parameters }
  const isFree = judged.heldBecause === null || judged.isShadowed
  const standing = isFree ? null : await coveringStanding(tx, wanted, requester, nowMs)
  const isHeld = judged.isShadowed || (judged.heldBecause !== null && standing === null)
  const inserted = await insertAction(tx, {
    ...{ actionType: judged.type.name, target: judged.target, parameters: judged.parameters },
    ...{ rationale: request.rationale, blastRadius: judged.type.blastRadius, idempotencyKey },
    ...{ requestedBy: requester.by, requestedByKind: actor.kind, requestedByPerson: requester.person },
    ...{ caseId: request.caseId ?? null, alertId: request.alertId ?? null, runId: request.runId ?? null },
    status: isHeld ? 'awaiting_approval' : 'approved',
    deadline: new Date(nowMs + (isHeld ? waitMs : RESPONSE_LIMITS.doneWithinMs)),
    ...{ rollbackAfterSeconds: request.rollbackAfterSeconds ?? null, byGrant: judged.byGrant },
  })
  if (inserted === null) return repeated(tx, (await actionByKey(tx, idempotencyKey ?? '')) as ResponseAction, judged)
  if (judged.isShadowed) return { action: await keptAsShadow(tx, inserted, type), approval: null }
  if (standing !== null) await useStanding(tx, standing, inserted, nowMs)
  if (judged.byGrant) await keepVerbDecision(tx, decisionOf(inserted, 'grant'))
  const expiresAt = new Date(nowMs + waitMs)
  const approval = isHeld ? await askFor(tx, inserted, judged, { expiresAt, quorum: request.quorum ?? 1, nowMs }) : null
  await publishAction(tx, inserted)
  return { action: inserted, approval }
}

/** Ends the action at once as a dry run, without an approval or an effect. */
async function keptAsShadow(tx: TenantTx, responseAction: ResponseAction, type: ActionType): Promise<ResponseAction> {
  const detail = `${inWords(type)} is in shadow mode: it would have been done`
  const ended = (await changeAction(tx, responseAction.id, {
    status: 'rejected',
    reason: 'shadow_mode',
    detail,
  })) as ResponseAction
  await keepVerbDecision(tx, decisionOf(responseAction, 'shadow'))
  await publishAction(tx, ended)
  return ended
}

function decisionOf(
  { id, actionType, target, requestedBy, caseId, alertId }: ResponseAction,
  mode: 'shadow' | 'grant',
) {
  const of = { action_id: id, mode, verb: actionType, target, asked_by: requestedBy } as const
  return { ...of, case_id: caseId, alert_id: alertId }
}

/** The same request again; another one under the same key is a mistake of the caller. */
async function repeated(tx: TenantTx, action: ResponseAction, { type, target, parameters }: Judged) {
  const same = { ...action, actionType: type.name, target, parameters }
  if (!digestOf(same).equals(digestOf(action)))
    throw new AppError('conflict', 'this idempotency key was used for another action')
  return { action, approval: await approvalOfAction(tx, action.id) }
}

export type Judged = {
  readonly type: ActionType
  readonly target: string
  readonly parameters: Parameters
  /** The reason why another person has to approve; null when nobody has to. */
  readonly heldBecause: string | null
  /** True when a grant clears an action that a person would have to agree to. */
  readonly byGrant: boolean
  /** True when automation asks for a verb in shadow mode: it is kept as what would have been done. */
  readonly isShadowed: boolean
}

/** Throws 422 for a case or an alert of another tenant. References of a run were checked at its start. */
async function checkReferences(tx: TenantTx, { runId = null, caseId, alertId }: ActionRequest): Promise<void> {
  if (runId !== null) return
  await requireReferences(tx, [
    { member: 'case_id', kind: 'case', ids: [caseId] },
    { member: 'alert_id', kind: 'alert', ids: [alertId] },
  ])
}

/** Judges a request without writing anything. Throws as `requestAction` does, but for its bounds of rate. */
export async function judge(tx: TenantTx, actor: Actor, request: ActionRequest, nowMs: number): Promise<Judged> {
  const type = actionTypeOf(request.actionType)
  if (type === null) throw invalid('action_type', `${request.actionType} is no action`)
  const { target: named, parameters } = withTarget(type, request)
  const target = checkedTarget(type, named)
  checkParameters(type, parameters)
  await requireForeignTarget(tx, type, target)
  await checkReferences(tx, request)
  const refused = refusalOf(await targetRules(tx), type.name, target)
  if (refused !== null) throw new AppError('forbidden', refused)
  const after = request.rollbackAfterSeconds ?? null
  if (after !== null && !type.isReversible) throw invalid('rollback_after_seconds', `${type.name} cannot be taken back`)
  const held = heldBecause(type, actor)
  const isShadowed = AUTOMATION.has(actor.kind) && (await isVerbInShadow(tx, type.name))
  const isGranted = !isShadowed && held !== null && (await mayByItself(tx, type, actor, nowMs))
  return { type, target, parameters, heldBecause: isGranted ? null : held, byGrant: isGranted, isShadowed }
}

/** Names under which programs that know no `target` send it among the parameters. */
const NAMES_OF_TARGETS: Readonly<Record<TargetKind, readonly string[]>> = {
  ip: ['ip', 'ip_address', 'address'],
  domain: ['domain'],
  url: ['url'],
  hash: ['ioc', 'indicator', 'value', 'hash', 'ip', 'domain', 'url'],
  host: ['host', 'hostname', 'host_name'],
  user: ['user', 'username', 'user_name'],
  process: ['process', 'process_name'],
  file: ['file', 'path', 'file_path'],
  message: [],
  alert: ['alert_id'],
}

/** Accepts the target among the parameters. Throws 422 for two different targets. */
function withTarget(type: ActionType, { target, parameters }: Pick<ActionRequest, 'target' | 'parameters'>) {
  const isTarget = (key: string) =>
    key === 'target' || (NAMES_OF_TARGETS[type.target].includes(key) && !(key in type.parameters))
  const named = Object.keys(parameters).filter(isTarget)
  if (named.length === 0) return { target, parameters }
  const values = new Set([target, ...named.map((key) => parameters[key] ?? '')].filter((value) => value !== ''))
  if (values.size > 1) throw invalid('parameters', `${named.join(' and ')} and the target are not the same`)
  const rest = Object.fromEntries(Object.entries(parameters).filter(([key]) => !isTarget(key)))
  return { target: [...values][0] ?? '', parameters: rest }
}

const AUTOMATION: ReadonlySet<Actor['kind']> = new Set(['agent', 'service', 'playbook'])

/**
 * True when an agent or a playbook has a grant of the verb; never above a medium blast radius, nor for an action that
 * people always approve.
 */
async function mayByItself(tx: TenantTx, type: ActionType, { kind }: Actor, nowMs: number): Promise<boolean> {
  if (!AUTOMATION.has(kind) || gatedBecause(type) !== null) return false
  return holdsNow(tx, { scopeKind: 'action_verb', scopeKey: type.name, capability: 'auto_execute' }, nowMs)
}

/** A person with the permission acts at once on low impact; everything else, and every program, is held. */
function heldBecause(type: ActionType, actor: Actor): string | null {
  if (type.alwaysApproved) return `${inWords(type)} always needs somebody else to agree`
  const { blastRadius } = type
  if (blastRadius === 'minimal') return null
  if (blastRadius !== 'low') return `the blast radius of ${inWords(type)} is ${blastRadius}`
  if (actor.kind === 'agent' || actor.kind === 'service') return 'an agent asked for it'
  if (actor.kind === 'playbook' || isAllowed(actor, permissionFor(type))) return null
  return `whoever asked lacks ${permissionFor(type)}`
}

/** Throws 422. */
export function checkParameters({ name, parameters: wanted }: ActionType, parameters: Parameters): void {
  for (const [key, value] of Object.entries(parameters)) {
    if (!(key in wanted)) throw invalid('parameters', `${name} has no ${key}`)
    if (value.length > RESPONSE_LIMITS.parameterChars)
      throw invalid('parameters', `${key} has more than ${RESPONSE_LIMITS.parameterChars} characters`)
  }
  const { webhook_url: url, timeout_seconds: seconds } = parameters
  if (url !== undefined && URL.parse(url)?.protocol !== 'https:' && URL.parse(url)?.protocol !== 'http:')
    throw invalid('parameters', 'webhook_url is no http or https address')
  if (seconds !== undefined && !/^[1-9]\d{0,6}$/.test(seconds))
    throw invalid('parameters', 'timeout_seconds is a number of seconds')
  const missing = Object.keys(wanted).find((key) => wanted[key] === 'required' && !parameters[key])
  if (missing !== undefined) throw invalid('parameters', `${name} needs ${missing}`)
}

export const RISKS: Readonly<Record<ActionType['blastRadius'], RiskLevel>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
}

type Asking = { readonly expiresAt: Date; readonly quorum: number; readonly nowMs: number }

function askFor(
  tx: TenantTx,
  action: ResponseAction,
  { type, heldBecause }: Judged,
  { expiresAt, quorum, nowMs }: Asking,
) {
  const { actionType: action_type, target, parameters, caseId, alertId, runId, requestedBy } = action
  const { requestedByKind, requestedByPerson } = action
  return insertApproval(
    tx,
    {
      title: `${type.about}: ${target || action_type}`.slice(0, 200),
      summary: `${action.rationale}\n\nAsked because ${heldBecause}.`,
      riskLevel: RISKS[type.blastRadius],
      actionId: action.id,
      digest: digestOf(action),
      action: { action_type, target, parameters },
      ...{
        requestedBy,
        requestedByKind,
        requestedByPerson,
        requiredUserId: null,
        quorum,
        runId,
        caseId,
        alertId,
        expiresAt,
      },
    },
    nowMs,
  )
}

type Counts = { readonly total: number; readonly kind: number; readonly alike: number }

/** Names the bound that is reached, and its value. Null: none is. */
function overLimit({ type, target }: Judged, { total, kind, alike }: Counts): string | null {
  const { perTargetHour, perTenantHour, messagesPerHour } = RESPONSE_LIMITS
  if (MESSAGE_TYPES.includes(type.name))
    return kind < messagesPerHour
      ? null
      : `${kind} messages by ${inWords(type)} were asked for within the hour; a tenant has ${messagesPerHour}`
  if (alike >= perTargetHour)
    return `${inWords(type)} on ${target} was asked for ${alike} times within the hour; a target has ${perTargetHour}`
  return total < perTenantHour ? null : `${total} actions were asked for within the hour; a tenant has ${perTenantHour}`
}

export function publishAction(tx: TenantTx, action: ResponseAction): Promise<void> {
  const { id, actionType, target, status, outcome, reason, caseId, alertId, runId } = action
  const refs = { case_id: caseId, alert_id: alertId, run_id: runId }
  return publishChanges(tx, 'action_changed', [
    { id, action_type: actionType, target, status, outcome, reason, ...refs },
  ])
}
