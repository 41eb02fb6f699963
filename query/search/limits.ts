/** Bounds of event search. Beyond one a query is refused with the bound, or an answer names what it leaves out. */
export const SEARCH_LIMITS = {
  /** Length of the text of a query. */
  queryChars: 4096,
  /** Nesting of parentheses and NOTs. */
  depth: 32,
  /** Conditions of a query. */
  terms: 128,
  /** Number of `*` and `?` in one value. */
  wildcards: 16,
  /** Steps of the path of a field. */
  pathSteps: 12,
  /** Longest span of event time, in days. */
  rangeDays: 186,
  rangeDaysDefault: 30,
  /** Events of a page. */
  rows: 500,
  rowsDefault: 50,
  /** Fields of an event that a page shows; facets of one request. */
  fields: 32,
  facets: 8,
  facetValues: 100,
  buckets: 500,
  /** Bytes of one value on a page; the answer for a single event has the whole text. */
  valueChars: 16_384,
  /** Time within which a page, a histogram or facets are answered, or name the time that they leave out. */
  budgetMs: 15_000,
} as const
