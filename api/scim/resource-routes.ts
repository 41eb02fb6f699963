/** The routes of RFC 7644 for one type of resource; those of users and groups are alike. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Listed, ListQuery as Listing, Principal, ResourceKind } from '../../control/identity/accounts/index.ts'
import type { ActNote } from '../../control/platform/acting/index.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { ApiDeps } from '../deps.ts'
import { tenantWork } from '../plugins/tenant-work.ts'
import type { ApiApp, Routes } from '../rest/api-app.ts'
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
import { answers, bodyLimit, credential, list, patchBody, resource, resourceBody, resourceId } from './route-schema.ts'
import { SCIM_JSON, sendScim } from './scim-error.ts'
import { type ShownQuery, shownAttributes } from './shown-attributes.ts'
import { baseOf, isKnown, requireMatch } from './views.ts'

type View = { readonly [name: string]: unknown; readonly meta: { readonly version: string; readonly location: string } }

/** `Done` is the result of a change: the resource, and other changed records. */
export type ResourceType<R, Done> = {
  readonly path: '/Users' | '/Groups'
  /** Second part of the audit actions, `scim:user:create`. */
  readonly name: 'user' | 'group'
  readonly kind: ResourceKind
  readonly summaries: Readonly<Record<'list' | 'search' | 'create' | 'get' | 'replace' | 'patch' | 'remove', string>>
  readonly list: (tx: TenantTx, query: Listing, shown: ShownQuery) => Promise<Listed<R>>
  readonly byId: (tx: TenantTx, id: string) => Promise<R>
  readonly create: (tx: TenantTx, body: unknown) => Promise<Done>
  readonly replace: (tx: TenantTx, by: Principal, id: string, body: unknown, check: Check<R>) => Promise<Done>
  readonly patch: (tx: TenantTx, by: Principal, id: string, body: unknown, check: Check<R>) => Promise<Done>
  readonly remove: (tx: TenantTx, id: string, check: Check<R>) => Promise<Done>
  /** Called when the removal is written. It throws for a record that stays all the same. */
  readonly afterRemoval?: (done: Done) => void
  readonly resourceOf: (done: Done) => R
  readonly note: (request: FastifyRequest, done: Done) => ActNote
  readonly view: (item: R, base: string) => View
  readonly version: (item: R) => string
  /** Sessions that a change may narrow are looked up again. */
  readonly forget: (deps: ApiDeps, by: Principal, item: R) => void
  /** A patch without `attributes` answers 204, without the resource. */
  readonly isQuietPatch?: true
}
type Check<R> = (current: R) => void
type ShownRequest = FastifyRequest & { readonly query: ShownQuery }

const tags = ['directory']
const consumes = [SCIM_JSON]
const querystring = Type.Object(shownQuery)
const reads = { permission: 'users:read', credential } as const
const writes = { permission: 'users:write', credential } as const

export function resourceRoutes<R, Done>(type: ResourceType<R, Done>): Routes {
  return (app, deps) => {
    listRoutes(app, deps, type)
    createRoute(app, deps, type)
    getRoute(app, deps, type)
    changeRoutes(app, deps, type)
    removeRoute(app, deps, type)
  }
}

function listRoutes<R, Done>(app: ApiApp, deps: ApiDeps, { path, summaries, ...type }: ResourceType<R, Done>): void {
  async function send(request: FastifyRequest, reply: FastifyReply, sent: ListQuery) {
    const query = readList(sent)
    const { total, resources } = await tenantWork(deps, request, (tx) => type.list(tx, query, sent))
    const base = baseOf(request)
    const shown = resources.map((item) => shownAttributes(type.kind, type.view(item, base), sent))
    return sendScim(reply, listResponse(total, query.offset, shown))
  }
  const response = answers({ 200: list })
  app.get(
    path,
    { config: { ...reads }, schema: { tags, summary: summaries.list, querystring: Type.Object(listQuery), response } },
    (request, reply) => send(request, reply, request.query),
  )
  app.post(
    `${path}/.search`,
    {
      bodyLimit: SEARCH_BYTES_MAX,
      config: { ...reads },
      schema: { tags, summary: summaries.search, consumes, body: searchBody, response },
    },
    (request, reply) => send(request, reply, queryOfSearch(request.body)),
  )
}

function createRoute<R, Done>(app: ApiApp, deps: ApiDeps, type: ResourceType<R, Done>): void {
  const response = answers({ 201: resource })
  app.post(
    type.path,
    {
      bodyLimit,
      config: { ...writes, audit: `scim:${type.name}:create` },
      schema: { tags, summary: type.summaries.create, consumes, querystring, body: resourceBody, response },
    },
    async (request, reply) => {
      const done = await changed(deps, request, type, (tx) => type.create(tx, request.body))
      return sendResource(type, request, reply.code(201), type.resourceOf(done))
    },
  )
}

function getRoute<R, Done>(app: ApiApp, deps: ApiDeps, type: ResourceType<R, Done>): void {
  const response = answers({ 200: resource })
  app.get(
    `${type.path}/:id`,
    { config: { ...reads }, schema: { tags, summary: type.summaries.get, params: resourceId, querystring, response } },
    async (request, reply) => {
      const item = await tenantWork(deps, request, (tx) => type.byId(tx, request.params.id))
      if (isKnown(request, type.version(item))) return reply.code(304).send()
      return sendResource(type, request, reply, item)
    },
  )
}

function changeRoutes<R, Done>(app: ApiApp, deps: ApiDeps, type: ResourceType<R, Done>): void {
  const { path, name, summaries, isQuietPatch } = type
  const schema = { tags, consumes, params: resourceId, querystring }
  app.put(
    `${path}/:id`,
    {
      bodyLimit,
      config: { ...writes, audit: `scim:${name}:replace` },
      schema: { ...schema, summary: summaries.replace, body: resourceBody, response: answers({ 200: resource }) },
    },
    async (request, reply) => {
      const { id } = request.params
      const by = principalOf(request)
      const done = await changed(deps, request, type, (tx, check) => type.replace(tx, by, id, request.body, check))
      return sendResource(type, request, reply, type.resourceOf(done))
    },
  )
  const response = answers(isQuietPatch ? { 200: resource, 204: Type.Null() } : { 200: resource })
  app.patch(
    `${path}/:id`,
    {
      bodyLimit,
      config: { ...writes, audit: `scim:${name}:patch` },
      schema: { ...schema, summary: summaries.patch, body: patchBody, response },
    },
    async (request, reply) => {
      const { id } = request.params
      const by = principalOf(request)
      const done = await changed(deps, request, type, (tx, check) => type.patch(tx, by, id, request.body, check))
      const item = type.resourceOf(done)
      if (!isQuietPatch || request.query.attributes) return sendResource(type, request, reply, item)
      return reply.code(204).header('etag', type.version(item)).send()
    },
  )
}

function removeRoute<R, Done>(app: ApiApp, deps: ApiDeps, type: ResourceType<R, Done>): void {
  const response = answers({ 204: Type.Null() })
  app.delete(
    `${type.path}/:id`,
    {
      config: { ...writes, audit: `scim:${type.name}:delete`, removes: 'access' },
      schema: { tags, summary: type.summaries.remove, params: resourceId, response },
    },
    async (request, reply) => {
      const done = await changed(deps, request, type, (tx, check) => type.remove(tx, request.params.id, check))
      type.afterRemoval?.(done)
      return reply.code(204).send()
    },
  )
}

/** Does a change of the version that the caller knows, with its audit entry. */
async function changed<R, Done>(
  deps: ApiDeps,
  request: FastifyRequest,
  type: ResourceType<R, Done>,
  work: (tx: TenantTx, check: Check<R>) => Promise<Done>,
): Promise<Done> {
  const check = (current: R) => requireMatch(request, type.version(current))
  const done = await tenantWork(deps, request, async (tx, note) => {
    const result = await work(tx, check)
    note(type.note(request, result))
    return result
  })
  type.forget(deps, principalOf(request), type.resourceOf(done))
  return done
}

function sendResource<R, Done>(
  { kind, view }: ResourceType<R, Done>,
  request: ShownRequest,
  reply: FastifyReply,
  item: R,
): FastifyReply {
  const shown = view(item, baseOf(request))
  reply.header('etag', shown.meta.version)
  if (reply.statusCode === 201) reply.header('location', shown.meta.location)
  return sendScim(reply, shownAttributes(kind, shown, request.query))
}
