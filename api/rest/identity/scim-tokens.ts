import { type Static, Type } from 'typebox'
import type { ActNote } from '../../../control/acting/index.ts'
import {
  GRACE_HOURS_MAX,
  isActiveToken,
  type MintedToken,
  mintToken,
  revokeToken,
  rotateToken,
  type ScimToken,
  tokensPage,
} from '../../../control/identity/index.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const GRACE_HOURS = 24

const tokenId = Type.Object({ id: uuid })
const createBody = named(
  'ProvisioningTokenCreate',
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      expires_in_days: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
    },
    closed,
  ),
)
const rotateBody = named(
  'ProvisioningTokenRotate',
  Type.Object(
    {
      grace_hours: Type.Optional(
        Type.Integer({
          ...{ minimum: 0, maximum: GRACE_HOURS_MAX, default: GRACE_HOURS },
          description: 'how long the old secret works on; 0 revokes it at once',
        }),
      ),
    },
    closed,
  ),
)
const shown = {
  id: uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'the first characters of the secret' }),
  org_id: Type.String({ description: 'the tenant' }),
  created_at: time,
  last_used_at: nullable(time),
  expires_at: nullable(time),
  revoked_at: nullable(time),
  rotated_from_id: nullable(uuid),
  active: Type.Boolean(),
}
const tokenSchema = named('ProvisioningToken', Type.Object(shown))
const mintedSchema = named(
  'NewProvisioningToken',
  Type.Object({ ...shown, token: Type.String({ description: 'shown once' }) }),
)
const tags = ['directory']

export const scimTokenRoutes: Routes = (app, deps) => {
  app.get(
    '/scim-tokens',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'Provisioning tokens, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(tokenSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      const view = (token: ScimToken) => tokenView(token, principalOf(request).tenantId, deps.nowMs())
      return tenantWork(deps, request, async (tx) => pageOfPlaced(await tokensPage(tx, limit + 1, after), limit, view))
    },
  )

  app.post(
    '/scim-tokens',
    {
      config: { permission: 'settings:write', audit: 'scim:token:create' },
      schema: {
        tags,
        summary: 'Mint a provisioning token; needs all that a tenant_admin holds, because it can make one',
        body: createBody,
        response: { 201: mintedSchema },
      },
    },
    async (request, reply) => {
      const { name, expires_in_days: expiresInDays = null } = request.body
      const minted = await tenantWork(deps, request, async (tx, note) => {
        const made = await mintToken(tx, principalOf(request), { name: name.trim(), expiresInDays }, deps.nowMs())
        note(
          noteOf(made.token.id, { name: made.token.name, prefix: made.token.prefix, expires_in_days: expiresInDays }),
        )
        return made
      })
      return reply.code(201).send(mintedView(minted, principalOf(request).tenantId, deps.nowMs()))
    },
  )

  app.post(
    '/scim-tokens/:id/rotate',
    {
      config: { permission: 'settings:write', audit: 'scim:token:rotate' },
      schema: {
        tags,
        summary: 'A new secret; the old one works for a while',
        params: tokenId,
        body: rotateBody,
        response: { 201: mintedSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { grace_hours = GRACE_HOURS } = request.body
      const minted = await tenantWork(deps, request, async (tx, note) => {
        const made = await rotateToken(tx, principalOf(request), id, grace_hours, deps.nowMs())
        note(noteOf(made.token.id, { rotated_from_id: id, prefix: made.token.prefix, grace_hours }))
        return made
      })
      deps.principals.forget((principal) => principal.id === id)
      return reply.code(201).send(mintedView(minted, principalOf(request).tenantId, deps.nowMs()))
    },
  )

  app.delete(
    '/scim-tokens/:id',
    {
      config: { permission: 'settings:write', audit: 'scim:token:revoke', removes: 'access' },
      schema: { tags, summary: 'Revoke a provisioning token', params: tokenId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note(noteOf(id))
        await revokeToken(tx, id)
      })
      deps.principals.forget((principal) => principal.id === id)
      return reply.code(204).send(null)
    },
  )
}

function noteOf(resourceId: string, changes?: ActNote['changes']): ActNote {
  return { resource: 'scim_token', resourceId, changes }
}

function mintedView({ token, raw }: MintedToken, tenant: string, nowMs: number): Static<typeof mintedSchema> {
  return { ...tokenView(token, tenant, nowMs), token: raw }
}

function tokenView(token: ScimToken, tenant: string, nowMs: number): Static<typeof tokenSchema> {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    org_id: tenant,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    rotated_from_id: token.rotatedFromId,
    active: isActiveToken(token, nowMs),
  }
}
