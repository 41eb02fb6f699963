/**
 * All values of a path of a JSON document, as one array: the engine can keep an index of this expression (`field-index.ts`), and
 * passes over what does not hold a value. The text of the expression is the same wherever it is used, or no index would be found.
 */
import type { PathField, Step } from './fields.ts'
import { isMadeOfColumns } from './near.ts'

/** Names that JSON writes in one way, but for escapes with `\u`. */
const PLAIN_NAME = /^[\w .:@$-]+$/

/**
 * Members of an event beside those that columns hold, as JSON. `ocsf` is made of both with a kind that the engine loses the type of
 * where it builds an index; a value that no column holds is of these alone.
 */
const OCSF_MEMBERS = "if(mapping = 'ocsf', raw, concat('{', ocsf_members, '}'))"

/** Null for a value of the OCSF event that is made of columns when it is read: the engine cannot build an index of that. */
export function pathValues({ document, ways }: PathField, put: (text: string) => string): string | null {
  const last = ways.at(-1)?.at(-1)?.member ?? ''
  if (document === 'raw') {
    const values = ways.flatMap((steps) => valuesIn('raw', steps, put))
    // Few events have the member, and those of others are not read as JSON.
    const mayHave = `position(raw, ${put(last)}) > 0 OR position(raw, '\\\\u') > 0`
    const all = `arrayConcat(${values.join(', ')})`
    return PLAIN_NAME.test(last) ? `if(${mayHave}, ${all}, [])` : all
  }
  const [steps = []] = ways
  if (isMadeOfColumns(steps.map(({ member }) => member))) return null
  const name = put(`"${last}"`)
  const mayHave = `mapping = 'ocsf' OR position(ocsf_form, ${name}) > 0 OR position(ocsf_rest, ${name}) > 0`
  return `if(${mayHave}, arrayConcat(${valuesIn(OCSF_MEMBERS, steps, put).join(', ')}), [])`
}

/** Arrays that hold the values together. Of a list before the last step, each element has its own. */
function valuesIn(document: string, steps: readonly Step[], put: (text: string) => string): readonly string[] {
  const listed = steps.slice(0, -1).findIndex(({ isArray }) => isArray)
  const members = (of: readonly Step[]) => of.map(({ member }) => put(member))
  if (listed === -1) {
    const json = `lowerUTF8(JSONExtractRaw(${[document, ...members(steps)].join(', ')}))`
    return [`[${json}]`, `JSONExtractArrayRaw(${json})`]
  }
  const elements = `JSONExtractArrayRaw(${[document, ...members(steps.slice(0, listed + 1))].join(', ')})`
  const ofOne = valuesIn('element', steps.slice(listed + 1), put)
  return [`arrayFlatten(arrayMap(element -> arrayConcat(${ofOne.join(', ')}), ${elements}))`]
}

/** True for a value that the array holds as it is, or within quotation marks, wherever the field has it. */
export function isListed(value: string): boolean {
  return value !== '' && !/^["[{]|[\u2028\u2029]/.test(value) && value.isWellFormed()
}
