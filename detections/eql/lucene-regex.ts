/**
 * Regular expressions of EQL are Lucene's (org.apache.lucene.util.automaton.RegExp): they fit the whole text, `.` is any
 * character, `^` and `$` are plain characters, `"..."` is literal text and `@` any text. What RE2 cannot say (`~`
 * complement, `&` intersection, `<1-9>` ranges of numbers, `#` nothing) is refused; a backslash makes a plain
 * character of each. `\d \D \w \W \s \S` are classes as in newer versions of Lucene.
 */
import type { LikePart } from '../plan/expr.ts'

/** `parts`: the pattern consists only of text and `.*`. */
export type Translated =
  | { readonly source: string; readonly parts: readonly LikePart[] | null }
  | { readonly fault: string }

type Piece = { readonly source: string; readonly part: LikePart | null; readonly length: number }

const REFUSED: Readonly<Record<string, string>> = {
  '~': 'complement',
  '&': 'intersection',
  '<': 'a range of numbers',
  '#': 'the empty language',
}

export function translateRegex(pattern: string): Translated {
  const pieces: Piece[] = []
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at)
    if ('fault' in piece) return piece
    pieces.push(piece)
    at += piece.length
  }
  return { source: `^(?:${pieces.map((piece) => piece.source).join('')})$`, parts: asParts(pieces) }
}

function pieceAt(pattern: string, at: number): Piece | { readonly fault: string } {
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
  if (char === '\\') return escapeAt(pattern, at)
  if (char === '[') return classAt(pattern, at)
  if (char === '"') return quotedAt(pattern, at)
  if (char === '.') return pattern[at + 1] === '*' && pattern[at + 2] !== '?' ? anyText(2) : special('.')
  if (char === '@') return anyText(1)
  if (Object.hasOwn(REFUSED, char)) {
    return {
      fault: `'${char}' is ${REFUSED[char]} in a regular expression, which is not supported: write \\${char} for the character`,
    }
  }
  if (char === '{') return repeatAt(pattern, at)
  return '?+*|()'.includes(char) ? special(char) : text(char)
}

const anyText = (length: number): Piece => ({ source: '.*', part: { kind: 'many' }, length })
const special = (source: string): Piece => ({ source, part: null, length: source.length })
const text = (char: string, length = char.length): Piece => ({
  source: quoteRegex(char),
  part: { kind: 'text', text: char },
  length,
})

export function quoteRegex(char: string): string {
  return char.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

function escapeAt(pattern: string, at: number): Piece | { readonly fault: string } {
  const code = pattern.codePointAt(at + 1)
  if (code === undefined) return { fault: 'regular expression ends in a backslash' }
  const char = String.fromCodePoint(code)
  return 'dDwWsS'.includes(char) ? { ...special(`\\${char}`), length: 2 } : text(char, 1 + char.length)
}

/** A class ends at the first bracket that no backslash precedes; `^` negates at its beginning only. */
function classAt(pattern: string, at: number): Piece | { readonly fault: string } {
  const found = /^\[\^?(?:\\[\s\S]|[^\]\\])+\]/.exec(pattern.slice(at))
  if (!found) return { fault: "'[' has no end" }
  const source = found[0].replace(/\\?[\s\S]/gu, (one, offset: number) => classChar(one, offset))
  return { source, part: null, length: found[0].length }
}

function classChar(one: string, offset: number): string {
  if (offset === 0 || one === '-' || one === ']' || (one === '^' && offset === 1)) return one
  if (/^\\[dDwWsS]$/.test(one)) return one
  const char = one.startsWith('\\') ? one.slice(1) : one
  return /[\\^\]&[-]/.test(char) ? `\\${char}` : char
}

function quotedAt(pattern: string, at: number): Piece | { readonly fault: string } {
  const end = pattern.indexOf('"', at + 1)
  if (end < 0) return { fault: `'"' begins literal text that does not end: write \\" for the character` }
  return text(pattern.slice(at + 1, end), end + 1 - at)
}

function repeatAt(pattern: string, at: number): Piece | { readonly fault: string } {
  const found = /^\{\d{1,4}(?:,\d{0,4})?\}/.exec(pattern.slice(at, at + 12))
  return found ? special(found[0]) : { fault: "'{' does not begin a count such as {2,4}" }
}

/** Null when the pattern contains anything but text and `.*`, or when a quantifier follows. */
function asParts(pieces: readonly Piece[]): readonly LikePart[] | null {
  const parts: LikePart[] = []
  for (const { part } of pieces) {
    const last = parts.at(-1)
    if (part === null) return null
    if (part.kind === 'text' && last?.kind === 'text')
      parts[parts.length - 1] = { kind: 'text', text: last.text + part.text }
    else if (part.kind !== 'many' || last?.kind !== 'many') parts.push(part)
  }
  return parts
}
