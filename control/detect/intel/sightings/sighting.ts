/** Sightings of indicators: matches that became alerts, and what people say of an indicator. */
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { MISP_PUSH_STATES } from '../misp-push-store.ts'

/** Types of MISP, in the order of their numbers there. */
export const SIGHTING_TYPES = ['sighting', 'false_positive', 'expiration'] as const
export type SightingType = (typeof SIGHTING_TYPES)[number]

export const SIGHTINGS = table('Sighting', {
  id: column.uuid(),
  indicator_id: column.uuid(),
  sighting_type: column.word(SIGHTING_TYPES),
  alert_id: column.orNull(column.uuid({ description: 'alert with a match as evidence; null: reported by a person' })),
  count: column.int({ description: 'number of matches' }),
  first_seen: column.time(),
  last_seen: column.time(),
  note: column.orNull(column.text()),
  noted_by: column.orNull(column.text({ description: 'person who reported it; null: an alert' })),
  misp_state: column.orNull(
    column.word(MISP_PUSH_STATES, { description: 'state of the push to the operator’s MISP; null: not requested' }),
  ),
  misp_error: column.orNull(column.text({ description: 'error of the last attempt' })),
  misp_at: column.orNull(column.time()),
  created_at: column.time(),
})
export type Sighting = RowOf<typeof SIGHTINGS>
