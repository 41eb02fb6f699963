import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Permission, Principal } from '../control/identity/accounts/index.ts'
import { assert } from '../platform/assert.ts'

/**
 * Subsystems that SVC_DISABLE_<NAME> may switch off. Alerts, identity and the audit log stay on: the rest needs them.
 */
export const SUBSYSTEMS = ['graphql', 'organisations', 'realtime', 'rules'] as const
export type Subsystem = (typeof SUBSYSTEMS)[number]

/**
 * The settings of a route. `permission` is one of the catalogue, or `signed_in` when every signed-in caller may call
 * it; a route with neither a permission nor `public` fails at start.
 */
export type RouteConfig = {
  readonly permission?: Permission | 'signed_in' | undefined
  readonly public?: true | undefined
  /**
   * True refuses API keys, because the route changes something of the signed-in person, and a key does not stand for
   * its owner there. False admits keys too. Every changing `signed_in` route must set one of them.
   */
  readonly ofPerson?: boolean | undefined
  /** Only a provisioning token opens it, and such a token opens nothing else. */
  readonly credential?: 'provisioning_token' | undefined
  /** An API key is taken as a bearer token and as the password of HTTP Basic too, by clients that know no other header. */
  readonly bearerKey?: true | undefined
  /** Written to the audit log, in the transaction of the work; of several the one that the work notes. */
  readonly audit?: string | readonly string[] | undefined
  /**
   * Set on a route that removes something. `records`: the route removes nothing while a legal hold covers the whole
   * tenant; the use case checks holds over its own objects. `access`: the route ends access, which is always allowed.
   * `mark`: the row stays and is marked as ended. Every DELETE sets one.
   */
  readonly removes?: 'records' | 'access' | 'mark' | undefined
  /** Switched off by SVC_DISABLE_<NAME>. */
  readonly subsystem?: string | undefined
  /** Development mode lets this route be called without a credential: the direct-write submit, and no other. */
  readonly developmentOperator?: true | undefined
  /** The body contains events, which are kept unchanged: their depth and characters are checked by ingest. */
  readonly takesEvents?: true | undefined
  /** It calls a language model, which may take longer than an idle connection is kept open. */
  readonly asksModel?: true | undefined
  /**
   * Public because its credential comes in the body, in the query or later, and is checked there: a valid one is not
   * refused for failed requests of others at the same address. Failed sign-ins are slowed by account and address.
   */
  readonly provesItself?: true | undefined
  /** Unknown query parameters are ignored, because an outside system adds its own. */
  readonly anyQuery?: true | undefined
  /** Runs once for each Idempotency-Key; further requests with that key get the first answer. */
  readonly idempotent?: true | undefined
  /** Probes and scrapes, which come often from one address. */
  readonly unlimited?: true | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
  interface FastifyRequest {
    /** Null on public routes; `principalOf` where the route has a permission. */
    principal: Principal | null
  }
}

/** A registered route, for the OpenAPI document and for tests over all routes. */
export type RegisteredRoute = {
  readonly method: string
  /** The path, with parameters as `:name`. */
  readonly url: string
  readonly config: RouteConfig
  readonly schema: RouteOptions['schema']
}

/** Throws at start for a route that does not say who may call it. */
export function checkedRoute(route: RouteOptions): RegisteredRoute[] {
  const config: RouteConfig = route.config ?? {}
  const named = `${String(route.method)} ${route.url}`
  assert(
    (config.permission === undefined) !== (config.public === undefined),
    `${named} declares a permission or public`,
  )
  assert(
    ![route.method].flat().includes('DELETE') || config.removes !== undefined,
    `${named} declares what it removes, for legal holds`,
  )
  assert(
    ![route.method].flat().some((method) => CHANGES.has(method)) ||
      config.permission !== 'signed_in' ||
      config.ofPerson !== undefined,
    `${named} changes something for whoever is signed in: it says whether keys may`,
  )
  assert(auditActions(config).every(isAuditAction), `${named} names its audit action`)
  return [route.method].flat().map((method) => ({ method, url: route.url, config, schema: route.schema }))
}

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export function auditActions({ audit }: RouteConfig): readonly string[] {
  return audit === undefined ? [] : [audit].flat()
}

/** `resource:what-was-done`; where the specification names an action with dots, that name. */
function isAuditAction(name: string): boolean {
  return /^[a-z_]+([:.][a-z_]+)+$/.test(name)
}

/** The caller. The gate rejects a request without one where a permission is declared. */
export function principalOf(request: FastifyRequest): Principal {
  assert(request.principal !== null, 'a route with a permission has a principal')
  return request.principal
}
