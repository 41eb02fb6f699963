import { Type } from 'typebox'
import { changeApiKey, createApiKey, keysPage, revokeApiKey } from '../../../control/identity/index.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { apiKeySchema, apiKeyView, newApiKeySchema, newApiKeyView, nullable, uuid } from '../views.ts'

const keyId = Type.Object({ id: uuid })
const name = Type.String({ minLength: 1, maxLength: 255 })
const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 100 })
const expires_in_days = nullable(Type.Integer({ minimum: 1, maximum: 3650 }))
const createBody = named(
  'ApiKeyCreate',
  Type.Object({ name, scopes, expires_in_days: Type.Optional(expires_in_days) }, closed),
)
const patchBody = named(
  'ApiKeyPatch',
  Type.Object(
    { name: Type.Optional(name), scopes: Type.Optional(scopes), expires_in_days: Type.Optional(expires_in_days) },
    { ...closed, minProperties: 1 },
  ),
)
const tags = ['identity']

export const apiKeyRoutes: Routes = (app, deps) => {
  /** All of the tenant: keys end, and change, with the one that made them. */
  const forgetKeys = (tenant: TenantId) =>
    deps.principals.forget(({ kind, tenantId }) => kind === 'api_key' && tenantId === tenant)

  app.get(
    '/api-keys',
    {
      config: { permission: 'users:read' },
      schema: {
        tags,
        summary: 'API keys, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(apiKeySchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await keysPage(tx, limit + 1, after), limit, apiKeyView),
      )
    },
  )

  app.post(
    '/api-keys',
    {
      config: { permission: 'users:write', audit: 'api_key:created' },
      schema: { tags, summary: 'Create an API key', body: createBody, response: { 201: newApiKeySchema } },
    },
    async (request, reply) => {
      const { name, scopes, expires_in_days: expiresInDays = null } = request.body
      const { key, raw } = await tenantWork(deps, request, async (tx, note) => {
        const made = await createApiKey(tx, principalOf(request), { name, scopes, expiresInDays }, deps.nowMs())
        note({ resource: 'api_key', resourceId: made.key.id, changes: { name, scopes, prefix: made.key.prefix } })
        return made
      })
      return reply.code(201).send(newApiKeyView(key, raw))
    },
  )

  app.patch(
    '/api-keys/:id',
    {
      config: { permission: 'users:write', audit: 'api_key:updated' },
      schema: { tags, summary: 'Change an API key', params: keyId, body: patchBody, response: { 200: apiKeySchema } },
    },
    async (request) => {
      const { id } = request.params
      const { expires_in_days: expiresInDays, ...rest } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'api_key', resourceId: id, changes: request.body })
        return apiKeyView(await changeApiKey(tx, principalOf(request), id, { ...rest, expiresInDays }, deps.nowMs()))
      })
      forgetKeys(principalOf(request).tenantId)
      return view
    },
  )

  app.delete(
    '/api-keys/:id',
    {
      config: { permission: 'users:write', audit: 'api_key:revoked', removes: 'access' },
      schema: { tags, summary: 'Revoke an API key', params: keyId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'api_key', resourceId: id })
        await revokeApiKey(tx, principalOf(request), id)
      })
      forgetKeys(principalOf(request).tenantId)
      return reply.code(204).send(null)
    },
  )
}
