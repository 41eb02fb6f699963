import { codeAt } from '../../platform/code-at.ts'
import { unescaped } from './escapes.ts'

/** Lines of values between spaces, where `"..."` and `[...]` hold a value with spaces in it. */
const QUOTE = 0x22
const OPEN = 0x5b
const SPACE = 0x20

const ESCAPES = { '"': '"', '\\': '\\' }

/** Maximum number of tokens of a line: a line with more is not of these formats. */
const TOKENS_MAX = 1024

/** Null for too many tokens. `\"` in quotes is a quote; a quote that does not close extends to the end. */
export function readTokens(text: string): string[] | null {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const code = codeAt(text, at)
    if (code === SPACE || code === 0x09) {
      at++
      continue
    }
    if (tokens.length === TOKENS_MAX) return null
    const close = code === QUOTE ? closingQuote(text, at + 1) : code === OPEN ? text.indexOf(']', at) : -2
    if (close === -2 || close === -1) {
      const end = code === QUOTE ? text.length : endOfWord(text, at)
      tokens.push(text.slice(code === QUOTE ? at + 1 : at, end))
      at = end
    } else {
      const inner = text.slice(at + 1, close)
      tokens.push(code === QUOTE && inner.includes('\\') ? unescaped(inner, ESCAPES) : inner)
      at = close + 1
    }
  }
  return tokens
}

function endOfWord(text: string, from: number): number {
  const end = text.indexOf(' ', from)
  return end === -1 ? text.length : end
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (before >= from && codeAt(text, before) === 0x5c) before--
    if ((at - before) % 2 === 1) return at
  }
  return -1
}
