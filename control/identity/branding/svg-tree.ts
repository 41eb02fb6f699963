import type sax from 'sax'
import { invalid } from '../../../platform/invalid-input.ts'
import { strictSax } from '../../../platform/strict-sax.ts'
import { hasFewAttributes } from '../../../platform/xml-attributes.ts'
import { holdsText, isDrawing, keptValue } from './svg-allow-list.ts'

export type SvgElement = {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: (SvgElement | string)[]
}

export type SvgTree = { readonly root: SvgElement; readonly removed: Removed }

/** Removed names, each once, as written in the file. */
export type Removed = { readonly elements: Set<string>; readonly attributes: Set<string> }

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/** @bound in an SVG: depth, elements, attributes of an element, removed names -> 422 */
const DEPTH_MAX = 64
const ELEMENTS_MAX = 5_000
const ATTRIBUTES_MAX = 100
/** Distinct names of removed elements and attributes in one answer. */
const NAMES_MAX = 200
const NAME_SHOWN_MAX = 100
const DECLARATION = /<!\s*(?:DOCTYPE|ENTITY)/i
/** Characters of XML 1.0, section 2.2; half a surrogate pair cannot be here, the text was decoded from UTF-8. */
const NO_XML_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Parses the allow-listed elements and attributes, with the text of those that have some. Throws 422 for a text that is
 * no SVG or not well formed, for a DOCTYPE or an ENTITY before anything is parsed, and past 64 levels, 5,000 elements,
 * 100 attributes of one element, and 200 different removed names.
 */
export function readSvg(text: string): SvgTree {
  if (DECLARATION.test(text)) throw refused('holds a DOCTYPE or ENTITY declaration')
  if (NO_XML_CHARACTER.test(text)) throw refused('holds a character that XML does not have')
  if (!hasFewAttributes(text, ATTRIBUTES_MAX))
    throw refused(`holds an element with more than ${ATTRIBUTES_MAX} attributes`)
  const reader = new Reader()
  const parser = strictSax({ namespaces: true })
  parser.onerror = (error) => {
    throw refused(`is not well formed: ${error.message.split('\n', 1)[0]?.slice(0, 200)}`)
  }
  parser.onsgmldeclaration = () => {
    throw refused('holds a declaration')
  }
  parser.onprocessinginstruction = ({ name }) => reader.instruction(name)
  parser.onopentag = (tag) => reader.open(tag as sax.QualifiedTag)
  parser.onclosetag = () => reader.close()
  parser.ontext = (found) => reader.text(found)
  parser.oncdata = (found) => reader.text(found)
  parser.write(text).close()
  return reader.tree()
}

export function refused(msg: string) {
  return invalid('file', msg, 'svg')
}

class Reader {
  readonly #open: (SvgElement | null)[] = []
  readonly #ids = new Set<string>()
  readonly #removed: Removed = { elements: new Set(), attributes: new Set() }
  #root: SvgElement | undefined
  #elements = 0

  open(tag: sax.QualifiedTag): void {
    this.#count(tag)
    const parent = this.#open.at(-1)
    const isRoot = this.#open.length === 0
    if (isRoot && (this.#root !== undefined || !isSvg(tag))) throw refused('is no SVG')
    const element = parent === null ? null : this.#kept(tag)
    this.#open.push(element)
    if (element === null) note(this.#removed.elements, tag.name)
    else if (isRoot) this.#root = element
    else parent?.children.push(element)
  }

  close(): void {
    this.#open.pop()
  }

  text(text: string): void {
    const parent = this.#open.at(-1)
    if (parent && holdsText(parent.name)) parent.children.push(text)
  }

  /** A style sheet is named in one. */
  instruction(name: string): void {
    if (name !== 'xml') note(this.#removed.elements, `?${name}`)
  }

  tree(): SvgTree {
    if (this.#root === undefined) throw refused('is no SVG')
    return { root: this.#root, removed: this.#removed }
  }

  #count({ attributes }: sax.QualifiedTag): void {
    this.#elements++
    if (this.#elements > ELEMENTS_MAX) throw refused(`holds more than ${ELEMENTS_MAX} elements`)
    if (this.#open.length >= DEPTH_MAX) throw refused(`holds more than ${DEPTH_MAX} elements in each other`)
    if (Object.keys(attributes).length > ATTRIBUTES_MAX)
      throw refused(`holds an element with more than ${ATTRIBUTES_MAX} attributes`)
  }

  #kept(tag: sax.QualifiedTag): SvgElement | null {
    if (!isOfSvg(tag) || !isDrawing(tag.local)) return null
    const attributes = new Map<string, string>()
    for (const { name, prefix, value } of Object.values(tag.attributes)) {
      if (prefix === 'xmlns' || name === 'xmlns') continue
      const kept = keptValue(name, value)
      const isRepeatedId = name === 'id' && kept !== null && this.#ids.has(kept)
      if (kept === null || isRepeatedId) note(this.#removed.attributes, name)
      else attributes.set(name, kept)
    }
    const id = attributes.get('id')
    if (id !== undefined) this.#ids.add(id)
    return { name: tag.local, attributes, children: [] }
  }
}

function isSvg(tag: sax.QualifiedTag): boolean {
  return isOfSvg(tag) && tag.local === 'svg'
}

/** An element without a namespace counts as SVG, and is in it from then on. */
function isOfSvg({ uri }: sax.QualifiedTag): boolean {
  return uri === SVG_NAMESPACE || uri === ''
}

export function note(names: Set<string>, name: string): void {
  names.add(name.slice(0, NAME_SHOWN_MAX))
  if (names.size > NAMES_MAX) throw refused(`holds more than ${NAMES_MAX} names that are not those of a drawing`)
}
