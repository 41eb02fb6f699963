/** Operations that search, read, install, update and remove items of the marketplace. */
import { Type } from 'typebox'
import { pageOfList } from '../../../platform/paging.ts'
import { named, nullable, oneOf, pageQueryOf, plainText, time, uuid } from '../../../schemas/wire.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { type Actor, idOf, type OutsideCall, operationsOf } from '../../platform/acting/index.ts'
import { authorOf } from '../detections/index.ts'
import { readCatalogue } from './catalogue.ts'
import { contentsOf } from './contents.ts'
import { type Install, installOf, installsOf, PART_KINDS } from './install-store.ts'
import { ITEM_KINDS, type Listed } from './item.ts'
import { type Done, installItem, uninstallItem, updateItem } from './manage-items.ts'
import { PART_STATES, partsNow } from './parts.ts'
import { findItem, prepareItem } from './prepare-item.ts'
import { OUTCOMES } from './put-parts.ts'
import type { RemoteCatalogue } from './remote.ts'

type Deps = {
  readonly pool: Postgres
  /** The remote catalogue, in addition to the built-in items. */
  readonly marketplace?: RemoteCatalogue | null | undefined
}

const operation = operationsOf<Deps>()
const params = Type.Object({ slug: Type.String({ minLength: 1, maxLength: 64 }) })
const texts = Type.Array(Type.String())

const members = {
  slug: Type.String(),
  name: Type.String(),
  version: Type.String(),
  kind: oneOf(ITEM_KINDS, { description: 'pack: items of several kinds' }),
  description: Type.String(),
  author: Type.String(),
  category: Type.String(),
  severity: nullable(Type.String()),
  mitre_techniques: texts,
  tags: texts,
  source: oneOf(['builtin', 'remote'] as const),
  content_sha256: Type.String(),
  installed: nullable(
    named(
      'MarketplaceInstall',
      Type.Object({
        version: Type.String(),
        content_sha256: Type.String(),
        installed_at: time,
        installed_by: Type.String({ description: 'id of a user, or another kind of actor' }),
        updated_at: time,
      }),
    ),
  ),
  update_available: Type.Boolean({ description: 'true when the catalogue has another version than the installed one' }),
}
const part = { path: Type.String(), kind: oneOf(PART_KINDS), id: uuid, title: nullable(Type.String()) }
const doneSchema = named(
  'MarketplaceDone',
  Type.Object({
    slug: Type.String(),
    version: Type.String(),
    content_sha256: Type.String(),
    installed_at: time,
    installed_by: Type.String(),
    already_installed: Type.Boolean({ description: 'true when this version was installed before and nothing changed' }),
    parts: Type.Array(
      Type.Object({
        ...part,
        outcome: oneOf(OUTCOMES, {
          description: 'kept: changed since the installation; left_out: deleted since',
        }),
      }),
    ),
  }),
)

const list = operation.outside({
  name: 'marketplace.list',
  summary: 'List items by slug, with their installation',
  permission: 'settings:read',
  path: 'GET /marketplace/items',
  query: pageQueryOf({
    kind: Type.Optional(oneOf(ITEM_KINDS)),
    tag: Type.Optional(plainText(60)),
    technique: Type.Optional(
      Type.String({ pattern: '^[Tt]\\d{4}(\\.\\d{3})?$', description: 'T1059 includes T1059.001' }),
    ),
    search: Type.Optional(plainText(200)),
    installed: Type.Optional(Type.Boolean()),
  }),
  output: named(
    'MarketplaceList',
    Type.Object({
      items: Type.Array(named('MarketplaceItem', Type.Object(members))),
      next_cursor: Type.Optional(Type.String()),
      total: Type.Integer({ description: 'number of items over all pages' }),
      stats: Type.Object({ by_kind: Type.Record(Type.String(), Type.Integer()), installed: Type.Integer() }),
      mitre_coverage: Type.Record(Type.String(), Type.Integer(), {
        description: 'number of items that name a technique',
      }),
      installed_ids: Type.Array(Type.String(), {
        description: 'slugs, including items no longer in any catalogue',
      }),
      broken: Type.Array(Type.Object({ slug: Type.String(), reason: Type.String() })),
      remote: Type.Object({
        state: oneOf(['off', 'ok', 'unavailable', 'refused'] as const),
        reason: nullable(Type.String()),
        as_of: nullable(time),
      }),
    }),
  ),
  async run(call, { limit, cursor, installed, ...filter }) {
    const catalogue = await catalogueOf(call)
    const installs = await call.read(installsOf)
    const bySlug = new Map(installs.map((one) => [one.slug, one]))
    const found = catalogue.items.filter((item) => {
      const isInstalled = bySlug.has(item.manifest.slug)
      return fits(item, filter) && (installed ?? isInstalled) === isInstalled
    })
    const { items, ...more } = pageOfList(found, { limit, cursor }, ({ manifest }) => manifest.slug)
    const nextCursor = 'next_cursor' in more ? { nextCursor: more.next_cursor } : {}
    return {
      ...nextCursor,
      items: items.map((item) => itemView(item, bySlug.get(item.manifest.slug) ?? null)),
      total: found.length,
      stats: {
        byKind: counted(found.map(({ manifest }) => manifest.kind)),
        installed: found.filter(({ manifest }) => bySlug.has(manifest.slug)).length,
      },
      mitreCoverage: counted(found.flatMap(({ manifest }) => manifest.mitre_techniques)),
      installedIds: [...bySlug.keys()],
      broken: catalogue.broken,
      remote: catalogue.remote,
    }
  },
})

const get = operation.outside({
  name: 'marketplace.get',
  summary: 'One item with its content, and its state in this tenant',
  permission: 'settings:read',
  path: 'GET /marketplace/items/:slug',
  params,
  output: named(
    'MarketplaceItemDetail',
    Type.Object({
      ...members,
      files: Type.Array(Type.Object({ path: Type.String(), text: Type.String() })),
      connectors: Type.Array(
        Type.Object({
          path: Type.String(),
          type: Type.String(),
          name: Type.String(),
          about: Type.String(),
          settings: Type.Record(Type.String(), Type.String()),
        }),
        { description: 'settings for new connectors; the credential must be added' },
      ),
      problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
        description: 'reasons why it cannot be installed',
      }),
      parts: Type.Array(
        named(
          'MarketplacePart',
          Type.Object({
            ...part,
            state: oneOf(PART_STATES, { description: 'changes by people since the installation' }),
          }),
        ),
        { description: 'parts with their state in the tenant, when installed' },
      ),
    }),
  ),
  async run(call, { slug }) {
    const catalogue = await catalogueOf(call)
    const item = findItem(catalogue, slug)
    const whole = await catalogue.open(item)
    const { connectors, problems } = contentsOf(whole)
    return call.read(async (tx) => {
      const install = await installOf(tx, item.manifest.slug)
      const parts = install === null ? [] : await partsNow(tx, install.slug)
      return { ...itemView(item, install), files: whole.files, connectors, problems, parts: parts.map(withId) }
    })
  },
})

const install = operation.outside({
  name: 'marketplace.install',
  summary: 'Install an item. Also as {slug}:install',
  description:
    'Installs all parts or none. Rules are enabled at once, hunts run on their schedules, playbooks stay disabled until they are switched on. Also needs rules:write or playbooks:write, depending on its parts.',
  permission: 'settings:write',
  audit: 'marketplace:installed',
  path: 'POST /marketplace/items/:slug/install',
  params,
  output: doneSchema,
  async run(call, { slug }) {
    const ready = await prepared(call, slug)
    return call.work(async (tx, note) => {
      const done = await installItem(tx, call.actor, ready, optionsOf(call, false))
      note(done.isRepeat ? null : noteOf(done))
      return doneView(done)
    })
  },
})

const update = operation.outside({
  name: 'marketplace.update',
  summary: 'Update an item to the version of the catalogue. Also as {slug}:update',
  description: 'Parts changed since the installation are kept, and deleted ones are not restored.',
  permission: 'settings:write',
  audit: 'marketplace:updated',
  path: 'POST /marketplace/items/:slug/update',
  params,
  query: Type.Object(
    {
      overwrite_changed: Type.Boolean({
        default: false,
        description: 'true: overwrite parts that people changed with the text of the item',
      }),
    },
    { additionalProperties: false },
  ),
  output: doneSchema,
  async run(call, { slug, overwrite_changed }) {
    const ready = await prepared(call, slug)
    return call.work(async (tx, note) => {
      const done = await updateItem(tx, call.actor, ready, optionsOf(call, overwrite_changed))
      note(done.isRepeat ? null : noteOf(done))
      return doneView(done)
    })
  },
})

const uninstall = operation({
  name: 'marketplace.uninstall',
  summary: 'Uninstall an item. Also as {slug}:uninstall',
  description: 'Parts changed since the installation are kept as the tenant’s own, and listed.',
  permission: 'settings:write',
  audit: 'marketplace:uninstalled',
  removes: 'records',
  path: 'POST /marketplace/items/:slug/uninstall',
  params,
  query: Type.Object(
    {
      remove_changed: Type.Boolean({
        default: false,
        description: 'true: remove parts that people changed too; by default they are kept',
      }),
    },
    { additionalProperties: false },
  ),
  output: doneSchema,
  async run({ tx, note, actor }, { slug, remove_changed }) {
    const done = await uninstallItem(tx, actor, slug, remove_changed)
    note(noteOf(done))
    return doneView({ ...done, isRepeat: false })
  },
})

export const MARKETPLACE_OPERATIONS = [list, get, install, update, uninstall]

type ItemCall = OutsideCall<Deps>

const catalogueOf = ({ deps, nowMs }: ItemCall) => readCatalogue(deps.marketplace ?? null, nowMs)

const prepared = async (call: ItemCall, slug: string) =>
  prepareItem(call.deps.pool, call.actor.tenantId, await catalogueOf(call), slug)

function optionsOf({ actor, nowMs }: { readonly actor: Actor; readonly nowMs: number }, overwrite: boolean) {
  return { by: { author: authorOf(actor), id: idOf(actor) }, nowMs, overwrite }
}

type Filter = { readonly kind?: string; readonly tag?: string; readonly technique?: string; readonly search?: string }

function fits({ manifest }: Listed, { kind, tag, technique, search }: Filter): boolean {
  const { name, slug, description, tags: own, mitre_techniques: techniques } = manifest
  const wanted = technique?.toUpperCase()
  return (
    (kind === undefined || manifest.kind === kind) &&
    (tag === undefined || own.includes(tag)) &&
    (wanted === undefined || techniques.some((one) => one === wanted || one.startsWith(`${wanted}.`))) &&
    (search === undefined || `${slug} ${name} ${description}`.toLowerCase().includes(search.toLowerCase()))
  )
}

function noteOf({ install: { slug, version, sha256 }, parts }: Pick<Done, 'install' | 'parts'>) {
  const kept = parts.map(({ path, objectId, outcome }) => ({ path, id: objectId, outcome }))
  const changes = { version, content_sha256: sha256.toString('hex'), parts: kept }
  return { resource: 'marketplace_item', resourceId: slug, changes }
}

const withId = <T extends { readonly objectId: string }>({ objectId, ...rest }: T) => ({ ...rest, id: objectId })
const withDigest = ({ sha256, ...install }: Install) => ({ ...install, contentSha256: sha256.toString('hex') })

function itemView({ manifest, source, sha256 }: Listed, installed: Install | null) {
  const { severity = null, mitre_techniques: mitreTechniques, ...rest } = manifest
  const isOther = installed !== null && (installed.version !== manifest.version || !installed.sha256.equals(sha256))
  return {
    ...rest,
    severity,
    mitreTechniques,
    source,
    contentSha256: sha256.toString('hex'),
    installed: installed && withDigest(installed),
    updateAvailable: isOther,
  }
}

const doneView = ({ install, isRepeat, parts }: Done) => {
  return { ...withDigest(install), alreadyInstalled: isRepeat, parts: parts.map(withId) }
}

function counted(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
