import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  createDirectoryUser,
  type DirectoryUser,
  deleteDirectoryUser,
  directoryUserById,
  listDirectoryUsers,
  patchDirectoryUser,
  replaceDirectoryUser,
  USER_KIND,
} from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantWork } from '../plugins/tenant-work.ts'
import type { Routes } from '../rest/api-app.ts'
import { principalOf } from '../route-config.ts'
import {
  type ListQuery,
  listQuery,
  listResponse,
  queryOfSearch,
  readList,
  SEARCH_BYTES_MAX,
  searchBody,
  shownQuery,
} from './list-request.ts'
import { userNote } from './provisioning-note.ts'
import { answers, bodyLimit, credential, list, patchBody, resource, resourceBody, resourceId } from './route-schema.ts'
import { SCIM_JSON, sendScim } from './scim-error.ts'
import { type ShownQuery, shownAttributes } from './shown-attributes.ts'
import { baseOf, isKnown, requireMatch, userVersion, userView } from './views.ts'

const tags = ['directory']
const consumes = [SCIM_JSON]
const querystring = Type.Object(shownQuery)

export const scimUserRoutes: Routes = (app, deps) => {
  /** A user that changes may do less from now on. */
  const forget = (id: string) => deps.principals.forget(({ userId }) => userId === id)

  async function sendUsers(request: FastifyRequest, reply: FastifyReply, sent: ListQuery) {
    const query = readList(sent)
    const { total, resources } = await tenantWork(deps, request, (tx) => listDirectoryUsers(tx, query))
    const base = baseOf(request)
    const shown = resources.map((user) => shownAttributes(USER_KIND, userView(user, base), sent))
    return sendScim(reply, listResponse(total, query.offset, shown))
  }

  app.get(
    '/Users',
    {
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'Users of the tenant, oldest first' },
        querystring: Type.Object(listQuery),
        response: answers({ 200: list }),
      },
    },
    (request, reply) => sendUsers(request, reply, request.query),
  )

  app.post(
    '/Users/.search',
    {
      bodyLimit: SEARCH_BYTES_MAX,
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'Users of the tenant, with what is looked for in the body', consumes },
        ...{ body: searchBody, response: answers({ 200: list }) },
      },
    },
    (request, reply) => sendUsers(request, reply, queryOfSearch(request.body)),
  )

  app.post(
    '/Users',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:user:create' },
      schema: {
        ...{ tags, summary: 'Create a user', consumes },
        ...{ querystring, body: resourceBody, response: answers({ 201: resource }) },
      },
    },
    async (request, reply) => {
      const user = await tenantWork(deps, request, async (tx, note) => {
        const made = await createDirectoryUser(tx, request.body)
        note(userNote(request, made))
        return made
      })
      forget(user.id)
      return sendUser(request, reply.code(201), user)
    },
  )

  app.get(
    '/Users/:id',
    {
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'One user' },
        ...{ params: resourceId, querystring, response: answers({ 200: resource }) },
      },
    },
    async (request, reply) => {
      const user = await tenantWork(deps, request, (tx) => directoryUserById(tx, request.params.id))
      if (isKnown(request, userVersion(user))) return reply.code(304).send()
      return sendUser(request, reply, user)
    },
  )

  app.put(
    '/Users/:id',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:user:replace' },
      schema: {
        ...{ tags, summary: 'Replace a user; what is not said is cleared, but for active', consumes },
        ...{ params: resourceId, querystring, body: resourceBody, response: answers({ 200: resource }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const check = (current: DirectoryUser) => requireMatch(request, userVersion(current))
      const user = await tenantWork(deps, request, async (tx, note) => {
        const changed = await replaceDirectoryUser(tx, principalOf(request), id, request.body, check)
        note(userNote(request, changed.user, changed))
        return changed.user
      })
      forget(user.id)
      return sendUser(request, reply, user)
    },
  )

  app.patch(
    '/Users/:id',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:user:patch' },
      schema: {
        ...{ tags, summary: 'Change a user; active false ends its sessions and API keys for good', consumes },
        ...{ params: resourceId, querystring, body: patchBody, response: answers({ 200: resource }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const check = (current: DirectoryUser) => requireMatch(request, userVersion(current))
      const user = await tenantWork(deps, request, async (tx, note) => {
        const changed = await patchDirectoryUser(tx, principalOf(request), id, request.body, check)
        note(userNote(request, changed.user, changed))
        return changed.user
      })
      forget(user.id)
      return sendUser(request, reply, user)
    },
  )

  app.delete(
    '/Users/:id',
    {
      config: { permission: 'users:write', credential, audit: 'scim:user:delete', removes: 'access' },
      schema: {
        ...{
          tags,
          summary:
            'Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record: the access ends all the same',
        },
        ...{ params: resourceId, response: answers({ 204: Type.Null() }) },
      },
    },
    async (request, reply) => {
      const check = (current: DirectoryUser) => requireMatch(request, userVersion(current))
      const { user, keptBy } = await tenantWork(deps, request, async (tx, note) => {
        const deleted = await deleteDirectoryUser(tx, request.params.id, check)
        note(userNote(request, deleted.user, deleted))
        return deleted
      })
      forget(user.id)
      // The access has ended all the same: a user who leaves must be out.
      if (keptBy !== null)
        throw new AppError('conflict', `the user is inactive, and the legal hold ${keptBy.name} keeps the record`)
      return reply.code(204).send()
    },
  )
}

type Asked = FastifyRequest & { readonly query: ShownQuery }

function sendUser(request: Asked, reply: FastifyReply, user: DirectoryUser): FastifyReply {
  const view = userView(user, baseOf(request))
  reply.header('etag', view.meta.version)
  if (reply.statusCode === 201) reply.header('location', view.meta.location)
  return sendScim(reply, shownAttributes(USER_KIND, view, request.query))
}
