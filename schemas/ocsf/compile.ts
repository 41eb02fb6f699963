/**
 * Makes `dictionary.ndjson.br` from a folder of compiled OCSF schemas: `ocsf-1.8.0.compact.json` and
 * `ocsf-1.8.0.full.json`, older ones under `versions/`. Run by hand: `node schemas/ocsf/compile.ts FOLDER`.
 *
 * A line a version, oldest first; brotli's window spans them all, so eight older versions cost a tenth of the newest
 * ones' own size each. Attribute definitions repeat hundreds of times and are kept once, by their number.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { StoredAttribute, StoredShape, StoredVersion } from './stored.ts'

type SourceAttribute = {
  t: string
  o?: string
  arr?: boolean
  req?: string
  enum?: Record<string, string>
  sib?: string
  prof?: string[]
  obs?: number
  dep?: string
}
type SourceShape = {
  uid?: number
  caption: string
  category_uid?: number
  constraints?: Record<string, string[]>
  attributes: Record<string, SourceAttribute>
  '@deprecated'?: { since: string }
}
type Source = {
  version: string
  categories: Record<string, { uid: number; caption: string }>
  types: Record<
    string,
    { type?: string; regex?: string; max_len?: number; range?: [number, number]; observable?: number }
  >
  classes: Record<string, SourceShape>
  objects: Record<string, SourceShape>
}
type FullShape = { attributes: Record<string, { '@deprecated'?: { message: string } }> }
type Full = { classes: Record<string, FullShape>; objects: Record<string, FullShape> }

/** Distinguished by the class or object that they are in; these are derived from others and add nothing. */
const DERIVED = new Set(['type_uid', 'class_uid', 'category_uid'])

class Pool {
  readonly all: StoredAttribute[] = []
  readonly #numbers = new Map<string, number>()

  number(name: string, source: SourceAttribute): number {
    const enumeration = DERIVED.has(name) ? undefined : source.enum
    const stored: StoredAttribute = {
      t: source.t.replace(/_t$/, ''),
      ...(source.o && { o: source.o }),
      ...(source.arr && { a: 1 }),
      ...(source.req === 'required' && { r: 2 }),
      ...(source.req === 'recommended' && { r: 1 }),
      ...(enumeration && { e: enumeration }),
      ...(source.sib && { s: source.sib }),
      ...(source.prof && { p: source.prof }),
      ...(source.obs && { b: source.obs }),
      ...(source.dep && { d: source.dep }),
    }
    const key = JSON.stringify(stored)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.all.push(stored) - 1
      this.#numbers.set(key, number)
    }
    return number
  }
}

function storedShape(source: SourceShape, pool: Pool, renames: Record<string, string>): StoredShape {
  const names = Object.entries(source.attributes)
  return {
    c: source.caption,
    a: Object.fromEntries(names.map(([name, attribute]) => [name, pool.number(name, attribute)])),
    ...(source.uid !== undefined && { u: source.uid }),
    ...(source.category_uid !== undefined && { g: source.category_uid }),
    ...(source.constraints && { k: source.constraints }),
    ...(source['@deprecated'] && { d: source['@deprecated'].since }),
    ...(Object.keys(renames).length > 0 && { n: renames }),
  }
}

/**
 * Parses `Use the <code>signatures</code> attribute instead`: a rename when it names exactly one other attribute of the
 * same shape.
 */
function renamesOf(source: SourceShape, full: FullShape | undefined): Record<string, string> {
  const renames: Record<string, string> = {}
  for (const [name, attribute] of Object.entries(full?.attributes ?? {})) {
    const named = [...(attribute['@deprecated']?.message ?? '').matchAll(/<code>\s*([a-z_0-9]+)\s*<\/code>/g)]
    const others = new Set(named.map((match) => match[1] as string).filter((other) => other !== name))
    const [to] = others
    const from = source.attributes[name]
    const target = to === undefined ? undefined : source.attributes[to]
    if (others.size !== 1 || to === undefined || !from || !target || target.dep) continue
    if (from.t === target.t && from.o === target.o && (!from.arr || target.arr)) renames[name] = to
  }
  return renames
}

function storedVersion(source: Source, full: Full | null): StoredVersion {
  const pool = new Pool()
  const shapes = (kind: 'classes' | 'objects') =>
    Object.fromEntries(
      Object.entries(source[kind]).map(([name, shape]) => [
        name,
        storedShape(shape, pool, renamesOf(shape, full?.[kind][name])),
      ]),
    )
  return {
    version: source.version,
    categories: Object.fromEntries(Object.values(source.categories).map(({ uid, caption }) => [uid, caption])),
    types: Object.fromEntries(
      Object.entries(source.types).map(([name, type]) => [
        name.replace(/_t$/, ''),
        {
          ...(type.type && { t: type.type.replace(/_t$/, '') }),
          ...(type.regex && { x: type.regex }),
          ...(type.max_len && { l: type.max_len }),
          ...(type.range && { m: type.range }),
          ...(type.observable && { b: type.observable }),
        },
      ]),
    ),
    classes: shapes('classes'),
    objects: shapes('objects'),
    attributes: pool.all,
  }
}

function read<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as T
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: node schemas/ocsf/compile.ts FOLDER')
const older = readdirSync(join(folder, 'versions')).sort()
const lines = [
  ...older.map((file) => storedVersion(read<Source>(folder, 'versions', file), null)),
  storedVersion(read<Source>(folder, 'ocsf-1.8.0.compact.json'), read<Full>(folder, 'ocsf-1.8.0.full.json')),
].map((version) => JSON.stringify(version))
const text = lines.join('\n')
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
writeFileSync(new URL('dictionary.ndjson.br', import.meta.url), packed)
console.log(`${lines.length} versions, ${text.length} characters, ${packed.length} bytes packed`)
