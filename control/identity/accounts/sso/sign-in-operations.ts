/**
 * Operations that begin a sign-in over an identity provider. Its end is a page for a browser: api/rest/identity/sso
 * answers that.
 */
import { Type } from 'typebox'
import { named, uuid } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { begunSchema } from '../session-schemas.ts'
import { begin, type SignInDeps } from './begin-and-finish.ts'
import { STATE_MS } from './sign-in-states.ts'

const operation = operationsOf<SignInDeps>({ tag: 'identity' })
const loginBody = named(
  'SignInBegin',
  Type.Object(
    {
      issuer: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      connection_id: Type.Optional(uuid),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1, description: 'exactly one of the two' },
  ),
)

const beginOver = (provider: 'oidc' | 'saml') =>
  operation.public({
    name: `auth.begin_${provider}`,
    summary: `Begin a sign-in over ${provider.toUpperCase()}`,
    recordsNothing: true,
    path: `POST /auth/${provider}/login`,
    body: loginBody,
    output: begunSchema,
    run: async ({ deps, origin }, body) => ({
      redirect_url: await begin(deps, origin, provider, body),
      expires_in: STATE_MS / 1000,
    }),
  })

export const SIGN_IN_OPERATIONS = [beginOver('oidc'), beginOver('saml')]
