/** `parse_xml` (Kusto documentation; its rules are those of the xml2json library that the page names). */
import { strictSax } from '../../../../platform/strict-sax.ts'
import { type FunctionSpec, fnOf } from '../function-spec.ts'
import { RUN_LIMITS } from '../limits.ts'
import type { Run } from '../scope.ts'
import type { Json } from '../value.ts'

/** Longer documents give null, as in the service. */
const BYTES_MAX = 1024 * 1024
const TEXT = '#text'

type Part = { readonly name: string; readonly value: Json; readonly isCdata?: boolean }
type Open = {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly parts: Part[]
}

/** Thrown for a text that is no XML. */
class NoXml extends Error {
  override readonly name = 'NoXml'
}

/** A bag with the root as its one member; null where the text is not well formed or its elements are nested too deep. */
function parseXml(text: string, budget: Run['budget']): Json {
  if (Buffer.byteLength(text) > BYTES_MAX) return null
  budget.spend(1 + text.length)
  try {
    return documentOf(text, budget)
  } catch (error) {
    if (error instanceof NoXml) return null
    throw error
  }
}

function documentOf(text: string, budget: Run['budget']): Json {
  const parser = strictSax({ namespaces: false })
  const open: Open[] = []
  let root: Part | null = null
  parser.onerror = () => {
    throw new NoXml()
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length >= RUN_LIMITS.jsonDepth || (open.length === 0 && root !== null)) throw new NoXml()
    const pairs = Object.entries(attributes).map(([key, value]) => [`@${key}`, String(value)] as const)
    open.push({ name, attributes: pairs, parts: [] })
  }
  parser.ontext = (found) => {
    const value = found.trim()
    if (value !== '') open.at(-1)?.parts.push({ name: TEXT, value })
  }
  parser.oncdata = (value) => open.at(-1)?.parts.push({ name: TEXT, value, isCdata: true })
  parser.onclosetag = () => {
    const closed = open.pop()
    if (!closed) return
    budget.entries(closed.attributes.length + closed.parts.length)
    const part = { name: closed.name, value: memberOf(closed) }
    const parent = open.at(-1)
    if (parent) parent.parts.push(part)
    else root = part
  }
  parser.write(text).close()
  const found = root as Part | null
  return found === null ? null : { [found.name]: found.value }
}

/** An empty element is null, one with only text is that text; several members of one name become a list. */
function memberOf({ attributes, parts }: Open): Json {
  const [first] = parts
  if (attributes.length === 0) {
    if (!first) return null
    if (parts.length === 1 && first.name === TEXT && !first.isCdata) return first.value
  }
  const members = new Map<string, Json[]>()
  for (const { name, value } of parts) {
    const list = members.get(name)
    if (list) list.push(value)
    else members.set(name, [value])
  }
  const inner = Array.from(members, ([name, list]): [string, Json] => [
    name,
    list.length === 1 ? (list[0] ?? null) : list,
  ])
  return Object.fromEntries([...attributes, ...inner])
}

export const xmlFunctions: Readonly<Record<string, FunctionSpec>> = {
  parse_xml: fnOf(
    ['string'],
    'dynamic',
    ({ budget }) =>
      (text) =>
        parseXml(text, budget),
  ),
}
