/** Runs a suggestion that still applies. Each action is the use case of its context, with the permission that needs. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { authorOf, setRuleEnabled } from '../../detect/detections/index.ts'
import type { Principal } from '../../identity/accounts/index.ts'
import { type Actor, requesterOf, requirePermission } from '../../platform/acting/index.ts'
import { investigateCase } from '../../respond/agents/index.ts'
import { changePlaybook, startRun } from '../../respond/playbooks/index.ts'
import { actorOf, claimAlert, escalateAlert, getAlert } from '../alerts/index.ts'
import { caseActorOf, changeCase, openCase, ownIdOf } from '../cases/index.ts'
import { suggest } from './suggest.ts'
import { ACTION_NEEDS, type ActionId, type ActionKind, actionIdOf } from './suggestion.ts'

export type Done = {
  readonly action: ActionKind
  readonly resourceType: string
  readonly resourceId: string
  /** Id of the case or run that it made. Null where the resource itself changed. */
  readonly madeId: string | null
}

type Work = {
  readonly tx: TenantTx
  readonly principal: Principal
  readonly actor: Actor
  readonly id: string
  readonly nowMs: number
}

/**
 * Throws `not_found` for an unknown action or resource, `conflict` for an action that is not suggested any more,
 * `forbidden` as the action itself does.
 */
export async function runSuggestion(
  tx: TenantTx,
  { principal, actor }: { readonly principal: Principal; readonly actor: Actor },
  actionId: string,
  nowMs: number,
): Promise<Done> {
  const about = actionIdOf(actionId)
  if (about === null) throw new AppError('not_found', 'there is no such action')
  const suggestions = await suggest(tx, about.type, about.id).catch((error: unknown) => {
    const isGone = error instanceof AppError && error.code === 'not_found'
    throw isGone ? new AppError('not_found', 'there is no such action') : error
  })
  requirePermission(actor, ACTION_NEEDS[about.action])
  if (!suggestions.some(({ id }) => id === actionId))
    throw new AppError('conflict', 'this is not suggested any more: ask for the context again')
  const madeId = await DO[about.action]({ tx, principal, actor, id: about.id, nowMs })
  return doneOf(about, madeId)
}

const doneOf = ({ action, type, id }: ActionId, madeId: string | null): Done => {
  return { action, resourceType: type, resourceId: id, madeId }
}

const DO: Readonly<Record<ActionKind, (work: Work) => Promise<string | null>>> = {
  async claim({ tx, principal, id }) {
    await claimAlert(tx, actorOf(principal), id)
    return null
  },
  async escalate({ tx, principal, id }) {
    await escalateAlert(tx, actorOf(principal), id, 'suggested')
    return null
  },
  async open_case({ tx, principal, id, nowMs }) {
    const { title, severity, mitreTechniques } = await getAlert(tx, id)
    const input = { title, severity, mitreTechniques, alertIds: [id] }
    return (await openCase(tx, caseActorOf(principal), input, nowMs)).id
  },
  async take({ tx, principal, id, nowMs }) {
    const actor = caseActorOf(principal)
    await changeCase(tx, actor, id, { assigneeId: ownIdOf(actor) }, nowMs)
    return null
  },
  async investigate({ tx, principal, id, nowMs }) {
    return (await investigateCase(tx, id, principal.id, nowMs)).id
  },
  async enable_rule({ tx, actor, id }) {
    await setRuleEnabled(tx, id, true, authorOf(actor))
    return null
  },
  async disable_rule({ tx, actor, id }) {
    await setRuleEnabled(tx, id, false, authorOf(actor))
    return null
  },
  async dry_run({ tx, principal, id }) {
    const requester = requesterOf({ ...principal, personId: principal.userId })
    const nothing = { alertId: null, caseId: null, parentRunId: null, depth: 0, trigger: {}, key: null }
    const start = { ...nothing, playbookId: id, kind: 'manual' as const, dryRun: true, requester }
    return (await startRun(tx, start))?.id ?? null
  },
  async enable_playbook({ tx, principal, id }) {
    await changePlaybook(tx, id, { enabled: true }, principal.id)
    return null
  },
}
