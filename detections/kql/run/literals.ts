/** Literals as they are written, with their types (Kusto documentation, Scalar data types). */
import { refuse } from '../fault.ts'
import { literalValue } from '../literal.ts'
import type { Tree } from '../tree.ts'
import { converted, parsedJson, smallest, toJson } from './convert.ts'
import { parseDecimal } from './decimal.ts'
import { type Expr, literal } from './scope.ts'
import { parseDatetime, parseTimespan } from './time.ts'
import { type Json, typeNamed, type Value } from './value.ts'

const STRING = /^(?:[hH]?@?["']|```|~~~)/

export function compileLiteral(text: string, at: number): Expr {
  if (STRING.test(text)) return literal(String(literalValue(text, at)), 'string')
  if (/^(?:true|false)$/i.test(text)) return literal(text.toLowerCase() === 'true', 'bool')
  if (/^[+-]?\d+$/.test(text)) return literal(whole(text, at), 'long')
  if (/^0x[0-9a-f]+$/i.test(text)) return literal(converted(text, 'string', 'long'), 'long')
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return literal(Number(text), 'real')
  if (text === 'null') return literal(null, 'dynamic')
  const typed = /^([a-z]\w*)\s*\((.*)\)$/is.exec(text)
  const type = typed ? typeNamed((typed[1] ?? '').toLowerCase()) : null
  if (typed && type) return typedLiteral(type, unquoted((typed[2] ?? '').trim()), at)
  const ticks = parseTimespan(text)
  return ticks === null ? refuse(at, `unknown literal ${text.slice(0, 40)}`) : literal(ticks, 'timespan')
}

function whole(text: string, at: number): Value {
  return converted(text, 'string', 'long') ?? refuse(at, 'the number does not fit into 64 bits')
}

const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text

function typedLiteral(type: Expr['type'], text: string, at: number): Expr {
  if (text === 'null' || text === '') return literal(type === 'string' ? '' : null, type)
  const value = typedValue(type, text)
  return value === null ? refuse(at, `${text.slice(0, 40)} is not a valid ${type}`) : literal(value, type)
}

function typedValue(type: Expr['type'], text: string): Value {
  if (type === 'datetime') return parseDatetime(/^\d{4}\s*[.,]/.test(text) ? text.replace(/\s*[.,]\s*/g, '-') : text)
  if (type === 'timespan') return parseTimespan(text)
  if (type === 'decimal') return parseDecimal(text)
  if (type === 'dynamic') return parsedJson(text)
  return converted(text, 'string', type)
}

/** The JSON inside `dynamic(...)`, which may hold literals of the language. */
export function jsonOf(tree: Tree): Json {
  if (tree.is === 'literal') {
    const { type, run } = compileLiteral(tree.text, tree.at)
    const value = run([])
    return typeof value === 'bigint' && type === 'long' ? smallest(value) : toJson(value, type)
  }
  if (tree.is === 'name') return refuse(tree.at, 'a dynamic literal cannot contain names')
  const [first] = tree.of
  switch (tree.type) {
    case 'DynamicExpression':
      return first ? jsonOf(first) : null
    case 'JsonArrayExpression':
      return tree.of.map(jsonOf)
    case 'JsonObjectExpression':
      return Object.fromEntries(tree.of.map(pairOf))
    case 'PrefixUnaryExpression':
      return first ? negated(jsonOf(first)) : null
    case 'CompoundStringLiteralExpression':
      return compoundText(tree.words, tree.at)
    default:
      return refuse(tree.at, 'a dynamic literal cannot contain expressions')
  }
}

function pairOf(tree: Tree): [string, Json] {
  const [key] = tree.is === 'node' ? tree.words : []
  const [value] = tree.is === 'node' ? tree.of : []
  return [String(literalValue(key ?? '""', tree.at)), value ? jsonOf(value) : null]
}

const negated = (value: Json): Json =>
  typeof value === 'number' || typeof value === 'bigint' ? smallestNegative(value) : value
const smallestNegative = (value: number | bigint): Json => -value

/** Texts beside each other are one text. */
export function compoundText(words: readonly string[], at: number): string {
  return words.map((word) => String(literalValue(word, at))).join('')
}
