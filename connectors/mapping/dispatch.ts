/**
 * Chooses the profile for a record by the values of the source's `select` fields. The tables are searched only once for
 * each new combination of values.
 */
import type { Chapter, Profile, SourceTable } from './table.ts'

export type Chosen = { readonly profile: Profile; readonly chapter: Chapter }

/**
 * Maximum number of cached combinations; a full cache is cleared. Values come from records, so senders can invent any
 * number of them.
 */
const KINDS_MAX = 8192

type Memory<T> = Map<unknown, T | Memory<T>>

/** Results by combinations of values; each value is one level of nested maps. */
export class Kinds<T extends object> {
  /** Generated code (see `read.ts`) reads it, and calls `find` for missing entries. */
  memory: Memory<T> = new Map()
  readonly #choose: (values: readonly unknown[]) => T
  #count = 0

  constructor(choose: (values: readonly unknown[]) => T) {
    this.#choose = choose
  }

  find(values: readonly unknown[]): T {
    const result = this.#choose(values)
    if (values.some((value) => typeof value === 'object')) return result
    if (this.#count++ >= KINDS_MAX) {
      this.memory = new Map()
      this.#count = 1
    }
    remember(this.memory, values, result)
    return result
  }
}

/**
 * The first match in the order of chapters and profiles. Throws at load when the last profile does not match
 * everything.
 */
export function kindsOf<T extends object>(table: SourceTable, make: (chosen: Chosen) => T): Kinds<T> {
  const all = table.chapters.flatMap((chapter) => chapter.profiles.map((profile): Chosen => ({ profile, chapter })))
  const last = all.at(-1)
  if (!last || Object.keys(last.profile.when).length > 0)
    throw new TypeError(`${table.id}: the last profile takes every record`)
  for (const { profile } of all) checkWhen(table, profile)
  const made = new Map<Profile, T>()
  return new Kinds((values) => {
    const chosen = all.find(({ profile }) => takes(table, profile, values)) ?? last
    let result = made.get(chosen.profile)
    if (result === undefined) made.set(chosen.profile, (result = make(chosen)))
    return result
  })
}

function remember<T>(memory: Memory<T>, values: readonly unknown[], result: T): void {
  let at = memory
  for (const value of values.slice(0, -1)) {
    let next = at.get(value) as Memory<T> | undefined
    if (!next) at.set(value, (next = new Map()))
    at = next
  }
  at.set(values.at(-1), result)
}

function checkWhen(table: SourceTable, profile: Profile): void {
  const select: readonly string[] = table.select
  const unknown = Object.keys(profile.when).filter((field) => !select.includes(field))
  if (unknown.length > 0)
    throw new TypeError(`${table.id}: ${profile.name} asks for ${unknown.join(', ')}, not in select`)
}

function takes(table: SourceTable, profile: Profile, values: readonly unknown[]): boolean {
  return values.every((value, i) => {
    const wanted = profile.when[table.select[i] ?? '']
    if (wanted === undefined) return true
    const word = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
    return (Array.isArray(wanted) ? wanted : [wanted]).some((pattern) => matches(String(pattern).toLowerCase(), word))
  })
}

function matches(pattern: string, word: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}
