import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  DEVICE_TOKEN_MAX,
  logout,
  normalEmail,
  PASSWORD_MAX,
  type ProvenUser,
  provePassword,
  readRefresh,
  refreshSession,
  refused,
  signIn,
  spendOneTimePassword,
  wrongPassword,
} from '../../../control/identity/accounts/index.ts'
import { record } from '../../../control/platform/acting/index.ts'
import { sourceOf } from '../../../platform/http/source-address.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { openAfterAnswer } from '../../plugins/after-answer.ts'
import { named } from '../../plugins/named-schemas.ts'
import { signInActor, tenantWork, workIn } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { tokensSchema, tokensView } from '../views.ts'

const loginBody = named(
  'Login',
  Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
      tenant: Type.Optional(
        Type.String({ minLength: 1, maxLength: 63, description: 'for who has accounts in several tenants' }),
      ),
      device_token: Type.Optional(
        Type.String({
          maxLength: DEVICE_TOKEN_MAX,
          description: 'of an earlier sign-in on this device: failures elsewhere then do not slow this one',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)
const refreshBody = named(
  'TokenRefresh',
  Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 4096 }) }, { additionalProperties: false }),
)
const signedIn = named(
  'SignedIn',
  Type.Object({
    ...tokensSchema.properties,
    device_token: Type.String({ description: 'to be kept, and shown at the next sign-in on this device' }),
  }),
)
const tags = ['identity']

export const authRoutes: Routes = (app, deps) => {
  const afterAnswer = openAfterAnswer(deps.log)
  app.addHook('onClose', () => afterAnswer.drained())

  /** Recorded once the answer is out: the work of it would tell that the account exists. */
  const failed = (request: FastifyRequest, reply: FastifyReply, account: ProvenUser | null) => {
    if (account) {
      const note = { resource: 'user', resourceId: account.userId }
      const actor = signInActor(request, account.tenantId)
      const recorded = () =>
        withTenant(deps.pool, account.tenantId, (tx) => record(tx, deps, actor, 'auth:login_failed', note))
      afterAnswer.run(reply, 'the audit of a failed sign-in', recorded)
    }
    return wrongPassword()
  }

  app.post(
    '/auth/login',
    {
      config: { public: true, provesItself: true, audit: 'auth:login' },
      schema: { tags, summary: 'Sign in', body: loginBody, response: { 200: signedIn } },
    },
    async (request, reply) => {
      const { device_token: deviceToken, ...given } = request.body
      const proof = await provePassword(deps, { ...given, deviceToken, source: sourceOf(request.ip) })
      if (!proof.proven) throw failed(request, reply, proof.account)
      const { account } = proof
      const user = { id: account.userId, email: normalEmail(request.body.email) }
      const tokens = await workIn(deps, request, account.tenantId, async (tx, note) => {
        const { oneTimeHash } = proof
        if (oneTimeHash !== null && !(await spendOneTimePassword(tx, account.userId, oneTimeHash))) {
          note(null)
          return null
        }
        note({ resource: 'user', resourceId: account.userId, user })
        return signIn(tx, deps, account.userId)
      })
      if (tokens === null) throw failed(request, reply, account)
      return { ...tokensView(tokens), device_token: proof.deviceToken }
    },
  )

  app.post(
    '/auth/refresh',
    {
      config: { public: true, provesItself: true },
      schema: { tags, summary: 'New tokens for a refresh token', body: refreshBody, response: { 200: tokensSchema } },
    },
    async (request) => {
      const claims = await readRefresh(deps, request.body.refresh_token)
      const refreshed = await withTenant(deps.pool, claims.tenant, async (tx) => {
        const done = await refreshSession(tx, deps, claims)
        const note = { resource: 'session', resourceId: claims.session }
        if (done.outcome === 'reused')
          await record(tx, deps, signInActor(request, claims.tenant), 'auth:refresh_reused', note)
        return done
      })
      if (refreshed.outcome === 'refreshed') return tokensView(refreshed.tokens)
      deps.principals.forget(({ sessionId }) => sessionId === claims.session)
      throw refused()
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'auth:logout' },
      schema: { tags, summary: 'End this session', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { sessionId } = principalOf(request)
      await tenantWork(deps, request, async (tx, note) => {
        await logout(tx, sessionId)
        note({ resource: 'session', resourceId: sessionId })
      })
      deps.principals.forget((principal) => principal.sessionId === sessionId)
      return reply.code(204).send(null)
    },
  )
}
