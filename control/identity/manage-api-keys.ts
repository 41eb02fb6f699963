import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type ApiKey, keyDigest, newRawKey, permissionsOfScope, permissionsOfScopes, prefixOf } from './api-key.ts'
import * as store from './api-key-store.ts'
import { isCustomPermission } from './custom-permission.ts'
import { keepPermissions } from './custom-permission-store.ts'
import { requireAbove } from './manage-roles.ts'
import { type Principal, requireHeld } from './principal.ts'

export type KeyInput = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number | null
}

const DAY_MS = 86_400_000

/**
 * The key in the answer is shown once and stored nowhere. Throws 422 for an unknown scope, `forbidden` for one that the
 * caller does not hold: a key can do no more than who made it.
 */
export async function createApiKey(tx: TenantTx, principal: Principal, input: KeyInput, nowMs: number) {
  const { userId, delegationId } = principal
  if (userId === null || delegationId !== null)
    throw new AppError('forbidden', 'an API key has an owner among the users of its tenant')
  await checkScopes(tx, principal, input.scopes)
  const raw = newRawKey()
  const key = await store.insertKey(tx, {
    ownerId: userId,
    name: input.name,
    prefix: prefixOf(raw),
    digest: keyDigest(raw),
    scopes: [...new Set(input.scopes)],
    expiresAt: expiryOf(input.expiresInDays, nowMs),
  })
  assert(key !== null, 'an insert answers with its row')
  return { key, raw }
}

export type KeyPatch = { readonly [K in keyof KeyInput]?: KeyInput[K] | undefined }

/** Throws `not_found`, and what creating it would throw. */
export async function changeApiKey(tx: TenantTx, principal: Principal, id: string, patch: KeyPatch, nowMs: number) {
  const found = await ownKey(tx, principal, id)
  if (patch.scopes !== undefined) await checkScopes(tx, principal, patch.scopes)
  const changed = await store.updateKey(tx, {
    id,
    name: patch.name ?? found.name,
    scopes: patch.scopes === undefined ? found.scopes : [...new Set(patch.scopes)],
    expiresAt: patch.expiresInDays === undefined ? found.expiresAt : expiryOf(patch.expiresInDays, nowMs),
  })
  return changed ?? found
}

/** Final; doing it again changes nothing. Throws `not_found`. */
export async function revokeApiKey(tx: TenantTx, principal: Principal, id: string): Promise<void> {
  await ownKey(tx, principal, id)
  await store.deactivateKey(tx, id)
}

/** The keys of somebody who holds more are not for others to change. */
async function ownKey(tx: TenantTx, principal: Principal, id: string): Promise<ApiKey> {
  const found = await store.lockKey(tx, id)
  if (!found) throw new AppError('not_found', `no API key ${id}`)
  if (found.ownerId !== principal.userId) await requireAbove(tx, principal, found.ownerId)
  return found
}

async function checkScopes(tx: TenantTx, principal: Principal, scopes: readonly string[]): Promise<void> {
  const names = scopes.filter(isCustomPermission)
  const custom = new Set<string>((await keepPermissions(tx, { names })).map(({ name }) => name))
  const isKnown = (scope: string) =>
    isCustomPermission(scope) ? custom.has(scope) : permissionsOfScope(scope) !== null
  const unknown = scopes.flatMap((scope, index) => (isKnown(scope) ? [] : [{ scope, index }]))
  if (unknown.length > 0) {
    const faults = unknown.map(({ scope, index }) => ({
      loc: ['body', 'scopes', index],
      msg: `no scope ${JSON.stringify(scope.slice(0, 60))}`,
      type: 'unknown_scope',
    }))
    throw new InvalidInput(...faults)
  }
  requireHeld(principal, permissionsOfScopes(scopes), 'the scopes of the key')
}

function expiryOf(days: number | null, nowMs: number): Date | null {
  return days === null ? null : new Date(nowMs + days * DAY_MS)
}
