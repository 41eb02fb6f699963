/**
 * Carries actions out, in any number of replicas. A try is counted in the database before it begins, so the next try
 * after a crash knows that the action may have been done: it checks for the effect, and acts only when the effect is
 * certainly missing. An action whose effect cannot be checked is not repeated; it ends as unknown.
 */
import type { Executor, Seen } from '../../../connectors/respond/executor.ts'
import type { Egress, FindPlace } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { hiddenFromAll, placesWithinRegion, shownTexts, withinRegion } from '../../platform/governance/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { type ActionReason, digestOf } from './action.ts'
import { type ActionChange, type Claimed, changeAction, DUE_ACTIONS, dueRollbacks, lockAction } from './action-store.ts'
import { approvalsToRemind, dueApprovals } from './approval-store.ts'
import { MESSAGE_TYPES } from './catalogue.ts'
import { expireApproval, remind } from './decide.ts'
import { executorFor } from './executors/choose.ts'
import { type ExecutorDeps, isKnownNotDone } from './executors/executor.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { publishAction } from './request-action.ts'
import { noteVerification, VERIFY } from './verification.ts'
import type { VerifySettings } from './verify-settings.ts'

export type ResponseWorkerDeps = {
  /** Signs in as the owner, because it looks for due actions over all tenants. */
  readonly pool: Postgres
  readonly vault: Vault
  readonly egress: Egress
  readonly findPlace: FindPlace
  /** Null or undefined: asking users over chat is disabled. */
  readonly verify?: VerifySettings | null
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 500
const BATCH = 200
const AT_ONCE = 4

/** Carries out actions, and keeps the deadlines of approvals and rollbacks. */
export function responseWorkers(deps: ResponseWorkerDeps): Worker[] {
  const { pollMs = POLL_MS } = deps
  return [
    { name: 'response deadlines', everyMs: pollMs, once: async () => (await sweepOnce(deps)) >= BATCH },
    {
      name: 'response actions',
      everyMs: pollMs,
      atOnce: AT_ONCE,
      once: () => carryOutNext(deps),
      oldestSeconds: () => DUE_ACTIONS.oldestSeconds(deps.pool),
    },
  ]
}

/** Ends expired approvals, reminds of those at half their time, and starts due rollbacks. Returns their number. */
export async function sweepOnce({ pool, nowMs }: Pick<ResponseWorkerDeps, 'pool' | 'nowMs'>): Promise<number> {
  const due = await withOperator(pool, 'response that is due', async (tx) => {
    const [approvals, reminders] = [await dueApprovals(tx, BATCH), await approvalsToRemind(tx, BATCH)]
    return { approvals, reminders, rollbacks: await dueRollbacks(tx, BATCH) }
  })
  for (const { tenant, id } of due.approvals) await withTenant(pool, tenant, (tx) => expireApproval(tx, id, nowMs()))
  for (const { tenant, id } of due.reminders) await withTenant(pool, tenant, (tx) => remind(tx, id, nowMs()))
  for (const { tenant, id } of due.rollbacks)
    await withTenant(pool, tenant, async (tx) => {
      const action = await lockAction(tx, id)
      if (action?.status !== 'completed' || action.rollbackAt === null) return
      const deadline = new Date(nowMs() + RESPONSE_LIMITS.doneWithinMs)
      const changed = await changeAction(tx, id, { status: 'rolling_back', deadline })
      if (changed) await publishAction(tx, changed)
    })
  return due.approvals.length + due.reminders.length + due.rollbacks.length
}

/** False when nothing waits. */
export async function carryOutNext(deps: Omit<ResponseWorkerDeps, 'pollMs'>): Promise<boolean> {
  const claimed = await withOperator(deps.pool, 'the next response action', (tx) => DUE_ACTIONS.claim(tx))
  if (claimed === null) return false
  const change = await tried(deps, claimed)
  await withTenant(deps.pool, claimed.tenant, async (tx) => {
    const changed = await changeAction(tx, claimed.id, change, claimed.lease)
    if (changed) await publishAction(tx, changed)
    if (claimed.actionType === VERIFY) await noteTry(tx, claimed, change, deps)
  })
  return true
}

/** Records a prompt that was sent or has expired in the timeline of its case. */
async function noteTry(
  tx: TenantTx,
  claimed: Claimed,
  { status, reason, detail, executorRef }: ActionChange,
  { log, nowMs }: Pick<ResponseWorkerDeps, 'log' | 'nowMs'>,
): Promise<void> {
  const isSent = status === 'running' && executorRef != null
  if (isSent && detail) await noteVerification(tx, claimed, 'prompted', detail, nowMs())
  if (reason === 'expired') await noteVerification(tx, claimed, 'expired', 'nobody answered in time', nowMs())
  else if (status === 'failed')
    log.warn({ tenant: claimed.tenant, action: claimed.id, why: detail }, 'a user verification failed')
}

/** Gives the change of the action after this try. */
async function tried(deps: Omit<ResponseWorkerDeps, 'pollMs'>, action: Claimed): Promise<ActionChange> {
  const isBack = action.status === 'rolling_back'
  const failed = (reason: ActionReason, detail: string): ActionChange =>
    isBack
      ? { status: 'completed', reason: 'not_taken_back', detail: `could not be rolled back: ${detail}` }
      : { status: 'failed', outcome: null, reason, detail }
  if (action.digest !== null && !digestOf(action).equals(action.digest))
    return failed('altered', 'what would be done is not what was agreed to')
  if (action.actionType === VERIFY && action.executorRef !== null) return failed('expired', 'nobody answered in time')
  const hasNoTryLeft = action.attempts > triesOf(action)
  const outOfTries = () => failed('given_up', `given up after ${triesOf(action)} tries that never ended`)
  if (hasNoTryLeft && isBack) return outOfTries()
  try {
    const executor = await chosen(deps, action)
    // The last of those tries may have done it.
    if (hasNoTryLeft && (executor === null || (await executor.look(action)) !== 'there')) return outOfTries()
    if (executor === null) return failed('no_integration', 'no_integration: no executor is connected that can do this')
    // After the end of its run, an action is only checked for the effect of an earlier try, and nothing more is done.
    if (!isBack && action.isCancelRequested && (await executor.look(action)) !== 'there')
      return failed('cancelled', 'the run that asked for it has ended')
    return isBack ? await undone(executor, action) : await done(executor, await shownMessage(deps, action))
  } catch (error) {
    const isOurs = error instanceof AppError
    if (!isOurs) deps.log.warn({ err: error, tenant: action.tenant, action: action.id }, 'a response action failed')
    const reason = isOurs ? error.message : 'the executor broke; it is in the log'
    const isFinal =
      (isOurs && error.status < 500 && error.code !== 'rate_limited') || action.attempts >= triesOf(action)
    if (isFinal) return failed(isOurs && error.status < 500 ? 'refused' : 'unavailable', reason)
    const waitMs = Math.max(2 ** action.attempts * 1000, (isOurs ? (error.retryAfterSeconds ?? 0) : 0) * 1000)
    const deadline = new Date(deps.nowMs() + waitMs)
    const effectUnknown = !isKnownNotDone(error)
    return { status: isBack ? 'rolling_back' : 'running', detail: reason, deadline, effectUnknown }
  }
}

/** Taking back is tried as often as doing was. */
const triesOf = ({ status }: Claimed) => RESPONSE_LIMITS.attempts * (status === 'rolling_back' ? 2 : 1)

function chosen(
  { pool, vault, egress, findPlace, nowMs, verify = null }: Omit<ResponseWorkerDeps, 'pollMs'>,
  action: Claimed,
): Promise<Executor | null> {
  const inTenant: ExecutorDeps['inTenant'] = (work) => withTenant(pool, action.tenant, work)
  const deps: ExecutorDeps = {
    ...{ egress: withinRegion(inTenant, egress, 'webhook'), nowMs, verify, inTenant },
    findPlace: placesWithinRegion(inTenant, findPlace, 'mail'),
  }
  return withTenant(pool, action.tenant, (tx) => executorFor(tx, vault, deps, action))
}

/**
 * Removes values that field rules hide from a message. A channel, a ticket system or a mailbox has no role, so every
 * rule applies. Actions on a target keep their values, because they need them.
 */
async function shownMessage({ pool }: Pick<ResponseWorkerDeps, 'pool'>, action: Claimed): Promise<Claimed> {
  if (!MESSAGE_TYPES.includes(action.actionType)) return action
  const { id, alertId, caseId, runId, rationale, target, parameters } = action
  return withTenant(pool, action.tenant, async (tx) => {
    const about = [id, alertId ?? '', caseId ?? '', runId ?? '', target, rationale, JSON.stringify(parameters)]
    const copies = await hiddenFromAll(tx, about)
    const texts = Object.fromEntries(Object.entries(parameters).filter(([name]) => MESSAGE_TEXTS.has(name)))
    const shown = shownTexts({ rationale, target }, copies)
    return { ...action, ...shown, parameters: { ...parameters, ...shownTexts(texts, copies) } }
  })
}

/** The other parameters say where a message goes. */
const MESSAGE_TEXTS: ReadonlySet<string> = new Set(['message', 'summary', 'description'])

async function done(executor: Executor, action: Claimed): Promise<ActionChange> {
  const by = { executor: executor.name, startsRollback: true }
  if (action.attempts > 1) {
    const before = await executor.look(action)
    if (before === 'there')
      return { ...by, status: 'completed', outcome: 'verified', detail: 'found done by an earlier try' }
    if (before === 'unknown' && action.wasEffectUnknown && executor.isRepeatable !== true)
      return {
        executor: executor.name,
        status: 'failed',
        outcome: 'not_verified',
        reason: 'unknown_effect',
        detail: withEarlier(action, 'an earlier try was interrupted, and its effect cannot be checked'),
      }
  }
  const { ref, detail, openUntil } = await executor.perform(action)
  if (openUntil !== undefined)
    return { executor: executor.name, executorRef: ref, detail, status: 'running', deadline: openUntil }
  const execution = { ...by, executorRef: ref, detail }
  if (executor.isSimulated) return { ...execution, status: 'completed', outcome: 'simulated' }
  const seen = await executor.look({ ...action, executorRef: ref }).catch((): Seen => 'unknown')
  if (seen === 'absent')
    return {
      ...execution,
      startsRollback: false,
      status: 'failed',
      outcome: 'contradicted',
      reason: 'contradicted',
      detail: 'the executor reported success, but the effect is not there',
    }
  return { ...execution, status: 'completed', outcome: seen === 'there' ? 'verified' : 'not_verified' }
}

/** With the answer of the earlier try, where it left one. */
function withEarlier({ detail }: Claimed, text: string): string {
  return detail === null ? text : `${text}: ${detail}`
}

async function undone(executor: Executor, action: Claimed): Promise<ActionChange> {
  const stays = { status: 'completed', reason: 'not_taken_back' } as const
  if (executor.undo === null) return { ...stays, detail: 'this executor cannot roll it back' }
  await executor.undo(action)
  const seen = await executor.look(action).catch((): Seen => 'unknown')
  if (seen === 'there') return { ...stays, detail: 'the executor reported the rollback, but the effect is still there' }
  return { status: 'rolled_back', detail: seen === 'absent' ? 'rollback verified' : 'rolled back; not verifiable' }
}
