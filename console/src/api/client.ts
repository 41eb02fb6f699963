/**
 * The API client, typed from the OpenAPI document. After a 401 it refreshes the tokens and retries once before the
 * session expires.
 */
import createClient from 'openapi-fetch'
import { faultWords } from '../parts/failure-words.ts'
import { labelOf } from '../parts/words.ts'
import { pauses } from './pauses.ts'
import type { components, paths } from './schema.gen.js'
import { currentSession, deviceToken, endSession, type Me, newerTokens, setSession } from './session.ts'

export type Schemas = components['schemas']

/** A refusal of the API (RFC 9457), with the request id that the API's log has. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** Seconds after which to retry; null if the API does not say. */
  readonly retryAfter: number | null

  constructor(response: Response, body: unknown) {
    const { detail, title, code } = (body ?? {}) as Partial<Schemas['Problem']>
    super(
      typeof detail === 'string'
        ? detail
        : Array.isArray(detail)
          ? faultWords(detail, labelOf)
          : (title ?? response.statusText),
    )
    this.status = response.status
    this.code = code ?? ''
    this.requestId = response.headers.get('x-request-id')
    const seconds = Number(response.headers.get('retry-after'))
    this.retryAfter = seconds > 0 ? Math.ceil(seconds) : null
  }
}

const client = createClient<paths>({ baseUrl: location.origin, fetch: fetchAsUser })
export const { GET, POST, PUT, PATCH, DELETE } = client

const PAUSE_SECONDS_MAX = 60

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response }

/** The body of a response. Throws `ApiProblem` for a refusal. */
export async function bodyOf<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request
  if (!response.ok) throw new ApiProblem(response, error)
  return data as T
}

async function fetchAsUser(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await afterPause(await fetch(withToken(request)), request)
  if (response.status !== 401 || currentSession().tokens === null) return response
  return (await refreshed()) ? fetch(withToken(again)) : response
}

/** Waits once as long as a 429 says; a request that changes something is not repeated. */
async function afterPause(response: Response, request: Request): Promise<Response> {
  const seconds = Number(response.headers.get('retry-after'))
  if (response.status !== 429 || request.method !== 'GET' || !(seconds > 0 && seconds <= PAUSE_SECONDS_MAX))
    return response
  const goesOn = pauses.begin(Date.now() + seconds * 1000)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000)).finally(goesOn)
  return fetch(withToken(new Request(request.url, { headers: request.headers, signal: request.signal })))
}

function withToken(request: Request): Request {
  const { tokens } = currentSession()
  if (tokens !== null) request.headers.set('authorization', `Bearer ${tokens.access}`)
  return request
}

let refreshing: Promise<boolean> | null = null

/** Refreshes the tokens once for all waiting requests. False when the user must enter the password. */
function refreshed(): Promise<boolean> {
  refreshing ??= inTurn(refresh).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Lets one tab after the other work, if the browser has locks: a page over plain HTTP has none. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  return locks === undefined ? work() : locks.request('svc.refresh', work)
}

async function refresh(): Promise<boolean> {
  const { tokens } = currentSession()
  if (tokens === null) return false
  if ((await newerTokens(tokens)) !== null) return true
  const answer = await fetch('/api/v1/auth/refresh', post({ refresh_token: tokens.refresh }))
  if (answer.ok) {
    const { access_token: access, refresh_token: next } = (await answer.json()) as Schemas['Tokens']
    setSession({ ...currentSession(), tokens: { access, refresh: next } })
    return true
  }
  if (answer.status < 500) setSession({ ...currentSession(), isExpired: true })
  return false
}

/** Throws `ApiProblem` when the API refuses. */
export async function signIn(input: { email: string; password: string; tenant?: string }): Promise<void> {
  const known = deviceToken.read()
  const answer = await fetch('/api/v1/auth/login', post({ ...input, ...(known ? { device_token: known } : {}) }))
  if (!answer.ok) throw new ApiProblem(answer, await answer.json().catch(() => null))
  const signedIn = (await answer.json()) as Schemas['SignedIn']
  deviceToken.keep(signedIn.device_token)
  const tokens = { access: signedIn.access_token, refresh: signedIn.refresh_token }
  // Keeps the account during a new sign-in: otherwise the page under the form would disappear with its unsaved text.
  setSession({ tokens, me: currentSession().me, isExpired: false })
  await loadMe()
}

export async function loadMe(): Promise<Me> {
  const me = await bodyOf(GET('/api/v1/users/me'))
  setSession({ ...currentSession(), me })
  return me
}

/** Ends the session in this browser even if the API cannot be reached. */
export async function signOut(): Promise<void> {
  await POST('/api/v1/auth/logout').catch(() => undefined)
  endSession()
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
