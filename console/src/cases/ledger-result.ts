/** The result of a step of an investigation in one line: the ledger keeps it as JSON, whose members differ by step. */
import { wordOf } from '../parts/words.ts'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const SHOWN_MAX = 5
/** The members that name an entry, the best name first. */
const NAMES = ['title', 'entity', 'technique', 'value', 'name', 'text', 'id'] as const

/** Null where the step has no result. */
export function resultOf(payload: unknown): string | null {
  const output = isObject(payload) ? payload.output : undefined
  if (!isObject(output)) return null
  const parts = Object.entries(output).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === null ? [] : [`${wordOf(name)}: ${text}`]
  })
  return parts.length === 0 ? null : parts.join('; ')
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (!Array.isArray(value)) return isObject(value) ? entryOf(value) : String(value)
  if (value.length === 0) return 'none'
  const shown = value.slice(0, SHOWN_MAX).map((one) => (isObject(one) ? entryOf(one) : String(one)))
  return value.length > SHOWN_MAX ? `${shown.join(', ')} and ${value.length - SHOWN_MAX} more` : shown.join(', ')
}

/** The name of the entry with its numbers, such as `kim (risk 80)`. */
function entryOf(entry: Json): string {
  const key = NAMES.find((name) => typeof entry[name] === 'string')
  const numbers = Object.entries(entry).flatMap(([name, value]) =>
    typeof value === 'number' ? [`${wordOf(name)} ${value}`] : [],
  )
  const name = key === undefined ? '' : String(entry[key])
  return numbers.length === 0 ? name : `${name} (${numbers.join(', ')})`.trim()
}
