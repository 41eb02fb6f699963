import { codeAt } from '../../platform/code-at.ts'

/**
 * A reader of XML as event logs write it: elements, attributes, text, CDATA, the five named entities and those by
 * number. No DTD: a document with one is refused, so no entity can grow. One pass, bounded depth, an element or null.
 */
export type XmlElement = {
  readonly name: string
  /** Null when it has none. */
  readonly attributes: Readonly<Record<string, string>> | null
  readonly children: readonly XmlElement[]
  /** All text directly in it, entities decoded. */
  readonly text: string
}

const NO_CHILDREN: readonly XmlElement[] = []
const DEPTH_MAX = 64
const ELEMENTS_MAX = 16_384

/** The one element of a text, with a prolog and comments around it; null when the text is anything else. */
export function readXml(text: string): XmlElement | null {
  const reader = new XmlReader(text)
  reader.skipMisc()
  const element = reader.element(1)
  if (element === null) return null
  reader.skipMisc()
  return reader.at === text.length ? element : null
}

class XmlReader {
  at = 0
  readonly #text: string
  #elements = 0

  constructor(text: string) {
    this.#text = text
  }

  /** White space, `<?xml ...?>` and comments. */
  skipMisc(): void {
    const text = this.#text
    while (this.at < text.length) {
      if (codeAt(text, this.at) <= 0x20 || codeAt(text, this.at) === 0xfeff) this.at++
      else if (!this.#skipMarkup()) return
    }
  }

  #skipMarkup(): boolean {
    const text = this.#text
    const close = text.startsWith('<?', this.at) ? '?>' : text.startsWith('<!--', this.at) ? '-->' : null
    if (close === null) return false
    const end = text.indexOf(close, this.at + 2)
    if (end === -1) return false
    this.at = end + close.length
    return true
  }

  /** The element that begins here; null when it is none, does not end, or there is too much of it. */
  element(depth: number): XmlElement | null {
    const text = this.#text
    if (codeAt(text, this.at) !== 0x3c || depth > DEPTH_MAX || ++this.#elements > ELEMENTS_MAX) return null
    const nameStart = this.at + 1
    const nameEnd = endOfName(text, nameStart)
    if (nameEnd === nameStart) return null
    const name = text.slice(nameStart, nameEnd)
    this.at = nameEnd
    const attributes = this.#attributes()
    if (attributes === undefined) return null
    if (codeAt(text, this.at) === 0x2f) {
      this.at += 2
      return codeAt(text, this.at - 1) === 0x3e ? { name, attributes, children: NO_CHILDREN, text: '' } : null
    }
    this.at++
    return this.#content(name, attributes, depth)
  }

  /** Null for none, undefined when they are broken. Stops at `>` or `/`. */
  #attributes(): Record<string, string> | null | undefined {
    const text = this.#text
    let attributes: Record<string, string> | null = null
    while (true) {
      while (codeAt(text, this.at) <= 0x20) this.at++
      const code = codeAt(text, this.at)
      if (code === 0x3e || code === 0x2f) return attributes
      const nameEnd = endOfName(text, this.at)
      const name = text.slice(this.at, nameEnd)
      if (name === '' || codeAt(text, nameEnd) !== 0x3d) return undefined
      const quote = text[nameEnd + 1]
      if (quote !== '"' && quote !== "'") return undefined
      const close = text.indexOf(quote, nameEnd + 2)
      if (close === -1) return undefined
      attributes ??= {}
      if (name !== '__proto__') attributes[name] = decodeEntities(text.slice(nameEnd + 2, close))
      this.at = close + 1
    }
  }

  #content(name: string, attributes: XmlElement['attributes'], depth: number): XmlElement | null {
    const text = this.#text
    let children: XmlElement[] | null = null
    let inner = ''
    while (true) {
      const open = text.indexOf('<', this.at)
      if (open === -1) return null
      if (open > this.at) inner += decodeEntities(text.slice(this.at, open))
      this.at = open
      const code = codeAt(text, open + 1)
      if (code === 0x2f) {
        const close = open + 2 + name.length
        if (!text.startsWith(name, open + 2)) return null
        const end = text.indexOf('>', close)
        if (end === -1 || end > close + 8 || text.slice(close, end).trim() !== '') return null
        this.at = end + 1
        return { name, attributes, children: children ?? NO_CHILDREN, text: inner }
      }
      if (code === 0x21 && text.startsWith('<![CDATA[', open)) {
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

function endOfName(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = codeAt(text, at)
    if (code <= 0x20 || code === 0x3e || code === 0x2f || code === 0x3d || code === 0x3c) break
    at++
  }
  return at
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** An entity that is none of these stays as it is written. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&(#\d{1,7}|#x[0-9A-Fa-f]{1,6}|lt|gt|amp|quot|apos);/g, decodeEntity) : text
}

function decodeEntity(whole: string, name: string): string {
  if (codeAt(name, 0) !== 0x23) return NAMED.get(name) ?? whole
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
}
