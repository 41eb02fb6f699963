/** Which executor carries an action out: one that the tenant connected, then ours, then one that says that it is none. */

import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../../vault/index.ts'
import { BLOCKS, blockListExecutor } from './block-list.ts'
import { slackExecutor, teamsExecutor } from './chat.ts'
import type { Executor, ExecutorDeps, Job } from './executor.ts'
import { openExecutors, type StoredExecutor } from './executor-store.ts'
import { mailExecutor } from './mail.ts'
import { restExecutor, ticketExecutor, webhookExecutor } from './over-rest.ts'

const MAKERS = {
  rest: restExecutor,
  jira: ticketExecutor,
  webhook: webhookExecutor,
  slack: slackExecutor,
  teams: teamsExecutor,
  smtp: mailExecutor,
} as const

/** Null: nobody is connected who can. */
export async function executorFor(
  tx: TenantTx,
  vault: Vault,
  deps: ExecutorDeps,
  { actionType }: Pick<Job, 'actionType'>,
): Promise<Executor | null> {
  const found = (await openExecutors(tx)).find(({ capabilities }) => capabilities.includes(actionType))
  if (found) return made(found, tx, vault, deps)
  if (BLOCKS.has(actionType)) return blockListExecutor(deps)
  return actionType === 'create_ticket' ? SIMULATED_TICKETS : null
}

/** The enabled one of this name that can send messages; null: there is none. */
export async function chatOf(tx: TenantTx, vault: Vault, deps: ExecutorDeps, name: string): Promise<Executor | null> {
  const found = (await openExecutors(tx)).find((one) => one.name === name && one.capabilities.includes('notify'))
  return found === undefined ? null : made(found, tx, vault, deps)
}

function made(stored: StoredExecutor, { tenantId }: TenantTx, vault: Vault, deps: ExecutorDeps): Executor {
  const use = { tenantId, connectorId: stored.id, caller: 'response:execute' }
  const secret = stored.secret === null ? null : vault.decrypt(stored.secret, use)
  return MAKERS[stored.vendor]({ ...stored, secret }, deps)
}

/** Says what it is: no ticket is opened anywhere. */
const SIMULATED_TICKETS: Executor = {
  name: 'simulated tickets',
  isSimulated: true,
  perform: async ({ id }) => ({
    ref: `SIM-TICKET-${id.slice(0, 8).toUpperCase()}`,
    detail: 'no ticket system is connected: nothing was opened',
  }),
  look: async () => 'unknown',
  undo: null,
}
