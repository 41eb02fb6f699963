/** Compiles EQL's text tests to tests of the plan: the simplest equivalent one, so that an index can answer it. */
import { call, type LikePart, literal, type TextTest, type Value } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'
import { likeParts } from '../plan/like.ts'
import { compileRegex } from '../plan/regex.ts'
import type { MatchOp } from './ast.ts'
import { refuse } from './fault.ts'
import { fold } from './fold-value.ts'
import { quoteRegex, translateRegex } from './lucene-regex.ts'

export function textTest(op: MatchOp, text: string, at: number): TextTest {
  const cased = op === 'like' || op === 'regex'
  return op === 'regex' || op === 'regex~' ? regexTest(text, cased, at) : wildcardTest(text, cased)
}

export function wildcardTest(text: string, cased: boolean): TextTest {
  return ofParts(likeParts(text), cased)
}

export function regexTest(pattern: string, cased: boolean, at: number): TextTest {
  const translated = translateRegex(pattern)
  if ('fault' in translated) return refuse(at, translated.fault)
  if (translated.parts) return ofParts(translated.parts, cased)
  const flags = { i: !cased, m: false, s: true }
  const compiled = compileRegex(translated.source, flags)
  if ('fault' in compiled) return refuse(at, `not a regular expression: ${compiled.fault}`)
  return { op: 'regex', source: translated.source, flags }
}

function ofParts(parts: readonly LikePart[], cased: boolean): TextTest {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const plain = (op: 'equals' | 'prefix' | 'suffix' | 'contains'): TextTest => ({
    op,
    text: cased ? text : foldCase(text),
    cased,
  })
  switch (parts.map((part) => (part.kind === 'text' ? 'text' : part.kind === 'many' ? '*' : '?')).join(' ')) {
    case '':
    case 'text':
      return plain('equals')
    case 'text *':
    case '*':
      return plain('prefix')
    case '* text':
      return plain('suffix')
    case '* text *':
      return plain('contains')
    default:
      return { op: 'like', parts, cased }
  }
}

const CALLS = { prefix: 'startsWith', suffix: 'endsWith', contains: 'contains' } as const

/** The same test of a computed value. */
export function testCall(value: Value, test: TextTest): Value {
  if (test.op === 'regex') return call('regex', value, literal(test.source), literal(test.flags.i ? 'is' : 's'))
  const subject = test.cased ? value : fold(value)
  if (test.op === 'equals') return call('equals', call('string', subject), literal(test.text))
  return test.op === 'like' ? likeCall(value, subject, test) : call(CALLS[test.op], subject, literal(test.text))
}

/** The call `like` cannot express a literal star or question mark. */
function likeCall(value: Value, subject: Value, { parts, cased }: TextTest & { readonly op: 'like' }): Value {
  if (parts.some((part) => part.kind === 'text' && /[*?]/.test(part.text))) {
    const source = parts.map((part) =>
      part.kind === 'text' ? quoteRegex(part.text) : part.kind === 'many' ? '.*' : '.',
    )
    return call('regex', value, literal(`^(?:${source.join('')})$`), literal(cased ? 's' : 'is'))
  }
  const pattern = parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'many' ? '*' : '?')).join('')
  return call('like', subject, literal(cased ? pattern : foldCase(pattern)))
}
