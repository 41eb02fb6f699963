/**
 * The values that steps can refer to: a path such as `trigger.alert.severity`, `steps.block.outcome`, `vars.ticket` or
 * `item`. Paths are looked up and nothing is evaluated.
 */
import type { Condition } from './document.ts'

export type Context = Readonly<Record<string, unknown>>

const PATH = /^[a-z_][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/i

export function isPath(text: string): boolean {
  return PATH.test(text)
}

/** Undefined where there is nothing. */
export function valueAt(context: Context, path: string): unknown {
  let value: unknown = context
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Numbers are compared as numbers where both are, texts without case. */
export function holds({ field, operator, value }: Condition, context: Context): boolean {
  const found = valueAt(context, field)
  const isThere = found !== undefined && found !== null && found !== ''
  switch (operator) {
    case 'exists':
      return value === false ? !isThere : isThere
    case 'eq':
      return same(found, value)
    case 'ne':
      return !same(found, value)
    case 'in':
      return Array.isArray(value) && value.some((one) => same(found, one))
    case 'contains':
      return Array.isArray(found)
        ? found.some((one) => same(one, value))
        : textOf(found).toLowerCase().includes(textOf(value).toLowerCase()) && isThere
    default:
      return compared(operator, found, value)
  }
}

function same(a: unknown, b: unknown): boolean {
  return textOf(a).toLowerCase() === textOf(b).toLowerCase() && a !== undefined && a !== null
}

function compared(operator: 'gt' | 'gte' | 'lt' | 'lte', a: unknown, b: unknown): boolean {
  if (a === undefined || a === null || a === '') return false
  const [left, right] = [Number(textOf(a)), Number(textOf(b))]
  if (Number.isNaN(left) || Number.isNaN(right)) return false
  if (operator === 'gt') return left > right
  if (operator === 'gte') return left >= right
  return operator === 'lt' ? left < right : left <= right
}
