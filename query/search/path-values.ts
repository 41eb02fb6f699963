/**
 * All values of a path of a JSON document, as one array: the engine can keep an index of this expression (`field-index.ts`), and
 * passes over what does not hold a value. The text of the expression is the same wherever it is used, or no index would be found.
 */
import type { PathField } from './fields.ts'

/** Names that JSON writes in one way, but for escapes with `\u`. */
const PLAIN_NAME = /^[\w .:@$-]+$/

/**
 * Null where a step before the last is a list, and for paths of the OCSF event, which is made of columns when it is read: the engine
 * cannot build an index of that.
 */
export function pathValues({ document, ways }: PathField, put: (text: string) => string): string | null {
  const isNested = ways.some((steps) => steps.slice(0, -1).some(({ isArray }) => isArray))
  if (document !== 'raw' || isNested) return null
  const values = ways.flatMap((steps) => {
    const json = `lowerUTF8(JSONExtractRaw(${[document, ...steps.map(({ member }) => put(member))].join(', ')}))`
    return [`[${json}]`, `JSONExtractArrayRaw(${json})`]
  })
  const all = `arrayConcat(${values.join(', ')})`
  const last = ways.at(-1)?.at(-1)?.member ?? ''
  // Few events have the member, and those of others are not read as JSON.
  const mayHave = `position(raw, ${put(last)}) > 0 OR position(raw, '\\\\u') > 0`
  return PLAIN_NAME.test(last) ? `if(${mayHave}, ${all}, [])` : all
}

/** True for a value that the array holds as it is, or within quotation marks, wherever the field has it. */
export function isListed(value: string): boolean {
  return value !== '' && !/^["[{]|[\u2028\u2029]/.test(value) && value.isWellFormed()
}
