import { orNull, type Row, text, time } from '../../stores/postgres/columns.ts'

export const SUBJECT_KINDS = ['user', 'host', 'case', 'alert', 'ip', 'tenant'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export type LegalHold = {
  readonly id: string
  readonly name: string
  /** What lawyers call the matter. */
  readonly matterRef: string
  readonly subjectKind: SubjectKind
  /** Compared without regard to case. Of `tenant` the tenant's own id. */
  readonly subjectValue: string
  readonly notes: string | null
  readonly placedBy: string
  readonly placedAt: Date
  /** Since when the lake drops nothing of the tenant's. Null: not yet, or it is released. */
  readonly keptSince: Date | null
  readonly releasedAt: Date | null
  readonly releasedBy: string | null
  readonly releaseReason: string | null
}

export const HOLD_COLUMNS = `id, name, matter_ref, subject_kind, subject_value, notes, placed_by, placed_at, kept_since,
  released_at, released_by, release_reason`

export function toHold(row: Row): LegalHold {
  return {
    ...{ id: text(row, 'id'), name: text(row, 'name'), matterRef: text(row, 'matter_ref') },
    ...{ subjectKind: text(row, 'subject_kind') as SubjectKind, subjectValue: text(row, 'subject_value') },
    ...{ notes: orNull(text, row, 'notes'), placedBy: text(row, 'placed_by'), placedAt: time(row, 'placed_at') },
    ...{ keptSince: orNull(time, row, 'kept_since'), releasedAt: orNull(time, row, 'released_at') },
    ...{ releasedBy: orNull(text, row, 'released_by'), releaseReason: orNull(text, row, 'release_reason') },
  }
}
