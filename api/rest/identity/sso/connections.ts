import { Type } from 'typebox'
import {
  changeConnection,
  connectionsPage,
  createConnection,
  getConnection,
  removeConnection,
  STATE_MS,
} from '../../../../control/identity/accounts/index.ts'
import { pageOfPlaced, positionOf } from '../../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../../schemas/wire.ts'
import { once } from '../../../plugins/idempotency.ts'
import { tenantWork } from '../../../plugins/tenant-work.ts'
import { principalOf } from '../../../route-config.ts'
import type { Routes } from '../../api-app.ts'
import { uuid } from '../../views.ts'
import { beginTestOf } from './begin-and-finish.ts'
import { begunSchema } from './sign-in-begun.ts'
import { auditedChanges, connectionSchema, connectionView, createBody, patchBody, settingsOf } from './views.ts'

const connectionId = Type.Object({ id: uuid })
const tags = ['sign-in connections']

export const connectionRoutes: Routes = (app, deps) => {
  const publicUrl = deps.sso?.publicUrl ?? null
  const forgetTenant = (tenant: string) => deps.principals.forget(({ tenantId }) => tenantId === tenant)

  app.get(
    '/sso-connections',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'Sign-in connections, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(connectionSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await connectionsPage(tx, limit + 1, after), limit, (item) => connectionView(item, publicUrl)),
      )
    },
  )

  app.post(
    '/sso-connections',
    {
      config: { permission: 'settings:write', audit: 'sso_connection:created', idempotent: true },
      schema: {
        tags,
        summary: 'Trust an identity provider; one connection an issuer in the whole installation',
        body: createBody,
        response: { 201: connectionSchema },
      },
    },
    async (request, reply) => {
      const { provider, issuer, ...rest } = request.body
      const members = Object.entries(settingsOf(rest)).filter(([, value]) => value !== undefined)
      const input = { provider, issuer, ...DEFAULTS, displayName: rest.display_name, ...Object.fromEntries(members) }
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const made = await createConnection(tx, deps.vault, principalOf(request), input)
          const changes = { provider, issuer, ...auditedChanges(rest) }
          note({ resource: 'sso_connection', resourceId: made.id, changes })
          return connectionView(made, publicUrl)
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/sso-connections/:id',
    {
      config: { permission: 'settings:read' },
      schema: { tags, summary: 'A sign-in connection', params: connectionId, response: { 200: connectionSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => connectionView(await getConnection(tx, request.params.id), publicUrl)),
  )

  app.patch(
    '/sso-connections/:id',
    {
      config: { permission: 'settings:write', audit: 'sso_connection:updated' },
      schema: {
        tags,
        summary: 'Change a sign-in connection; switched off, it ends the sessions that began through it',
        params: connectionId,
        body: patchBody,
        response: { 200: connectionSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const view = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'sso_connection', resourceId: id, changes: auditedChanges(request.body) })
        const changed = await changeConnection(tx, deps.vault, principalOf(request), id, settingsOf(request.body))
        return connectionView(changed, publicUrl)
      })
      forgetTenant(principalOf(request).tenantId)
      return view
    },
  )

  app.post(
    '/sso-connections/:id/test',
    {
      config: { permission: 'settings:write', audit: 'sso_connection:test_begun' },
      schema: {
        tags,
        summary: 'Try a connection: at the end a page shows what the provider sent and which roles it would give',
        description:
          'Nobody is signed in and nothing is changed. It works while the connection is switched off as well.',
        params: connectionId,
        response: { 200: begunSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const redirect_url = await beginTestOf(deps, request, principalOf(request).tenantId, id)
      await tenantWork(deps, request, async (_, note) => note({ resource: 'sso_connection', resourceId: id }))
      return { redirect_url, expires_in: STATE_MS / 1000 }
    },
  )

  app.delete(
    '/sso-connections/:id',
    {
      config: { permission: 'settings:write', audit: 'sso_connection:deleted', removes: 'access' },
      schema: {
        tags,
        summary: 'Delete a sign-in connection, and end the sessions that began through it',
        params: connectionId,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        const { provider, issuer } = await removeConnection(tx, id)
        note({ resource: 'sso_connection', resourceId: id, changes: { provider, issuer } })
      })
      forgetTenant(principalOf(request).tenantId)
      return reply.code(204).send(null)
    },
  )
}

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
