/** Operations of sign-in connections. */
import { camelMembers } from '../../../../schemas/to-wire.ts'
import { holderOf, operationsOf } from '../../../platform/acting/index.ts'
import { begunSchema } from '../session-schemas.ts'
import { beginTestOf, type SignInDeps } from './begin-and-finish.ts'
import { connectionsPage } from './connection-store.ts'
import { changeConnection, createConnection, getConnection, removeConnection } from './manage-connections.ts'
import { STATE_MS } from './sign-in-states.ts'
import { auditedChanges, connectionSchema, connectionView, createBody, patchBody } from './views.ts'

const operation = operationsOf<SignInDeps>({ tag: 'sign-in connections' })
const publicUrlOf = ({ sso }: SignInDeps) => sso?.publicUrl ?? null
/** Users may have sessions from the connection, so cached principals are dropped. */
const forgetTenant = ({ principals }: SignInDeps, tenant: string) =>
  principals.forget(({ tenantId }) => tenantId === tenant)

const list = operation.page({
  name: 'sso_connections.list',
  summary: 'Sign-in connections, newest first',
  permission: 'settings:read',
  path: 'GET /sso-connections',
  item: connectionSchema,
  async run({ tx, deps }, _, { rows, after }) {
    const found = await connectionsPage(tx, rows, after)
    return found.map(({ item, position }) => ({ item: connectionView(item, publicUrlOf(deps)), position }))
  },
})

const create = operation({
  name: 'sso_connections.create',
  summary: 'Trust an identity provider; each issuer has one connection in the whole installation',
  permission: 'settings:write',
  audit: 'sso_connection:created',
  idempotent: true,
  path: 'POST /sso-connections',
  status: 201,
  body: createBody,
  output: connectionSchema,
  async run({ tx, note, actor, deps }, { provider, issuer, ...settings }) {
    const { displayName, ...rest } = camelMembers(settings)
    const made = await createConnection(tx, deps.vault, holderOf(actor), {
      ...DEFAULTS,
      ...rest,
      provider,
      issuer,
      displayName,
    })
    note({
      resource: 'sso_connection',
      resourceId: made.id,
      changes: { provider, issuer, ...auditedChanges(settings) },
    })
    return connectionView(made, publicUrlOf(deps))
  },
})

const get = operation({
  name: 'sso_connections.get',
  summary: 'A sign-in connection',
  permission: 'settings:read',
  path: 'GET /sso-connections/:id',
  output: connectionSchema,
  run: async ({ tx, deps }, { id }) => connectionView(await getConnection(tx, id), publicUrlOf(deps)),
})

const change = operation.outside({
  name: 'sso_connections.change',
  summary: 'Change a sign-in connection; disabling it ends the sessions that began through it',
  permission: 'settings:write',
  audit: 'sso_connection:updated',
  path: 'PATCH /sso-connections/:id',
  body: patchBody,
  output: connectionSchema,
  async run({ actor, deps, work }, { id, ...settings }) {
    const changed = await work((tx, note) => {
      note({ resource: 'sso_connection', resourceId: id, changes: auditedChanges(settings) })
      return changeConnection(tx, deps.vault, holderOf(actor), id, camelMembers(settings))
    })
    forgetTenant(deps, actor.tenantId)
    return connectionView(changed, publicUrlOf(deps))
  },
})

const test = operation.outside({
  name: 'sso_connections.test',
  summary: 'Test a connection: the final page shows what the provider sent and which roles it would grant',
  description: 'Nobody is signed in and nothing is changed. It also works while the connection is disabled.',
  permission: 'settings:write',
  audit: 'sso_connection:test_begun',
  path: 'POST /sso-connections/:id/test',
  output: begunSchema,
  async run({ actor, deps, work }, { id }) {
    const redirect_url = await beginTestOf(deps, actor, actor.tenantId, id)
    await work(async (_, note) => note({ resource: 'sso_connection', resourceId: id }))
    return { redirect_url, expires_in: STATE_MS / 1000 }
  },
})

const remove = operation.outside({
  name: 'sso_connections.delete',
  summary: 'Delete a sign-in connection, and end the sessions that began through it',
  permission: 'settings:write',
  audit: 'sso_connection:deleted',
  removes: 'access',
  path: 'DELETE /sso-connections/:id',
  async run({ actor, deps, work }, { id }) {
    await work(async (tx, note) => {
      const { provider, issuer } = await removeConnection(tx, id)
      note({ resource: 'sso_connection', resourceId: id, changes: { provider, issuer } })
    })
    forgetTenant(deps, actor.tenantId)
  },
})

export const CONNECTION_OPERATIONS = [list, create, get, change, test, remove]

/** Values of members that a body leaves out. */
const DEFAULTS = {
  enabled: true,
  defaultRole: null,
  groupRoleMapping: {},
  groupsClaim: null,
  clientId: null,
  clientSecret: null,
  metadataUrl: null,
  metadataXml: null,
}
