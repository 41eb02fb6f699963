/** Routes that search, read, install, update and remove items of the marketplace. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { authorOf } from '../../../control/detections/index.ts'
import {
  contentsOf,
  type Done,
  findItem,
  ITEM_KINDS,
  installItem,
  installOf,
  installsOf,
  type Listed,
  partsNow,
  prepareItem,
  readCatalogue,
  uninstallItem,
  updateItem,
} from '../../../control/marketplace/index.ts'
import type { ApiDeps } from '../../deps.ts'
import { pageOfList, pageQuery } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { detailSchema, detailView, doneSchema, doneView, itemView, listSchema, listView, tags } from './views.ts'

const params = Type.Object({ slug: Type.String({ minLength: 1, maxLength: 64 }) })
const listQuery = Type.Object(
  {
    ...pageQuery,
    kind: Type.Optional(oneOf(ITEM_KINDS)),
    tag: Type.Optional(plainText(60)),
    technique: Type.Optional(Type.String({ pattern: '^[Tt]\\d{4}(\\.\\d{3})?$', description: 'T1059: T1059.001 too' })),
    search: Type.Optional(plainText(200)),
    installed: Type.Optional(Type.Boolean()),
  },
  closed,
)
const updateQuery = Type.Object(
  {
    overwrite_changed: Type.Boolean({
      default: false,
      description: 'what people changed gets the text of the item again',
    }),
  },
  closed,
)
const uninstallQuery = Type.Object(
  { remove_changed: Type.Boolean({ default: false, description: 'what people changed goes too; it is kept without' }) },
  closed,
)

export const marketplaceRoutes: Routes = (app, deps) => {
  app.get(
    '/marketplace/items',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'Items by slug, and what is installed',
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    async (request) => {
      const catalogue = await catalogueOf(deps)
      return tenantWork(deps, request, async (tx) => {
        const installs = await installsOf(tx)
        const bySlug = new Map(installs.map((one) => [one.slug, one]))
        const found = catalogue.items.filter((item) => {
          const isIn = bySlug.has(item.manifest.slug)
          return isAskedFor(item, request.query) && (request.query.installed ?? isIn) === isIn
        })
        const view = (item: Listed) => itemView(item, bySlug.get(item.manifest.slug) ?? null)
        const shown = pageOfList(found, request.query, ({ manifest }) => manifest.slug, view)
        return listView(catalogue, found, shown, installs)
      })
    },
  )

  app.get(
    '/marketplace/items/:slug',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'One item with all it holds, and what became of it here',
        params,
        response: { 200: detailSchema },
      },
    },
    async (request) => {
      const catalogue = await catalogueOf(deps)
      const item = findItem(catalogue, request.params.slug)
      const whole = await catalogue.open(item)
      return tenantWork(deps, request, async (tx) => {
        const install = await installOf(tx, item.manifest.slug)
        const parts = install === null ? [] : await partsNow(tx, install.slug)
        return detailView(itemView(item, install), whole.files, contentsOf(whole), parts)
      })
    },
  )

  app.post(
    '/marketplace/items/:slug/install',
    {
      config: { permission: 'settings:write', audit: 'marketplace:installed' },
      schema: {
        ...{ tags, summary: 'Install an item. Also as {slug}:install', params, response: { 200: doneSchema } },
        description:
          'All of it or nothing. Rules are on at once, hunts run as they say, playbooks are off until somebody switches them on. Needs rules:write or playbooks:write too, as what is in it does.',
      },
    },
    async (request) => {
      const ready = await prepared(request, request.params.slug)
      return tenantWork(deps, request, async (tx, note) => {
        const done = await installItem(tx, requestActor(request), ready, optionsOf(request, false))
        note(done.isRepeat ? null : noteOf(done))
        return doneView(done.install, done.isRepeat, done.parts)
      })
    },
  )

  app.post(
    '/marketplace/items/:slug/update',
    {
      config: { permission: 'settings:write', audit: 'marketplace:updated' },
      schema: {
        ...{ tags, summary: 'Bring an item to the version of the catalogue. Also as {slug}:update' },
        description: 'What people changed since is kept, and what they deleted stays away.',
        ...{ params, querystring: updateQuery, response: { 200: doneSchema } },
      },
    },
    async (request) => {
      const ready = await prepared(request, request.params.slug)
      return tenantWork(deps, request, async (tx, note) => {
        const options = optionsOf(request, request.query.overwrite_changed)
        const done = await updateItem(tx, requestActor(request), ready, options)
        note(done.isRepeat ? null : noteOf(done))
        return doneView(done.install, done.isRepeat, done.parts)
      })
    },
  )

  app.post(
    '/marketplace/items/:slug/uninstall',
    {
      config: { permission: 'settings:write', audit: 'marketplace:uninstalled', removes: 'records' },
      schema: {
        ...{ tags, summary: 'Take away what an item brought. Also as {slug}:uninstall' },
        description: 'What people changed since is kept as their own, and named.',
        ...{ params, querystring: uninstallQuery, response: { 200: doneSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { slug } = request.params
        const done = await uninstallItem(tx, requestActor(request), slug, request.query.remove_changed)
        note(noteOf(done))
        return doneView(done.install, false, done.parts)
      }),
  )

  async function prepared(request: FastifyRequest, slug: string) {
    return prepareItem(deps.pool, principalOf(request).tenantId, await catalogueOf(deps), slug)
  }

  function optionsOf(request: FastifyRequest, overwrite: boolean) {
    const principal = principalOf(request)
    return { by: { author: authorOf(principal), id: principal.id }, nowMs: deps.nowMs(), overwrite }
  }
}

const catalogueOf = ({ marketplace = null, nowMs }: ApiDeps) => readCatalogue(marketplace, nowMs())

type Asked = { readonly kind?: string; readonly tag?: string; readonly technique?: string; readonly search?: string }

function isAskedFor({ manifest }: Listed, { kind, tag, technique, search }: Asked): boolean {
  const { name, slug, description, tags: own, mitre_techniques: techniques } = manifest
  const wanted = technique?.toUpperCase()
  return (
    (kind === undefined || manifest.kind === kind) &&
    (tag === undefined || own.includes(tag)) &&
    (wanted === undefined || techniques.some((one) => one === wanted || one.startsWith(`${wanted}.`))) &&
    (search === undefined || `${slug} ${name} ${description}`.toLowerCase().includes(search.toLowerCase()))
  )
}

function noteOf({ install, parts }: Pick<Done, 'install' | 'parts'>) {
  const { slug, version, sha256 } = install
  const changes = { version, content_sha256: sha256.toString('hex'), parts: parts.map(partOf) }
  return { resource: 'marketplace_item', resourceId: slug, changes }
}

const partOf = ({ path, objectId, outcome }: Done['parts'][number]) => ({ path, id: objectId, outcome })
