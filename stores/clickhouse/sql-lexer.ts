/**
 * Splits ClickHouse SQL into tokens as the engine's own lexer does where it matters: strings, comments, quoted names. A
 * test compares it with the engine's `tokenizeQuery`. Security rests on it in part: `checkNames` (`tenant-sql.ts`)
 * refuses names by it, and `withCutLists` (`tenant-catalogue.ts`) rewrites tables by it and refuses when its count
 * differs from that of the engine's parser. Which tables a tenant may read is decided by the engine's syntax tree and
 * the row policies, never by these tokens alone.
 */
export type TokenKind = 'word' | 'text' | 'name' | 'comment' | 'space' | 'sign'
export type Token = { readonly kind: TokenKind; readonly start: number; readonly end: number }

/**
 * Yields the whole text as tokens without gaps. An unclosed string or comment runs to the end; the engine refuses such
 * a text.
 */
export function* tokens(sql: string): Generator<Token> {
  let at = 0
  while (at < sql.length) {
    const token = tokenAt(sql, at)
    yield token
    at = token.end
  }
}

const SPACE = /\s+/y
/**
 * A dollar sign may be part of a word but not of a number, and is a token of its own before anything that is not a
 * word.
 */
const WORD = /[0-9][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_$]*|\$[A-Za-z0-9_][A-Za-z0-9_$]*/y
/** Typographic quotes delimit strings and names too, and know no escapes. */
const UNICODE_QUOTES: Record<string, readonly [string, TokenKind]> = { '‘': ['’', 'text'], '“': ['”', 'name'] }

function tokenAt(sql: string, start: number): Token {
  const char = sql.charAt(start)
  const next = sql.charAt(start + 1)
  const space = matchEnd(SPACE, sql, start)
  if (space) return { kind: 'space', start, end: space }
  if (char === "'") return { kind: 'text', start, end: quotedEnd(sql, start, char) }
  if (char === '`' || char === '"') return { kind: 'name', start, end: quotedEnd(sql, start, char) }
  const unicode = UNICODE_QUOTES[char]
  if (unicode) return { kind: unicode[1], start, end: after(sql, unicode[0], start + 1) }
  if (isLineComment(char, next)) return { kind: 'comment', start, end: lineEnd(sql, start) }
  if (char === '/' && next === '*') return { kind: 'comment', start, end: blockCommentEnd(sql, start) }
  const heredoc = heredocEnd(sql, start)
  if (heredoc) return { kind: 'text', start, end: heredoc }
  const word = matchEnd(WORD, sql, start)
  return word ? { kind: 'word', start, end: word } : { kind: 'sign', start, end: start + 1 }
}

function isLineComment(char: string, next: string): boolean {
  if (char === '-') return next === '-'
  if (char === '/') return next === '/'
  return char === '#' && (next === ' ' || next === '!')
}

function matchEnd(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : 0
}

function lineEnd(sql: string, from: number): number {
  const found = sql.indexOf('\n', from)
  return found === -1 ? sql.length : found
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

/** A backslash escapes any character and a doubled quote is a quote. */
function quotedEnd(sql: string, start: number, quote: string): number {
  let at = start + 1
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (char === '\\') at += 2
    else if (char !== quote) at += 1
    else if (sql.charAt(at + 1) === quote) at += 2
    else return at + 1
  }
  return sql.length
}

/** Block comments nest. */
function blockCommentEnd(sql: string, start: number): number {
  let depth = 1
  let at = start + 2
  while (at < sql.length) {
    const two = sql.slice(at, at + 2)
    if (two === '/*') depth += 1
    if (two === '*/') depth -= 1
    if (depth === 0) return at + 2
    at += two === '/*' || two === '*/' ? 2 : 1
  }
  return sql.length
}

/** `$tag$ text $tag$`; without a closing tag the dollar sign is no heredoc. */
function heredocEnd(sql: string, start: number): number {
  if (sql.charAt(start) !== '$') return 0
  const tagEnd = sql.indexOf('$', start + 1) + 1
  const tag = sql.slice(start, tagEnd)
  const close = tagEnd === 0 ? -1 : sql.indexOf(tag, tagEnd)
  return close === -1 ? 0 : close + tag.length
}
