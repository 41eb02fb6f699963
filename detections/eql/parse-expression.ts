/**
 * Conditions, weakest first: `or`, `and`, `not`, one comparison or lookup, `+ -`, `* / %`, a sign, `value:method()`.
 */
import { wholeNumber } from '../../platform/exact-json.ts'
import type { ArithmeticOp, CompareOp, MatchOp, Node } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { quote, refuse } from './fault.ts'

const KEYWORDS = new Set(['and', 'any', 'by', 'false', 'in', 'join', 'like', 'maxspan', 'not', 'null', 'of', 'or'])
for (const word of ['regex', 'sample', 'sequence', 'true', 'until', 'where', 'with']) KEYWORDS.add(word)

/** Words that must be in backticks to be names. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word)
}

export function parseExpression(cursor: Cursor): Node {
  return cursor.inside(() => parseChain(cursor, 'or'))
}

function parseChain(cursor: Cursor, op: 'or' | 'and'): Node {
  const parseOne = () => (op === 'or' ? parseChain(cursor, 'and') : parseNot(cursor))
  const first = parseOne()
  const of = [first]
  while (cursor.takeWord(op)) of.push(parseOne())
  return of.length === 1 ? first : { kind: op, at: first.at, of }
}

function parseNot(cursor: Cursor): Node {
  const { at } = cursor.peek()
  if (!cursor.takeWord('not')) return parseTest(cursor)
  return { kind: 'not', at, of: cursor.inside(() => parseNot(cursor)) }
}

const COMPARE: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

function parseTest(cursor: Cursor): Node {
  if (cursor.peek().kind === 'name' && cursor.isWord('of', 1)) refuseLineage(cursor)
  const left = parseSum(cursor)
  const { at, kind, text } = cursor.peek()
  if (kind === 'mark' && COMPARE.has(text)) {
    cursor.next()
    const node: Node = { kind: 'compare', at, op: text as CompareOp, left, right: parseSum(cursor) }
    if (COMPARE.has(cursor.peek().text) && cursor.peek().kind === 'mark')
      refuse(cursor.peek().at, 'comparisons cannot be chained; join them with and')
    return node
  }
  if (kind === 'mark' && text === '=') refuse(at, "'=' does not compare: write ==, or : for any case and wildcards")
  if (kind === 'mark' && text === '!:') refuse(at, "'!:' is not an operator: write not ... : ...")
  return parseLookup(cursor, left)
}

function refuseLineage(cursor: Cursor): never {
  const { at, text } = cursor.peek()
  return refuse(at, `${quote(`${text} of`)} needs the ancestry of a process, which a single event does not contain`)
}

function parseLookup(cursor: Cursor, value: Node): Node {
  const { at } = cursor.peek()
  const isNegated = cursor.isWord('not') && ['in', 'like', 'regex'].includes(cursor.peek(1).text)
  if (isNegated) cursor.next()
  const { kind, text } = cursor.peek()
  const lookup = kind === 'name' || kind === 'name~' || kind === 'mark' ? parseOperator(cursor, at, text, value) : null
  if (lookup === null) return isNegated ? cursor.unexpected('in, like or regex') : value
  return isNegated ? { kind: 'not', at, of: lookup } : lookup
}

function parseOperator(cursor: Cursor, at: number, text: string, value: Node): Node | null {
  const isFolded = cursor.peek().kind === 'name~'
  if (text === 'in' && cursor.peek().kind !== 'mark') {
    cursor.next()
    return { kind: 'in', at, isFolded, value, of: parseList(cursor, parseExpression) }
  }
  const isWord = text === 'like' || text === 'regex'
  if (!isWord && !(text === ':' && cursor.isMark(':'))) return null
  cursor.next()
  const op = (isFolded ? `${text}~` : text) as MatchOp
  const of = cursor.isMark('(') ? parseList(cursor, parseLiteral) : [parseLiteral(cursor)]
  return { kind: 'match', at, op, value, of }
}

/** Parses the right side of `:`, `like` and `regex`. */
function parseLiteral(cursor: Cursor): Node {
  const node = parseUnary(cursor)
  if (node.kind === 'literal' || node.kind === 'number') return node
  return refuse(node.at, 'expected a text or a number here; == compares with other values')
}

function parseList(cursor: Cursor, parseOne: (cursor: Cursor) => Node): readonly Node[] {
  cursor.expectMark('(')
  return parseUntilParenthesis(cursor, parseOne)
}

/** Parses at least one item; a trailing comma is allowed. */
function parseUntilParenthesis(cursor: Cursor, parseOne: (cursor: Cursor) => Node): readonly Node[] {
  const of = [parseOne(cursor)]
  while (cursor.takeMark(',') && !cursor.isMark(')')) of.push(parseOne(cursor))
  cursor.expectMark(')')
  return of
}

function parseSum(cursor: Cursor): Node {
  return parseArithmetic(cursor, ['+', '-'], () => parseArithmetic(cursor, ['*', '/', '%'], () => parseUnary(cursor)))
}

/** Left to right. Each operator nests the tree, so it counts towards the depth. */
function parseArithmetic(cursor: Cursor, ops: readonly string[], parseOne: () => Node): Node {
  const left = parseOne()
  return ops.some((op) => cursor.isMark(op)) ? parseRest(cursor, left, ops, parseOne) : left
}

function parseRest(cursor: Cursor, left: Node, ops: readonly string[], parseOne: () => Node): Node {
  const { at, text } = cursor.peek()
  if (!ops.some((op) => cursor.isMark(op))) return left
  cursor.next()
  const node: Node = { kind: 'arithmetic', at, op: text as ArithmeticOp, left, right: parseOne() }
  return cursor.inside(() => parseRest(cursor, node, ops, parseOne))
}

function parseUnary(cursor: Cursor): Node {
  const { at } = cursor.peek()
  if (cursor.takeMark('+')) return cursor.inside(() => parseUnary(cursor))
  if (!cursor.takeMark('-')) return parseMethods(cursor)
  const of = cursor.inside(() => parseUnary(cursor))
  return of.kind === 'number' ? { ...of, at, value: -of.value } : { kind: 'negative', at, of }
}

/** `a:length()` means `length(a)`; a colon without a call after it is the operator. Each call nests the tree. */
function parseMethods(cursor: Cursor): Node {
  return parseMethod(cursor, parsePrimary(cursor))
}

function parseMethod(cursor: Cursor, subject: Node): Node {
  if (!(cursor.isMark(':') && isNameToken(cursor, 1) && cursor.isMark('(', 2))) return subject
  cursor.next()
  const { at, kind, text } = cursor.next()
  const args = [subject, ...parseArgs(cursor)]
  return cursor.inside(() => parseMethod(cursor, { kind: 'call', at, name: text, isFolded: kind === 'name~', args }))
}

function isNameToken(cursor: Cursor, ahead: number): boolean {
  const { kind, text } = cursor.peek(ahead)
  return kind === 'name~' || (kind === 'name' && !KEYWORDS.has(text))
}

function parseArgs(cursor: Cursor): readonly Node[] {
  cursor.expectMark('(')
  return cursor.takeMark(')') ? [] : parseUntilParenthesis(cursor, parseExpression)
}

function parsePrimary(cursor: Cursor): Node {
  cursor.countNode()
  const { at, kind, text } = cursor.peek()
  if (kind === 'string') return { kind: 'literal', at, value: cursor.next().text }
  if (kind === 'integer' || kind === 'decimal') return parseNumber(cursor)
  if (cursor.takeMark('(')) {
    const inner = parseExpression(cursor)
    cursor.expectMark(')')
    return inner
  }
  if (cursor.isWord('true') || cursor.isWord('false'))
    return { kind: 'literal', at, value: cursor.next().text === 'true' }
  if (cursor.takeWord('null')) return { kind: 'literal', at, value: null }
  if (isNameToken(cursor, 0) && cursor.isMark('(', 1)) {
    cursor.next()
    return { kind: 'call', at, name: text, isFolded: kind === 'name~', args: parseArgs(cursor) }
  }
  return parseField(cursor)
}

function parseNumber(cursor: Cursor): Node {
  const { at, kind, text } = cursor.next()
  const number = Number(text)
  if (!Number.isFinite(number)) refuse(at, `${quote(text)} is too large`)
  return { kind: 'number', at, value: wholeNumber(text, number), isDecimal: kind === 'decimal' }
}

function parseField(cursor: Cursor): Node {
  const { at } = cursor.peek()
  const isOptional = cursor.takeMark('?')
  const path: (string | number)[] = [parseName(cursor)]
  while (cursor.isMark('.') || (cursor.isMark('[') && cursor.peek(1).kind === 'integer' && cursor.isMark(']', 2))) {
    path.push(cursor.takeMark('.') ? parseName(cursor) : parseIndex(cursor))
  }
  return { kind: 'field', at, path, isOptional }
}

/** After a dot a keyword is a name like any other: `process.where` needs no backticks there. */
function parseName(cursor: Cursor): string {
  const { kind, text } = cursor.peek()
  const isAfterDot = cursor.isMark('.', -1)
  if (kind === 'escaped' || (kind === 'name' && (isAfterDot || !KEYWORDS.has(text)))) return cursor.next().text
  return cursor.unexpected('a value')
}

function parseIndex(cursor: Cursor): number {
  cursor.expectMark('[')
  const index = Number(cursor.next().text)
  cursor.expectMark(']')
  return index
}
