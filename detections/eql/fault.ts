/** Why a query or a file is no rule. Lines and columns count from 1; line 0 is the file as a whole. */
export type EqlFault = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** Ends the parsing of one query; `at` is a position in its text. Caught only where queries are parsed. */
export class EqlRefusal extends Error {
  override readonly name = 'EqlRefusal'
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

export function refuse(at: number, reason: string): never {
  throw new EqlRefusal(at, reason)
}

/** Text of a query inside a reason: on one line, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)
}

export function positionOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}
