/**
 * The share of a source's field paths and bytes that are mapped, derived (renderings, which repeat other fields) or
 * unmapped. Bytes are those of name and value as JSON.
 */
import type { SourceMapping } from './source-mapping.ts'

export type FieldStatus = 'mapped' | 'derived' | 'unmapped'
export type Shares = Readonly<Record<FieldStatus, number>>

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
/** Added to the path of a list in the table of statuses, because its items have statuses of their own. */
const ITEMS = `${SEPARATOR}${SEPARATOR}`

type Counted = { status: FieldStatus; bytes: number }

export class Fidelity {
  readonly #paths = new Map<string, Counted>()
  readonly #known = new WeakMap<object, ReadonlyMap<string, FieldStatus>>()
  readonly #bytes: Record<FieldStatus, number> = { mapped: 0, derived: 0, unmapped: 0 }
  #records = 0
  #unclassified = 0

  /** `record` must be in the form that the mapping reads: call this after `fill` or `toOcsf`. */
  add(source: SourceMapping, record: Readonly<Record<string, unknown>>): void {
    const info = source.profileOf(record)
    let statuses = this.#known.get(info)
    if (!statuses) this.#known.set(info, (statuses = statusesOf(info.reads, info.renderings)))
    this.#records++
    if (info.unclassified !== null) this.#unclassified++
    this.#visit(record, '', 'unmapped', statuses, 0)
  }

  report(): FidelityReport {
    const paths: Record<FieldStatus, number> = { mapped: 0, derived: 0, unmapped: 0 }
    for (const { status } of this.#paths.values()) paths[status]++
    const unmapped = [...this.#paths]
      .filter(([, { status }]) => status === 'unmapped')
      .map(([path, { bytes }]) => ({ path: path.split(SEPARATOR).slice(1).join('.'), bytes }))
      .sort((a, b) => b.bytes - a.bytes)
    return { records: this.#records, unclassified: this.#unclassified, paths, bytes: { ...this.#bytes }, unmapped }
  }

  #visit(
    value: unknown,
    path: string,
    inherited: FieldStatus,
    statuses: ReadonlyMap<string, FieldStatus>,
    depth: number,
  ): void {
    const status = inherited === 'unmapped' ? (statuses.get(path) ?? inherited) : inherited
    const isWhole = Array.isArray(value) && statuses.get(`${path}${ITEMS}`) === undefined
    if (typeof value !== 'object' || value === null || isWhole || depth >= DEPTH_MAX) {
      this.#count(path, status, value)
      return
    }
    for (const [name, member] of Object.entries(value)) {
      this.#visit(member, `${path}${SEPARATOR}${name}`, status, statuses, depth + 1)
    }
  }

  #count(path: string, status: FieldStatus, value: unknown): void {
    if (value === undefined || value === null || value === '' || value === '-') return
    const name = path.slice(path.lastIndexOf(SEPARATOR) + 1)
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? '') + Buffer.byteLength(name) + 4
    this.#bytes[status] += bytes
    const key = this.#paths.size < PATHS_MAX || this.#paths.has(path) ? path : `${SEPARATOR}${MORE}`
    const counted = this.#paths.get(key)
    if (!counted) this.#paths.set(key, { status, bytes })
    else {
      counted.bytes += bytes
      if (status === 'mapped' || (status === 'derived' && counted.status === 'unmapped')) counted.status = status
    }
  }
}

function statusesOf(
  reads: readonly (readonly string[])[],
  renderings: readonly (readonly string[])[],
): ReadonlyMap<string, FieldStatus> {
  const key = (place: readonly string[]) => place.map((step) => `${SEPARATOR}${step}`).join('')
  // Lists whose items are read one by one are counted item by item; any other list is one value.
  const lists = reads.flatMap((place) =>
    place.flatMap((step, at) => (/^\d+$/.test(step) ? [`${key(place.slice(0, at))}${ITEMS}`] : [])),
  )
  return new Map<string, FieldStatus>([
    ...lists.map((path) => [path, 'mapped'] as const),
    ...reads.map((place) => [key(place), 'mapped'] as const),
    ...renderings.map((place) => [key(place), 'derived'] as const),
  ])
}
