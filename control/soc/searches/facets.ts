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
    description: 'those of most events first; null: events without one',
  }),
  distinct: Type.Integer({ description: 'distinct values, the missing value included' }),
  other_events: Type.Integer({ description: 'events whose value is not named' }),
}
