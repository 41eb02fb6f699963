/** Parameters and answers of counts by field values. */
import { Type } from 'typebox'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { nullable } from '../../../schemas/wire.ts'

export const FACET_VALUES_DEFAULT = 10
export const facetValues = Type.Optional(
  Type.Integer({ minimum: 1, maximum: SEARCH_LIMITS.facetValues, default: FACET_VALUES_DEFAULT }),
)
export const facetMembers = {
  field: Type.String(),
  values: Type.Array(Type.Object({ value: nullable(Type.String()), events: Type.Integer() }), {
    description: 'values with the most events first; null: events without a value',
  }),
  distinct: Type.Integer({ description: 'number of distinct values, counting a missing value as one' }),
  other_events: Type.Integer({ description: 'number of events with a value that is not listed' }),
}
