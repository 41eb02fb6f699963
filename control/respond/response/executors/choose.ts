/** Chooses the executor of an action: one that the tenant connected, then the built-in one, then a simulated one. */

import type { Executor, ExecutorSettings, Job } from '../../../../connectors/respond/executor.ts'
import { respondOf } from '../../../../connectors/vendor-apis.ts'
import { slackWebHookExecutor } from '../../../../connectors/vendors/slack/respond.ts'
import { assert } from '../../../../platform/assert.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { VERIFY } from '../verification.ts'
import { BLOCKS, blockListExecutor } from './block-list.ts'
import { type ExecutorDeps, vendorDeps } from './executor.ts'
import { openExecutors, type StoredExecutor } from './executor-store.ts'
import { switchedOff, verifyExecutor } from './verify.ts'

/** Null: no connected executor can do it. */
export async function executorFor(
  tx: TenantTx,
  vault: Vault,
  deps: ExecutorDeps,
  { actionType }: Pick<Job, 'actionType'>,
): Promise<Executor | null> {
  if (actionType === VERIFY) return verifier(tx, vault, deps)
  if (actionType === 'notify_slack') return slackWebHookExecutor(deps)
  const found = (await openExecutors(tx)).find(({ capabilities }) => capabilities.includes(actionType))
  if (found) return made(found, tx, vault, deps)
  if (BLOCKS.has(actionType)) return blockListExecutor(deps)
  return actionType === 'create_ticket' ? SIMULATED_TICKETS : null
}

/** Null: neither Slack nor Teams is connected. */
async function verifier(tx: TenantTx, vault: Vault, deps: ExecutorDeps): Promise<Executor | null> {
  const { verify } = deps
  if (verify?.secret == null) return switchedOff
  const chat = (await openExecutors(tx)).find(
    ({ vendor, capabilities }) => (vendor === 'slack' || vendor === 'teams') && capabilities.includes('notify'),
  )
  return chat === undefined
    ? null
    : verifyExecutor(opened(chat, tx, vault), deps, { ...verify, secret: verify.secret }, tx.tenantId)
}

/** The enabled executor of this name that can send messages; null when there is none. */
export async function chatOf(tx: TenantTx, vault: Vault, deps: ExecutorDeps, name: string): Promise<Executor | null> {
  const found = (await openExecutors(tx)).find((one) => one.name === name && one.capabilities.includes('notify'))
  return found === undefined ? null : made(found, tx, vault, deps)
}

/** The enabled executor with this label, such as `jira ours`; null when there is none. */
export async function executorNamed(tx: TenantTx, vault: Vault, deps: ExecutorDeps, name: string) {
  const found = (await openExecutors(tx)).find((one) => `${one.vendor} ${one.name}` === name)
  return found === undefined ? null : made(found, tx, vault, deps)
}

function made(stored: StoredExecutor, tx: TenantTx, vault: Vault, deps: ExecutorDeps): Executor {
  const respond = respondOf(stored.vendor)
  assert(respond !== null, `this build has the vendor ${stored.vendor}`)
  return respond.open(opened(stored, tx, vault), vendorDeps(deps))
}

function opened(stored: StoredExecutor, { tenantId }: TenantTx, vault: Vault): ExecutorSettings {
  const use = { tenantId, connectorId: stored.id, caller: 'response:execute' }
  return { ...stored, secret: stored.secret === null ? null : vault.decrypt(stored.secret, use) }
}

/** Marks tickets as simulated, because no ticket system is connected. */
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
