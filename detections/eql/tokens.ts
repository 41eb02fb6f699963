/** The words of a query. Comments and whitespace are between them. */
import { quote, refuse } from './fault.ts'

export type Token = {
  readonly at: number
  /** `name` is unescaped for names in backticks; `name~` is a name that a tilde follows. */
  readonly kind: 'name' | 'escaped' | 'name~' | 'string' | 'integer' | 'decimal' | 'mark' | 'end'
  /** The value of a string, the digits of a number, otherwise the source text. */
  readonly text: string
}

const SPACE = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/y
/** Endpoint rules name variables with a dollar sign. */
const NAME = /[A-Za-z_@$][A-Za-z0-9_]*/y
const ESCAPED = /`((?:[^`\r\n]|``)+)`/y
const NUMBER = /(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?/y
const PLAIN_STRING = /"((?:\\.|[^"\\\r\n])*)"|'((?:\\.|[^'\\\r\n])*)'/y
const OLD_RAW_STRING = /\?(?:"((?:\\"|[^"\r\n])*)"|'((?:\\'|[^'\r\n])*)')/y
const MARK = /==|!=|<=|>=|!:|[=<>:+\-*/%.,()[\]|?!]/y

/** Returns all words of a text, an `end` last; refuses characters that form no word. Linear in the text. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = skip(text, 0)
  while (at < text.length) {
    const [token, end] = tokenAt(text, at)
    tokens.push(token)
    at = skip(text, end)
  }
  return [...tokens, { at, kind: 'end', text: 'end of the query' }]
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at
  const next = SPACE.test(text) ? SPACE.lastIndex : at
  if (text.startsWith('/*', next)) refuse(next, 'the comment is not closed')
  return next
}

function tokenAt(text: string, at: number): readonly [Token, number] {
  const word = matchAt(NAME, text, at)
  if (word) return nameAt(text, at, word[0])
  const escaped = matchAt(ESCAPED, text, at)
  if (escaped) return [{ at, kind: 'escaped', text: escaped[1]?.replaceAll('``', '`') ?? '' }, at + escaped[0].length]
  const number = matchAt(NUMBER, text, at)
  if (number) {
    return [{ at, kind: /^\d+$/.test(number[0]) ? 'integer' : 'decimal', text: number[0] }, at + number[0].length]
  }
  const string = stringAt(text, at)
  if (string) return string
  const mark = matchAt(MARK, text, at)
  if (mark) return [{ at, kind: 'mark', text: mark[0] }, at + mark[0].length]
  return refuse(
    at,
    /["'`]/.test(text[at] ?? '') ? 'text in quotes does not end' : `${quote(text[at] ?? '')} is not EQL`,
  )
}

function nameAt(text: string, at: number, name: string): readonly [Token, number] {
  const end = at + name.length
  return text[end] === '~' ? [{ at, kind: 'name~', text: name }, end + 1] : [{ at, kind: 'name', text: name }, end]
}

function stringAt(text: string, at: number): readonly [Token, number] | null {
  if (text.startsWith('"""', at)) return rawStringAt(text, at)
  const old = matchAt(OLD_RAW_STRING, text, at)
  if (old) return [{ at, kind: 'string', text: old[1] ?? old[2] ?? '' }, at + old[0].length]
  const plain = matchAt(PLAIN_STRING, text, at)
  if (!plain) return null
  return [{ at, kind: 'string', text: unescapeText(plain[1] ?? plain[2] ?? '', at + 1) }, at + plain[0].length]
}

/** Up to two quotes more than the three that end it belong to the text. */
function rawStringAt(text: string, at: number): readonly [Token, number] {
  let end = text.indexOf('"""', at + 3)
  if (end < 0) refuse(at, 'the text in """ is not closed')
  for (let extra = 0; extra < 2 && text[end + 3] === '"'; extra++) end++
  const value = text.slice(at + 3, end)
  if (/[\r\n]/.test(value)) refuse(at, 'text in """ must be on one line')
  return [{ at, kind: 'string', text: value }, end + 3]
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
}

function unescapeText(text: string, at: number): string {
  return text.replace(
    /\\(u\{([0-9a-fA-F]{2,8})\}|.)/gs,
    (all: string, what: string, hex: string | undefined, offset: number) => {
      if (hex !== undefined) return codePoint(hex, at + offset)
      return ESCAPES[what] ?? refuse(at + offset, `${quote(all)} is not an escape; write \\\\ for a backslash`)
    },
  )
}

function codePoint(hex: string, at: number): string {
  const code = Number.parseInt(hex, 16)
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : refuse(at, `there is no character ${quote(hex)}`)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
