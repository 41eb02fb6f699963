/** The tenants in which the user works at the same time: the own one and delegated ones, each with its own token. */
import { type AnswerOf, call, type Operation, type RequestInput } from '../api/call.ts'
import { ApiProblem } from '../api/client.ts'
import type { Delegation } from './delegations.ts'

export type Place = {
  readonly tenant: string
  /** Null for the user's own tenant. */
  readonly delegation: string | null
}

type Token = { readonly text: string; readonly untilMs: number }

/** A token is replaced this long before it ends, so that no request fails because of it. */
const SPARE_MS = 60_000
/**
 * Tokens by user and delegation. The tenant's audit log records each new one, so a token is reused while it is valid.
 */
const tokens = new Map<string, Promise<Token>>()

export const placesOf = (own: string, delegations: readonly Delegation[]): readonly Place[] => [
  { tenant: own, delegation: null },
  ...delegations.map(({ id, tenant_id: tenant }) => ({ tenant, delegation: id })),
]

/** Throws `ApiProblem` when the tenant refuses the request. */
export async function askAt<K extends Operation>(
  { delegation }: Place,
  me: string,
  operation: K,
  request: RequestInput = {},
): Promise<AnswerOf<K>> {
  if (delegation === null) return call(operation, request)
  const { text } = await tokenOf(delegation, me)
  const [method = 'GET', path = ''] = operation.split(' ')
  const { path: inPath = {}, query = {}, body } = request
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const response = await fetch(`${filled}${search.size === 0 ? '' : `?${search}`}`, {
    method,
    headers: {
      authorization: `Bearer ${text}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  // A token that was revoked is not reused: the next request gets a new one, or is refused with the reason.
  if (response.status === 401) tokens.delete(keyOf(delegation, me))
  if (!response.ok) throw new ApiProblem(response, answer)
  return answer as AnswerOf<K>
}

const keyOf = (delegation: string, me: string) => `${me} ${delegation}`

async function tokenOf(delegation: string, me: string): Promise<Token> {
  const key = keyOf(delegation, me)
  const known = await tokens.get(key)?.catch(() => null)
  if (known && known.untilMs > Date.now()) return known
  const entering = enter(delegation)
  tokens.set(key, entering)
  entering.catch(() => tokens.delete(key))
  return entering
}

async function enter(id: string): Promise<Token> {
  const { access_token: text, expires_in: seconds } = await call('POST /api/v1/delegations/{id}/enter', {
    path: { id },
  })
  return { text, untilMs: Date.now() + seconds * 1_000 - SPARE_MS }
}
