/** What the compiler has to know of stored rows; who knows the sources of events says it (`query/`). */
import type { FieldView } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import type { Bindings } from './bindings.ts'

/** Rows whose events are read alike. Kinds exclude each other. */
export type LakeKind = {
  readonly name: string
  /** A condition over columns of `events` and `bindings.computed`: true for exactly the rows of this kind, never NULL. */
  where(bindings: Bindings): string
  /**
   * Where fields stand in the JSON text `raw`. Null when `raw` is no JSON object, or its members are moved before a rule
   * sees them: then only the matcher can judge, and the rows are undecided.
   */
  readonly view: FieldView | null
  /** A condition for the rows of this kind whose log source a rule for `wanted` covers: `1`, `0` or more. */
  covers(wanted: LogSource): string
}
