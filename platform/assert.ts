/**
 * For our own bugs: the process dies and resumes from its checkpoint. Never for bad input, and never for an unavailable
 * store or service.
 */
export function assert(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new AssertionFailed(invariant)
}

export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
  constructor(invariant: string) {
    super(`broken invariant: ${invariant}`)
  }
}
