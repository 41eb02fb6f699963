/** Operations of passkeys: a person's own, and the sign-in with one. */
import { Type } from 'typebox'
import { AppError } from '../../../../platform/errors.ts'
import { sourceOf } from '../../../../platform/http/source-address.ts'
import { closed, named, nullable, plainText, time, uuid } from '../../../../schemas/wire.ts'
import type { RequestWindows } from '../../../../stores/redis/request-windows.ts'
import { type Actor, operationsOf } from '../../../platform/acting/index.ts'
import type { SessionDeps } from '../login.ts'
import { tokensSchema, tokensView } from '../session-schemas.ts'
import type { SignInStates } from '../sso/sign-in-states.ts'
import {
  beginPasskeySignIn,
  beginRegistration,
  CHALLENGE_MS,
  type PasskeyDeps,
  type PasskeySignIn,
  passkeyOwner,
  type Registration,
  register,
  signInByPasskey,
} from './ceremonies.ts'
import { deletePasskeyOf, passkeysOf } from './passkey-store.ts'

type Deps = SessionDeps & {
  readonly windows: RequestWindows
  readonly sso?: { readonly states: SignInStates; readonly publicUrl: string | null } | undefined
}

const operation = operationsOf<Deps>({ tag: 'identity' })
/** Ceremonies that one address may begin or end a minute. */
const PER_MINUTE_MAX = 120

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const challenge = base64url(512)
/** RegistrationResponseJSON and AuthenticationResponseJSON of WebAuthn Level 3. The ceremony checks their contents. */
const credentialOf = <T extends Record<string, ReturnType<typeof Type.String>>>(response: T) =>
  Type.Object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: Type.Literal('public-key'),
    response: Type.Intersect([Type.Object(response), Type.Record(Type.String(), Type.Unknown())]),
    clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
    authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  })
const created = credentialOf({ clientDataJSON: base64url(8_192), attestationObject: base64url(65_536) })
const asserted = credentialOf({
  clientDataJSON: base64url(8_192),
  authenticatorData: base64url(8_192),
  signature: base64url(8_192),
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

const list = operation.list({
  name: 'passkeys.list',
  summary: 'Passkeys of the caller',
  permission: 'signed_in',
  path: 'GET /passkeys',
  item: passkeySchema,
  run: ({ tx, actor }) => passkeysOf(tx, ownId(actor)),
})

const beginRegister = operation.outside({
  name: 'passkeys.begin_registration',
  summary: 'Begin to register a passkey: options for navigator.credentials.create',
  permission: 'signed_in',
  ofPerson: true,
  recordsNothing: true,
  path: 'POST /passkeys/registration',
  output: optionsSchema,
  async run({ actor, deps, read }) {
    const passkeys = passkeyDeps(deps)
    await requireRoom(deps, actor.ip)
    return optionsView(await read((tx) => beginRegistration(tx, passkeys, ownId(actor))))
  },
})

const registerOne = operation({
  name: 'passkeys.register',
  summary: 'Register the passkey that the browser created',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'passkey:registered',
  path: 'POST /passkeys',
  status: 201,
  body: named(
    'PasskeyRegister',
    Type.Object({ challenge, credential: created, device_name: plainText(120, 1) }, closed),
  ),
  output: passkeySchema,
  async run({ tx, note, actor, deps }, { device_name, challenge: shown, credential }) {
    const response = credential as unknown as Registration['credential']
    const by = { userId: ownId(actor), deviceName: device_name, challenge: shown, credential: response }
    const kept = await register(tx, passkeyDeps(deps), by)
    note({ resource: 'passkey', resourceId: kept.id, changes: { device_name } })
    return kept
  },
})

const remove = operation({
  name: 'passkeys.delete',
  summary: 'Delete a passkey of the caller',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'passkey:deleted',
  removes: 'access',
  path: 'DELETE /passkeys/:id',
  async run({ tx, note, actor }, { id }) {
    note({ resource: 'passkey', resourceId: id })
    if (!(await deletePasskeyOf(tx, ownId(actor), id))) throw new AppError('not_found', 'you have no such passkey')
  },
})

const beginSignIn = operation.public({
  name: 'auth.begin_passkey',
  summary: 'Begin a sign-in with a passkey: options for navigator.credentials.get',
  recordsNothing: true,
  path: 'POST /passkeys/challenge',
  body: named(
    'PasskeyChallenge',
    Type.Object(
      {
        email: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 254,
            description: 'email, for authenticators without discoverable passkeys',
          }),
        ),
      },
      closed,
    ),
  ),
  output: optionsSchema,
  async run({ deps, origin }, { email = null }) {
    const passkeys = passkeyDeps(deps)
    await requireRoom(deps, origin.ip)
    return optionsView(await beginPasskeySignIn(passkeys, email))
  },
})

const verify = operation.public({
  name: 'auth.verify_passkey',
  summary: 'Sign in with a passkey',
  provesItself: true,
  audit: 'auth:passkey_login',
  path: 'POST /passkeys/verify',
  body: named('PasskeyVerify', Type.Object({ challenge, credential: asserted }, closed)),
  output: tokensSchema,
  async run({ deps, origin, workIn, readIn }, input) {
    const passkeys = passkeyDeps(deps)
    await requireRoom(deps, origin.ip)
    const signIn = input as unknown as PasskeySignIn
    const { tenantId, userId } = await passkeyOwner(passkeys, signIn)
    const about = { resource: 'user', resourceId: userId }
    try {
      const tokens = await workIn(tenantId, (tx, note) => {
        note(about)
        return signInByPasskey(tx, passkeys, signIn)
      })
      return tokensView(tokens)
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_credential')
        await readIn(tenantId, (_, record) => record('auth:passkey_login_failed', about))
      throw error
    }
  },
})

export const PASSKEY_OPERATIONS = [list, beginRegister, registerOne, remove, beginSignIn, verify]

/** The caller's user id. Only a person in the tenant of their account may have passkeys. */
function ownId({ personId, sessionId = null, delegationId }: Actor): string {
  if (personId === null || sessionId === null || delegationId !== null)
    throw new AppError('forbidden', 'passkeys are a person’s own')
  return personId
}

function passkeyDeps({ sso, pool, keys, nowMs }: Deps): PasskeyDeps {
  if (!sso || sso.publicUrl === null) throw new AppError('unavailable', 'SVC_PUBLIC_URL is not set: no passkeys')
  return { states: sso.states, publicUrl: sso.publicUrl, pool, keys, nowMs }
}

async function requireRoom({ windows }: Deps, ip: string | null): Promise<void> {
  const { count, resetSeconds } = await windows.count(`passkey:${sourceOf(ip ?? '')}`)
  if (count > PER_MINUTE_MAX)
    throw new AppError('rate_limited', 'too many ceremonies at this address', { retryAfterSeconds: resetSeconds })
}

function optionsView(options: { readonly challenge: string }) {
  return { challenge: options.challenge, expires_in: CHALLENGE_MS / 1000, publicKey: { ...options } }
}
