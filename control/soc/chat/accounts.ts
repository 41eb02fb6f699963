/** Links chat accounts to users: once, by a code that the user requested here, and never by a name. */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { openSealedToken, type Sealer, sealedToken } from '../../../platform/seal.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withSystem } from '../../../stores/postgres/pool.ts'
import { accessOfUser, getUser, holds, permissionsOfUser } from '../../identity/accounts/index.ts'
import { type Actor, type Origin, programIn } from '../../platform/acting/index.ts'
import type { ChatPlatform } from '../notify/index.ts'

export type ChatUser = { readonly platform: ChatPlatform; readonly teamId: string; readonly chatUserId: string }

/** @bound validity of a link code of the chat bot, once -> refused */
const CODE_MS = 10 * 60_000
const CONTEXT = 'chat link code'
const CODE_CHARS_MAX = 400

/** For one link within ten minutes; the one before works no more. */
export async function makeLinkCode(tx: TenantTx, sealer: Sealer, userId: string, nowMs: number) {
  const code = sealedToken(sealer, [tx.tenantId, randomBytes(16).toString('base64url')], CONTEXT)
  const expiresAt = new Date(nowMs + CODE_MS)
  const sql = /* sql */ `
    INSERT INTO chat_link_codes (digest, user_id, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET digest = $1, expires_at = $3`
  await tx.run(sql, [sha256(code), userId, expiresAt])
  return { code, expiresAt }
}

/** Tenant of a code; null for an invalid code. */
export function tenantOfCode(sealer: Sealer, code: string): TenantId | null {
  return openSealedToken(sealer, code, { context: CONTEXT, charsMax: CODE_CHARS_MAX }, (value) =>
    tenantId(String((value as unknown[])[0])),
  )
}

/** Tenant that linked a workspace; null when none has. */
export function tenantOfWorkspace(pool: Postgres, { platform, teamId }: ChatUser): Promise<TenantId | null> {
  const toTenant = (row: Row) => (row.tenant === null ? null : tenantId(text(row, 'tenant')))
  const sql = /* sql */ `SELECT svc_chat_workspace_tenant($1, $2) AS tenant`
  return withSystem(pool, 'tenant of a chat workspace', (tx) => tx.maybeOne(toTenant, sql, [platform, teamId]))
}

/** Tenant for a message from a workspace; null when no tenant has linked it and there is no default. */
export async function tenantOfChat(
  { pool, defaultTenant }: { readonly pool: Postgres; readonly defaultTenant: TenantId | null },
  from: ChatUser,
): Promise<TenantId | null> {
  return (await tenantOfWorkspace(pool, from)) ?? defaultTenant
}

/**
 * The account of the code's owner. The first one of a workspace makes it the tenant's, which needs settings:write. Throws
 * `forbidden` for that, and for a code that is used, old or none.
 */
export async function linkAccount(
  tx: TenantTx,
  from: ChatUser,
  code: string,
  isOwnWorkspace: boolean,
  nowMs: number,
): Promise<{ readonly id: string; readonly email: string }> {
  const used = /* sql */ `DELETE FROM chat_link_codes WHERE digest = $1 AND expires_at > $2 RETURNING user_id`
  const userId = await tx.maybeOne((row) => text(row, 'user_id'), used, [sha256(code), new Date(nowMs)])
  if (userId === null) throw new AppError('forbidden', 'this code was used, or its time has passed: take another one')
  const user = await getUser(tx, userId)
  if (!user.isActive) throw new AppError('forbidden', 'this account is switched off')
  const { platform, teamId, chatUserId } = from
  if (!isOwnWorkspace) {
    if (!holds(await permissionsOfUser(tx, user), 'settings:write'))
      throw new AppError('forbidden', 'the first to link an account of this workspace needs settings:write')
    const workspace = /* sql */ `INSERT INTO chat_workspaces (platform, team_id, linked_by) VALUES ($1, $2, $3)`
    await tx.run(workspace, [platform, teamId, userId])
  }
  const account = /* sql */ `
    INSERT INTO chat_accounts (platform, team_id, chat_user_id, user_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, platform, team_id, chat_user_id) DO UPDATE SET user_id = $4, linked_at = clock_timestamp()`
  await tx.run(account, [platform, teamId, chatUserId, userId])
  return { id: user.id, email: user.email }
}

/**
 * The linked person with their current permissions. Throws `forbidden` for one who is not linked or may not sign in.
 */
export async function actorInChat(
  tx: TenantTx,
  { platform, teamId, chatUserId }: ChatUser,
  origin: Origin,
): Promise<Actor> {
  const sql = /* sql */ `
    SELECT user_id FROM chat_accounts WHERE platform = $1 AND team_id = $2 AND chat_user_id = $3`
  const userId = await tx.maybeOne((row) => text(row, 'user_id'), sql, [platform, teamId, chatUserId])
  const user = userId === null ? null : await getUser(tx, userId)
  if (!user?.isActive)
    throw new AppError('forbidden', 'link your account first: take a code from your settings, then /svc link CODE')
  const { id, email } = user
  return { ...programIn(tx.tenantId, 'user', id), personId: id, email, ...(await accessOfUser(tx, user)), ...origin }
}

/** Runs `work` and returns a refusal as a text for the person; internal errors are thrown. */
export async function orRefused<T>(work: () => Promise<T>, refused: (why: string) => T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    // A chat has no body whose member could be named.
    return refused(error instanceof InvalidInput ? error.faults.map(({ msg }) => msg).join('; ') : error.message)
  }
}

/** Ends every link of a person. */
export function unlinkAccounts(tx: TenantTx, userId: string): Promise<number> {
  return tx.run(/* sql */ `DELETE FROM chat_accounts WHERE user_id = $1`, [userId])
}
