/**
 * All values of a path of a JSON document, as one array: the engine can keep an index of this expression (`field-index.ts`), and
 * passes over what does not hold a value. The text of the expression is the same wherever it is used, or no index would be found.
 */
import { MADE_OF_COLUMNS } from './near.ts'
import type { PathField } from './fields.ts'

/** Names that JSON writes in one way, but for escapes with `\u`. */
const PLAIN_NAME = /^[\w .:@$-]+$/

/** Null where a step before the last is a list, and where the values are made of columns. */
export function pathValues({ document, ways }: PathField, put: (text: string) => string): string | null {
  const [way = []] = ways
  const isMade = document === 'ocsf' && [...MADE_OF_COLUMNS].some((made) => isWithin(made, way.map(nameOf).join('.')))
  if (isMade || ways.some((steps) => steps.slice(0, -1).some(({ isArray }) => isArray))) return null
  const values = ways.flatMap((steps) => {
    const json = `lowerUTF8(JSONExtractRaw(${[document, ...steps.map((step) => put(nameOf(step)))].join(', ')}))`
    return [`[${json}]`, `JSONExtractArrayRaw(${json})`]
  })
  const all = `arrayConcat(${values.join(', ')})`
  const last = ways.at(-1)?.at(-1)?.member ?? ''
  // Few events have the member, and those of others are not read as JSON.
  return PLAIN_NAME.test(last) ? `if(${mayHave(document, put(last))}, ${all}, [])` : all
}

/** True for a value that the array holds as it is, or within quotation marks, wherever the field has it. */
export function isListed(value: string): boolean {
  return value !== '' && !/^["[{]|[\u2028\u2029]/.test(value) && value.isWellFormed()
}

const nameOf = ({ member }: { readonly member: string }) => member
const isWithin = (made: string, path: string) => made === path || made.startsWith(`${path}.`)

function mayHave(document: PathField['document'], name: string): string {
  const texts = document === 'raw' ? ['raw'] : ['ocsf_form', 'ocsf_rest']
  const holds = texts.map((text) => `position(${text}, ${name}) > 0`)
  const isOtherwise = document === 'raw' ? `position(raw, '\\\\u') > 0` : `mapping = 'ocsf' OR position(ocsf_rest, '\\\\u') > 0`
  return [...holds, isOtherwise].join(' OR ')
}
