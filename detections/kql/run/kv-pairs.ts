/**
 * Extracts keys and values of a text as `parse-kv` does (Kusto documentation, parse-kv operator). Each text is read
 * once.
 */

export type KvPair = readonly [key: string, value: string]

/** Both of one character; they may be the same. */
export type Quote = { readonly open: string; readonly close: string }

export type Quoting = { readonly quotes: readonly Quote[]; readonly escapes: ReadonlySet<string> }

export type Delimiters = Quoting & {
  readonly pair: string
  readonly kv: string
  /** True when a value extends to the last pair delimiter before the next key, and not only to the first one. */
  readonly isGreedy: boolean
}

/**
 * Pairs between explicit delimiters. White space around key and value is removed, white space inside quotes is kept.
 */
export function* delimitedPairs(text: string, delimiters: Delimiters): Iterable<KvPair> {
  const { pair, kv } = delimiters
  const reader = new KvReader(text, delimiters)
  while (!reader.isAtEnd) {
    reader.skip((at) => isSpace(text, at) || text.startsWith(pair, at))
    const key = reader.quoted() ?? reader.until((at) => text.startsWith(kv, at) || text.startsWith(pair, at))
    reader.skip((at) => isSpace(text, at) && !text.startsWith(kv, at) && !text.startsWith(pair, at))
    if (!text.startsWith(kv, reader.at)) {
      reader.until((at) => text.startsWith(pair, at))
      continue
    }
    reader.at += kv.length
    reader.skip((at) => isSpace(text, at) && !text.startsWith(pair, at))
    yield [key, reader.quoted() ?? reader.value(delimiters)]
    reader.until((at) => text.startsWith(pair, at))
  }
}

/** A letter or digit, the second half of one included. */
const WORD = /[\p{L}\p{N}\p{Cs}]/u

/**
 * Without delimiters a key is a word and its value the next word; everything except letters and digits separates words.
 */
export function* wordPairs(text: string, keys: ReadonlySet<string>, quoting: Quoting): Iterable<KvPair> {
  const reader = new KvReader(text, quoting)
  let key: string | null = null
  while (!reader.isAtEnd) {
    const word = reader.quoted() ?? reader.until((at) => !WORD.test(characterAt(text, at)))
    if (word === '' && !reader.wasQuoted) {
      reader.at += characterAt(text, reader.at).length
      continue
    }
    if (key !== null) {
      yield [key, word]
      key = null
    } else if (keys.has(word)) key = word
  }
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)

const isSpace = (text: string, at: number): boolean => text.slice(at, at + 1).trim() === ''

class KvReader {
  at = 0
  /** True when the last call of `quoted` gave a text. */
  wasQuoted = false
  readonly #text: string
  readonly #escapes: ReadonlySet<string>
  /** Opening quotes without a closing one in the rest of the text; they are ordinary characters. */
  readonly #quotes: Map<string, string>

  constructor(text: string, { quotes, escapes }: Quoting) {
    this.#text = text
    this.#escapes = escapes
    this.#quotes = new Map(quotes.map(({ open, close }) => [open, close]))
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length
  }

  skip(isSkipped: (at: number) => boolean): void {
    while (!this.isAtEnd && isSkipped(this.at)) this.at++
  }

  /** Returns the text before the position where `ends` is true, or the rest, without surrounding white space. */
  until(ends: (at: number) => boolean): string {
    const from = this.at
    this.skip((at) => !ends(at))
    return this.#text.slice(from, this.at).trim()
  }

  /** The text in the quotes that open here; null, and nothing consumed, when there are none or they do not close. */
  quoted(): string | null {
    const text = this.#text
    const open = text.charAt(this.at)
    const close = this.#quotes.get(open)
    this.wasQuoted = false
    if (close === undefined) return null
    let found = ''
    let at = this.at + 1
    while (at < text.length && text[at] !== close) {
      if (this.#escapes.has(text.charAt(at)) && at + 1 < text.length) at++
      found += text.charAt(at++)
    }
    if (at >= text.length) {
      this.#quotes.delete(open)
      return null
    }
    this.at = at + 1
    this.wasQuoted = true
    return found
  }

  value({ pair, kv, isGreedy }: Delimiters): string {
    const text = this.#text
    const isPair = (at: number): boolean => text.startsWith(pair, at)
    if (!isGreedy) return this.until(isPair)
    const from = this.at
    let end = text.length
    let last = -1
    for (let at = from; at < text.length; at++) {
      if (last >= 0 && text.startsWith(kv, at)) {
        end = last
        break
      }
      if (isPair(at)) last = at
    }
    this.at = end
    return text.slice(from, end).trim()
  }
}
