/** A fault in a query with its place; lines and columns begin at 1. */
export class SearchFault extends Error {
  override readonly name = 'SearchFault'
  readonly line: number
  readonly column: number

  constructor(query: string, at: number, reason: string) {
    super(reason)
    const before = query.slice(0, at).split('\n')
    this.line = before.length
    this.column = (before.at(-1)?.length ?? 0) + 1
  }

  /** The message with its place, for people. */
  text(): string {
    return `line ${this.line}, column ${this.column}: ${this.message}`
  }
}
