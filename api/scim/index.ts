/** The SCIM routes (RFC 7644) by which a directory provisions users and groups. */
import type { FastifyInstance } from 'fastify'
import { noSuch } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import { readJsonBody } from '../plugins/json-body.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { scimDiscoveryRoutes } from './discovery.ts'
import { scimGroupRoutes } from './groups.ts'
import { answerScimError, SCIM_JSON } from './scim-error.ts'
import { scimUserRoutes } from './users.ts'

/**
 * Directory provisioning, SCIM 2.0 (RFC 7643, RFC 7644), in a scope of its own: it has its own media type and error
 * format. Accepts only provisioning tokens. Register it under `SCIM_PREFIX`.
 */
export function scimRoutes(app: ApiApp, deps: ApiDeps): void {
  app.decorate('scimOrigin', deps.sso?.publicUrl ?? null)
  // Directories also send DELETE with a type and no body, where an empty text is no JSON.
  readJsonBody(app as unknown as FastifyInstance, [SCIM_JSON, 'application/json'])
  app.setErrorHandler(answerScimError(deps.log))
  app.setNotFoundHandler(() => {
    throw noSuch('resource')
  })
  for (const routes of [scimUserRoutes, scimGroupRoutes, scimDiscoveryRoutes]) routes(app, deps)
}
