/** Our own lake as one of the sources: it runs the query itself. */
import { isoTime } from '../../platform/iso-time.ts'
import type { SearchQuery } from '../search/ast.ts'
import { compileSearch } from '../search/compile.ts'
import type { EventSearch, FoundPage } from '../search/search-events.ts'
import type { Found, Target } from './ask-all.ts'
import type { Span } from './dialect.ts'
import type { FederatedFields } from './holds.ts'
import { FEDERATED_LIMITS } from './limits.ts'
import { FEDERATED_NAMES } from './names.ts'

const FIELDS = FEDERATED_NAMES.filter((name) => name !== 'time')

export const LAKE_ID = 'lake'

type LakeQuestion = { readonly query: SearchQuery; readonly text: string; readonly span: Span; readonly limit: number }

/**
 * `search` queries the lake and reports the parts of the time that are in the archive. Throws `SearchFault` for an
 * invalid query.
 */
export function lakeTarget(
  search: (request: EventSearch) => Promise<FoundPage>,
  { query, text, span, limit }: LakeQuestion,
  nowMs: number,
): Target {
  const condition = compileSearch(query, text, nowMs)
  const find = async (): Promise<Found & { readonly hasMore: boolean }> => {
    const { events, next, missing } = await search({ condition, span, fields: FIELDS, limit, after: null })
    const rows = events.map(({ time, fields }) => {
      const { raw, ...shown } = fields
      const present = Object.entries(shown).filter(([, value]) => value !== null && value !== '')
      return {
        timeMs: Date.parse(time),
        fields: Object.fromEntries(present) as FederatedFields,
        raw: typeof raw === 'string' ? raw.slice(0, FEDERATED_LIMITS.rawChars) : null,
      }
    })
    const left = missing.map(
      ({ fromMs, toMs, reason }) => `${isoTime(fromMs)} to ${isoTime(toMs)} was not looked at: ${reason}`,
    )
    return { rows, partial: left.length === 0 ? null : left.join(', '), hasMore: next !== null }
  }
  return { id: LAKE_ID, name: 'own lake', type: LAKE_ID, dialect: null, find }
}
