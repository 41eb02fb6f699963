/** Runs a suggestion that still applies. Each action is the use case of its context, with the permission that needs. */
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { authorOf, setRuleEnabled } from '../../detect/detections/index.ts'
import { type Actor, idOf, requesterOf, requirePermission } from '../../platform/acting/index.ts'
import { startInvestigation } from '../../respond/agents/index.ts'
import type { ModelDeps } from '../../respond/models/index.ts'
import { changePlaybook, startRun } from '../../respond/playbooks/index.ts'
import { alertActor, claimAlert, escalateAlert, getAlert } from '../alerts/index.ts'
import { caseActor, changeCase, openCase, ownIdOf } from '../cases/index.ts'
import { suggest } from './suggest.ts'
import { ACTION_NEEDS, type ActionId, type ActionKind, actionIdOf } from './suggestion.ts'

export type Done = {
  readonly action: ActionKind
  readonly resourceType: string
  readonly resourceId: string
  /** Id of the case or run that it made. Null where the resource itself changed. */
  readonly madeId: string | null
}

type Models = Pick<ModelDeps, 'installation' | 'gate'>
type Work = {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly id: string
  readonly models: Models
  readonly nowMs: number
}

/**
 * Throws `not_found` for an unknown action or resource, `conflict` for an action that is not suggested any more,
 * `forbidden` as the action itself does.
 */
export async function runSuggestion(
  tx: TenantTx,
  actor: Actor,
  actionId: string,
  models: Models,
  nowMs: number,
): Promise<Done> {
  const about = requireFound(actionIdOf(actionId), 'action')
  const suggestions = await suggest(tx, about.type, about.id).catch((error: unknown) => {
    const isGone = error instanceof AppError && error.code === 'not_found'
    throw isGone ? noSuch('action') : error
  })
  requirePermission(actor, ACTION_NEEDS[about.action])
  if (!suggestions.some(({ id }) => id === actionId))
    throw new AppError('conflict', 'the action is no longer suggested: request the context again')
  const madeId = await DO[about.action]({ tx, actor, id: about.id, models, nowMs })
  return doneOf(about, madeId)
}

const doneOf = ({ action, type, id }: ActionId, madeId: string | null): Done => {
  return { action, resourceType: type, resourceId: id, madeId }
}

const DO: Readonly<Record<ActionKind, (work: Work) => Promise<string | null>>> = {
  async claim({ tx, actor, id }) {
    await claimAlert(tx, alertActor(actor), id)
    return null
  },
  async escalate({ tx, actor, id }) {
    await escalateAlert(tx, alertActor(actor), id, 'suggested')
    return null
  },
  async open_case({ tx, actor, id, nowMs }) {
    const { title, severity, mitreTechniques } = await getAlert(tx, id)
    const input = { title, severity, mitreTechniques, alertIds: [id] }
    return (await openCase(tx, caseActor(actor), input, nowMs)).id
  },
  async take({ tx, actor, id, nowMs }) {
    const by = caseActor(actor)
    await changeCase(tx, by, id, { assigneeId: ownIdOf(by) }, nowMs)
    return null
  },
  async investigate({ tx, actor, id, models, nowMs }) {
    return (await startInvestigation(tx, id, idOf(actor), nowMs, models)).id
  },
  async enable_rule({ tx, actor, id }) {
    await setRuleEnabled(tx, id, true, authorOf(actor))
    return null
  },
  async disable_rule({ tx, actor, id }) {
    await setRuleEnabled(tx, id, false, authorOf(actor))
    return null
  },
  async dry_run({ tx, actor, id }) {
    const requester = requesterOf(actor)
    const nothing = { alertId: null, caseId: null, parentRunId: null, depth: 0, trigger: {}, key: null }
    const start = { ...nothing, playbookId: id, kind: 'manual' as const, dryRun: true, requester }
    return (await startRun(tx, start))?.id ?? null
  },
  async enable_playbook({ tx, actor, id }) {
    await changePlaybook(tx, id, { enabled: true }, idOf(actor))
    return null
  },
}
