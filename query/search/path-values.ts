/**
 * All values of a path of a JSON document as one array: the engine can index this expression (`field-index.ts`), and
 * then skips granules without a value. The expression must have the same text wherever it is used, because otherwise
 * the engine finds no index.
 */
import type { PathField, Step } from './fields.ts'
import { isMadeOfColumns } from './text-prefilter.ts'

/** Names that JSON writes in only one way, apart from `\u` escapes. */
const PLAIN_NAME = /^[\w .:@$-]+$/

/**
 * An event's members without a column, as JSON. `ocsf` combines both with a type that the engine loses when it builds
 * an index; a value without a column occurs only here.
 */
const OCSF_MEMBERS = "if(mapping = 'ocsf', raw, concat('{', ocsf_members, '}'))"

/** Null for a value of the OCSF event that is assembled from columns when read: the engine cannot index that. */
export function pathValues({ document, ways }: PathField, put: (text: string) => string): string | null {
  const last = ways.at(-1)?.at(-1)?.member ?? ''
  if (document === 'raw') {
    const values = ways.flatMap((steps) => valuesIn('raw', steps, put))
    // Few events have the member, so the JSON of the others is not parsed.
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

/** Arrays that together hold the values. For a list before the last step, each element has its own array. */
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

/** True for a value that the array holds literally, or within quotation marks, wherever the field occurs. */
export function isListed(value: string): boolean {
  return value !== '' && !/^["[{]|[\u2028\u2029]/.test(value) && value.isWellFormed()
}
