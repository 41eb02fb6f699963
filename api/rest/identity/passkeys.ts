/** Passkeys: a person's own, and the sign-in with one. */

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  beginPasskeySignIn,
  beginRegistration,
  CHALLENGE_MS,
  deletePasskeyOf,
  type Passkey,
  type PasskeyDeps,
  type PasskeySignIn,
  passkeyOwner,
  passkeysOf,
  type Registration,
  register,
  signInByPasskey,
} from '../../../control/identity/accounts/index.ts'
import { record } from '../../../control/platform/acting/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { sourceOf } from '../../../platform/http/source-address.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { signInActor, tenantWork, workIn } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, tokensSchema, tokensView, uuid } from '../views.ts'

const tags = ['identity']
/** Ceremonies that one address may begin or end a minute. */
const PER_MINUTE_MAX = 120

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const challenge = base64url(512)
/** RegistrationResponseJSON and AuthenticationResponseJSON of WebAuthn Level 3; what is in them is checked by the ceremony. */
const credentialOf = <T extends Record<string, ReturnType<typeof Type.String>>>(response: T) =>
  Type.Object({
    ...{ id: base64url(1400), rawId: base64url(1400), type: Type.Literal('public-key') },
    response: Type.Intersect([Type.Object(response), Type.Record(Type.String(), Type.Unknown())]),
    clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
    authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  })
const created = credentialOf({ clientDataJSON: base64url(8_192), attestationObject: base64url(65_536) })
const asserted = credentialOf({
  ...{ clientDataJSON: base64url(8_192), authenticatorData: base64url(8_192), signature: base64url(8_192) },
})
const optionsSchema = named(
  'PasskeyOptions',
  Type.Object({
    challenge: Type.String(),
    expires_in: Type.Integer({ description: 'seconds' }),
    publicKey: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3',
    }),
  }),
)
const passkeySchema = named(
  'Passkey',
  Type.Object({
    id: uuid,
    device_name: Type.String(),
    transports: Type.Array(Type.String()),
    is_discoverable: Type.Boolean(),
    last_used_at: nullable(time),
    created_at: time,
  }),
)
const registerBody = named(
  'PasskeyRegister',
  Type.Object({ challenge, credential: created, device_name: plainText(120, 1) }, closed),
)
const beginBody = named(
  'PasskeyChallenge',
  Type.Object(
    {
      email: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 254,
          description: 'for authenticators that do not find a passkey by themselves',
        }),
      ),
    },
    closed,
  ),
)
const verifyBody = named('PasskeyVerify', Type.Object({ challenge, credential: asserted }, closed))
const params = Type.Object({ id: uuid })

export const passkeyRoutes: Routes = (app, deps) => {
  app.get(
    '/passkeys',
    {
      config: { permission: 'signed_in' },
      schema: {
        ...{ tags, summary: 'One’s own passkeys', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(passkeySchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await passkeysOf(tx, ownId(request)), request.query, ({ id }) => id, passkeyView),
      ),
  )

  app.post(
    '/passkeys/registration',
    {
      config: { permission: 'signed_in', ofPerson: true },
      schema: {
        ...{ tags, summary: 'Begin to register a passkey: options for navigator.credentials.create' },
        response: { 200: optionsSchema },
      },
    },
    async (request) => {
      const passkeys = passkeysDeps(deps)
      await requireRoom(deps, request)
      const options = await tenantWork(deps, request, (tx) => beginRegistration(tx, passkeys, ownId(request)))
      return optionsView(options)
    },
  )

  app.post(
    '/passkeys',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'passkey:registered' },
      schema: {
        ...{ tags, summary: 'Register the passkey that the browser made', body: registerBody },
        response: { 201: passkeySchema },
      },
    },
    async (request, reply) => {
      const { device_name: deviceName, challenge: given, credential } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const response = credential as unknown as Registration['credential']
        const by = { userId: ownId(request), deviceName, challenge: given, credential: response }
        const kept = await register(tx, passkeysDeps(deps), by)
        note({ resource: 'passkey', resourceId: kept.id, changes: { device_name: deviceName } })
        return passkeyView(kept)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/passkeys/:id',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'passkey:deleted', removes: 'access' },
      schema: { tags, summary: 'Delete a passkey of one’s own', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'passkey', resourceId: request.params.id })
        if (!(await deletePasskeyOf(tx, ownId(request), request.params.id)))
          throw new AppError('not_found', 'you have no such passkey')
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/passkeys/challenge',
    {
      config: { public: true },
      schema: {
        ...{ tags, summary: 'Begin a sign-in with a passkey: options for navigator.credentials.get', body: beginBody },
        response: { 200: optionsSchema },
      },
    },
    async (request) => {
      const passkeys = passkeysDeps(deps)
      await requireRoom(deps, request)
      return optionsView(await beginPasskeySignIn(passkeys, request.body.email ?? null))
    },
  )

  app.post(
    '/passkeys/verify',
    {
      config: { public: true, provesItself: true, audit: 'auth:passkey_login' },
      schema: { tags, summary: 'Sign in with a passkey', body: verifyBody, response: { 200: tokensSchema } },
    },
    async (request) => {
      const passkeys = passkeysDeps(deps)
      await requireRoom(deps, request)
      const signIn = request.body as unknown as PasskeySignIn
      const { tenantId: tenant, userId } = await passkeyOwner(passkeys, signIn)
      const about = { resource: 'user', resourceId: userId }
      try {
        return tokensView(
          await workIn(deps, request, tenant, (tx, note) => {
            note(about)
            return signInByPasskey(tx, passkeys, signIn)
          }),
        )
      } catch (error) {
        const actor = signInActor(request, tenant)
        if (error instanceof AppError && error.code === 'bad_credential')
          await withTenant(deps.pool, tenant, (tx) => record(tx, deps, actor, 'auth:passkey_login_failed', about))
        throw error
      }
    },
  )
}

/** The caller's user id. Only a person in the tenant of their account may have passkeys. */
function ownId(request: FastifyRequest): string {
  const { userId, sessionId, delegationId } = principalOf(request)
  if (userId === null || sessionId === null || delegationId !== null)
    throw new AppError('forbidden', 'passkeys are a person’s own')
  return userId
}

function passkeysDeps({ sso, pool, keys, nowMs }: ApiDeps): PasskeyDeps {
  if (!sso || sso.publicUrl === null) throw new AppError('unavailable', 'SVC_PUBLIC_URL is not set: no passkeys')
  return { states: sso.states, publicUrl: sso.publicUrl, pool, keys, nowMs }
}

async function requireRoom({ windows }: ApiDeps, { ip }: FastifyRequest): Promise<void> {
  const { count, resetSeconds } = await windows.count(`passkey:${sourceOf(ip)}`)
  if (count > PER_MINUTE_MAX)
    throw new AppError('rate_limited', 'too many ceremonies at this address', { retryAfterSeconds: resetSeconds })
}

function optionsView(options: { readonly challenge: string }) {
  return { challenge: options.challenge, expires_in: CHALLENGE_MS / 1000, publicKey: { ...options } }
}

function passkeyView({ id, deviceName, transports, isDiscoverable, createdAt, lastUsedAt }: Passkey) {
  return {
    ...{ id, device_name: deviceName, transports: [...transports], is_discoverable: isDiscoverable },
    ...{ last_used_at: lastUsedAt?.toISOString() ?? null, created_at: createdAt.toISOString() },
  }
}
