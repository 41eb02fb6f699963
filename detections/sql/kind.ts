/** Facts about stored rows that the compiler needs; `query/`, which knows the sources of events, provides them. */
import type { FieldView } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import type { Bindings } from './bindings.ts'

/** Rows whose events are read in the same way. */
export type LakeKind = {
  readonly name: string
  /**
   * Where fields are in the JSON text `raw`. Null when `raw` is no JSON object, or when its members are moved before a
   * rule sees them: then only the matcher can judge, and the rows are undecided.
   */
  readonly view: FieldView | null
  /** True when a rule for `wanted` applies to rows of this kind. */
  covers(wanted: LogSource): boolean
}

export type LakeKinds = {
  readonly list: readonly LakeKind[]
  /**
   * Index in `list` of a row's kind, as a number computed from columns of `events` and `bindings`; never NULL. No rule
   * applies to a row with any other number.
   */
  numberSql(bindings: Bindings): string
}

/** A condition for the rows of some kinds, by their indexes in the list. */
export function ofKindsSql(kinds: LakeKinds, numbers: readonly number[], bindings: Bindings): string {
  if (numbers.length === 0) return '0'
  return bindings.rows(`${kinds.numberSql(bindings)} IN (${numbers.join(', ')})`)
}
