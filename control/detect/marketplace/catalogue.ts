/** The installable items: the built-in ones, and those of a remote signed catalogue. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noSuch } from '../../../platform/errors.ts'
import { compareVersions, type ItemPackage, isPackage, type Listed, packageDigest, packageFault } from './item.ts'
import type { RemoteCatalogue, RemoteState } from './remote.ts'

export const MARKETPLACE_DIR = join(import.meta.dirname, '../../../content/marketplace')

export type Catalogue = {
  readonly items: readonly Listed[]
  /** Broken items of the product's own folder. */
  readonly broken: readonly { readonly slug: string; readonly reason: string }[]
  readonly remote: RemoteState
  /** Everything that is in one of `items`. Throws `unavailable` when it cannot be had, `conflict` for one that was altered. */
  open(item: Listed): Promise<ItemPackage>
}

type Folder = {
  readonly items: readonly (Listed & { readonly whole: ItemPackage })[]
  readonly broken: Catalogue['broken']
}

let shipped: Folder | undefined

/** By name. An item in both catalogues has the newer version; at equal versions the built-in one. */
export async function readCatalogue(remote: RemoteCatalogue | null, nowMs: number): Promise<Catalogue> {
  shipped ??= readItems(MARKETPLACE_DIR)
  return merged(shipped, remote, nowMs)
}

/** The same over another folder. */
export async function merged(own: Folder, remote: RemoteCatalogue | null, nowMs: number): Promise<Catalogue> {
  const other = remote === null ? OFF : await remote.read(nowMs)
  const bySlug = new Map<string, Listed>()
  for (const item of [...own.items, ...other.items]) {
    const before = bySlug.get(item.manifest.slug)
    if (before && compareVersions(before.manifest.version, item.manifest.version) >= 0) continue
    bySlug.set(item.manifest.slug, item)
  }
  const items = [...bySlug.values()].sort((a, b) => (a.manifest.slug < b.manifest.slug ? -1 : 1))
  const open = async (item: Listed) => {
    const found = own.items.find((one) => one === item)
    if (found) return found.whole
    if (remote === null) throw noSuch('item')
    return remote.open(item)
  }
  return { items, broken: own.broken, remote: other.state, open }
}

const OFF = { items: [], state: { state: 'off', reason: null, asOf: null } } as const

/** `dir` has one folder for each item: its description `item.json`, and its files. */
export function readItems(dir: string): Folder {
  const items: Folder['items'][number][] = []
  const broken: { slug: string; reason: string }[] = []
  const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name: slug } of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const read = readItem(join(dir, slug), slug)
    if ('reason' in read) broken.push({ slug, reason: read.reason })
    else items.push({ manifest: read.manifest, source: 'builtin', sha256: packageDigest(read), whole: read })
  }
  return { items, broken }
}

function readItem(dir: string, slug: string): ItemPackage | { readonly reason: string } {
  try {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => file !== join(dir, 'item.json'))
      .sort()
      .map((file) => ({ path: file.slice(dir.length + 1).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
    const found: unknown = { manifest: JSON.parse(readFileSync(join(dir, 'item.json'), 'utf8')), files }
    if (!isPackage(found)) return { reason: packageFault(found) ?? 'is no item' }
    return found.manifest.slug === slug ? found : { reason: `its folder is ${slug}, its slug ${found.manifest.slug}` }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'cannot be read' }
  }
}
