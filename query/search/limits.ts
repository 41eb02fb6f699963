/** Bounds of event search. Beyond one a query is refused with the bound, or an answer names what it leaves out. */
export const SEARCH_LIMITS = {
  /** Length of the text of a query. */
  queryChars: 4096,
  /** Nesting of parentheses and NOTs. */
  depth: 32,
  /** Conditions of a query. */
  terms: 128,
  /**
   * Number of `*` and `?` in one value.
   * @bound a search: text, depth, conditions, wildcards in a value = {queryChars}; {depth}; {terms}; {} -> 422 with the
   * place
   */
  wildcards: 16,
  /** Steps of the path of a field. */
  pathSteps: 12,
  /**
   * Longest span of event time, in days.
   * @bound time span of a search -> 422
   */
  rangeDays: 186,
  rangeDaysDefault: 30,
  /**
   * Events of a page.
   * @bound events in a page of a search -> a cursor
   */
  rows: 500,
  rowsDefault: 50,
  /** Fields of an event that a page shows; facets of one request. */
  fields: 32,
  facets: 8,
  facetValues: 100,
  buckets: 500,
  /**
   * Bytes of one value on a page; the answer for a single event has the whole text.
   * @bound a value on a page of a search -> listed in `cut`
   */
  valueChars: 16_384,
  /**
   * Time within which a page, a histogram or facets are answered, or name the time that they leave out.
   * @bound duration of a search -> the answer names the time span that was not searched
   */
  budgetMs: 15_000,
} as const
