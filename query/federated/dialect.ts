/** The contract of a dialect that searches are translated into. */
import type { Test } from './condition.ts'
import type { FederatedFields } from './holds.ts'
import type { FederatedName } from './names.ts'

export type DialectName = 'spl' | 'kql' | 'esql'

/** Half open, Unix milliseconds. */
export type Span = { readonly fromMs: number; readonly toMs: number }

export type PushedLeaf =
  /** It decides as we do. `note`: what it cannot see. */
  | { readonly kind: 'exact'; readonly text: string; readonly note?: string }
  /** It holds for everything that we look for, and for more. */
  | { readonly kind: 'wider'; readonly text: string; readonly why: string }
  /** The source has no such value. */
  | { readonly kind: 'none' }
  /** It cannot be asked, and what it gives can be looked at. */
  | { readonly kind: 'after'; readonly why: string }

/** One place that events are read from: a table, an index. */
export type Place = {
  readonly name: string
  /** True when the place has the value at all. */
  has(name: FederatedName): boolean
  leaf(name: FederatedName, test: Test, isNegated: boolean): PushedLeaf
  readonly and: (parts: readonly string[]) => string
  readonly or: (parts: readonly string[]) => string
  readonly not: (part: string) => string
}

export type Dialect = {
  readonly name: DialectName
  places(settings: Readonly<Record<string, string>>): readonly Place[]
  /** `where` of each place: null means all of it. Places whose condition never holds are left out. */
  statement(
    places: readonly { readonly place: Place; readonly where: string | null }[],
    span: Span,
    limit: number,
    settings: Readonly<Record<string, string>>,
  ): string
  /** A row as the vendor gives it, in our names. */
  fields(row: Readonly<Record<string, unknown>>): FederatedFields
}
