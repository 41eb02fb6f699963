import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { OpenApiDocument } from '../../schemas/api-document.ts'
import { withExamples } from '../reference/examples.ts'
import { areaPage, indexPage } from '../reference/pages.ts'
import { collectionOf } from '../reference/requests.ts'
import { auditActions, type RouteConfig } from '../route-config.ts'
import { mayBeAbsent } from './body-guard.ts'
import { hoistNamedSchemas } from './named-schemas.ts'

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: {
      description: 'text, or the list of faults for 422',
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
        },
      ],
    },
    instance: { type: 'string' },
    code: { type: 'string' },
  },
} as const

const DESCRIPTION = `Requests are counted by the minute: 1000 for an API key, 100 for a user. Every counted answer says so
in X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (seconds until the count starts again). Lists take
\`limit\` (50, at most 500) and \`cursor\`, and answer \`next_cursor\` while there is more. Errors are problem details
(RFC 9457).`

const PREFIXES = ['/api/v1/', '/scim/v2/']

/** The OpenAPI document, made from the schemas and the configuration of the routes. Register it before them. */
export async function openapiPlugin(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'svc',
        version,
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          provisioningToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'SCIM provisioning token of a directory, minted with POST /scim-tokens',
          },
        },
        schemas: { Problem: problem as never },
      },
    },
    transform: ({ schema, url, route }) => ({
      // Probes also request unknown root paths; the routes of the API are below its prefixes.
      schema: PREFIXES.some((prefix) => url.startsWith(prefix))
        ? described(schema ?? {}, route.config ?? {}, operationId(route.method, url))
        : { hide: true },
      url,
    }),
    transformObject: (document) =>
      ('openapiObject' in document ? documentOf(document.openapiObject as never) : {}) as never,
  })
  const open = { config: { public: true }, schema: { hide: true } } as const
  app.get('/openapi.json', open, async () => app.swagger())
  app.get('/collection.json', open, async () => collectionOf(app.swagger() as OpenApiDocument))
  const html = 'text/html; charset=utf-8'
  app.get('/docs', open, async (_, reply) => reply.type(html).send(indexPage(app.swagger() as OpenApiDocument)))
  app.get<{ Params: { area: string } }>('/docs/:area', open, async ({ params }, reply) => {
    const page = areaPage(app.swagger() as OpenApiDocument, params.area)
    if (page === null) throw new AppError('not_found', 'the API has no such area; /docs lists them')
    return reply.type(html).send(page)
  })
}

function described(schema: object, config: RouteConfig, id: string) {
  const audit = auditActions(config).map((action) => `\`${action}\``)
  const about = [callerOf(config), audit.length > 0 && `Recorded in the audit log as ${audit.join(' or ')}.`]
  return {
    operationId: id,
    description: about.filter(Boolean).join(' ') || 'Public.',
    security: securityOf(config),
    ...schema,
    // Client generators need these beside the schemas: the permission, the audit actions, and whether a retry is safe.
    ...(config.permission === undefined ? {} : { 'x-svc-permission': config.permission }),
    ...(audit.length === 0 ? {} : { 'x-svc-audit': auditActions(config) }),
    ...(config.idempotent ? { 'x-svc-idempotent': true } : {}),
  }
}

function callerOf({ permission, credential }: RouteConfig): string | undefined {
  if (credential === 'provisioning_token') return 'For a directory, with a provisioning token.'
  if (permission === 'signed_in') return 'For every signed-in user.'
  return permission && `Needs \`${permission}\`.`
}

function securityOf({ permission, credential }: RouteConfig) {
  if (credential === 'provisioning_token') return [{ provisioningToken: [] }]
  return permission ? [{ bearer: [] }, { apiKey: [] }] : []
}

/** `getRbacUsersByUserIdRoles`: stable, and readable in a generated client. */
function operationId(method: string | string[], url: string): string {
  const words = url
    .replace('/api/v1', '')
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `by_${part.slice(1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${String([method].flat()[0]).toLowerCase()}${words.join('')}`
}

const documentOf = (document: OpenApiDocument) => withExamples(hoistNamedSchemas(withProblems(document)))

/** Adds the error responses that every operation may return, and marks optional bodies. */
function withProblems(document: OpenApiDocument): OpenApiDocument {
  const refusal = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation.responses ??= {}
    const { requestBody } = operation
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    if (requestBody && schemas.length > 0 && schemas.every(mayBeAbsent)) requestBody.required = false
    // A parameter with a default is optional.
    for (const parameter of operation.parameters ?? [])
      if (parameter.in !== 'path' && parameter.schema.default !== undefined) parameter.required = false
    const isOpen = operation.security?.length === 0
    for (const response of Object.values(operation.responses))
      if (response.description === 'Default Response') response.description = 'Success.'
    operation.responses['4XX'] ??= refusal(isOpen ? 'Rejected.' : 'Rejected: 401, 403, 404, 409, 422 or 429.')
    operation.responses['5XX'] ??= refusal('Temporarily unavailable (503 with Retry-After), or an internal error.')
  }
  return document
}
