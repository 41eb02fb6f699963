/** The parser's position among the words of a query, and its depth. */
import { quote, refuse } from './fault.ts'
import { EQL_LIMITS } from './limits.ts'
import type { Token } from './tokens.ts'

export class Cursor {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0
  #nodes = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? this.#tokens.at(-1) ?? { at: 0, kind: 'end', text: '' }
  }

  next(): Token {
    const token = this.peek()
    if (token.kind !== 'end') this.#next++
    return token
  }

  /** Keywords are lower case; a name in backticks is none. */
  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'name' && token.text === word
  }

  isMark(mark: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'mark' && token.text === mark
  }

  takeWord(word: string): boolean {
    return this.isWord(word) && this.next().kind === 'name'
  }

  takeMark(mark: string): boolean {
    return this.isMark(mark) && this.next().kind === 'mark'
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected(quote(word))
  }

  expectMark(mark: string): void {
    if (!this.takeMark(mark)) this.unexpected(quote(mark))
  }

  unexpected(wanted: string): never {
    const { at, kind, text } = this.peek()
    return refuse(at, `expected ${wanted}, found ${kind === 'end' ? text : quote(text)}`)
  }

  /** Runs a part of the grammar that may contain itself, and limits its depth. */
  inside<T>(parse: () => T): T {
    if (++this.#depth > EQL_LIMITS.depth) refuse(this.peek().at, `nested more than ${EQL_LIMITS.depth} deep`)
    const parsed = parse()
    this.#depth--
    return parsed
  }

  countNode(): void {
    if (++this.#nodes > EQL_LIMITS.nodes) refuse(this.peek().at, `query has more than ${EQL_LIMITS.nodes} parts`)
  }
}
