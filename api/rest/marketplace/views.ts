/** API views of the marketplace. */
import { type Static, Type } from 'typebox'
import {
  type Catalogue,
  type Contents,
  type Install,
  ITEM_KINDS,
  type Listed,
  OUTCOMES,
  PART_KINDS,
  PART_STATES,
  type PartDone,
  type PartNow,
} from '../../../control/marketplace/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['marketplace']

const installSchema = named(
  'MarketplaceInstall',
  Type.Object({
    version: Type.String(),
    content_sha256: Type.String(),
    installed_at: time,
    installed_by: Type.String({ description: 'a user by id, or what else it was' }),
    updated_at: time,
  }),
)
const summary = {
  slug: Type.String(),
  name: Type.String(),
  version: Type.String(),
  kind: oneOf(ITEM_KINDS, { description: 'pack: of several kinds' }),
  description: Type.String(),
  author: Type.String(),
  category: Type.String(),
  severity: nullable(Type.String()),
  mitre_techniques: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  source: oneOf(['builtin', 'remote'] as const),
  content_sha256: Type.String(),
  installed: nullable(installSchema),
  update_available: Type.Boolean({ description: 'the catalogue has another version than is installed' }),
}
export const itemSchema = named('MarketplaceItem', Type.Object(summary))
export const listSchema = named(
  'MarketplaceList',
  Type.Object({
    items: Type.Array(itemSchema),
    next_cursor: Type.Optional(Type.String()),
    total: Type.Integer({ description: 'of all pages' }),
    stats: Type.Object({ by_kind: Type.Record(Type.String(), Type.Integer()), installed: Type.Integer() }),
    mitre_coverage: Type.Record(Type.String(), Type.Integer(), { description: 'items that name a technique' }),
    installed_ids: Type.Array(Type.String(), { description: 'slugs, also of items that no catalogue has any more' }),
    broken: Type.Array(Type.Object({ slug: Type.String(), reason: Type.String() })),
    remote: Type.Object({
      state: oneOf(['off', 'ok', 'unavailable', 'refused'] as const),
      reason: nullable(Type.String()),
      as_of: nullable(time),
    }),
  }),
)
const partSchema = named(
  'MarketplacePart',
  Type.Object({
    path: Type.String(),
    kind: oneOf(PART_KINDS),
    id: uuid,
    title: nullable(Type.String()),
    state: oneOf(PART_STATES, { description: 'what people did to it since' }),
  }),
)
export const detailSchema = named(
  'MarketplaceItemDetail',
  Type.Object({
    ...summary,
    files: Type.Array(Type.Object({ path: Type.String(), text: Type.String() })),
    connectors: Type.Array(
      Type.Object({
        path: Type.String(),
        type: Type.String(),
        name: Type.String(),
        about: Type.String(),
        settings: Type.Record(Type.String(), Type.String()),
      }),
      { description: 'settings to begin a connector with, which needs the own credential' },
    ),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'why it cannot be installed',
    }),
    parts: Type.Array(partSchema, { description: 'what became of it in the tenant, where it is installed' }),
  }),
)
export const doneSchema = named(
  'MarketplaceDone',
  Type.Object({
    slug: Type.String(),
    version: Type.String(),
    content_sha256: Type.String(),
    installed_at: time,
    installed_by: Type.String(),
    already_installed: Type.Boolean({ description: 'in this version: nothing was done' }),
    parts: Type.Array(
      Type.Object({
        path: Type.String(),
        kind: oneOf(PART_KINDS),
        id: uuid,
        title: nullable(Type.String()),
        outcome: oneOf(OUTCOMES, {
          description: 'kept: somebody changed it since; left_out: somebody deleted it since',
        }),
      }),
    ),
  }),
)

export function itemView({ manifest, source, sha256 }: Listed, install: Install | null): Static<typeof itemSchema> {
  const { slug, name, version, kind, description, author, category, severity = null } = manifest
  return {
    ...{ slug, name, version, kind, description, author, category, severity, source },
    ...{ mitre_techniques: [...manifest.mitre_techniques], tags: [...manifest.tags] },
    content_sha256: sha256.toString('hex'),
    installed: install === null ? null : installView(install),
    update_available: install !== null && (install.version !== version || !install.sha256.equals(sha256)),
  }
}

function installView(install: Install): Static<typeof installSchema> {
  return {
    version: install.version,
    content_sha256: install.sha256.toString('hex'),
    installed_at: install.installedAt.toISOString(),
    installed_by: install.installedBy,
    updated_at: install.updatedAt.toISOString(),
  }
}

/** `found` is the whole result, and `shown` is a page of it. */
export function listView(
  { broken, remote }: Catalogue,
  found: readonly Listed[],
  shown: { readonly items: Static<typeof itemSchema>[]; readonly next_cursor?: string },
  installs: readonly Install[],
): Static<typeof listSchema> {
  const installed = new Set(installs.map(({ slug }) => slug))
  return {
    ...shown,
    total: found.length,
    stats: {
      by_kind: counted(found.map(({ manifest }) => manifest.kind)),
      installed: found.filter(({ manifest }) => installed.has(manifest.slug)).length,
    },
    mitre_coverage: counted(found.flatMap(({ manifest }) => manifest.mitre_techniques)),
    installed_ids: [...installed],
    broken: broken.map((one) => ({ ...one })),
    remote: { state: remote.state, reason: remote.reason, as_of: remote.asOf?.toISOString() ?? null },
  }
}

function counted(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function detailView(
  item: Static<typeof itemSchema>,
  files: readonly { readonly path: string; readonly text: string }[],
  { connectors, problems }: Contents,
  parts: readonly PartNow[],
): Static<typeof detailSchema> {
  return {
    ...item,
    files: files.map(({ path, text }) => ({ path, text })),
    connectors: connectors.map((one) => ({ ...one, settings: { ...one.settings } })),
    problems: problems.map(({ path, reason }) => ({ path, reason })),
    parts: parts.map(({ path, kind, objectId, title, state }) => ({ path, kind, id: objectId, title, state })),
  }
}

export function doneView(
  { slug, version, sha256, installedAt, installedBy }: Install,
  isRepeat: boolean,
  parts: readonly PartDone[],
): Static<typeof doneSchema> {
  return {
    ...{ slug, version, content_sha256: sha256.toString('hex'), installed_at: installedAt.toISOString() },
    ...{ installed_by: installedBy, already_installed: isRepeat },
    parts: parts.map(({ path, kind, objectId, title, outcome }) => ({ path, kind, id: objectId, title, outcome })),
  }
}
