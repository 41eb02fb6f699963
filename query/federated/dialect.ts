/** The contract of a dialect into which searches are translated. */
import type { Test } from './condition.ts'
import type { FederatedFields } from './holds.ts'
import type { FederatedName } from './names.ts'

export type DialectName = 'spl' | 'kql' | 'esql'

/** Half open, Unix milliseconds. */
export type Span = { readonly fromMs: number; readonly toMs: number }

export type PushedLeaf =
  /** The source decides exactly as we do. `note` names what it cannot see. */
  | { readonly kind: 'exact'; readonly text: string; readonly note?: string }
  /** True for every event that we want, and for others, so the rows must be filtered again. */
  | { readonly kind: 'wider'; readonly text: string; readonly why: string }
  /** The source has no such value. */
  | { readonly kind: 'none' }
  /** The source cannot test it, but its rows can be filtered afterwards. */
  | { readonly kind: 'after'; readonly why: string }

/** A table or index from which events are read. */
export type Place = {
  readonly name: string
  /** True when the table has such a field at all. */
  has(name: FederatedName): boolean
  leaf(name: FederatedName, test: Test, isNegated: boolean): PushedLeaf
  readonly and: (parts: readonly string[]) => string
  readonly or: (parts: readonly string[]) => string
  readonly not: (part: string) => string
}

export type Dialect = {
  readonly name: DialectName
  places(settings: Readonly<Record<string, string>>): readonly Place[]
  /** `where` of each table; null selects all rows. Tables whose condition is never true are left out. */
  statement(
    places: readonly { readonly place: Place; readonly where: string | null }[],
    span: Span,
    limit: number,
    settings: Readonly<Record<string, string>>,
  ): string
  /** Maps a row of the vendor to our field names. */
  fields(row: Readonly<Record<string, unknown>>): FederatedFields
}
