import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withSystem } from '../../../stores/postgres/pool.ts'
import { readDevice, signDevice } from './device-token.ts'
import { type HashSlots, nobodysHash, verifyPassword } from './passwords.ts'
import { insertSession } from './session-store.ts'
import { ACCESS_SECONDS, REFRESH_SECONDS, signToken } from './session-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'
import { accountKey, type LoginThrottle } from './throttle.ts'
import { normalEmail } from './user.ts'
import { type Account, accountByEmail, touchLogin } from './user-store.ts'

export type SessionDeps = {
  readonly pool: Postgres
  readonly keys: SigningKeys
  readonly nowMs: () => number
}

export type LoginDeps = SessionDeps & { readonly throttle: LoginThrottle; readonly slots: HashSlots }

export type TokenPair = {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

/** Proven by a password (or by what else a sign-in will rest on), and not signed in yet. */
export type ProvenUser = { readonly tenantId: TenantId; readonly userId: string }

export type LoginInput = {
  readonly email: string
  readonly password: string
  /** For a person with accounts in several tenants. It only chooses among them. */
  readonly tenant?: string | undefined
  /** The address the request came from. */
  readonly source: string
  /** The device token that an earlier sign-in of this account returned to this device. */
  readonly deviceToken?: string | undefined
}

/** `account`: the account of the address, if there is one. For the audit log only. */
export type Proof =
  | {
      readonly proven: true
      readonly account: ProvenUser
      readonly deviceToken: string
      /** The hash of a password that opens one sign-in; null for one that its owner chose. */
      readonly oneTimeHash: string | null
    }
  | { readonly proven: false; readonly account: ProvenUser | null }

/**
 * Takes the same time whether the account is unknown, inactive or the password is wrong: exactly one password hash is
 * computed. Throws `rate_limited` after too many failures.
 */
export function provePassword(deps: LoginDeps, input: LoginInput): Promise<Proof> {
  const email = normalEmail(input.email)
  const key = accountKey(email, input.tenant)
  return deps.slots.run(async () => {
    const { key: signing } = await deps.keys.current()
    const device = await readDevice(signing, key, input.deviceToken, deps.nowMs())
    const allowed = await deps.throttle.attempt({ account: key, source: input.source, device })
    const found = await withSystem(deps.pool, 'login', (tx) => accountByEmail(tx, email, input.tenant ?? null))
    const fits = await verifyPassword(found?.passwordHash ?? (await nobodysHash()), input.password)
    const account = found && { tenantId: tenantId(found.tenant), userId: found.id }
    if (!fits || !account || !isUsable(found, deps.nowMs())) return { proven: false, account }
    await allowed.succeeded()
    const oneTimeHash = found.passwordExpiresAt === null ? null : found.passwordHash
    return { proven: true, account, oneTimeHash, deviceToken: await signDevice(signing, key, device, deps.nowMs()) }
  })
}

function isUsable(account: Account, nowMs: number): boolean {
  const { isActive, passwordHash, passwordExpiresAt } = account
  return isActive && passwordHash !== null && (passwordExpiresAt === null || passwordExpiresAt.getTime() > nowMs)
}

/** The same words for every reason. */
export function wrongPassword(): AppError {
  return new AppError('bad_credential', 'email or password is wrong; with several accounts, name the tenant')
}

/** Begins a session, in the caller's transaction. `ssoConnectionId`: the connection that proved the user. */
export async function signIn(
  tx: TenantTx,
  deps: SessionDeps,
  userId: string,
  ssoConnectionId: string | null = null,
): Promise<TokenPair> {
  const session = randomUUID()
  const refreshId = randomUUID()
  await insertSession(tx, { id: session, userId, refreshId, expiresAt: refreshEnd(deps), ssoConnectionId })
  await touchLogin(tx, userId)
  return tokenPair(deps, { tenant: tx.tenantId, session, subject: userId, refreshId })
}

export function refreshEnd({ nowMs }: SessionDeps): Date {
  return new Date(nowMs() + REFRESH_SECONDS * 1000)
}

type PairOf = { tenant: TenantId; session: string; subject: string; refreshId: string }

export async function tokenPair(deps: SessionDeps, of: PairOf): Promise<TokenPair> {
  const { key } = await deps.keys.current()
  const nowMs = deps.nowMs()
  const { tenant, session, subject } = of
  const about = { tenant, session, subject }
  const access = { ...about, kind: 'access' as const, tokenId: randomUUID(), expiresMs: nowMs + ACCESS_SECONDS * 1000 }
  const refresh = {
    ...about,
    kind: 'refresh' as const,
    tokenId: of.refreshId,
    expiresMs: nowMs + REFRESH_SECONDS * 1000,
  }
  return {
    accessToken: await signToken(key, access, nowMs),
    refreshToken: await signToken(key, refresh, nowMs),
    expiresInSeconds: ACCESS_SECONDS,
  }
}
