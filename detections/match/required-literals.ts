/**
 * Finds literals that every match of a regular expression must contain, so that the expression itself runs on few
 * texts. It reads RE2 syntax; a part that it does not understand gives no literals, which is slower but never wrong.
 * Literals are folded: a gate without case lets more through, never less.
 */
import { foldCase } from '../plan/fold.ts'
import { better, EMPTY, either, literal, ONE_CHARACTER, type Part, Sequence, times } from './pattern-parts.ts'

export type Required = {
  /** At least one of them occurs in every matching text; null when nothing is known. */
  readonly anyOf: readonly string[] | null
  /** No shorter text matches, in UTF-16 units. */
  readonly lengthMin: number
}

const CLASS_MAX = 6
const NESTING_MAX = 100
const UNKNOWN: Required = { anyOf: null, lengthMin: 0 }

export function requiredLiterals(source: string): Required {
  try {
    const part = new PatternReader(source).whole()
    return { anyOf: better(part.need, part.exact), lengthMin: part.min }
  } catch (error) {
    if (error instanceof NotUnderstood) return UNKNOWN
    throw error
  }
}

class NotUnderstood extends Error {}

class PatternReader {
  private at = 0
  private depth = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  whole(): Part {
    const part = this.alternatives()
    if (this.at < this.source.length) throw new NotUnderstood()
    return part
  }

  private alternatives(): Part {
    if (++this.depth > NESTING_MAX) throw new NotUnderstood()
    let all = this.sequence()
    while (this.accept('|')) all = either(all, this.sequence())
    this.depth--
    return all
  }

  private sequence(): Part {
    const sequence = new Sequence()
    while (this.at < this.source.length && !'|)'.includes(this.peek())) sequence.add(this.repeated(this.atom()))
    return sequence.part()
  }

  private repeated(atom: Part): Part {
    let part = atom
    for (;;) {
      const counts = this.counts()
      if (!counts) return part
      this.accept('?')
      part = times(part, counts.min, counts.max)
    }
  }

  private counts(): { min: number; max: number } | null {
    if (this.accept('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.accept('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.accept('?')) return { min: 0, max: 1 }
    const braces = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.source.slice(this.at, this.at + 16))
    if (!braces) return null
    this.at += braces[0].length
    const min = Number(braces[1])
    if (!braces[2]) return { min, max: min }
    return { min, max: braces[3] ? Number(braces[3]) : Number.POSITIVE_INFINITY }
  }

  private atom(): Part {
    const char = this.next()
    if (char === '(') return this.group()
    if (char === '[') return this.bracket()
    if (char === '\\') return this.escape()
    if (char === '.') return ONE_CHARACTER
    if (char === '^' || char === '$') return EMPTY
    if ('*+?'.includes(char)) throw new NotUnderstood()
    return literal(char)
  }

  private group(): Part {
    if (this.accept('?')) {
      const head = /^(?:P?<\w+>|[imsU-]*[:)])/.exec(this.source.slice(this.at, this.at + 64))
      if (!head) throw new NotUnderstood()
      this.at += head[0].length
      if (head[0].endsWith(')')) return this.flags()
    }
    const part = this.alternatives()
    if (!this.accept(')')) throw new NotUnderstood()
    return part
  }

  /** A repetition count after flags applies to the part before them. */
  private flags(): Part {
    if (this.counts()) throw new NotUnderstood()
    return EMPTY
  }

  private escape(): Part {
    const char = this.next()
    if ('bBAz'.includes(char)) return EMPTY
    if (this.isClass(char)) return ONE_CHARACTER
    return literal(this.escaped(char))
  }

  private escaped(char: string): string {
    const control = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' }[char]
    if (control) return control
    if (!/[a-zA-Z0-9]/.test(char)) return char
    const hex =
      char === 'x' ? /^(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/.exec(this.source.slice(this.at, this.at + 8)) : null
    const codePoint = Number.parseInt(hex?.[1] ?? hex?.[2] ?? 'none', 16)
    if (!hex || !(codePoint <= 0x10ffff)) throw new NotUnderstood()
    this.at += hex[0].length
    return String.fromCodePoint(codePoint)
  }

  /** A class with a handful of characters (`[cC]`) is enumerated; any other is one unknown character. */
  private bracket(): Part {
    const chars = new Set<string>()
    let isOpen = this.accept('^')
    for (let isFirst = true; isFirst || this.peek() !== ']'; isFirst = false) {
      if (this.peek() === '[' && this.source[this.at + 1] === ':') throw new NotUnderstood()
      const low = this.member()
      const isRange = this.peek() === '-' && this.source[this.at + 1] !== ']'
      if (isRange) {
        this.next()
        this.member()
      }
      if (low === null || isRange) isOpen = true
      else chars.add(foldCase(low))
    }
    this.next()
    return isOpen || chars.size > CLASS_MAX ? ONE_CHARACTER : { exact: [...chars], need: null, min: 1 }
  }

  /** Null for a class within the class. */
  private member(): string | null {
    const char = this.next()
    if (char !== '\\') return char
    const escaped = this.next()
    return this.isClass(escaped) ? null : this.escaped(escaped)
  }

  /** After a backslash; reads the name of a property: `\pL`, `\p{Greek}`. */
  private isClass(char: string): boolean {
    if (!'pP'.includes(char)) return 'dDwWsS'.includes(char)
    const name = /^(?:[A-Z]|\{\^?\w+\})/.exec(this.source.slice(this.at, this.at + 64))
    if (!name) throw new NotUnderstood()
    this.at += name[0].length
    return true
  }

  private peek(): string {
    const codePoint = this.source.codePointAt(this.at)
    if (codePoint === undefined) throw new NotUnderstood()
    return String.fromCodePoint(codePoint)
  }

  private next(): string {
    const char = this.peek()
    this.at += char.length
    return char
  }

  private accept(char: string): boolean {
    if (!this.source.startsWith(char, this.at)) return false
    this.at += char.length
    return true
  }
}
