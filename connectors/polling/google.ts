/** Tokens of Google for a service account: developers.google.com/identity/protocols/oauth2/service-account. */
import { importPKCS8, SignJWT } from 'jose'
import { AppError } from '../../platform/errors.ts'
import { type Ask, refuseFaults } from './ask.ts'
import { filled, type Places } from './places.ts'
import { needed, tokenIn } from './sign-in.ts'
import { at, type PollAuth } from './table.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const VALID_SECONDS = 3600

/** Requests the token at `{token_url}`. Throws `bad_request` for an invalid key file. */
export async function googleToken(
  auth: Extract<PollAuth, { kind: 'google' }>,
  secrets: Readonly<Record<string, string>>,
  places: Places,
  ask: Ask,
  nowMs: number,
): Promise<string> {
  const url = filled('{token_url}', places)
  const { email, keyId, key } = await keyFile(needed(secrets, auth.field), auth.field)
  const subject = auth.subject === undefined ? '' : filled(auth.subject, places)
  const seconds = Math.floor(nowMs / 1000)
  const claims = { scope: auth.scope, ...(subject === '' ? {} : { sub: subject }) }
  const assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) })
    .setIssuer(email)
    .setAudience(url)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + VALID_SECONDS)
    .sign(key)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const body = new URLSearchParams({ grant_type: GRANT, assertion }).toString()
  const answer = await ask({ method: 'POST', url, headers, body })
  // RFC 6749, 5.2: a revoked key and a missing delegation are answered with 400.
  const isRefused = answer.status === 400 && /invalid_grant|unauthorized_client/.test(answer.body.toString('latin1'))
  return tokenIn(refuseFaults(isRefused ? { ...answer, status: 401 } : answer))
}

async function keyFile(text: string, field: string) {
  try {
    const file = JSON.parse(text) as unknown
    const [email, pem, id] = [at(file, 'client_email'), at(file, 'private_key'), at(file, 'private_key_id')]
    if (typeof email !== 'string' || typeof pem !== 'string') throw new Error('members are missing')
    return { email, keyId: typeof id === 'string' ? id : null, key: await importPKCS8(pem, 'RS256') }
  } catch (cause) {
    const what = 'is the JSON key file of a service account, with client_email and private_key'
    throw new AppError('bad_request', `auth_config.${field} ${what}`, { cause })
  }
}
