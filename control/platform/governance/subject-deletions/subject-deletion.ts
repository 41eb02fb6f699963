import { Type } from 'typebox'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'

/** Cases and alerts are deleted by their own routes, a tenant by its operator. */
export const ERASED_KINDS = ['user', 'host', 'ip'] as const
export type ErasedKind = (typeof ERASED_KINDS)[number]

export const DELETION_STATES = ['pending', 'blocked_by_hold', 'in_progress', 'completed', 'refused'] as const

export const SUBJECT_DELETIONS = table('SubjectDeletion', {
  id: column.uuid(),
  subject_kind: column.word(ERASED_KINDS),
  subject_value: column.text(),
  state: column.word(DELETION_STATES, {
    description: 'blocked_by_hold: a legal hold covers the subject; the erasure continues when no hold does',
  }),
  reason: column.orNull(column.text()),
  notes: column.orNull(column.text({ description: 'reason of a refusal, or the latest error' })),
  blocked_by_hold_id: column.orNull(column.uuid()),
  affected_counts: column.json<Readonly<Record<string, number>>>(
    Type.Record(Type.String(), Type.Integer(), { description: 'number of rows changed or deleted, by table' }),
  ),
  requested_by: column.text(),
  requested_at: column.time(),
  completed_at: column.orNull(column.time()),
})
export type SubjectDeletion = RowOf<typeof SUBJECT_DELETIONS>
export type Subject = { readonly kind: ErasedKind; readonly value: string }
