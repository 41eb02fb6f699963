/** Compiles one value of a rule, with its field's modifiers, to one condition. */
import { wholeNumber } from '../../platform/exact-json.ts'
import type { Expr, LikePart, Test, TextTest } from '../plan/expr.ts'
import { not, or } from '../plan/expr.ts'
import { canonicalNetwork } from './cidr.ts'
import type { RuleContext } from './context.ts'
import { base64Offsets, encodeBytes, widen } from './encode.ts'
import { describe, quote, Refusal } from './fault.ts'
import type { Comparison, FieldKey, TimePart } from './modifiers.ts'
import { expandPlaceholders } from './placeholders.ts'
import { checkRegex, regexSteps } from './regex.ts'
import { type Anchor, plainText, textParts, textTest } from './text.ts'
import { windashVariants } from './windash.ts'

export const NEVER: Expr = { kind: 'const', value: false }

export function compileValue(value: unknown, key: FieldKey, context: RuleContext): Expr {
  switch (key.comparison.kind) {
    case 'text':
      return textValue(value, key, context)
    case 're':
      return anyOf(
        expanded(value, key, context).map((source) => regexTest(source, key, context)),
        key,
      )
    case 'cidr':
      return anyOf(
        expanded(value, key, context).map((source) => networkTest(source, context)),
        key,
      )
    case 'exists':
      return existence(value, key, context)
    case 'compare':
      return one({ op: 'compare', how: key.comparison.how, value: exactNumberOf(value) }, key, context)
    case 'fieldref':
      return one({ op: 'same', field: fieldOf(value), how: key.anchor ?? 'equals', cased: key.cased }, key, context)
    case 'time':
      return one(timeTest(key.comparison, value), key, context)
  }
}

function textValue(value: unknown, key: FieldKey, context: RuleContext): Expr {
  const isBare = key.anchor === null && !key.windash && key.wide === null && key.base64 === null && !key.expand
  if (value === null && isBare && key.field !== null) return one({ op: 'absent' }, key, context)
  if (value === null)
    throw new Refusal(key.field === null ? 'null cannot be a keyword' : 'modifiers of text cannot be used with null')
  if (typeof value === 'number' && isBare && key.field !== null) {
    return one({ op: 'number', value: numberOf(value) }, key, context)
  }
  return anyOf(textTests(value, key, context), key)
}

function textTests(value: unknown, key: FieldKey, context: RuleContext): TextTest[] {
  const anchor = key.anchor ?? (key.field === null || key.base64 === 'offset' ? 'contains' : 'equals')
  const isPlain = !key.expand && !key.windash && key.base64 === null && key.wide === null
  if (isPlain) return [charged(textTest(textParts(textOf(value)), anchor, key.cased), context)]
  const variants = expanded(value, key, context).flatMap((source) => {
    const parts = textParts(source)
    return key.windash ? windashVariants(parts) : [parts]
  })
  return variants.flatMap((parts) => encodedTests(parts, anchor, key)).map((test) => charged(test, context))
}

function encodedTests(parts: readonly LikePart[], anchor: Anchor, key: FieldKey): TextTest[] {
  if (key.base64 === null) {
    return [textTest(key.wide === null ? parts : widen(parts, key.wide), anchor, key.cased)]
  }
  const text = plainText(parts)
  if (text === null) throw new Refusal('a value with wildcards cannot be encoded in Base64')
  const bytes = encodeBytes(text, key.wide)
  const encoded = key.base64 === 'whole' ? [bytes.toString('base64')] : base64Offsets(bytes)
  const isTooShort = bytes.length === 0 || (key.base64 === 'offset' && encoded.length < 3)
  if (isTooShort) throw new Refusal(`${quote(text)} is too short for Base64`)
  return encoded.map((code) => ({ op: anchor, text: code, cased: key.cased }))
}

function charged(test: TextTest, context: RuleContext): TextTest {
  if (test.op === 'like') {
    context.budget.text(test.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 1), 0))
  } else if (test.op !== 'regex') context.budget.text(test.text.length)
  return test
}

function expanded(value: unknown, key: FieldKey, context: RuleContext): string[] {
  const source = textOf(value)
  if (!key.expand) return [source]
  return expandPlaceholders(source, context.placeholders, (name) => context.unresolved.add(name))
}

function regexTest(source: string, key: FieldKey, context: RuleContext): Test {
  context.budget.test()
  context.budget.regex(regexSteps(source))
  checkRegex(source, key.flags)
  return { op: 'regex', source: anchored(source, key.anchor), flags: key.flags }
}

/** A pattern is unanchored anyway, so `contains` adds nothing. */
function anchored(source: string, anchor: Anchor | null): string {
  if (anchor === 'prefix') return `\\A(?:${source})`
  return anchor === 'suffix' ? `(?:${source})\\z` : source
}

function networkTest(source: string, context: RuleContext): Test {
  context.budget.test()
  return { op: 'cidr', network: canonicalNetwork(source) }
}

function existence(value: unknown, key: FieldKey, context: RuleContext): Expr {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word !== true && word !== false && word !== 'true' && word !== 'false') {
    throw new Refusal(`exists must be true or false, not ${describe(value)}`)
  }
  const exists = one({ op: 'exists' }, key, context)
  return word === true || word === 'true' ? exists : not(exists)
}

const TIME_RANGES: Readonly<Record<TimePart, readonly [number, number]>> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  week: [1, 53],
  month: [1, 12],
  year: [1, 9999],
}

function timeTest({ part, how }: Extract<Comparison, { kind: 'time' }>, value: unknown): Test {
  const number = numberOf(value)
  const [min, max] = TIME_RANGES[part]
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new Refusal(`${part} must be a whole number from ${min} to ${max}, not ${number}`)
  }
  return { op: 'time_part', part, how, value: number }
}

function fieldOf(value: unknown): string {
  const name = plainText(textParts(textOf(value)))
  if (name === null || name === '') throw new Refusal(`${describe(value)} is not the name of a field`)
  return name
}

function numberOf(value: unknown): number {
  const isText = typeof value === 'string' && /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
  const number = isText ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new Refusal(`${describe(value)} is not a number`)
  return number
}

/** Whole numbers beyond 2^53 arrive as text (`exact-int.ts`). */
function exactNumberOf(value: unknown): number | bigint {
  const number = numberOf(value)
  return typeof value === 'string' ? wholeNumber(value.trim(), number) : number
}

/** Numbers and booleans in their JSON text, which is how an event's are compared with text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return JSON.stringify(numberOf(value))
  throw new Refusal(`expected a text, a number or a boolean, not ${describe(value)}`)
}

function one(test: Test, key: FieldKey, context: RuleContext): Expr {
  context.budget.test()
  return anyOf([test], key)
}

function anyOf(tests: readonly Test[], { field }: FieldKey): Expr {
  const [first] = tests
  if (first === undefined) return NEVER
  if (tests.length === 1) return holds(first, field)
  return or(...tests.map((test) => holds(test, field)))
}

function holds(test: Test, field: string | null): Expr {
  return field === null ? anywhere(test) : { kind: 'field', field, test }
}

function anywhere(test: Test): Expr {
  switch (test.op) {
    case 'equals':
    case 'prefix':
    case 'suffix':
    case 'contains':
    case 'like':
    case 'regex':
      return { kind: 'anywhere', test }
    default:
      throw new Refusal('without a field only text can be searched')
  }
}
