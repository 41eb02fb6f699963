/** Operations of sign-ins by password, and of the sessions that they begin. */
import { Type } from 'typebox'
import { sourceOf } from '../../../platform/http/source-address.ts'
import { closed, named, sent } from '../../../schemas/wire.ts'
import { operationsOf, type PublicCall } from '../../platform/acting/index.ts'
import { DEVICE_TOKEN_MAX } from './device-token.ts'
import { type LoginDeps, type ProvenUser, provePassword, signIn, wrongPassword } from './login.ts'
import { PASSWORD_MAX } from './passwords.ts'
import type { PrincipalCache } from './principal-cache.ts'
import { logout, readRefresh, refreshSession } from './refresh.ts'
import { spendOneTimePassword } from './reset-password.ts'
import { tokensSchema, tokensView } from './session-schemas.ts'
import { refused } from './session-tokens.ts'
import { normalEmail } from './user.ts'

type Deps = LoginDeps & { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'identity' })

/** Recorded after the answer: its duration would tell the caller that the account exists. */
function failed({ afterResponse, readIn }: PublicCall<Deps>, account: ProvenUser | null) {
  if (account !== null)
    afterResponse('the audit of a failed sign-in', () =>
      readIn(account.tenantId, (_, record) =>
        record('auth:login_failed', { resource: 'user', resourceId: account.userId }),
      ),
    )
  return wrongPassword()
}

const login = operation.public({
  name: 'auth.login',
  summary: 'Sign in',
  provesItself: true,
  audit: 'auth:login',
  path: 'POST /auth/login',
  body: sent('Login', {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
    tenant: Type.Optional(
      Type.String({ minLength: 1, maxLength: 63, description: 'tenant, for users with accounts in several' }),
    ),
    device_token: Type.Optional(
      Type.String({
        maxLength: DEVICE_TOKEN_MAX,
        description: 'token from an earlier sign-in on this device; failures elsewhere then do not slow this sign-in',
      }),
    ),
  }),
  output: named(
    'SignedIn',
    Type.Object({
      ...tokensSchema.properties,
      device_token: Type.String({ description: 'token to store and send with the next sign-in on this device' }),
    }),
  ),
  async run(call, { device_token: deviceToken, ...credentials }) {
    const { deps, origin, workIn } = call
    const proof = await provePassword(deps, { ...credentials, deviceToken, source: sourceOf(origin.ip ?? '') })
    if (!proof.proven) throw failed(call, proof.account)
    const { account, oneTimeHash } = proof
    const user = { id: account.userId, email: normalEmail(credentials.email) }
    const tokens = await workIn(account.tenantId, async (tx, note) => {
      if (oneTimeHash !== null && !(await spendOneTimePassword(tx, account.userId, oneTimeHash))) {
        note(null)
        return null
      }
      note({ resource: 'user', resourceId: account.userId, user })
      return signIn(tx, deps, account.userId)
    })
    if (tokens === null) throw failed(call, account)
    return { ...tokensView(tokens), device_token: proof.deviceToken }
  },
})

const refresh = operation.public({
  name: 'auth.refresh',
  summary: 'Get new tokens for a refresh token',
  provesItself: true,
  recordsNothing: true,
  path: 'POST /auth/refresh',
  body: named('TokenRefresh', Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 4096 }) }, closed)),
  output: tokensSchema,
  async run({ deps, readIn }, { refresh_token }) {
    const claims = await readRefresh(deps, refresh_token)
    const refreshed = await readIn(claims.tenant, async (tx, record) => {
      const done = await refreshSession(tx, deps, claims)
      if (done.outcome === 'reused')
        await record('auth:refresh_reused', { resource: 'session', resourceId: claims.session })
      return done
    })
    if (refreshed.outcome === 'refreshed') return tokensView(refreshed.tokens)
    deps.principals.forget(({ sessionId }) => sessionId === claims.session)
    throw refused()
  },
})

const end = operation.outside({
  name: 'auth.logout',
  summary: 'End this session',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'auth:logout',
  path: 'POST /auth/logout',
  async run({ actor: { sessionId = null }, deps, work }) {
    await work(async (tx, note) => {
      await logout(tx, sessionId)
      note({ resource: 'session', resourceId: sessionId })
    })
    deps.principals.forget((principal) => principal.sessionId === sessionId)
  },
})

export const SESSION_OPERATIONS = [login, refresh, end]
