import type { FastifyRequest } from 'fastify'
import {
  EndedCredential,
  type IdentifyDeps,
  identifyBearer,
  identifyKey,
  identifyProvisioner,
  identifyService,
  isRawKey,
  type Principal,
  permissionsOfRole,
  refusedToken,
  serviceOf,
} from '../../control/identity/accounts/index.ts'
import { liveDelegate } from '../../control/identity/organisations/index.ts'
import { NOTHING_HIDDEN } from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { ApiDeps } from '../deps.ts'

export type Identify = (request: FastifyRequest) => Promise<Principal>

/** Longer headers are no credentials of ours. */
const CREDENTIAL_LENGTH_MAX = 4_096
const BEARER = /^Bearer +(\S+) *$/i

/**
 * Identifies the caller by the request's one credential. Throws `no_credential`, `bad_credential`, `forbidden`,
 * `unavailable`.
 */
export function identifier(deps: ApiDeps): Identify {
  const asking: IdentifyDeps = {
    pool: deps.pool,
    keys: deps.keys,
    nowMs: deps.nowMs,
    serviceTokens: deps.serviceTokens,
    agentsToken: deps.agentsToken ?? null,
    delegate: (tenant, id) => liveDelegate(deps.pool, tenant, id, deps.nowMs()),
  }
  return async (request) => {
    const takesKey = request.routeOptions.config.bearerKey === true
    const shown =
      (takesKey ? passwordOf(request.headers.authorization) : undefined) ?? bearerOf(request.headers.authorization)
    const isKey = takesKey && shown !== undefined && isRawKey(shown)
    const bearer = isKey ? undefined : shown
    const key = isKey ? shown : textOf(request.headers['x-api-key'])
    const declared = textOf(request.headers['x-tenant-id'])
    if (request.routeOptions.config.credential === 'provisioning_token') {
      if (bearer === undefined) throw refusedToken()
      return ofTenant(declared, await deps.principals.get('scim', bearer, () => identifyProvisioner(deps, bearer)))
    }
    if (bearer !== undefined && key !== undefined)
      throw new AppError('bad_request', 'send one credential: Authorization or X-API-Key')
    if (key !== undefined) {
      return ofTenant(declared, await deps.principals.get('key', key, () => identifyKey(asking, key)))
    }
    if (bearer === undefined) return developmentOperator(deps, request, declared)
    const service = serviceOf(asking, bearer)
    if (service !== null) {
      const named = `${service}/${declared ?? ''}`
      return deps.principals.get('service', named, () => identifyService(asking, declared, service))
    }
    return ofTenant(declared, await deps.principals.get('bearer', bearer, () => identifyBearer(asking, bearer)))
  }
}

/** A declared tenant narrows: it never chooses. */
function ofTenant(declared: string | undefined, principal: Principal): Principal {
  if (declared === undefined || declared === principal.tenantId) return principal
  throw new EndedCredential('the credential is not of the tenant in X-Tenant-ID', principal)
}

const BASIC = /^Basic +([A-Za-z0-9+/=]+) *$/i

/** The password of HTTP Basic, whatever the name beside it; undefined for another scheme. */
function passwordOf(header: string | undefined): string | undefined {
  const pair = header === undefined || header.length > CREDENTIAL_LENGTH_MAX ? undefined : BASIC.exec(header)?.[1]
  if (pair === undefined) return undefined
  const [, ...password] = Buffer.from(pair, 'base64').toString('utf8').split(':')
  return password.join(':')
}

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const bearer = header.length <= CREDENTIAL_LENGTH_MAX ? BEARER.exec(header)?.[1] : undefined
  if (bearer === undefined) throw new AppError('bad_credential', 'Authorization holds no bearer token')
  return bearer
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}

/**
 * Development mode: the direct-write submit without any credential, as the operator of the demo tenant, which the
 * request has to name. Nothing else opens.
 */
function developmentOperator(deps: ApiDeps, request: FastifyRequest, declared: string | undefined): Principal {
  const { developmentOperator: isOpen } = request.routeOptions.config
  const tenant = deps.developmentTenant
  if (!isOpen || tenant === null) throw new AppError('no_credential', 'a credential is needed')
  if (declared !== tenant) throw new AppError('no_credential', `development mode needs X-Tenant-ID: ${tenant}`)
  return operatorOf(tenant)
}

function operatorOf(tenant: TenantId): Principal {
  return {
    kind: 'development',
    id: 'development',
    tenantId: tenant,
    userId: null,
    email: null,
    permissions: permissionsOfRole('soc_analyst'),
    hidden: NOTHING_HIDDEN, // it submits alerts, and is answered their ids
    sessionId: null,
    keyPrefix: null,
    delegationId: null,
    expiresMs: null,
  }
}
