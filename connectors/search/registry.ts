/** Sources that can be searched in their own language: a line each, by the type of the connector. */
import { searchElastic } from '../vendors/elastic/search.ts'
import { searchSentinel } from '../vendors/sentinel/search.ts'
import { searchSplunk } from '../vendors/splunk/search.ts'
import type { Search } from './search.ts'

export type SearchSource = { readonly language: 'spl' | 'kql' | 'esql'; readonly search: Search }

export const SEARCH_SOURCES: Readonly<Record<string, SearchSource>> = {
  splunk: { language: 'spl', search: searchSplunk },
  sentinel: { language: 'kql', search: searchSentinel },
  elastic: { language: 'esql', search: searchElastic },
}
