/**
 * The two ceremonies of WebAuthn (Level 3, 7.1 and 7.2): a person registers an authenticator, and signs in with it. Each begins
 * with a challenge that holds five minutes, once. The authenticator has to verify its user, so a passkey is two factors.
 */
import { createHmac } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '../../../../platform/errors.ts'
import { tenantId } from '../../../../platform/tenant.ts'
import { type TenantTx, withSystem, withTenant } from '../../../../stores/postgres/pool.ts'
import { type SessionDeps, signIn, type TokenPair } from '../login.ts'
import type { SignInStates } from '../sso/sign-in-states.ts'
import { normalEmail, type User } from '../user.ts'
import { accountByEmail, userById } from '../user-store.ts'
import {
  insertPasskey,
  lockPasskey,
  ownerOfPasskey,
  type Passkey,
  type PasskeyOwner,
  passkeysOf,
  passkeyUsed,
} from './passkey-store.ts'

export const CHALLENGE_MS = 300_000
export const PASSKEYS_MAX = 20
const TRANSPORTS: ReadonlySet<string> = new Set(['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'])

export type PasskeyDeps = SessionDeps & {
  readonly states: SignInStates
  /** The origin at which browsers are; its host is the relying party. */
  readonly publicUrl: string
}

/** Loaded when the first ceremony begins: most processes never see one, and it is large. */
const webauthn = () => import('@simplewebauthn/server')
const partyOf = ({ publicUrl }: PasskeyDeps) => new URL(publicUrl).hostname

/** Options for `navigator.credentials.create`. Throws `conflict` past the number that a person may have. */
export async function beginRegistration(tx: TenantTx, deps: PasskeyDeps, userId: string) {
  const user = await present(tx, userId)
  const own = await passkeysOf(tx, userId)
  if (own.length >= PASSKEYS_MAX) throw tooMany()
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    ...{ rpName: 'svc', rpID: partyOf(deps), timeout: CHALLENGE_MS, attestationType: 'none' },
    ...{ userName: user.email, userDisplayName: user.username, userID: new TextEncoder().encode(userId) },
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await remember(deps, options.challenge, { tenantId: tx.tenantId, userId })
  return options
}

export type Registration = {
  readonly userId: string
  readonly deviceName: string
  readonly challenge: string
  readonly credential: RegistrationResponseJSON
}

/** Throws `bad_request` for a challenge that is not this user's or is used up, `bad_credential`, `conflict`. */
export async function register(tx: TenantTx, deps: PasskeyDeps, registration: Registration): Promise<Passkey> {
  const { userId, deviceName, challenge, credential } = registration
  const challengeState = await ownerOfChallenge(deps, challenge)
  if (challengeState.tenantId !== tx.tenantId || challengeState.userId !== userId) throw badChallenge()
  await present(tx, userId)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    ...{ response: credential, expectedChallenge: challenge, requireUserVerification: true },
    ...{ expectedOrigin: deps.publicUrl, expectedRPID: partyOf(deps) },
  }).catch(notVerified)
  if (!verified.verified) throw notVerified()
  const { aaguid, credential: proven } = verified.registrationInfo
  const kept = await insertPasskey(
    tx,
    {
      ...{ userId, deviceName, aaguid, credentialId: proven.id, publicKey: proven.publicKey },
      signCount: proven.counter,
      transports: (proven.transports ?? []).filter((one) => TRANSPORTS.has(one)),
      isDiscoverable: credential.clientExtensionResults.credProps?.rk === true,
    },
    PASSKEYS_MAX,
  )
  if (kept !== null) return kept
  throw (await passkeysOf(tx, userId)).length >= PASSKEYS_MAX
    ? tooMany()
    : new AppError('conflict', 'this authenticator has a passkey here already')
}

/**
 * Returns options for `navigator.credentials.get`. With an address they list its passkeys, or an invented one when it
 * has none, so that the caller cannot learn which addresses have accounts.
 */
export async function beginPasskeySignIn(deps: PasskeyDeps, email: string | null) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    ...{ rpID: partyOf(deps), timeout: CHALLENGE_MS, userVerification: 'required' },
    ...(email === null ? {} : { allowCredentials: await credentialsOf(deps, normalEmail(email)) }),
  })
  await remember(deps, options.challenge, { tenantId: null, userId: null })
  return options
}

export type PasskeySignIn = { readonly challenge: string; readonly credential: AuthenticationResponseJSON }

/**
 * Finds the owner of the presented passkey and uses up its challenge. Throws `bad_request`, `not_found`, and
 * `forbidden` for a user who may not sign in.
 */
export async function passkeyOwner(deps: PasskeyDeps, passkeySignIn: PasskeySignIn): Promise<PasskeyOwner> {
  const challengeState = await ownerOfChallenge(deps, passkeySignIn.challenge)
  if (challengeState.userId !== null) throw badChallenge()
  const owner = await withSystem(deps.pool, 'a passkey', (tx) => ownerOfPasskey(tx, passkeySignIn.credential.id))
  if (owner === null) throw new AppError('not_found', 'no account has this passkey')
  if (!owner.isActive) throw new AppError('forbidden', 'this account may not sign in')
  return owner
}

/** Begins a session. Throws `bad_credential` for a signature that is not of the passkey, or of a copy of it. */
export async function signInByPasskey(tx: TenantTx, deps: PasskeyDeps, value: PasskeySignIn): Promise<TokenPair> {
  const passkey = await lockPasskey(tx, value.credential.id)
  if (passkey === null) throw new AppError('not_found', 'no account has this passkey')
  const { verifyAuthenticationResponse } = await webauthn()
  const { credentialId: id, publicKey, signCount: counter } = passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{ response: value.credential, expectedChallenge: value.challenge, requireUserVerification: true },
    ...{ expectedOrigin: deps.publicUrl, expectedRPID: partyOf(deps) },
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(notVerified)
  if (!verified) throw notVerified()
  await passkeyUsed(tx, passkey.id, authenticationInfo.newCounter, new Date(deps.nowMs()))
  return signIn(tx, deps, passkey.userId)
}

type ChallengeOwner = { readonly tenantId: TenantTx['tenantId'] | null; readonly userId: string | null }

function remember(deps: PasskeyDeps, challenge: string, { tenantId, userId }: ChallengeOwner): Promise<void> {
  return deps.states.put(challenge, { provider: 'passkey', tenantId, userId, untilMs: deps.nowMs() + CHALLENGE_MS })
}

async function ownerOfChallenge(deps: PasskeyDeps, challenge: string): Promise<ChallengeOwner> {
  const state = await deps.states.consume(challenge)
  if (state?.provider !== 'passkey' || state.untilMs < deps.nowMs()) throw badChallenge()
  return state
}

async function present(tx: TenantTx, userId: string): Promise<User> {
  const user = await userById(tx, userId)
  if (!user?.isActive) throw new AppError('forbidden', 'only a user of this tenant has passkeys')
  return user
}

async function credentialsOf(deps: PasskeyDeps, email: string) {
  const account = await withSystem(deps.pool, 'a sign-in by passkey', (tx) => accountByEmail(tx, email, null))
  const own =
    account === null ? [] : await withTenant(deps.pool, tenantId(account.tenant), (tx) => passkeysOf(tx, account.id))
  return own.length === 0 ? [{ id: await nobodys(deps, email) }] : own.map(({ credentialId: id }) => ({ id }))
}

/** An invented passkey id, always the same for the same address. */
async function nobodys(deps: PasskeyDeps, email: string): Promise<string> {
  const { key } = await deps.keys.current()
  return createHmac('sha256', key.secret).update(`passkey of ${email}`).digest('base64url')
}

const badChallenge = () =>
  new AppError('bad_request', 'the challenge is not known, or used up, or older than 5 minutes')
const tooMany = () => new AppError('conflict', `a person has at most ${PASSKEYS_MAX} passkeys`)

function notVerified(cause?: unknown): never {
  throw new AppError('bad_credential', 'the passkey could not be verified', { cause })
}
