import { type Static, Type } from 'typebox'
import { record } from '../../../control/acting/index.ts'
import {
  DELEGATION_HOURS_MAX,
  type Delegation,
  delegationsPage,
  enterTenant,
  giveDelegation,
  lookedAfter,
  ownOrganisation,
  revokeDelegation,
} from '../../../control/organisations/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const organisationSchema = named(
  'Organisation',
  Type.Object({
    id: uuid,
    name: Type.String(),
    kind: Type.String({ description: 'mssp or enterprise' }),
    is_home: Type.Boolean({ description: 'this tenant is the one of the provider itself' }),
    created_at: time,
  }),
)
const delegationSchema = named(
  'Delegation',
  Type.Object({
    id: uuid,
    tenant_id: Type.String(),
    home_tenant_id: Type.String(),
    delegate_id: uuid,
    role: Type.String(),
    reason: Type.String(),
    granted_by: uuid,
    created_at: time,
    expires_at: time,
    revoked_at: nullable(time),
  }),
)
const delegationBody = named(
  'DelegationGive',
  Type.Object(
    {
      email: Type.String({ minLength: 3, maxLength: 254, description: 'of a user of the provider' }),
      role: Type.String({ minLength: 1, maxLength: 60 }),
      reason: Type.String({ minLength: 8, maxLength: 2000 }),
      expires_in_hours: Type.Integer({ minimum: 1, maximum: DELEGATION_HOURS_MAX }),
    },
    { additionalProperties: false },
  ),
)
const enteredSchema = named(
  'DelegatedToken',
  Type.Object({
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'seconds' }),
    tenant_id: Type.String(),
    role: Type.String(),
  }),
)
const tenantSchema = named('OrganisationTenant', Type.Object({ id: Type.String() }))
const tenantsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' })),
})
const delegationId = Type.Object({ id: uuid })
const tags = ['organisation']

export const organisationRoutes: Routes = (app, deps) => {
  app.get(
    '/organisation',
    {
      config: { permission: 'settings:read' },
      schema: { tags, summary: 'The organisation of this tenant', response: { 200: organisationSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const found = await ownOrganisation(tx)
        if (!found) throw new AppError('not_found', 'this tenant belongs to no organisation')
        const { id, name, kind, homeTenant, createdAt } = found
        return { id, name, kind, is_home: homeTenant === tx.tenantId, created_at: createdAt.toISOString() }
      }),
  )

  app.get(
    '/organisation/tenants',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'The tenants that this one looks after',
        querystring: tenantsQuery,
        response: { 200: pageOf(tenantSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { limit, cursor = '' } = request.query
        const ids = await lookedAfter(tx, limit + 1, cursor)
        const items = ids.slice(0, limit).map((id) => ({ id }))
        const last = items.at(-1)
        return ids.length > limit && last ? { items, next_cursor: last.id } : { items }
      }),
  )

  app.get(
    '/organisation/delegations',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'Who of the provider may work in this tenant, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(delegationSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await delegationsPage(tx, { given: true }, limit + 1, after), limit, delegationView),
      )
    },
  )

  app.post(
    '/organisation/delegations',
    {
      config: { permission: 'users:write', audit: 'delegation:given' },
      schema: {
        tags,
        summary: 'Let a user of the provider work in this tenant, for a time',
        body: delegationBody,
        response: { 201: delegationSchema },
      },
    },
    async (request, reply) => {
      const { expires_in_hours: expiresInHours, ...rest } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const delegation = await giveDelegation(tx, principalOf(request), { ...rest, expiresInHours }, deps.nowMs())
        const { id: resourceId, role, delegateId, expiresAt } = delegation
        const changes = {
          role,
          delegate_id: delegateId,
          expires_at: expiresAt.toISOString(),
          reason: delegation.reason,
        }
        note({ resource: 'delegation', resourceId, changes })
        return delegationView(delegation)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/organisation/delegations/:id',
    {
      config: { permission: 'users:write', audit: 'delegation:revoked', removes: 'access' },
      schema: { tags, summary: 'Take a delegation back', params: delegationId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'delegation', resourceId: id })
        await revokeDelegation(tx, id)
      })
      deps.principals.forget((principal) => principal.delegationId === id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/delegations',
    {
      config: { permission: 'signed_in' },
      schema: {
        tags,
        summary: 'Tenants of others that the signed-in user may work in',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(delegationSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      const { userId, delegationId: working } = principalOf(request)
      if (userId === null || working !== null) throw new AppError('forbidden', 'this is for users of the provider')
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await delegationsPage(tx, { receivedBy: userId }, limit + 1, after), limit, delegationView),
      )
    },
  )

  app.post(
    '/delegations/:id/enter',
    {
      config: { permission: 'signed_in', ofPerson: true },
      schema: {
        tags,
        summary: "An access token for the other tenant; recorded in that tenant's audit log",
        params: delegationId,
        response: { 200: enteredSchema },
      },
    },
    async (request) => {
      const entered = await enterTenant(
        deps,
        principalOf(request),
        request.params.id,
        async (tx, { id, homeTenant }) => {
          const note = { resource: 'delegation', resourceId: id, changes: { home_tenant: homeTenant } }
          const actor = { ...requestActor(request), tenantId: tx.tenantId, delegationId: id }
          await record(tx, deps, actor, 'delegation:entered', note)
        },
      )
      return {
        access_token: entered.accessToken,
        token_type: 'bearer' as const,
        expires_in: entered.expiresInSeconds,
        tenant_id: entered.tenantId,
        role: entered.role,
      }
    },
  )
}

function delegationView(delegation: Delegation): Static<typeof delegationSchema> {
  return {
    id: delegation.id,
    tenant_id: delegation.tenantId,
    home_tenant_id: delegation.homeTenant,
    delegate_id: delegation.delegateId,
    role: delegation.role,
    reason: delegation.reason,
    granted_by: delegation.grantedBy,
    created_at: delegation.createdAt.toISOString(),
    expires_at: delegation.expiresAt.toISOString(),
    revoked_at: delegation.revokedAt?.toISOString() ?? null,
  }
}
