import { codeAt } from '../../platform/code-at.ts'
import { nameOf } from './fields.ts'
import { TextCodes } from './text-codes.ts'

/**
 * A reader of XML as event logs write it: elements, attributes, text, CDATA, the five named entities and those by
 * number. No DTD: a document with one is refused, so no entity can grow. One pass, bounded depth, an element or null.
 */
export type XmlElement = {
  readonly name: string
  /** Without the prefix of a namespace. */
  readonly localName: string
  /** Null when it has none. */
  readonly attributes: Readonly<Record<string, string>> | null
  readonly attributeCount: number
  readonly children: readonly XmlElement[]
  /** All text directly in it, entities decoded. */
  readonly text: string
}

const NO_CHILDREN: readonly XmlElement[] = []
const DEPTH_MAX = 64
/** Elements and attributes. */
const PARTS_MAX = 16_384

/**
 * The single element of a text, which may have a prolog and comments around it; null when the text is anything else.
 * With `isCut` an element without an end has the part that is present.
 */
export function readXml(text: string, isCut = false): XmlElement | null {
  const reader = new XmlReader(text, isCut)
  reader.skipMisc()
  const element = reader.element(1)
  if (element === null) return null
  reader.skipMisc()
  return reader.at === text.length ? element : null
}

const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f
const COLON = 0x3a
const read = new TextCodes()

class XmlReader {
  at = 0
  readonly #text: string
  readonly #codes: Uint16Array
  #parts = 0
  /** Number of attributes of the element whose attributes were read last. */
  #count = 0
  /** The first ampersand at or behind the place of the last search. */
  #ampersand = -1

  readonly #isCut: boolean

  constructor(text: string, isCut: boolean) {
    this.#text = text
    this.#isCut = isCut
    this.#codes = read.of(text)
  }

  /** White space, `<?xml ...?>` and comments. */
  skipMisc(): void {
    const codes = this.#codes
    while (this.at < this.#text.length) {
      const code = codes[this.at] as number
      if (code <= 0x20 || code === 0xfeff) this.at++
      else if (!this.#skipMarkup()) return
    }
  }

  #skipMarkup(): boolean {
    const text = this.#text
    const close = read.has('<?', this.at) ? '?>' : read.has('<!--', this.at) ? '-->' : null
    if (close === null) return false
    const end = text.indexOf(close, this.at + 2)
    if (end === -1) return false
    this.at = end + close.length
    return true
  }

  /** The element that begins here; null when there is none, when it does not end, or when it is too large. */
  element(depth: number): XmlElement | null {
    const codes = this.#codes
    if (codes[this.at] !== LESS || depth > DEPTH_MAX || ++this.#parts > PARTS_MAX) return null
    const start = this.at + 1
    const end = this.#endOfName(start)
    if (end === start) return null
    const name = nameOf(this.#text, codes, start, end)
    let local = start
    while (local < end && codes[local] !== COLON) local++
    const localName = local === end ? name : nameOf(this.#text, codes, local + 1, end)
    this.at = end
    const attributes = this.#attributes()
    if (attributes === undefined) return null
    const attributeCount = this.#count
    if (codes[this.at] === SLASH) {
      this.at += 2
      const isClosed = codes[this.at - 1] === GREATER
      return isClosed ? { name, localName, attributes, attributeCount, children: NO_CHILDREN, text: '' } : null
    }
    this.at++
    return this.#content({ name, localName, attributes, attributeCount }, depth)
  }

  #endOfName(from: number): number {
    const codes = this.#codes
    const { length } = this.#text
    let at = from
    while (at < length && !isNameEnd(codes[at] as number)) at++
    return at
  }

  /** Null when there are none; undefined when they are broken, repeated or too many. Stops at `>` or `/`. */
  #attributes(): Record<string, string> | null | undefined {
    const codes = this.#codes
    const { length } = this.#text
    let attributes: Record<string, string> | null = null
    this.#count = 0
    while (true) {
      while (this.at < length && (codes[this.at] as number) <= 0x20) this.at++
      const code = codes[this.at]
      if (code === GREATER || code === SLASH) return attributes
      const end = this.#endOfName(this.at)
      if (end === this.at || codes[end] !== 0x3d) return undefined
      const name = nameOf(this.#text, codes, this.at, end)
      const quote = codes[end + 1] as number
      if (end + 1 >= length || (quote !== 0x22 && quote !== 0x27)) return undefined
      const close = read.next(quote, end + 2)
      if (close === -1) return undefined
      attributes ??= {}
      if (attributes[name] !== undefined || ++this.#parts > PARTS_MAX) return undefined
      attributes[name] = this.#decoded(end + 2, close)
      this.#count++
      this.at = close + 1
    }
  }

  #decoded(start: number, end: number): string {
    const text = this.#text.slice(start, end)
    if (this.#ampersand < start) {
      const found = this.#text.indexOf('&', start)
      this.#ampersand = found === -1 ? this.#text.length : found
    }
    return this.#ampersand < end ? decodeEntities(text) : text
  }

  #content(head: Omit<XmlElement, 'children' | 'text'>, depth: number): XmlElement | null {
    const { name, localName, attributes, attributeCount } = head
    const text = this.#text
    let children: XmlElement[] | null = null
    let inner = ''
    while (true) {
      const open = read.next(LESS, this.at)
      const isEnd = open === -1 || (this.#isCut && read.next(GREATER, open) === -1)
      if (isEnd && !this.#isCut) return null
      const until = open === -1 ? text.length : open
      if (until > this.at) inner += this.#decoded(this.at, until)
      if (isEnd) {
        this.at = text.length
        return { name, localName, attributes, attributeCount, children: children ?? NO_CHILDREN, text: inner }
      }
      this.at = open
      const code = this.#codes[open + 1]
      if (code === SLASH) {
        const close = open + 2 + name.length
        if (!read.has(name, open + 2)) return null
        const end = read.next(GREATER, close)
        if (end === -1 || end > close + 8 || (end > close && text.slice(close, end).trim() !== '')) return null
        this.at = end + 1
        return { name, localName, attributes, attributeCount, children: children ?? NO_CHILDREN, text: inner }
      }
      if (code === 0x21 && read.has('<![CDATA[', open)) {
        const end = text.indexOf(']]>', open)
        if (end === -1) return null
        inner += text.slice(open + 9, end)
        this.at = end + 3
      } else if (code === 0x21 || code === 0x3f) {
        if (!this.#skipMarkup()) return null
      } else {
        const child = this.element(depth + 1)
        if (child === null) return null
        children ??= []
        children.push(child)
      }
    }
  }
}

function isNameEnd(code: number): boolean {
  return code <= 0x20 || code === GREATER || code === SLASH || code === 0x3d || code === LESS
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** An entity other than these stays as it is written. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(#\d{1,7}|#x[0-9A-Fa-f]{1,6}|lt|gt|amp|quot|apos);/g, decodeEntity) : text
}

function decodeEntity(whole: string, name: string): string {
  if (codeAt(name, 0) !== 0x23) return NAMED.get(name) ?? whole
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
}
