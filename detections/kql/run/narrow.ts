/**
 * Derives a plan, texts and a time range from the conditions right behind a table. They are true for every event of
 * which a row passes, and for some others. Conditions that a plan would decide differently (`not`, computed columns,
 * objects as texts) contribute nothing, and the query evaluates all conditions again.
 */
import { and, type Expr, or, type Test } from '../../plan/expr.ts'
import type { KqlTable } from '../tables.ts'
import type { Tree } from '../tree.ts'
import { cast } from './compare.ts'
import { toJson } from './convert.ts'
import { knownExpression } from './known-value.ts'
import { eitherTexts, type Texts, textsOf, textsOfNumber, textsOfPart } from './narrow-texts.ts'
import { bindingOf, type Condition, NO_ROW, type Scope } from './scope.ts'
import { fieldOfColumn, isTimeColumn } from './source.ts'
import { msOfTicks } from './time.ts'
import { isArray, type Json } from './value.ts'

export type Narrowing = {
  readonly where: Expr
  /** They occur somewhere in the event's text. */
  readonly texts: Texts
  /** Event time, Unix milliseconds; `toMs` is exclusive. Null means unbounded. */
  readonly fromMs: number | null
  readonly toMs: number | null
}

const ALWAYS: Expr = { kind: 'const', value: true }
const ANY: Narrowing = { where: ALWAYS, texts: [], fromMs: null, toMs: null }
/** Number of tests; a longer list contributes nothing. */
const TESTS_MAX = 2000

/** `isMade` is true for a field whose values need not occur in the event's text. Throws as the compiler does. */
export function narrowingOf(
  conditions: readonly Condition[],
  table: KqlTable,
  isMade: (field: string) => boolean,
): Narrowing {
  const room = { tests: TESTS_MAX }
  return conditions.map(({ tree, scope }) => partOf(tree, { scope, table, room, isMade })).reduce(both, ANY)
}

type Place = {
  readonly scope: Scope
  readonly table: KqlTable
  readonly room: { tests: number }
  readonly isMade: (field: string) => boolean
}

function partOf(tree: Tree, place: Place): Narrowing {
  if (tree.is !== 'node') return ANY
  const [left, right] = tree.of
  if (!left) return ANY
  if (tree.type === 'ParenthesizedExpression') return partOf(left, place)
  const [word = ''] = tree.words
  if (!right || tree.type === 'FunctionCallExpression') return ANY
  if (word === 'and') return both(partOf(left, place), partOf(right, place))
  if (word === 'or') return either(partOf(left, place), partOf(right, place))
  return ofTime(word, left, right, place) ?? ofColumn(word, left, right, place) ?? ANY
}

const isAlways = (expr: Expr): boolean => expr.kind === 'const' && expr.value

function both(a: Narrowing, b: Narrowing): Narrowing {
  const join = (x: Expr, y: Expr) => (isAlways(x) ? y : isAlways(y) ? x : and(...partsOf('and', [x, y])))
  const later = (x: number | null, y: number | null, choose: (x: number, y: number) => number) =>
    x === null ? y : y === null ? x : choose(x, y)
  return {
    where: join(a.where, b.where),
    texts: [...a.texts, ...b.texts],
    fromMs: later(a.fromMs, b.fromMs, Math.max),
    toMs: later(a.toMs, b.toMs, Math.min),
  }
}

function either(a: Narrowing, b: Narrowing): Narrowing {
  const join = (x: Expr, y: Expr) => (isAlways(x) || isAlways(y) ? ALWAYS : or(...partsOf('or', [x, y])))
  return {
    where: join(a.where, b.where),
    texts: eitherTexts(a.texts, b.texts),
    fromMs: a.fromMs === null || b.fromMs === null ? null : Math.min(a.fromMs, b.fromMs),
    toMs: a.toMs === null || b.toMs === null ? null : Math.max(a.toMs, b.toMs),
  }
}

/** A chain of operands is one condition. */
const partsOf = (kind: 'and' | 'or', of: readonly Expr[]): readonly Expr[] =>
  of.flatMap((one) => (one.kind === kind ? one.of : [one]))

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' }

/** Null when neither side is the time of the event. */
function ofTime(word: string, left: Tree, right: Tree, place: Place): Narrowing | null {
  if (isTime(left, place.scope)) return timesOf(word, right, place)
  const mirrored = MIRRORED[word]
  return mirrored !== undefined && isTime(right, place.scope) ? timesOf(mirrored, left, place) : null
}

function isTime(tree: Tree, scope: Scope): boolean {
  if (tree.is === 'name') return isColumn(tree.name, scope) && isTimeColumn(tree.name)
  const [callee] = tree.is === 'node' && tree.type === 'FunctionCallExpression' ? tree.of : []
  return callee?.is === 'name' && callee.name === 'ingestion_time' && bindingOf(scope, callee.name) === null
}

function timesOf(word: string, bound: Tree, { scope }: Place): Narrowing {
  if (word === 'between') return between(bound, scope)
  const ticks = ticksOf(bound, scope)
  if (ticks === null) return ANY
  const ms = msOfTicks(ticks)
  if (word === '>' || word === '>=') return { ...ANY, fromMs: ms }
  if (word === '<' || word === '<=') return { ...ANY, toMs: ms + 1 }
  return word === '==' ? { ...ANY, fromMs: ms, toMs: ms + 1 } : ANY
}

/** The second may be a timespan relative to the first. */
function between(couple: Tree, scope: Scope): Narrowing {
  const [low, high] = couple.is === 'node' ? couple.of : []
  if (!low || !high) return ANY
  const from = ticksOf(low, scope)
  const end = knownExpression(high, scope)
  const span = end?.type === 'timespan' ? end.run(NO_ROW) : null
  const to = typeof span === 'bigint' ? (from === null ? null : from + span) : ticksOf(high, scope)
  return { ...ANY, fromMs: from === null ? null : msOfTicks(from), toMs: to === null ? null : msOfTicks(to) + 1 }
}

function ticksOf(tree: Tree, scope: Scope): bigint | null {
  const expr = knownExpression(tree, scope)
  if (expr === null || !['datetime', 'string', 'dynamic'].includes(expr.type)) return null
  const ticks = cast(expr, 'datetime').run(NO_ROW)
  return typeof ticks === 'bigint' ? ticks : null
}

/** True for a column of the table. A name defined by `let` is none, unless the table has a column of that name. */
function isColumn(name: string, scope: Scope): boolean {
  const isThere = scope.row?.columns.some((column) => column.name === name) ?? false
  return isThere || bindingOf(scope, name) === null
}

/** `field` is null when the subject is only a part of a column: then only its texts are known. */
type Subject = { readonly field: string | null; readonly isLower: boolean; readonly isMade: boolean }

function subjectOf(tree: Tree, place: Place): Subject | null {
  if (tree.is === 'name') {
    if (!isColumn(tree.name, place.scope) || isTimeColumn(tree.name)) return null
    const field = fieldOfColumn(place.table, tree.name)
    return { field, isLower: false, isMade: place.isMade(field) }
  }
  const [first, second] = tree.is === 'node' ? tree.of : []
  if (tree.is !== 'node' || !first) return null
  if (tree.type === 'ParenthesizedExpression') return subjectOf(first, place)
  if (tree.type === 'PathExpression' || tree.type === 'ElementExpression') return partOnly(subjectOf(first, place))
  const [argument] = second?.is === 'node' ? second.of : []
  if (tree.type !== 'FunctionCallExpression' || first.is !== 'name' || !argument) return null
  if (bindingOf(place.scope, first.name) !== null) return null
  const inner = subjectOf(argument, place)
  if (first.name === 'tostring') return inner
  if (first.name === 'tolower') return inner && { ...inner, isLower: true }
  return PARSES.has(first.name) ? partOnly(inner) : null
}

const PARSES = new Set(['parse_json', 'parsejson', 'todynamic', 'toobject'])
const partOnly = (subject: Subject | null): Subject | null => subject && { ...subject, field: null }

function ofColumn(word: string, left: Tree, right: Tree, place: Place): Narrowing | null {
  const subject = subjectOf(left, place)
  const values = subject && valuesOf(right, place.scope, ofLists.has(word))
  if (!subject || !values || values.length === 0) return null
  place.room.tests -= values.length
  if (place.room.tests < 0) return null
  if (word === 'between') return betweenNumbers(subject, values)
  const found = values.map((value) => testOf(word, value, subject)).reduce(word === 'has_all' ? both : either)
  return subject.isMade ? { ...found, texts: [] } : found
}

/** Operators that use the elements of a list individually. */
const ofLists = new Set(['in', 'in~', 'has_any', 'has_all'])

/** Null when one of the values is unknown. */
function valuesOf(tree: Tree, scope: Scope, isSpread: boolean): readonly Json[] | null {
  const isList = tree.is === 'node' && (tree.type === 'ExpressionList' || tree.type === 'ExpressionCouple')
  const found = (isList ? tree.of : [tree]).map((item) => {
    const expr = knownExpression(item, scope)
    const value = expr && toJson(expr.run(NO_ROW), expr.type)
    return expr && (isSpread && isArray(value) ? value : [value])
  })
  return found.every((one) => one !== null) ? found.flat() : null
}

/** A number can equal a boolean, for which a plan has no number. */
const TRUTH: Test = { op: 'regex', source: '^(?:true|false)$', flags: { i: false, m: false, s: false } }

function testOf(word: string, value: Json, subject: Subject): Narrowing {
  if (typeof value === 'number') return ofNumber(word, value, subject)
  if (typeof value !== 'string' || value === '') return ANY
  const isCased = word === '==' || word === 'in' || word.endsWith('_cs')
  const base = word.endsWith('_cs') ? word.slice(0, -3) : word
  if (base === '==' || base === '=~' || base === 'in' || base === 'in~') return equality(value, isCased, subject)
  // Lower-casing can lengthen a letter to two, so a part of it may not occur in the original text.
  if (subject.isLower) return ANY
  if (base === 'startswith' && !/^[[{]/.test(value)) return textTest('prefix', value, isCased, subject)
  if (base === 'endswith' && !/[\]}]$/.test(value)) return textTest('suffix', value, isCased, subject)
  return PART.has(base) ? { ...ANY, texts: textsOfPart(value) } : ANY
}

const PART = new Set(['contains', 'has', 'hasprefix', 'hassuffix', 'has_any', 'has_all', 'startswith', 'endswith'])

/** The text of a list or object begins with a bracket, while a test of a field applies to its elements. */
function equality(text: string, isCased: boolean, subject: Subject): Narrowing {
  if (/^[[{]/.test(text)) return { ...ANY, texts: textsOfPart(text) }
  const isPlain = /^[\0-\x7f]*$/.test(text)
  if (subject.isLower && !isPlain) return ANY
  return textTest('equals', text, isCased && !subject.isLower, subject)
}

function textTest(op: 'equals' | 'prefix' | 'suffix', text: string, cased: boolean, { field }: Subject): Narrowing {
  const where: Expr = field === null ? ALWAYS : { kind: 'field', field, test: { op, text, cased } }
  return { ...ANY, where, texts: textsOf(text) }
}

const ORDERS: Readonly<Record<string, 'lt' | 'lte' | 'gt' | 'gte'>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' }

function ofNumber(word: string, value: number, subject: Subject): Narrowing {
  const where = numberTest(word, value, subject)
  const isOne = (word === '==' || word === 'in') && Number.isSafeInteger(value)
  return { ...ANY, where, texts: isOne ? textsOfNumber(value) : [] }
}

function numberTest(word: string, value: number, { field, isLower }: Subject): Expr {
  const how = ORDERS[word]
  const isEqual = word === '==' || word === 'in'
  if (field === null || isLower || !Number.isSafeInteger(value) || (how === undefined && !isEqual)) return ALWAYS
  const test: Test = how === undefined ? { op: 'number', value } : { op: 'compare', how, value }
  return or({ kind: 'field', field, test }, { kind: 'field', field, test: TRUTH })
}

function betweenNumbers(subject: Subject, [low, high]: readonly Json[]): Narrowing {
  if (typeof low !== 'number' || typeof high !== 'number') return ANY
  return { ...ANY, where: and(numberTest('>=', low, subject), numberTest('<=', high, subject)) }
}

/**
 * The times, in Unix milliseconds rounded down, with which the conditions compare an event's time: between two of them
 * the conditions decide the same for every time. Null when one of them is unknown.
 */
export function timeBoundsOf(conditions: readonly Condition[]): readonly number[] | null {
  const found = conditions.map(({ tree, scope }) => boundsIn(tree, scope))
  return found.every((one) => one !== null) ? [...new Set(found.flat())].sort((a, b) => a - b) : null
}

function boundsIn(tree: Tree, scope: Scope): readonly number[] | null {
  if (tree.is !== 'node') return []
  const [left, right] = tree.of
  const isOfTime = left !== undefined && right !== undefined && tree.type !== 'FunctionCallExpression'
  if (isOfTime && isTime(left, scope)) return boundsOf(right, scope)
  if (isOfTime && isTime(right, scope)) return boundsOf(left, scope)
  const found = tree.of.map((part) => boundsIn(part, scope))
  return found.every((one) => one !== null) ? found.flat() : null
}

function boundsOf(bound: Tree, scope: Scope): readonly number[] | null {
  const isCouple = bound.is === 'node' && bound.type === 'ExpressionCouple'
  const { fromMs, toMs } = isCouple ? between(bound, scope) : ANY
  if (isCouple) return fromMs === null || toMs === null ? null : [fromMs, toMs - 1]
  const ticks = ticksOf(bound, scope)
  return ticks === null ? null : [msOfTicks(ticks)]
}
