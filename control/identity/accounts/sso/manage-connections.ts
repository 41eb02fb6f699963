import { randomUUID } from 'node:crypto'
import { defined } from '../../../../platform/defined.ts'
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { type Holder, requireHeld } from '../principal.ts'
import { endSessionsThrough } from '../session-store.ts'
import {
  CONNECTIONS_MAX,
  GROUP_LENGTH_MAX,
  type GroupRoleMapping,
  MAPPING_MAX,
  type SsoConnection,
  type SsoProvider,
} from './connection.ts'
import * as store from './connection-store.ts'
import { isNeverGranted } from './group-roles.ts'
import { checkIssuer, issuerKey } from './issuer.ts'
import { keepSsoRoles, permissionsOfNamed } from './role-store.ts'
import { checkTrust, type Trust } from './trust.ts'

export type ConnectionSettings = {
  readonly displayName: string
  readonly enabled: boolean
  readonly defaultRole: string | null
  readonly groupRoleMapping: GroupRoleMapping
  readonly groupsClaim: string | null
} & Trust

export type ConnectionInput = { readonly provider: SsoProvider; readonly issuer: string } & ConnectionSettings
export type ConnectionPatch = { readonly [K in keyof ConnectionSettings]?: ConnectionSettings[K] | undefined }

/**
 * Throws 422 for an invalid connection, `forbidden` for a role that the caller could not give to a user, and `conflict`
 * when the issuer is claimed, with the same text whichever tenant claimed it.
 */
export async function createConnection(
  tx: TenantTx,
  vault: Vault,
  principal: Holder,
  input: ConnectionInput,
): Promise<SsoConnection> {
  const issuer = checkIssuer(input.provider, input.issuer)
  checkTrust(input.provider, issuer, input)
  checkMapping(input.groupRoleMapping)
  await requireGrantable(tx, principal, rolesNamed(input))
  if ((await store.countConnections(tx)) >= CONNECTIONS_MAX)
    throw new AppError('conflict', `a tenant has at most ${CONNECTIONS_MAX} sign-in connections`)
  const id = randomUUID()
  const use = { tenantId: tx.tenantId, connectorId: id, caller: 'sso:save' }
  const clientSecret = input.clientSecret === null ? null : vault.encrypt(input.clientSecret, use)
  const ceiling = [...principal.permissions]
  const made = await store.insertConnection(tx, {
    ...{ ...input, id, issuer, clientSecret, ceiling },
    issuerKey: issuerKey(issuer),
  })
  if (!made) throw new AppError('conflict', 'the issuer is claimed by another sign-in connection')
  return made
}

/**
 * The person who changes a connection becomes responsible for all of it, as if they had created it: they must be able
 * to grant every role in it, and from then on no one who holds more than they do can sign in through it. Switching it
 * off is the exception: it needs nothing more, leaves the rest unchanged, and ends every session begun through it.
 */
export async function changeConnection(
  tx: TenantTx,
  vault: Vault,
  principal: Holder,
  id: string,
  patch: ConnectionPatch,
): Promise<SsoConnection> {
  const found = await store.lockConnection(tx, id)
  if (!found) throw notFound(id)
  const to = { ...found, ...defined(patch) }
  if (!isSwitchedOffOnly(patch)) {
    checkTrust(found.provider, found.issuer, { ...to, clientSecret: patch.clientSecret ?? null })
    checkMapping(to.groupRoleMapping)
    await requireGrantable(tx, principal, rolesNamed(to))
  }
  const use = { tenantId: tx.tenantId, connectorId: id, caller: 'sso:save' }
  const changed = await store.updateConnection(tx, {
    ...to,
    clientSecret: savedSecret(vault, found.clientSecret, patch.clientSecret, use),
    ceiling: isSwitchedOffOnly(patch) ? found.ceiling : [...principal.permissions],
  })
  await keepSsoRoles(tx, id, to.enabled ? rolesNamed(to) : [])
  if (found.enabled && !to.enabled) await endSessionsThrough(tx, id)
  return changed ?? found
}

/** Ends every session that began through it. Users that it created stay, without the roles that it gave. */
export async function removeConnection(tx: TenantTx, id: string): Promise<SsoConnection> {
  const found = await store.lockConnection(tx, id)
  if (!found) throw notFound(id)
  await endSessionsThrough(tx, id)
  await store.deleteConnection(tx, id)
  return found
}

/** Throws `not_found`. */
export async function getConnection(tx: TenantTx, id: string): Promise<SsoConnection> {
  const found = await store.connectionById(tx, id)
  if (!found) throw notFound(id)
  return found
}

function notFound(id: string): AppError {
  return noSuch('sign-in connection', id)
}

function isSwitchedOffOnly(patch: ConnectionPatch): boolean {
  return patch.enabled === false && Object.keys(defined(patch)).length === 1
}

function rolesNamed({ defaultRole, groupRoleMapping }: Pick<SsoConnection, 'defaultRole' | 'groupRoleMapping'>) {
  return [...new Set([...Object.values(groupRoleMapping), ...(defaultRole === null ? [] : [defaultRole])])]
}

/** Throws 422. */
function checkMapping(mapping: GroupRoleMapping): void {
  const groups = Object.keys(mapping)
  if (groups.length > MAPPING_MAX) throw invalid('group_role_mapping', `has more than ${MAPPING_MAX} groups`)
  if (groups.some((group) => group === '' || group.length > GROUP_LENGTH_MAX))
    throw invalid('group_role_mapping', `the name of a group has 1 to ${GROUP_LENGTH_MAX} characters`)
}

/** The check for each role is the same as for giving it to a user. */
async function requireGrantable(tx: TenantTx, principal: Holder, roles: readonly string[]): Promise<void> {
  if (roles.length > 0) requireHeld(principal, ['users:write'], 'giving roles')
  for (const role of roles) {
    if (isNeverGranted(role)) throw new AppError('forbidden', `the role ${role} cannot be granted`)
    const conferred = await permissionsOfNamed(tx, role)
    if (conferred === null) throw invalid('group_role_mapping', `there is no role ${role.slice(0, 120)}`)
    requireHeld(principal, conferred, `giving the role ${role}`)
  }
}

type Use = Parameters<Vault['encrypt']>[1]

/** An omitted secret keeps the stored one, sealed again under the newest key. */
function savedSecret(vault: Vault, stored: string | null, text: string | null | undefined, use: Use): string | null {
  if (text === undefined) return stored === null ? null : vault.renew(stored, use)
  return text === null ? null : vault.encrypt(text, use)
}
