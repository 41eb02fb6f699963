/** Queries: an event, a sequence or a sample, and pipes behind it. */
import type { EventQuery, Node, Pipe, Query, SequenceStep } from './ast.ts'
import { Cursor } from './cursor.ts'
import { type EqlFault, EqlRefusal, positionOf, quote, refuse } from './fault.ts'
import { EQL_LIMITS } from './limits.ts'
import { isKeyword, parseExpression } from './parse-expression.ts'
import { tokenize } from './tokens.ts'

export type Parsed = { readonly query: Query } | { readonly fault: Omit<EqlFault, 'file'> }

/** Never throws; linear in the text. */
export function parseQuery(text: string): Parsed {
  return attempt(text, () => {
    if (text.length > EQL_LIMITS.queryChars) refuse(0, `query is longer than ${EQL_LIMITS.queryChars} characters`)
    const cursor = new Cursor(tokenize(text))
    const query = parseStatement(cursor)
    if (cursor.peek().kind !== 'end') cursor.unexpected('the end of the query')
    return { query }
  })
}

/** Returns the result of `work`, or the place and reason of its refusal. */
export function attempt<T>(text: string, work: () => T): T | { readonly fault: Omit<EqlFault, 'file'> } {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof EqlRefusal)) throw error
    return { fault: { ...positionOf(text, error.at), reason: error.message } }
  }
}

function parseStatement(cursor: Cursor): Query {
  const { at } = cursor.peek()
  if (cursor.isWord('join')) refuse(at, "'join' is not supported: write a sample, or a sequence")
  if (cursor.takeWord('sequence')) return parseSequence(cursor, at)
  if (cursor.takeWord('sample')) return parseSample(cursor, at)
  return { kind: 'event', event: parseEvent(cursor), pipes: parsePipes(cursor) }
}

/** `by` and `with maxspan` come in either order. */
function parseSequence(cursor: Cursor, at: number): Query {
  let by: readonly Node[] = []
  let maxSpanMs: number | null = null
  while (cursor.isWord('by') || cursor.isWord('with')) {
    if (cursor.isWord('by') ? by.length > 0 : maxSpanMs !== null) refuse(cursor.peek().at, 'this clause is repeated')
    if (cursor.isWord('by')) by = parseBy(cursor)
    else maxSpanMs = parseMaxSpan(cursor)
  }
  const steps = parseSteps(cursor)
  const until = cursor.takeWord('until') ? parseStep(cursor) : null
  return { kind: 'sequence', at, by, maxSpanMs, steps, until, pipes: parsePipes(cursor) }
}

function parseSample(cursor: Cursor, at: number): Query {
  const by = parseBy(cursor)
  return { kind: 'sample', at, by, maxSpanMs: null, steps: parseSteps(cursor), until: null, pipes: parsePipes(cursor) }
}

function parseBy(cursor: Cursor): readonly Node[] {
  if (!cursor.takeWord('by')) return []
  const keys = [parseExpression(cursor)]
  while (cursor.takeMark(',')) keys.push(parseExpression(cursor))
  return keys
}

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
}

function parseMaxSpan(cursor: Cursor): number {
  cursor.expectWord('with')
  cursor.expectWord('maxspan')
  if (!cursor.takeMark('=')) cursor.expectMark('==')
  const { at, kind, text } = cursor.next()
  if (kind !== 'integer' && kind !== 'decimal') refuse(at, `${quote(text)} is not a time such as 5m`)
  const unit = cursor.next()
  const unitMs = Object.hasOwn(UNITS_MS, unit.text) ? UNITS_MS[unit.text] : undefined
  if (unitMs === undefined) refuse(unit.at, `${quote(unit.text)} is not a unit of time: ms, s, m, h or d`)
  const spanMs = Math.round(Number(text) * unitMs)
  if (spanMs < 1) refuse(at, 'maxspan is less than a millisecond')
  return spanMs <= EQL_LIMITS.maxSpanMs
    ? spanMs
    : refuse(at, `maxspan is more than ${EQL_LIMITS.maxSpanMs / 86_400_000} days`)
}

function parseSteps(cursor: Cursor): readonly SequenceStep[] {
  const steps = [parseStep(cursor)]
  while (cursor.isMark('[') || cursor.isMark('!')) {
    if (steps.length === EQL_LIMITS.steps) refuse(cursor.peek().at, `more than ${EQL_LIMITS.steps} events`)
    steps.push(parseStep(cursor))
  }
  return steps
}

function parseStep(cursor: Cursor): SequenceStep {
  const isMissing = cursor.takeMark('!')
  cursor.expectMark('[')
  const query = parseEvent(cursor)
  cursor.expectMark(']')
  if (cursor.isWord('fork')) refuse(cursor.peek().at, "'fork' is not supported")
  const before = parseBy(cursor)
  const runs = cursor.isWord('with') ? parseRuns(cursor) : 1
  return { query, by: before.length > 0 ? before : parseBy(cursor), isMissing, runs }
}

function parseRuns(cursor: Cursor): number {
  cursor.expectWord('with')
  cursor.expectWord('runs')
  cursor.expectMark('=')
  const { at, kind, text } = cursor.next()
  const runs = kind === 'integer' ? Number(text) : 0
  return runs >= 1 && runs <= EQL_LIMITS.runs ? runs : refuse(at, `runs is a number from 1 to ${EQL_LIMITS.runs}`)
}

/** The category may be in quotes when it is no plain name; `any` is every category. */
function parseEvent(cursor: Cursor): EventQuery {
  const { at, kind, text } = cursor.peek()
  if (!cursor.isWord('where', 1)) cursor.unexpected('an event category and where')
  const isCategory =
    kind === 'string' || kind === 'escaped' || (kind === 'name' && (text === 'any' || !isKeyword(text)))
  if (!isCategory) cursor.unexpected('an event category')
  cursor.next()
  cursor.expectWord('where')
  return { at, category: kind === 'name' && text === 'any' ? null : text, where: parseExpression(cursor) }
}

/** Older content separates the arguments of a pipe by spaces alone. */
function parsePipes(cursor: Cursor): readonly Pipe[] {
  const pipes: Pipe[] = []
  while (cursor.takeMark('|')) {
    const { at, kind, text } = cursor.next()
    if (kind !== 'name') refuse(at, `${quote(text)} is not the name of a pipe`)
    const args: Node[] = []
    while (cursor.peek().kind !== 'end' && !cursor.isMark('|')) {
      args.push(parseExpression(cursor))
      cursor.takeMark(',')
    }
    pipes.push({ at, name: text, args })
  }
  return pipes
}
