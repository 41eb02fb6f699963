/**
 * The share of a source's field paths and bytes that are mapped, derived (renderings, which repeat other fields) or
 * unmapped. Bytes are those of name and value as JSON.
 */
import type { SourceMapping } from './source-mapping.ts'

export type FieldFate = 'mapped' | 'derived' | 'unmapped'
export type Shares = Readonly<Record<FieldFate, number>>

export type FidelityReport = {
  readonly records: number
  /** Number of records whose profile has no class of its own. */
  readonly unclassified: number
  /** Distinct paths; one that any profile reads is mapped. */
  readonly paths: Shares
  readonly bytes: Shares
  /** Unmapped paths, those with most bytes first. */
  readonly unmapped: readonly { readonly path: string; readonly bytes: number }[]
}

/** Maximum number of distinct paths; further ones are counted under `(more)`. */
const PATHS_MAX = 20_000
const MORE = '(more)'
const DEPTH_MAX = 64
const SEPARATOR = '\u0000'
/** Added to the path of a list in the table of fates, because its items have fates of their own. */
const ITEMS = `${SEPARATOR}${SEPARATOR}`

type Counted = { fate: FieldFate; bytes: number }

export class Fidelity {
  readonly #paths = new Map<string, Counted>()
  readonly #known = new WeakMap<object, ReadonlyMap<string, FieldFate>>()
  readonly #bytes: Record<FieldFate, number> = { mapped: 0, derived: 0, unmapped: 0 }
  #records = 0
  #unclassified = 0

  /** `record` must be in the form that the mapping reads: call this after `fill` or `toOcsf`. */
  add(source: SourceMapping, record: Readonly<Record<string, unknown>>): void {
    const info = source.profileOf(record)
    let fates = this.#known.get(info)
    if (!fates) this.#known.set(info, (fates = fatesOf(info.reads, info.renderings)))
    this.#records++
    if (info.unclassified !== null) this.#unclassified++
    this.#visit(record, '', 'unmapped', fates, 0)
  }

  report(): FidelityReport {
    const paths: Record<FieldFate, number> = { mapped: 0, derived: 0, unmapped: 0 }
    for (const { fate } of this.#paths.values()) paths[fate]++
    const unmapped = [...this.#paths]
      .filter(([, { fate }]) => fate === 'unmapped')
      .map(([path, { bytes }]) => ({ path: path.split(SEPARATOR).slice(1).join('.'), bytes }))
      .sort((a, b) => b.bytes - a.bytes)
    return { records: this.#records, unclassified: this.#unclassified, paths, bytes: { ...this.#bytes }, unmapped }
  }

  #visit(
    value: unknown,
    path: string,
    inherited: FieldFate,
    fates: ReadonlyMap<string, FieldFate>,
    depth: number,
  ): void {
    const fate = inherited === 'unmapped' ? (fates.get(path) ?? inherited) : inherited
    const isWhole = Array.isArray(value) && fates.get(`${path}${ITEMS}`) === undefined
    if (typeof value !== 'object' || value === null || isWhole || depth >= DEPTH_MAX) {
      this.#count(path, fate, value)
      return
    }
    for (const [name, member] of Object.entries(value)) {
      this.#visit(member, `${path}${SEPARATOR}${name}`, fate, fates, depth + 1)
    }
  }

  #count(path: string, fate: FieldFate, value: unknown): void {
    if (value === undefined || value === null || value === '' || value === '-') return
    const name = path.slice(path.lastIndexOf(SEPARATOR) + 1)
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? '') + Buffer.byteLength(name) + 4
    this.#bytes[fate] += bytes
    const key = this.#paths.size < PATHS_MAX || this.#paths.has(path) ? path : `${SEPARATOR}${MORE}`
    const counted = this.#paths.get(key)
    if (!counted) this.#paths.set(key, { fate, bytes })
    else {
      counted.bytes += bytes
      if (fate === 'mapped' || (fate === 'derived' && counted.fate === 'unmapped')) counted.fate = fate
    }
  }
}

function fatesOf(
  reads: readonly (readonly string[])[],
  renderings: readonly (readonly string[])[],
): ReadonlyMap<string, FieldFate> {
  const key = (place: readonly string[]) => place.map((step) => `${SEPARATOR}${step}`).join('')
  // Lists whose items are read one by one are counted item by item; any other list is one value.
  const lists = reads.flatMap((place) =>
    place.flatMap((step, at) => (/^\d+$/.test(step) ? [`${key(place.slice(0, at))}${ITEMS}`] : [])),
  )
  return new Map<string, FieldFate>([
    ...lists.map((path) => [path, 'mapped'] as const),
    ...reads.map((place) => [key(place), 'mapped'] as const),
    ...renderings.map((place) => [key(place), 'derived'] as const),
  ])
}
