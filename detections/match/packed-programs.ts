/** Compiled conditions in JSON form, for a cache and for other threads; unpacked they match as before. */
import { BadRule } from './compile-test.ts'
import { type Predicate, Predicates } from './predicates.ts'
import type { Compiled, Program } from './programs.ts'

export type PackedPrograms = {
  readonly predicates: readonly Predicate[]
  readonly fields: readonly string[]
  readonly wantsDigits: readonly boolean[]
  readonly programs: readonly Program[]
  readonly graph: readonly number[]
  readonly faults: readonly { readonly rule: number; readonly reason: string }[]
}

export function packPrograms({ predicates, programs, graph, faults }: Compiled): PackedPrograms {
  const { all, fields, wantsDigits } = predicates
  return {
    ...{ predicates: all, fields, wantsDigits, programs, graph: Array.from(graph) },
    faults: faults.map(({ rule, error }) => ({ rule, reason: error.message })),
  }
}

/** Tests of fields no longer have numbers (`Matcher.numberOf`). */
export function unpackPrograms({ predicates, fields, wantsDigits, ...packed }: PackedPrograms): Compiled {
  return {
    predicates: Predicates.known(predicates, fields, wantsDigits),
    programs: packed.programs,
    graph: Int32Array.from(packed.graph),
    faults: packed.faults.map(({ rule, reason }) => ({ rule, error: new BadRule(reason) })),
  }
}
