/** Tool servers of a tenant: registered, changed and removed. */
import type { Reach } from '../../../platform/egress/reach.ts'
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type AuthConfig, openAuthConfig, requireSecretAgain, type Vault } from '../../platform/vault/index.ts'
import { checkCredential, checkUrl, type Stdio } from './check.ts'
import { TOOL_SERVER_LIMITS } from './limits.ts'
import type { ToolServer } from './tool-server.ts'
import * as store from './tool-server-store.ts'

export type ToolServerInput = Omit<store.Saved, 'credential'> & {
  /** As they are sent; null: none. */
  readonly credential: Readonly<Record<string, string>> | null
}

/** Throws 422, and `conflict` for a name that is taken and past the bound. */
export async function createToolServer(
  tx: TenantTx,
  vault: Vault,
  { stdio, ...reach }: Reach & { readonly stdio?: Stdio | undefined },
  toolServer: ToolServerInput,
): Promise<ToolServer> {
  checkUrl(toolServer.url, reach, stdio)
  checkCredential(toolServer.credential ?? {})
  if ((await store.toolServersOf(tx)).length >= TOOL_SERVER_LIMITS.servers)
    throw new AppError('conflict', `a tenant has at most ${TOOL_SERVER_LIMITS.servers} tool servers`)
  const made = await store.insertToolServer(tx, { ...toolServer, credential: {} })
  if (made === null) throw new AppError('conflict', `a tool server named ${toolServer.name} exists already`)
  return store.updateToolServer(tx, made.id, {
    ...toolServer,
    credential: sealed(tx, vault, made.id, toolServer.credential),
  })
}

/**
 * Members that are left out stay. Throws as `createToolServer` does, `not_found`, and 422 for a credential that would
 * go to another address than it was given for: a user who may change settings may not learn it that way.
 */
export async function changeToolServer(
  tx: TenantTx,
  vault: Vault,
  { stdio, ...reach }: Reach & { readonly stdio?: Stdio | undefined },
  id: string,
  change: Partial<ToolServerInput>,
): Promise<ToolServer> {
  const before = await requireToolServer(tx, id)
  const { credential, ...rest } = change
  if (change.url !== undefined) checkUrl(change.url, reach, stdio)
  if (credential != null) checkCredential(credential)
  const isKept = credential === undefined && Object.keys(before.credential).length > 0
  if (isKept) requireSecretAgain('credential', { url: before.url }, { url: change.url ?? before.url })
  if (change.name !== undefined && change.name !== before.name)
    if ((await store.toolServerByName(tx, change.name)) !== null)
      throw new AppError('conflict', `a tool server named ${change.name} exists already`)
  const kept = credential === undefined ? before.credential : sealed(tx, vault, id, credential)
  return store.updateToolServer(tx, id, { ...before, ...rest, credential: kept })
}

/** Throws `not_found`. */
export async function requireToolServer(tx: TenantTx, id: string): Promise<ToolServer> {
  return requireFound(await store.lockToolServer(tx, id), 'tool server')
}

/** With its credential. Throws `not_found`. */
export async function deleteToolServer(tx: TenantTx, id: string): Promise<void> {
  if (!(await store.deleteToolServerRow(tx, id))) throw noSuch('tool server')
}

/** Only for the code that calls the server. Throws `secret_unreadable` when no key of the vault fits. */
export function openedCredential(
  { tenantId }: Pick<TenantTx, 'tenantId'>,
  vault: Vault,
  { id, credential }: Pick<ToolServer, 'id' | 'credential'>,
): AuthConfig {
  return openAuthConfig(vault, credential, { tenantId, connectorId: id, caller: 'tool_server:ask' })
}

function sealed({ tenantId }: TenantTx, vault: Vault, id: string, input: ToolServerInput['credential']): AuthConfig {
  const use = { tenantId, connectorId: id, caller: 'tool_server:save' }
  return Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, vault.encrypt(value, use)]))
}
