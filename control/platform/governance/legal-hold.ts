import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const SUBJECT_KINDS = ['user', 'host', 'case', 'alert', 'ip', 'tenant'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Times are null until it is kept or released. `matter_ref` is the lawyers' name of the matter. */
export const LEGAL_HOLDS = table('LegalHold', {
  id: column.uuid(),
  name: column.text(),
  matter_ref: column.text(),
  subject_kind: column.word(SUBJECT_KINDS),
  /** Compared without regard to case. Of `tenant` the tenant's own id. */
  subject_value: column.text(),
  notes: column.orNull(column.text()),
  placed_by: column.text(),
  placed_at: column.time(),
  kept_since: column.orNull(column.time({ description: 'time from which retention keeps the records under the hold' })),
  released_at: column.orNull(column.time()),
  released_by: column.orNull(column.text()),
  release_reason: column.orNull(column.text()),
})

export type LegalHold = RowOf<typeof LEGAL_HOLDS>

/** The subject of a hold; compared without regard to case. */
export type HoldSubject = { readonly kind: SubjectKind; readonly value: string }
