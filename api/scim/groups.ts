import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  createDirectoryGroup,
  deleteDirectoryGroup,
  directoryGroupById,
  GROUP_KIND,
  type GroupWithMembers,
  listDirectoryGroups,
  patchDirectoryGroup,
  replaceDirectoryGroup,
} from '../../control/identity/accounts/index.ts'
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
import { groupNote } from './provisioning-note.ts'
import { answers, bodyLimit, credential, list, patchBody, resource, resourceBody, resourceId } from './route-schema.ts'
import { SCIM_JSON, sendScim } from './scim-error.ts'
import { isShown, type ShownQuery, shownAttributes } from './shown-attributes.ts'
import { baseOf, groupVersion, groupView, isKnown, requireMatch } from './views.ts'

const tags = ['directory']
const consumes = [SCIM_JSON]
const querystring = Type.Object(shownQuery)

export const scimGroupRoutes: Routes = (app, deps) => {
  /** A group says what many may do. */
  const forgetTenant = (request: FastifyRequest) => {
    const { tenantId } = principalOf(request)
    deps.principals.forget((principal) => principal.tenantId === tenantId)
  }
  const checkOf = (request: FastifyRequest) => (current: GroupWithMembers) =>
    requireMatch(request, groupVersion(current))

  async function sendGroups(request: FastifyRequest, reply: FastifyReply, sent: ListQuery) {
    const query = readList(sent)
    const withMembers = isShown(GROUP_KIND, 'members', sent)
    const { total, resources } = await tenantWork(deps, request, (tx) => listDirectoryGroups(tx, query, withMembers))
    const base = baseOf(request)
    const shown = resources.map((group) => shownAttributes(GROUP_KIND, groupView(group, base), sent))
    return sendScim(reply, listResponse(total, query.offset, shown))
  }

  app.post(
    '/Groups/.search',
    {
      bodyLimit: SEARCH_BYTES_MAX,
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'Groups of the directory, with what is looked for in the body', consumes },
        ...{ body: searchBody, response: answers({ 200: list }) },
      },
    },
    (request, reply) => sendGroups(request, reply, queryOfSearch(request.body)),
  )

  app.get(
    '/Groups',
    {
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'Groups of the directory, oldest first' },
        ...{ querystring: Type.Object(listQuery), response: answers({ 200: list }) },
      },
    },
    (request, reply) => sendGroups(request, reply, request.query),
  )

  app.post(
    '/Groups',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:group:create' },
      schema: {
        ...{ tags, summary: 'Create a group; its name decides which role it gives', consumes },
        ...{ querystring, body: resourceBody, response: answers({ 201: resource }) },
      },
    },
    async (request, reply) => {
      const { group } = await tenantWork(deps, request, async (tx, note) => {
        const made = await createDirectoryGroup(tx, request.body)
        note(groupNote(request, made))
        return made
      })
      forgetTenant(request)
      return sendGroup(request, reply.code(201), group)
    },
  )

  app.get(
    '/Groups/:id',
    {
      config: { permission: 'users:read', credential },
      schema: {
        ...{ tags, summary: 'One group' },
        ...{ params: resourceId, querystring, response: answers({ 200: resource }) },
      },
    },
    async (request, reply) => {
      const group = await tenantWork(deps, request, (tx) => directoryGroupById(tx, request.params.id))
      if (isKnown(request, groupVersion(group))) return reply.code(304).send()
      return sendGroup(request, reply, group)
    },
  )

  app.put(
    '/Groups/:id',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:group:replace' },
      schema: {
        ...{ tags, summary: 'Replace a group and its members', consumes },
        ...{ params: resourceId, querystring, body: resourceBody, response: answers({ 200: resource }) },
      },
    },
    async (request, reply) => {
      const { group } = await tenantWork(deps, request, async (tx, note) => {
        const changed = await replaceDirectoryGroup(tx, request.params.id, request.body, checkOf(request))
        note(groupNote(request, changed))
        return changed
      })
      forgetTenant(request)
      return sendGroup(request, reply, group)
    },
  )

  app.patch(
    '/Groups/:id',
    {
      bodyLimit,
      config: { permission: 'users:write', credential, audit: 'scim:group:patch' },
      schema: {
        ...{ tags, summary: 'Change a group; 204, or the group when attributes are asked for', consumes },
        ...{ params: resourceId, querystring, body: patchBody },
        response: answers({ 200: resource, 204: Type.Null() }),
      },
    },
    async (request, reply) => {
      const { group } = await tenantWork(deps, request, async (tx, note) => {
        const changed = await patchDirectoryGroup(tx, request.params.id, request.body, checkOf(request))
        note(groupNote(request, changed))
        return changed
      })
      forgetTenant(request)
      if (request.query.attributes) return sendGroup(request, reply, group)
      // A directory changes large groups member by member: the whole group would be the answer to each.
      return reply.code(204).header('etag', groupVersion(group)).send()
    },
  )

  app.delete(
    '/Groups/:id',
    {
      config: { permission: 'users:write', credential, audit: 'scim:group:delete', removes: 'access' },
      schema: {
        ...{ tags, summary: 'Delete a group; its members lose what it gave' },
        ...{ params: resourceId, response: answers({ 204: Type.Null() }) },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note(groupNote(request, await deleteDirectoryGroup(tx, request.params.id, checkOf(request))))
      })
      forgetTenant(request)
      return reply.code(204).send()
    },
  )
}

type Asked = FastifyRequest & { readonly query: ShownQuery }

function sendGroup(request: Asked, reply: FastifyReply, group: GroupWithMembers): FastifyReply {
  const view = groupView(group, baseOf(request))
  reply.header('etag', view.meta.version)
  if (reply.statusCode === 201) reply.header('location', view.meta.location)
  return sendScim(reply, shownAttributes(GROUP_KIND, view, request.query))
}
