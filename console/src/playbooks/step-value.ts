/** The value of a condition between a document, which has texts, numbers, booleans and lists, and a field of a form. */

export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return value === undefined || value === null ? '' : String(value)
}

/** `in` compares with a list. A number is only what reads the same when it is written again, so `007` stays a text. */
export function valueOfText(
  text: string,
  operator: unknown,
): string | number | boolean | (string | number)[] | undefined {
  if (operator === 'exists' || text === '') return undefined
  if (operator === 'in')
    return text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => (String(Number(one)) === one ? Number(one) : one))
  if (text === 'true' || text === 'false') return text === 'true'
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text
}
