/** Sign-in with one header for all requests; `session.ts` has the sources that sign each request. */
import { AppError } from '../../platform/errors.ts'
import { type Ask, type PollResponse, readAnswer, refuseFaults } from './ask.ts'
import { filled, filledAll, type Places } from './places.ts'
import { at, type PollAuth, type PollTable } from './table.ts'

/** The headers for all requests. Throws as `refuseFaults` does. */
export async function signIn(
  { auth }: Pick<PollTable, 'auth'>,
  secrets: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>>,
  ask: Ask,
): Promise<Record<string, string>> {
  const secret = (name: string) => needed(secrets, name)
  switch (auth.kind) {
    case 'none':
      return {}
    case 'bearer':
      return { authorization: `Bearer ${secret(auth.field)}` }
    case 'header':
      return { [auth.header]: `${auth.prefix ?? ''}${secret(auth.field)}` }
    case 'basic':
      return { authorization: basic(secret(auth.user), secret(auth.secret)) }
    case 'oauth2':
      return { authorization: `Bearer ${await oauthToken(auth, secret, { ...places, ...secrets }, ask)}` }
    case 'aws':
    case 'duo':
    case 'google':
      throw new AppError('bad_request', 'this source has no sign-in that serves every request')
  }
}

const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

async function oauthToken(
  auth: Extract<PollAuth, { kind: 'oauth2' }>,
  secret: (name: string) => string,
  places: Places,
  ask: Ask,
): Promise<string> {
  const [id, key] = [secret('client_id'), secret('client_secret')]
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...filledAll(auth.grant ?? {}, places) })
  if (auth.scope) form.set('scope', filled(auth.scope, places))
  if (!auth.asBasic)
    for (const [name, value] of [
      ['client_id', id],
      ['client_secret', key],
    ] as const)
      form.set(name, value)
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    ...(auth.asBasic ? { authorization: basic(id, key) } : {}),
  }
  const answer = refuseFaults(
    await ask({ method: 'POST', url: filled(auth.tokenUrl, places), headers, body: form.toString() }),
  )
  return tokenIn(answer)
}

export function needed(secrets: Readonly<Record<string, string>>, name: string): string {
  const value = secrets[name]
  if (!value) throw new AppError('bad_request', `auth_config.${name} is needed`)
  return value
}

export function tokenIn(answer: PollResponse): string {
  const token = at(readAnswer(answer.body), 'access_token')
  if (typeof token !== 'string') throw new AppError('unavailable', 'the answer to the sign-in has no access_token')
  return token
}
