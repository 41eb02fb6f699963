/**
 * Every change goes through `perform`: REST, GraphQL, SCIM, the command line, playbooks and agents call it, and none of
 * them has its own permission check, transaction or audit path.
 */
import { assert } from '../../../platform/assert.ts'
import type { Postgres, TenantTx } from '../../../stores/postgres/pool.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { refuseWhenHeld } from '../governance/index.ts'
import { type Actor, type Needed, requirePermission } from './actor.ts'
import { type ActNote, actEntry, type RecordAct } from './record.ts'

/** An action, as the declaring route, field or step describes it. */
export type Action = {
  readonly needs: Needed
  /** `resource:action`. Empty for a read; with several, the work notes which one applies. */
  readonly records: readonly string[]
  /** Nothing is done while a legal hold keeps the tenant as a whole. */
  readonly removesRecords?: boolean
}

export type MutationDeps = {
  /** Signs in as svc_app: nothing that goes through `perform` works across tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
}

/**
 * Names the changed resource. Null means that nothing was done (a repeated request got its first answer), so nothing is
 * recorded.
 */
export type NoteAct = (about: ActNote | null) => void

export type Work<T> = (tx: TenantTx, note: NoteAct) => Promise<T>

/**
 * Runs `work` in the actor's tenant and writes the audit entry in the same transaction, so that neither exists without
 * the other. Throws `forbidden` before anything is done when the actor lacks the permission, `conflict` when a legal
 * hold protects the data that it would remove.
 */
export async function perform<T>(acting: MutationDeps, actor: Actor, action: Action, work: Work<T>): Promise<T> {
  requirePermission(actor, action.needs)
  return withTenant(acting.pool, actor.tenantId, async (tx) => {
    if (action.removesRecords === true) await refuseWhenHeld(tx, [])
    return performIn(tx, acting, actor, action, work)
  })
}

/** Like `perform`, inside an open transaction, for an actor whose permission was already checked. */
export async function performIn<T>(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  actor: Actor,
  { records }: Pick<Action, 'records'>,
  work: Work<T>,
): Promise<T> {
  assert(tx.tenantId === actor.tenantId, 'who acts, acts in the tenant of the transaction')
  let about: ActNote | null | undefined
  const done = await work(tx, (noted) => {
    about = noted
  })
  if (records.length > 0 && about !== null) await acting.audit(tx, actEntry(actor, actionOf(records, about), about))
  return done
}

/** Records an event without a change of its own: a failed sign-in, a refusal. */
export function record(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  actor: Actor,
  action: string,
  about: ActNote,
) {
  return performIn(tx, acting, actor, { records: [action] }, async (_, note) => note(about))
}

function actionOf(actions: readonly string[], about: ActNote | undefined): string {
  const found = actions.length === 1 ? actions[0] : actions.find((action) => action === about?.action)
  assert(found !== undefined, 'the work says which of its actions it was')
  return found
}
