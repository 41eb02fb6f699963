/** The syntax tree of a search, the same for every query language. */

/** Text, or a wildcard: `*` stands for any text, `?` for one character. */
export type Piece = string | { readonly wild: '*' | '?' }

export type Bound = { readonly value: string; readonly isIncluded: boolean }

/** `at` is the position in the query, from 0. */
export type Leaf =
  /** `field` null means the raw text of the event. */
  | { readonly kind: 'match'; readonly field: string | null; readonly pattern: readonly Piece[]; readonly at: number }
  | { readonly kind: 'exists'; readonly field: string; readonly at: number }
  | {
      readonly kind: 'range'
      readonly field: string
      /** Null when the range is open on that side. */
      readonly from: Bound | null
      readonly to: Bound | null
      readonly at: number
    }

export type SearchQuery =
  | { readonly kind: 'all' }
  | Leaf
  | { readonly kind: 'not'; readonly of: SearchQuery }
  /** Two or more members, none of the same kind as this node. */
  | { readonly kind: 'and'; readonly of: readonly SearchQuery[] }
  | { readonly kind: 'or'; readonly of: readonly SearchQuery[] }

/** Joins conditions; flattens an `and` in an `and`, and an `or` in an `or`. */
export function joined(kind: 'and' | 'or', of: readonly SearchQuery[]): SearchQuery {
  const flat = of.flatMap((one) => (one.kind === kind ? one.of : [one]))
  const [only] = flat
  return flat.length === 1 && only !== undefined ? only : { kind, of: flat }
}

/** Null for a pattern with wildcards. */
export function plainText(pattern: readonly Piece[]): string | null {
  const [only = ''] = pattern
  return pattern.length <= 1 && typeof only === 'string' ? only : null
}
