/** Why a query is no rule, or has no result. Lines and columns count from 1; line 0 is the query as a whole. */
export type KqlFault = { readonly line: number; readonly column: number; readonly reason: string }

/** Ends the compilation of one query; `at` is a position in its text. Caught only where queries are compiled. */
export class KqlRefusal extends Error {
  override readonly name = 'KqlRefusal'
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

export function refuse(at: number, reason: string): never {
  throw new KqlRefusal(at, reason)
}

export function faultOfAll(reason: string): KqlFault {
  return { line: 0, column: 0, reason }
}

export function faultAt(text: string, at: number, reason: string): KqlFault {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n'), reason }
}
