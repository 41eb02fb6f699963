/** Operations of a tenant's organisation, and of delegations by which a provider's users work in the tenant. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, named, nullable, pageOf, sent, time, uuid } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { holderOf, type MutationDeps, operationsOf, record } from '../../platform/acting/index.ts'
import type { PrincipalCache, SessionDeps } from '../accounts/index.ts'
import { DELEGATION_HOURS_MAX, endHeldDelegation, enterTenant, giveDelegation, revokeDelegation } from './delegate.ts'
import { type Delegation, delegationsPage } from './delegation.ts'
import { lookedAfter, ownOrganisation } from './organisation.ts'

type Deps = MutationDeps & SessionDeps & { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'organisation' })

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
const delegationView = ({ homeTenant, ...delegation }: Delegation) => ({ ...delegation, homeTenantId: homeTenant })

const get = operation({
  name: 'organisation.get',
  summary: 'The organisation of this tenant',
  permission: 'settings:read',
  path: 'GET /organisation',
  output: named(
    'Organisation',
    Type.Object({
      id: uuid,
      name: Type.String(),
      kind: Type.String({ description: 'mssp or enterprise' }),
      is_home: Type.Boolean({ description: 'true when this is the provider’s own tenant' }),
      created_at: time,
    }),
  ),
  async run({ tx }) {
    const found = await ownOrganisation(tx)
    if (!found) throw new AppError('not_found', 'this tenant belongs to no organisation')
    return { ...found, isHome: found.homeTenant === tx.tenantId }
  },
})

const tenants = operation({
  name: 'organisation.tenants',
  summary: 'Tenants under the care of this one',
  permission: 'settings:read',
  path: 'GET /organisation/tenants',
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    cursor: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' })),
  }),
  output: pageOf(named('OrganisationTenant', Type.Object({ id: Type.String() }))),
  async run({ tx }, { limit, cursor = '' }) {
    const ids = await lookedAfter(tx, limit + 1, cursor)
    const items = ids.slice(0, limit).map((id) => ({ id }))
    const last = items.at(-1)
    return ids.length > limit && last ? { items, next_cursor: last.id } : { items }
  },
})

const delegations = operation.page({
  name: 'organisation.delegations',
  summary: 'Delegations into this tenant, newest first',
  permission: 'settings:read',
  path: 'GET /organisation/delegations',
  item: delegationSchema,
  async run({ tx }, _, { rows, after }) {
    const found = await delegationsPage(tx, { byCustomer: true }, rows, after)
    return found.map(({ item, position }) => ({ item: delegationView(item), position }))
  },
})

const give = operation({
  name: 'organisation.give_delegation',
  summary: 'Delegate access to this tenant to a user of the provider, for a time',
  permission: 'users:write',
  audit: 'delegation:given',
  path: 'POST /organisation/delegations',
  status: 201,
  body: sent('DelegationGive', {
    email: Type.String({ minLength: 3, maxLength: 254, description: 'email of a user of the provider' }),
    role: Type.String({ minLength: 1, maxLength: 60 }),
    reason: Type.String({ minLength: 8, maxLength: 2000 }),
    expires_in_hours: Type.Integer({ minimum: 1, maximum: DELEGATION_HOURS_MAX }),
  }),
  output: delegationSchema,
  async run({ tx, note, actor, nowMs }, { expires_in_hours: expiresInHours, ...input }) {
    const delegation = await giveDelegation(tx, holderOf(actor), { ...input, expiresInHours }, nowMs)
    const { id: resourceId, role, reason, delegateId: delegate_id, expiresAt } = delegation
    const changes = { role, delegate_id, expires_at: expiresAt.toISOString(), reason }
    note({ resource: 'delegation', resourceId, changes })
    return delegationView(delegation)
  },
})

const revoke = operation.outside({
  name: 'organisation.revoke_delegation',
  summary: 'Revoke a delegation',
  permission: 'users:write',
  audit: 'delegation:revoked',
  removes: 'access',
  path: 'DELETE /organisation/delegations/:id',
  async run({ work, deps }, { id }) {
    await work(async (tx, note) => {
      note((await revokeDelegation(tx, id)) ? { resource: 'delegation', resourceId: id } : null)
    })
    deps.principals.forget(({ delegationId }) => delegationId === id)
  },
})

const held = operation.page({
  name: 'organisation.held_delegations',
  summary: 'Delegations that users of this tenant hold in other tenants, newest first',
  permission: 'users:read',
  path: 'GET /organisation/held-delegations',
  item: delegationSchema,
  async run({ tx }, _, { rows, after }) {
    const found = await delegationsPage(tx, { byProvider: true }, rows, after)
    return found.map(({ item, position }) => ({ item: delegationView(item), position }))
  },
})

const endHeld = operation.outside({
  name: 'organisation.end_held_delegation',
  summary: 'End a delegation that a user of this tenant holds in another; recorded in the audit logs of both',
  permission: 'users:write',
  audit: 'delegation:revoked',
  removes: 'access',
  path: 'DELETE /organisation/held-delegations/:id',
  async run({ actor, deps, work }, { id }) {
    if (actor.delegationId !== null) throw new AppError('forbidden', 'this is for users of the provider')
    const inOther = async (tx: TenantTx, { homeTenant }: Delegation) => {
      const inside = { ...actor, tenantId: tx.tenantId, delegationId: id }
      const changes = { home_tenant: homeTenant }
      await record(tx, deps, inside, 'delegation:revoked', { resource: 'delegation', resourceId: id, changes })
    }
    const { isNew, customer } = await endHeldDelegation(deps.pool, actor.tenantId, id, inOther)
    deps.principals.forget(({ delegationId }) => delegationId === id)
    await work(async (_, note) => {
      note(isNew ? { resource: 'delegation', resourceId: id, changes: { tenant_id: customer } } : null)
    })
  },
})

const received = operation.page({
  name: 'delegations.list',
  summary: 'Tenants in which the signed-in user can work by delegation',
  permission: 'signed_in',
  path: 'GET /delegations',
  tag: 'organisation',
  item: delegationSchema,
  async run({ tx, actor }, _, { rows, after }) {
    const { personId, delegationId } = actor
    if (personId === null || delegationId !== null) throw new AppError('forbidden', 'this is for users of the provider')
    const found = await delegationsPage(tx, { receivedBy: personId }, rows, after)
    return found.map(({ item, position }) => ({ item: delegationView(item), position }))
  },
})

const enter = operation.outside({
  name: 'delegations.enter',
  summary: 'Get an access token for the other tenant; recorded in that tenant’s audit log',
  permission: 'signed_in',
  ofPerson: true,
  // The entry belongs to the log of the entered tenant, and is written there.
  isRead: true,
  path: 'POST /delegations/:id/enter',
  output: named(
    'DelegatedToken',
    Type.Object({
      access_token: Type.String(),
      token_type: Type.Literal('bearer'),
      expires_in: Type.Integer({ description: 'seconds' }),
      tenant_id: Type.String(),
      role: Type.String(),
    }),
  ),
  async run({ actor, deps }, { id }) {
    const entered = await enterTenant(deps, holderOf(actor), id, async (tx, delegation) => {
      const changes = { home_tenant: delegation.homeTenant }
      const inside = { ...actor, tenantId: tx.tenantId, delegationId: delegation.id }
      await record(tx, deps, inside, 'delegation:entered', {
        resource: 'delegation',
        resourceId: delegation.id,
        changes,
      })
    })
    return { ...entered, tokenType: 'bearer' as const, expiresIn: entered.expiresInSeconds }
  },
})

export const ORGANISATION_OPERATIONS = [get, tenants, delegations, give, revoke, held, endHeld, received, enter]
