/** JSON whose numbers keep all their digits: `JSON.parse` rounds those past 2^53. */

type Revive = (name: string, value: unknown, context: { readonly source?: string }) => unknown
/** The engine has these functions; its type declarations do not yet. */
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, revive: Revive): unknown
  rawJSON(text: string): unknown
}

/**
 * Like `JSON.parse`, but returns a `bigint` for a whole number beyond 2^53; several times slower. In a text that is
 * nested too deep for it, numbers stay rounded. Throws a SyntaxError as `JSON.parse` does.
 */
export function parseExactly(text: string): unknown {
  try {
    return parse(text, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? wholeNumber(source, value) : value,
    )
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** The JSON text of a value that `parseExactly` or `JSON.parse` returned. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? rawJSON(String(part)) : part))
}

/**
 * Like `JSON.parse`, but `JSON.stringify` later writes the numbers as they were in the text. Throws as `JSON.parse`
 * does.
 */
export function parseAsWritten(text: string): unknown {
  return parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  )
}

const WHOLE = /^[+-]?\d+$/

/** Returns a `bigint` for the text of a whole number past 2^53, otherwise `number`, which the text parses to. */
export function wholeNumber(text: string, number: number): number | bigint {
  if (Number.isSafeInteger(number) || !Number.isInteger(number) || !WHOLE.test(text)) return number
  return BigInt(text.startsWith('+') ? text.slice(1) : text)
}
