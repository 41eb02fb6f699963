import { SearchFault } from '../../../query/search/fault.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import type { Actor } from '../../platform/acting/index.ts'
import { fieldsIn, refuseHidden, refuseTables } from '../../platform/governance/index.ts'
import type { Hunt } from './hunt.ts'

/**
 * Refuses hunts to callers with hidden fields: a hunt filters by its own conditions, and even the number of hits
 * reveals a hidden value. SQL, KQL and rules may name fields by any vendor's name, so they are refused completely.
 * Throws `forbidden`.
 */
export function refuseHiddenFields({ hidden }: Pick<Actor, 'hidden'>, hunt: Pick<Hunt, 'language' | 'query'>): void {
  if (!hidden.has('event')) return
  if (hunt.language === 'lucene') refuseHidden(hidden, fieldsOf(hunt.query))
  else refuseTables(hidden)
}

/** An invalid query is refused later, where hunts are checked, with the place of its fault. */
function fieldsOf(query: string): readonly string[] {
  try {
    return fieldsIn(parseSearch(query))
  } catch (error) {
    if (error instanceof SearchFault) return []
    throw error
  }
}
