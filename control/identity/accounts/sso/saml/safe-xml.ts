import type sax from 'sax'
import { strictSax } from '../../../../../platform/strict-sax.ts'
import { hasFewAttributes } from '../../../../../platform/xml-attributes.ts'

/** An element as it begins, its name without the prefix. */
export type XmlElement = {
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  /** Ancestors, the root first, this one last. */
  readonly path: readonly string[]
}

export type XmlReader = {
  open(element: XmlElement): void
  /** All text of an element that holds no other element. */
  text?(element: XmlElement, text: string): void
  close?(element: XmlElement): void
}

const DEPTH_MAX = 64
const ELEMENTS_MAX = 20_000
/** Attributes of one element. */
const ATTRIBUTES_MAX = 100

/** XML that is refused; the message says why. */
export class UnsafeXml extends Error {
  override readonly name = 'UnsafeXml'
}

/**
 * Reads a document in one pass, and refuses what an attack would need and no provider sends: a document type with its
 * entities, processing instructions, a root that does not end the document, more than 64 elements in each other or
 * 20,000 in all. Throws `UnsafeXml`. The length of `xml` is for the caller to bound.
 */
export function readXml(xml: string, reader: XmlReader): void {
  if (!hasFewAttributes(xml, ATTRIBUTES_MAX)) throw new UnsafeXml('has an element with too many attributes')
  const parser = strictSax({ namespaces: true })
  const open: { element: XmlElement; text: string; isLeaf: boolean }[] = []
  let elements = 0
  const refuse = (why: string) => () => {
    throw new UnsafeXml(why)
  }
  parser.ondoctype = refuse('a document type is not read')
  parser.onsgmldeclaration = refuse('a declaration is not read')
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml' || elements > 0) throw new UnsafeXml('a processing instruction is not read')
  }
  parser.onerror = () => {
    throw new UnsafeXml('is not well-formed XML')
  }
  parser.onopentag = (tag) => {
    if (++elements > ELEMENTS_MAX || open.length >= DEPTH_MAX) throw new UnsafeXml('has too many elements')
    const parent = open.at(-1)
    if (parent) parent.isLeaf = false
    const element = elementOf(tag as sax.QualifiedTag, parent?.element.path ?? [])
    open.push({ element, text: '', isLeaf: true })
    reader.open(element)
  }
  parser.ontext = parser.oncdata = (text) => {
    const current = open.at(-1)
    if (current) current.text += text
  }
  parser.onclosetag = () => {
    const closed = open.pop()
    if (!closed) return
    if (closed.isLeaf) reader.text?.(closed.element, closed.text)
    reader.close?.(closed.element)
  }
  parser.write(xml).close()
  if (elements === 0) throw new UnsafeXml('is not well-formed XML')
}

function elementOf({ local, uri, attributes }: sax.QualifiedTag, above: readonly string[]): XmlElement {
  const named = Object.values(attributes).map(({ name, value }): [string, string] => [name, value])
  return { name: local, namespace: uri, attributes: Object.fromEntries(named), path: [...above, local] }
}
