/** Answers of sign-ins. */
import { type Static, Type } from 'typebox'
import { named } from '../../../schemas/wire.ts'
import type { TokenPair } from './login.ts'

export const tokensSchema = named(
  'Tokens',
  Type.Object({
    access_token: Type.String(),
    refresh_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'seconds' }),
  }),
)

export function tokensView({ accessToken, refreshToken, expiresInSeconds }: TokenPair): Static<typeof tokensSchema> {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
  }
}

/** The URL to which a browser goes to sign in through an identity provider. */
export const begunSchema = named(
  'SignInBegun',
  Type.Object({
    redirect_url: Type.String({ description: 'URL to send the browser to' }),
    expires_in: Type.Integer({ description: 'seconds until the sign-in expires' }),
  }),
)
