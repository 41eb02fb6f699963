import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Permission, Principal } from '../control/identity/accounts/index.ts'
import { assert } from '../platform/assert.ts'

/**
 * Subsystems that SVC_DISABLE_<NAME> may switch off. Alerts, identity and the audit log stay on: the rest needs them.
 */
export const SUBSYSTEMS = ['graphql', 'organisations', 'realtime', 'rules'] as const
export type Subsystem = (typeof SUBSYSTEMS)[number]

/**
 * The settings of a route. `permission` is one of the catalogue, or `signed_in` where every signed-in caller may do it;
 * a route with neither a permission nor `public` fails at start.
 */
export type RouteConfig = {
  readonly permission?: Permission | 'signed_in' | undefined
  readonly public?: true | undefined
  /**
   * It changes what belongs to who is signed in: an API key stands for its own rights and not for its owner, so it is
   * refused here whatever it may do. False: it is for keys as well; a route for whoever is signed in says which.
   */
  readonly ofPerson?: boolean | undefined
  /** Only a provisioning token opens it, and such a token opens nothing else. */
  readonly credential?: 'provisioning_token' | undefined
  /** An API key is taken as a bearer token and as the password of HTTP Basic too, by clients that know no other header. */
  readonly bearerKey?: true | undefined
  /** Written to the audit log, in the transaction of the work; of several the one that the work notes. */
  readonly audit?: string | readonly string[] | undefined
  /**
   * Set on a route that takes something away. `records`: the route removes nothing while a legal hold keeps the tenant
   * as a whole; the work itself checks holds over its own objects. `access`: the route ends access, which is always
   * possible. `mark`: the row stays and says that it ended. Every DELETE sets one.
   */
  readonly removes?: 'records' | 'access' | 'mark' | undefined
  /** Switched off by SVC_DISABLE_<NAME>. */
  readonly subsystem?: string | undefined
  /** Development mode lets this route be called without a credential: the direct-write submit, and no other. */
  readonly developmentOperator?: true | undefined
  /** The body holds events, kept as they came: their depth and characters are judged where they are taken. */
  readonly takesEvents?: true | undefined
  /** It asks a model, which may take longer than a connection is kept without a word. */
  readonly asksModel?: true | undefined
  /**
   * Public since its credential comes in the body, in the query or later, and is judged there: a good one is not refused
   * for what others at the same address send. Sign-ins that fail are slowed by account and address.
   */
  readonly provesItself?: true | undefined
  /** Query parameters that it does not know are let be: others say what they send with what it asks for. */
  readonly anyQuery?: true | undefined
  /** It does its work once for an Idempotency-Key, and answers further requests with that key as it did the first one. */
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

/** A route as it was registered, for the OpenAPI document and for the tests that walk all of them. */
export type RegisteredRoute = {
  readonly method: string
  /** With its parameters as `:name`. */
  readonly url: string
  readonly config: RouteConfig
  readonly schema: RouteOptions['schema']
}

/** Fails the start of a route that says nothing about who may call it. */
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
