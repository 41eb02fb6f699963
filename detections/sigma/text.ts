/**
 * Sigma's strings: `*` is any text, `?` one character, and a backslash makes a `*`, a `?` or a backslash plain. Before
 * any other character it is a backslash. (Sigma specification 2.1, "Escape Character".)
 */
import type { LikePart, TextTest } from '../plan/expr.ts'

const MANY: LikePart = { kind: 'many' }
const ONE: LikePart = { kind: 'one' }

/** Neighbouring texts joined, neighbouring `*` made one; no parts for the empty string. */
export function textParts(source: string): LikePart[] {
  if (!/[*?]|\\\\/.test(source)) return source === '' ? [] : [{ kind: 'text', text: source }]
  const parts: LikePart[] = []
  let text = ''
  for (let i = 0; i < source.length; i++) {
    const char = source[i] as string
    const next = source[i + 1]
    if (char === '\\' && (next === '*' || next === '?' || next === '\\')) {
      text += next
      i++
    } else if (char === '*' || char === '?') {
      addPart(parts, { kind: 'text', text })
      addPart(parts, char === '*' ? MANY : ONE)
      text = ''
    } else text += char
  }
  addPart(parts, { kind: 'text', text })
  return parts
}

/** Keeps the list free of empty texts, of texts side by side and of `many` side by side. */
function addPart(parts: LikePart[], part: LikePart): void {
  const last = parts.at(-1)
  if (part.kind === 'text' && part.text === '') return
  if (part.kind === 'many' && last?.kind === 'many') return
  if (part.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { kind: 'text', text: last.text + part.text }
  } else parts.push(part)
}

export function joinParts(...lists: readonly (readonly LikePart[])[]): LikePart[] {
  const parts: LikePart[] = []
  for (const list of lists) for (const part of list) addPart(parts, part)
  return parts
}

/** The text of a string without wildcards, or null when it has some. */
export function plainText(parts: readonly LikePart[]): string | null {
  if (parts.length === 0) return ''
  const [first] = parts
  return parts.length === 1 && first?.kind === 'text' ? first.text : null
}

export type Anchor = 'equals' | 'prefix' | 'suffix' | 'contains'

/**
 * The simplest equivalent test: `*x*` is `contains x`, and `*` alone is `contains` of the empty text, which is always
 * true.
 */
export function textTest(parts: readonly LikePart[], anchor: Anchor, cased: boolean): TextTest {
  if (parts.length === 1 && parts[0]?.kind === 'text') return { op: anchor, text: parts[0].text, cased }
  if (parts.length === 0) return { op: anchor, text: '', cased }
  const before = anchor === 'suffix' || anchor === 'contains' ? [MANY] : []
  const after = anchor === 'prefix' || anchor === 'contains' ? [MANY] : []
  return plainest(joinParts(before, parts, after), cased)
}

function plainest(parts: readonly LikePart[], cased: boolean): TextTest {
  const isOpenLeft = parts[0]?.kind === 'many'
  const isOpenRight = parts.at(-1)?.kind === 'many'
  const text = plainText(parts.slice(isOpenLeft ? 1 : 0, isOpenRight ? -1 : undefined))
  if (text === null) return { op: 'like', parts, cased }
  if (isOpenLeft) return { op: isOpenRight ? 'contains' : 'suffix', text, cased }
  return { op: isOpenRight ? 'prefix' : 'equals', text, cased }
}
