import { assert } from '../../../../platform/assert.ts'
import { AppError, noSuch, requireFound } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { type Holder, requireHeld } from '../principal.ts'
import { permissionsOfRole } from '../static-roles.ts'
import { lockDirectory } from './lock.ts'
import { digestOf, newRawToken, prefixOf, type ScimToken } from './token.ts'
import * as store from './token-store.ts'

export type TokenInput = { readonly name: string; readonly expiresInDays: number | null }

/** The secret is shown once and stored nowhere. */
export type MintedToken = { readonly token: ScimToken; readonly raw: string }

/** A provisioning token has the permissions of a tenant administrator, because it can create one. */
export const PROVISIONER = permissionsOfRole('tenant_admin')
/**
 * Provisioning tokens of one tenant at a time; past it `conflict`.
 * @bound valid provisioning tokens of a tenant -> 409
 */
export const TOKENS_MAX = 20
export const GRACE_HOURS_MAX = 168

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Throws `forbidden` for a caller who does not hold everything that a tenant_admin holds: with the token they could
 * create one through a group's name. Throws `conflict` past `TOKENS_MAX`.
 */
export async function mintToken(
  tx: TenantTx,
  principal: Holder,
  { name, expiresInDays }: TokenInput,
  nowMs: number,
): Promise<MintedToken> {
  requireHeld(principal, PROVISIONER, 'a provisioning token')
  await requireRoom(tx)
  return insert(tx, { name, lifetimeDays: expiresInDays, rotatedFromId: null }, nowMs)
}

/**
 * Creates a successor with the same name and lifetime. The old secret stays valid for `graceHours`, at most until its
 * own expiry; with 0 it is revoked. Throws `not_found`, and `conflict` for a token that is revoked or already has a
 * successor.
 */
export async function rotateToken(
  tx: TenantTx,
  principal: Holder,
  id: string,
  graceHours: number,
  nowMs: number,
): Promise<MintedToken> {
  requireHeld(principal, PROVISIONER, 'a provisioning token')
  const old = requireFound(await store.lockToken(tx, id), 'provisioning token', id)
  if (old.revokedAt !== null) throw new AppError('conflict', 'the provisioning token is revoked')
  if (graceHours === 0) await store.markRevoked(tx, id)
  else await store.endAt(tx, id, new Date(nowMs + graceHours * HOUR_MS))
  await requireRoom(tx)
  const { name, lifetimeDays } = old
  return insert(tx, { name, lifetimeDays, rotatedFromId: id }, nowMs)
}

/** Final; false when it was done before. Throws `not_found`. */
export async function revokeToken(tx: TenantTx, id: string): Promise<boolean> {
  if (!(await store.lockToken(tx, id))) throw noSuch('provisioning token', id)
  return store.markRevoked(tx, id)
}

async function requireRoom(tx: TenantTx): Promise<void> {
  await lockDirectory(tx)
  if ((await store.countActive(tx)) >= TOKENS_MAX)
    throw new AppError('conflict', `a tenant has at most ${TOKENS_MAX} provisioning tokens that work`)
}

type Made = { readonly name: string; readonly lifetimeDays: number | null; readonly rotatedFromId: string | null }

async function insert(tx: TenantTx, made: Made, nowMs: number): Promise<MintedToken> {
  const raw = newRawToken()
  const expiresAt = made.lifetimeDays === null ? null : new Date(nowMs + made.lifetimeDays * DAY_MS)
  const token = await store.insertToken(tx, { ...made, prefix: prefixOf(raw), digest: digestOf(raw), expiresAt })
  if (!token && made.rotatedFromId !== null)
    throw new AppError('conflict', 'the provisioning token was rotated already; rotate its successor')
  assert(token !== null, 'an insert answers with its row')
  return { token, raw }
}
