/** Facts about stored rows that the compiler needs; `query/`, which knows the sources of events, provides them. */
import type { FieldView } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import type { Bindings } from './bindings.ts'

/** Rows whose events are read alike. */
export type LakeKind = {
  readonly name: string
  /**
   * Where fields stand in the JSON text `raw`. Null when `raw` is no JSON object, or its members are moved before a rule
   * sees them: then only the matcher can judge, and the rows are undecided.
   */
  readonly view: FieldView | null
  /** True when a rule for `wanted` is for rows of this kind. */
  covers(wanted: LogSource): boolean
}

export type LakeKinds = {
  readonly list: readonly LakeKind[]
  /**
   * The place in `list` of a row's kind, as a number over columns of `events` and what `bindings` compute; never NULL.
   * No rule is for a row with any other number.
   */
  numberSql(bindings: Bindings): string
}

/** A condition for the rows of some kinds, by their places in the list. */
export function ofKindsSql(kinds: LakeKinds, numbers: readonly number[], bindings: Bindings): string {
  if (numbers.length === 0) return '0'
  return bindings.rows(`${kinds.numberSql(bindings)} IN (${numbers.join(', ')})`)
}
