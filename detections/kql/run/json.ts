/**
 * Converts dynamic values to text and back. A value may contain the same part many times, so its text is bounded, not
 * only its size.
 */
import { overrun } from './budget.ts'
import { RUN_LIMITS } from './limits.ts'
import { isArray, type Json } from './value.ts'

/** Throws an overrun for a value that is too deep or whose text is too long. */
export function jsonText(value: Json | undefined): string {
  const parts: string[] = []
  let length = 0
  const put = (text: string): void => {
    length += text.length
    if (length > RUN_LIMITS.textChars) overrun(`a dynamic value has more than ${RUN_LIMITS.textChars} characters`)
    parts.push(text)
  }
  write(value ?? null, put, 0)
  return parts.join('')
}

function write(value: Json, put: (text: string) => void, depth: number): void {
  if (depth > RUN_LIMITS.jsonDepth) overrun(`a dynamic value is nested more than ${RUN_LIMITS.jsonDepth} deep`)
  if (isArray(value)) {
    put('[')
    for (const [i, element] of value.entries()) {
      if (i > 0) put(',')
      write(element, put, depth + 1)
    }
    put(']')
  } else if (typeof value === 'object' && value !== null) {
    let isFirst = true
    put('{')
    for (const [key, member] of Object.entries(value)) {
      put(`${isFirst ? '' : ','}${JSON.stringify(key)}:`)
      isFirst = false
      write(member ?? null, put, depth + 1)
    }
    put('}')
  } else put(typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? 'null'))
}

/** Whole numbers beyond 2^53 keep their digits. Undefined when the text is not JSON, or is nested too deep. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text, (_, member: unknown, context?: { readonly source?: string }) =>
      exact(member, context?.source),
    ) as Json
    return depthOf(value, RUN_LIMITS.jsonDepth) ? value : undefined
  } catch {
    // Text that is no JSON is an ordinary value of the language: it stays a text.
    return undefined
  }
}

function exact(member: unknown, source: string | undefined): unknown {
  if (typeof member !== 'number' || Number.isSafeInteger(member) || source === undefined) return member
  return /^-?\d{1,19}$/.test(source) ? BigInt(source) : member
}

/** True when the value nests at most `max` deep. */
function depthOf(value: Json, max: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return max > 0 && Object.values(value).every((member: Json | undefined) => depthOf(member ?? null, max - 1))
}
