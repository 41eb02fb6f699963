/** We are wrong: the process dies and resumes from its checkpoint. Never for bad input, never for a refusing world. */
export function assert(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new AssertionFailed(invariant)
}

export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
  constructor(invariant: string) {
    super(`broken invariant: ${invariant}`)
  }
}
