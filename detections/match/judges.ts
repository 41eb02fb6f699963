/** Tests that no table answers; compiled on first use. */
import { compileTruth } from '../plan/evaluate.ts'
import { compileLeafTest, compilePattern, compileSame, type TextPredicate, textOf } from './compile-test.ts'
import { compileFastRegex } from './fast-regex.ts'
import type { Judged } from './predicates.ts'

export type Judge = () => boolean

/** The values of the current event. */
export type CurrentValues = {
  valueOf(field: number): unknown
  /** Getter of a field of an expression; the field has a number only when it is known. */
  getter(field: string): () => unknown
}

/** Throws `BadRule` when the test is not valid. */
export function compileJudge(judged: Judged, request: CurrentValues): Judge {
  switch (judged.of) {
    case 'leaf': {
      const holds = compileLeafTest(judged.test, quickPattern)
      const { field, lengthMin } = judged
      if (lengthMin === 0) return () => some(request.valueOf(field), holds)
      return () => some(request.valueOf(field), (leaf) => (textOf(leaf)?.length ?? 0) >= lengthMin && holds(leaf))
    }
    case 'same': {
      const same = compileSame(judged.test.how, judged.test.cased)
      const { field, other } = judged
      return () => some(request.valueOf(field), (a) => some(request.valueOf(other), (b) => same(a, b)))
    }
    case 'computed': {
      const truth = compileTruth<null>(judged.value, request.getter)
      return () => truth(null) === true
    }
  }
}

function some(value: unknown, holds: (leaf: unknown) => boolean): boolean {
  if (Array.isArray(value)) return value.some(holds)
  return value !== undefined && holds(value)
}

function quickPattern(test: Parameters<typeof compilePattern>[0]): TextPredicate {
  const slow = compilePattern(test)
  return compileFastRegex(test.source, test.flags, slow) ?? slow
}
