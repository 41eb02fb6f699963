/**
 * A plain interpreter of conditions over one event. It is slow and always agrees with the matcher: explanations and the
 * tests of rule languages use it, the stream does not.
 */
import { assert } from '../../platform/assert.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { derived } from '../../schemas/derive-value.ts'
import type { FieldPath, MatchEvent } from '../../schemas/event-view.ts'
import { parseNetwork } from './cidr.ts'
import { compileTruth } from './evaluate.ts'
import type { Expr, Test, TextTest } from './expr.ts'
import { foldCase } from './fold.ts'
import { compileLike } from './like.ts'
import { compileRegex } from './regex.ts'
import { compareNumbers, isNothing, type LargeInteger, toExact, toScalar, toText } from './scalar.ts'

/** Deeper values are ignored; events are refused before they are that deep. */
const DEPTH_MAX = 64

export function holds(expr: Expr, event: MatchEvent): boolean {
  switch (expr.kind) {
    case 'const':
      return expr.value
    case 'and':
      return expr.of.every((one) => holds(one, event))
    case 'or':
      return expr.of.some((one) => holds(one, event))
    case 'not':
      return !holds(expr.of, event)
    case 'field':
      return fieldHolds(expr.test, fieldValue(event, expr.field), event)
    case 'anywhere':
      return leaves(event.exact?.() ?? event.record).some(
        (value) => typeof value !== 'boolean' && testValue(expr.test, value, event),
      )
    case 'computed':
      return compileTruth<MatchEvent>(expr.value, (field) => (one) => fieldValue(one, field))(event) === true
  }
}

/** The value of a field: undefined when there is none, a flat array when there are several, or an empty list. */
export function fieldValue(event: MatchEvent, field: string): unknown {
  const record = event.exact?.() ?? event.record
  const places = event.view.paths(field).map((path) => placeValue(record, path))
  return places.find((value) => value !== undefined && value !== null) ?? places.find((value) => value === null)
}

function placeValue(record: unknown, { path, derive, constant }: FieldPath): unknown {
  if (constant) return constant.length === 1 ? constant[0] : constant
  const found = follow(record, path, 0, true)
  const flat: unknown = Array.isArray(found) ? found.flat(DEPTH_MAX) : found
  const value: unknown = Array.isArray(flat) && flat.length === 1 ? flat[0] : flat
  return derive === undefined ? value : derived(value, derive)
}

function follow(value: unknown, path: readonly string[], depth: number, isTop = false): unknown {
  if (depth > DEPTH_MAX) return undefined
  if (path.length === 0) return value
  if (Array.isArray(value)) {
    const found = value.flatMap((element) => follow(element, path, depth + 1, isTop)).filter((one) => one !== undefined)
    return found.length === 0 ? undefined : found
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (let length = isTop ? 1 : path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.')
    const inside = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    const found = inside === undefined ? undefined : follow(inside, path.slice(length), depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function leaves(value: unknown, depth = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [value]
  return Object.values(value).flatMap((one) => leaves(one, depth + 1))
}

function fieldHolds(test: Test, value: unknown, event: MatchEvent): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (test.op === 'exists') return value !== undefined
  if (test.op === 'absent') return isNothing(value)
  if (test.op === 'object') return values.some((one) => typeof one === 'object' && one !== null)
  return values.some((one) => testValue(test, one, event))
}

type ValueTest = Exclude<Test, { readonly op: 'exists' | 'absent' | 'object' }>

function testValue(test: ValueTest, value: unknown, event: MatchEvent): boolean {
  const text = toText(toScalar(value))
  if (text === null) return false
  switch (test.op) {
    case 'number':
      return inOrder('eq', toExact(toScalar(value)), test.value)
    case 'compare':
      return inOrder(test.how, toExact(toScalar(value)), test.value)
    case 'cidr':
      return parseNetwork(test.network)?.contains(text) ?? false
    case 'same':
      return [fieldValue(event, test.field)].flat().some((other) => isSame(test, text, toText(toScalar(other))))
    case 'time_part':
      return inOrder(test.how, timePart(parseEventTime(value), test.part), test.value)
    default:
      return textHolds(test, text)
  }
}

function inOrder(
  how: 'eq' | 'lt' | 'lte' | 'gt' | 'gte',
  value: number | LargeInteger | null,
  bound: number | LargeInteger,
): boolean {
  if (value === null) return false
  const order = compareNumbers(value, bound)
  if (how === 'lt' || how === 'lte') return order < 0 || (how === 'lte' && order === 0)
  return how === 'eq' ? order === 0 : order > 0 || (how === 'gte' && order === 0)
}

function isSame(test: Test & { readonly op: 'same' }, text: string, other: string | null): boolean {
  return other !== null && textHolds({ op: test.how, text: other, cased: test.cased }, text)
}

function textHolds(test: TextTest, value: string): boolean {
  if (test.op === 'regex') {
    const regex = compileRegex(test.source, test.flags)
    assert('test' in regex, 'the pattern of a plan was checked')
    return regex.test(value)
  }
  const fold = test.cased ? (text: string) => text : foldCase
  const text = fold(value)
  switch (test.op) {
    case 'equals':
      return text === fold(test.text)
    case 'prefix':
      return text.startsWith(fold(test.text))
    case 'suffix':
      return text.endsWith(fold(test.text))
    case 'contains':
      return text.includes(fold(test.text))
    case 'like':
      return compileLike(test.parts.map((part) => (part.kind === 'text' ? { ...part, text: fold(part.text) } : part)))(
        text,
      )
  }
}

const DAY_MS = 86_400_000

/** Takes Unix milliseconds and counts in UTC; weeks are those of ISO 8601. Null when the time is not a number. */
export function timePart(
  ms: number | null,
  part: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year',
): number | null {
  if (ms === null) return null
  const time = new Date(ms)
  const parts = {
    minute: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    day: time.getUTCDate(),
    week: isoWeek(time),
    month: time.getUTCMonth() + 1,
    year: time.getUTCFullYear(),
  }
  return parts[part]
}

/** A week belongs to the year of its Thursday. */
function isoWeek(time: Date): number {
  const thursday = new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * DAY_MS)
  return 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS / 7)
}
