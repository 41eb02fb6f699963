import { assert } from '../../../platform/assert.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { didYouMean } from '../../../platform/suggest.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  type ApiKey,
  keyDigest,
  newRawKey,
  permissionsOfScope,
  permissionsOfScopes,
  prefixOf,
  SCOPES,
} from './api-key.ts'
import * as store from './api-key-store.ts'
import { isCustomPermission } from './custom-permission.ts'
import { keepPermissions } from './custom-permission-store.ts'
import { requireAbove } from './manage-roles.ts'
import { type Holder, requireHeld } from './principal.ts'

export type KeyInput = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number | null
}

const DAY_MS = 86_400_000
/**
 * Keys that a key can end with; past it `conflict`, and a person changes it.
 * @bound API keys whose end also ends an API key -> 409
 */
export const MAKERS_MAX = 20

/**
 * The key in the answer is shown once and stored nowhere. Throws 422 for an unknown scope and for an end after that of
 * the key that asks, `forbidden` for a scope that the caller does not hold: a key can do no more, and lives no longer,
 * than the key that made it (decision 0042).
 */
export async function createApiKey(tx: TenantTx, principal: Holder, input: KeyInput, nowMs: number) {
  const { userId, delegationId } = principal
  if (userId === null || delegationId !== null)
    throw new AppError('forbidden', 'an API key has an owner among the users of its tenant')
  await checkScopes(tx, principal, input.scopes)
  const maker = usable(await lockedMaker(tx, principal), nowMs)
  const raw = newRawKey()
  const key = await store.insertKey(tx, {
    ownerId: userId,
    name: input.name,
    prefix: prefixOf(raw),
    digest: keyDigest(raw),
    scopes: [...new Set(input.scopes)],
    expiresAt: expiryOf(input.expiresInDays, maker?.expiresAt ?? null, nowMs),
    madeBy: maker ? [maker.id] : [],
  })
  assert(key !== null, 'an insert answers with its row')
  return { key, raw }
}

export type KeyPatch = { readonly [K in keyof KeyInput]?: KeyInput[K] | undefined }

/**
 * A key that changes the scopes or the expiry of another one becomes one of its makers and limits its expiry, as if it
 * had created it; so no key can extend its own life through another. Throws `not_found`, and the errors of creating a
 * key.
 */
export async function changeApiKey(tx: TenantTx, principal: Holder, id: string, patch: KeyPatch, nowMs: number) {
  const { found, asking } = await ownKey(tx, principal, id)
  if (patch.scopes !== undefined) await checkScopes(tx, principal, patch.scopes)
  const isNameOnly = patch.scopes === undefined && patch.expiresInDays === undefined
  const maker = isNameOnly ? null : usable(asking, nowMs)
  const madeBy = makersOf(found, maker)
  const changed = await store.updateKey(tx, {
    id,
    name: patch.name ?? found.name,
    scopes: patch.scopes === undefined ? found.scopes : [...new Set(patch.scopes)],
    expiresAt:
      patch.expiresInDays === undefined
        ? earlier(found.expiresAt, maker?.expiresAt ?? null)
        : expiryOf(patch.expiresInDays, earlier(maker?.expiresAt ?? null, await store.firstEndOf(tx, madeBy)), nowMs),
    madeBy,
  })
  return changed ?? found
}

/** Final, for all keys that it made as well; false when it was done before. Throws `not_found`. */
export async function revokeApiKey(tx: TenantTx, principal: Holder, id: string): Promise<boolean> {
  await ownKey(tx, principal, id)
  return store.deactivateKey(tx, id)
}

/** `asking` is the key of the request. Keys of a user who holds more than the caller cannot be changed. */
async function ownKey(tx: TenantTx, principal: Holder, id: string) {
  const asking = principal.kind === 'api_key' ? principal.id : null
  const locked = await store.lockKeys(tx, asking === null ? [id] : [id, asking])
  const found = requireFound(locked.get(id), 'API key', id)
  if (found.ownerId !== principal.userId) await requireAbove(tx, principal, found.ownerId)
  return { found, asking: asking === null ? null : requireThere(locked.get(asking)) }
}

async function lockedMaker(tx: TenantTx, { kind, id }: Holder): Promise<ApiKey | null> {
  return kind === 'api_key' ? requireThere((await store.lockKeys(tx, [id])).get(id)) : null
}

function requireThere(key: ApiKey | undefined): ApiKey {
  assert(key !== undefined, 'the row of a key that was proven stays')
  return key
}

/** The calling key may have expired since it was verified; a key that it created now would outlive it. */
function usable(maker: ApiKey | null, nowMs: number): ApiKey | null {
  if (maker && (!maker.isActive || (maker.expiresAt && maker.expiresAt.getTime() <= nowMs)))
    throw new AppError('bad_credential', 'the API key is not valid')
  return maker
}

function makersOf(key: ApiKey, maker: ApiKey | null): readonly string[] {
  if (!maker || maker.id === key.id || key.madeBy.includes(maker.id)) return key.madeBy
  if (key.madeBy.length >= MAKERS_MAX)
    throw new AppError('conflict', `${MAKERS_MAX} keys have changed this one; a person has to do it now`)
  return [...key.madeBy, maker.id]
}

async function checkScopes(tx: TenantTx, principal: Holder, scopes: readonly string[]): Promise<void> {
  const names = scopes.filter(isCustomPermission)
  const custom = new Set<string>((await keepPermissions(tx, { names })).map(({ name }) => name))
  const isKnown = (scope: string) =>
    isCustomPermission(scope) ? custom.has(scope) : permissionsOfScope(scope) !== null
  const unknown = scopes.flatMap((scope, index) => (isKnown(scope) ? [] : [{ scope, index }]))
  if (unknown.length > 0) {
    const faults = unknown.map(({ scope, index }) => ({
      loc: ['body', 'scopes', index],
      msg: `no scope ${JSON.stringify(scope.slice(0, 60))}${didYouMean(scope, SCOPES)}: GET /api/v1/rbac/permissions lists them`,
      type: 'unknown_scope',
    }))
    throw new InvalidInput(...faults)
  }
  requireHeld(principal, permissionsOfScopes(scopes), 'the scopes of the key')
}

/** `latest` is the first expiry among the keys that this one depends on. It is the default, and the maximum. */
function expiryOf(days: number | null, latest: Date | null, nowMs: number): Date | null {
  if (days === null) return latest
  const expiresAt = new Date(nowMs + days * DAY_MS)
  if (latest && expiresAt > latest)
    throw invalid('expires_in_days', `ends after ${latest.toISOString()}, when a key that it was made by does`)
  return expiresAt
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}
