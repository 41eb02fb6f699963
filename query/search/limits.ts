/** Bounds of event search. Past one of them a query is refused with the bound, or an answer says what it leaves out. */
export const SEARCH_LIMITS = {
  /** Length of the text of a query. */
  queryChars: 4096,
  /** Parentheses and NOTs inside one another. */
  depth: 32,
  /** Conditions of a query. */
  terms: 128,
  /** `*` and `?` of one value. */
  wildcards: 16,
  /** Steps of the path of a field. */
  pathSteps: 12,
  /** Between the first and the last event time that is looked at. */
  rangeDays: 186,
  rangeDaysDefault: 30,
  /** Events of a page. */
  rows: 500,
  rowsDefault: 50,
  /** Fields of an event that a page shows; facets of one question. */
  fields: 32,
  facets: 8,
  facetValues: 100,
  buckets: 500,
  /** Bytes of one value of a page; the whole text is in the answer for one event. */
  valueChars: 16_384,
  /** Within which a page, a histogram or facets are answered, or say which time they leave out. */
  budgetMs: 15_000,
} as const
