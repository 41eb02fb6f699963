import { codeAt } from '../../platform/code-at.ts'

/**
 * The parts of a MIME message, RFC 2045 to 2047. Written here because a decoder is synchronous and the parsers on npm
 * answer with promises. Bytes go in as ISO 8859-1 text, so that a character is a byte until its charset is known.
 */
export type MimePart = {
  /** By lower-case name, unfolded, encoded words not yet decoded; in order of appearance. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  /** In lower case; text/plain where none is named. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  /** The content of a leaf, with its transfer encoding decoded. Empty for a multipart. */
  readonly content: Buffer
  readonly parts: readonly MimePart[]
}

const DEPTH_MAX = 16
/** @bound parts of a mail -> 400 */
const PARTS_MAX = 512
const HEADERS_MAX = 2048
/** @bound parameters read from a mail header -> the others stay in the header */
const PARAMETERS_MAX = 1024

/** Null when the text is not a message, or has too many levels or parts. */
export function readMime(latin1: string): MimePart | null {
  return readPart(latin1, 1, { left: PARTS_MAX })
}

function readPart(text: string, depth: number, budget: { left: number }): MimePart | null {
  if (depth > DEPTH_MAX || budget.left-- === 0) return null
  const blank = /(?:^|\n)\r?\n/.exec(text)
  const headEnd = blank ? blank.index : text.length
  const headers = readHeaders(text.slice(0, headEnd))
  if (headers === null) return null
  const body = blank ? text.slice(blank.index + blank[0].length) : ''
  const { value, parameters } = readParameters(headers.get('content-type')?.[0] ?? 'text/plain')
  const type = value.toLowerCase()
  const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : undefined
  if (boundary === undefined || boundary === '') {
    const encoding = (headers.get('content-transfer-encoding')?.[0] ?? '').trim().toLowerCase()
    return { headers, type, parameters, content: decodeBody(body, encoding), parts: [] }
  }
  const parts: MimePart[] = []
  for (const section of sections(body, boundary)) {
    const part = readPart(section, depth + 1, budget)
    if (part === null) return null
    parts.push(part)
  }
  return { headers, type, parameters, content: Buffer.alloc(0), parts }
}

function readHeaders(text: string): Map<string, string[]> | null {
  const headers = new Map<string, string[]>()
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split('\n', HEADERS_MAX + 1)
  if (lines.length > HEADERS_MAX) return null
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const known = headers.get(name)
    const value = line.slice(colon + 1).trim()
    if (known) known.push(value)
    else headers.set(name, [value])
  }
  return headers
}

const PARAMETER = /;\s*([\w*-]{1,64})\s*=\s*/g
const PLAIN_VALUE = /[^\s;]*/y
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * `text/plain; charset="utf-8"`; RFC 2231 forms (`filename*=utf-8''a%20b`) are decoded, its continuations joined.
 * Parameters past 1024 are not taken out of the header, which is kept as it was.
 */
export function readParameters(header: string): { value: string; parameters: Map<string, string> } {
  const parameters = new Map<string, string>()
  const semicolon = header.indexOf(';')
  const value = (semicolon === -1 ? header : header.slice(0, semicolon)).trim()
  if (semicolon === -1) return { value, parameters }
  const charsets = new Charsets()
  PARAMETER.lastIndex = semicolon
  for (let left = PARAMETERS_MAX; left > 0; left--) {
    const [whole, name = ''] = PARAMETER.exec(header) ?? []
    if (whole === undefined) break
    const start = PARAMETER.lastIndex
    const close = codeAt(header, start) === QUOTE ? quoteEnd(header, start + 1) : -1
    const text = close === -1 ? plainValue(header, start) : header.slice(start + 1, close).replace(/\\(.)/g, '$1')
    PARAMETER.lastIndex = close === -1 ? start + text.length : close + 1
    const key = name.toLowerCase().replace(/\*.*$/, '')
    const part = name.endsWith('*') ? percentDecoded(text, charsets) : text
    parameters.set(key, /\*\d/.test(name) ? (parameters.get(key) ?? '') + part : part)
  }
  return { value, parameters }
}

/**
 * The quote that ends the text which begins at `from`; -1 if there is none. It is written by hand because a regular
 * expression remembers every character that it may backtrack to, and fails on a text of 8 MiB.
 */
function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = codeAt(text, at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return -1
}

function plainValue(header: string, start: number): string {
  PLAIN_VALUE.lastIndex = start
  return PLAIN_VALUE.exec(header)?.[0] ?? ''
}

/** `charset'language'a%20b`, without the first two in continuations; like all text here, UTF-8 as bytes. */
function percentDecoded(text: string, charsets: Charsets): string {
  const [whole = '', charset = ''] = /^([^']{0,32})'[^']{0,32}'/.exec(text) ?? []
  const bytes = text
    .slice(whole.length)
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(charsets.text(Buffer.from(bytes, 'latin1'), charset)).toString('latin1')
}

/**
 * The sections between the lines `--boundary`; the text before the first such line and behind `--boundary--` is
 * ignored.
 */
function* sections(body: string, boundary: string): Generator<string> {
  const mark = `--${boundary}`
  let start = -1
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && codeAt(body, at - 1) !== 0x0a) continue
    const isLast = body.startsWith('--', at + mark.length)
    // A boundary may begin with the boundary of the outer part. Behind each boundary only white space may follow, then
    // the next line.
    if (!isLineEnd(codeAt(body, at + mark.length + (isLast ? 2 : 0)))) continue
    if (start !== -1) yield body.slice(start, at).replace(/\r?\n$/, '')
    if (isLast) return
    const lineEnd = body.indexOf('\n', at)
    if (lineEnd === -1) return
    start = lineEnd + 1
  }
  if (start !== -1) yield body.slice(start)
}

/** White space, or NaN behind the last character. */
function isLineEnd(code: number): boolean {
  return !(code > 0x20)
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  return Buffer.from(quotedPrintable(body.replace(/=[ \t]*\r?\n/g, '')), 'latin1')
}

function quotedPrintable(text: string): string {
  return text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Text of bytes in a charset by its name in the message; UTF-8 for an unknown one. */
export function charsetText(bytes: Buffer, charset: string): string {
  return decoderNamed(charset)?.decode(bytes) ?? bytes.toString()
}

/** Null for an unknown name: that costs microseconds, as a thrown error does. */
function decoderNamed(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset.trim() || 'utf-8')
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
}

/**
 * Maximum number of charsets in one header; mails have one or two.
 * @bound charsets in a mail header -> the others are read as UTF-8
 */
const CHARSETS_MAX = 16

/**
 * `charsetText` with a cache, for the words of one header, which name the same charset repeatedly. Past 16 names the
 * words are read as UTF-8.
 */
class Charsets {
  readonly #decoders = new Map<string, TextDecoder | null>()

  text(bytes: Buffer, charset: string): string {
    let decoder = this.#decoders.get(charset)
    if (decoder === undefined && this.#decoders.size < CHARSETS_MAX) {
      decoder = decoderNamed(charset)
      this.#decoders.set(charset, decoder)
    }
    return decoder?.decode(bytes) ?? bytes.toString()
  }
}

const ENCODED_WORD = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([BbQq])\?([^?\s]*)\?=/g

/**
 * Decodes the encoded words of RFC 2047; white space between two of them is not part of the text. Adjacent words of one
 * charset are decoded together, because senders may split them inside a character.
 */
export function headerText(header: string): string {
  if (!header.includes('=?')) return header
  let plain = ''
  let from = 0
  let charset = ''
  let run: Buffer[] = []
  const charsets = new Charsets()
  const endRun = () => {
    if (run.length > 0) plain += charsets.text(Buffer.concat(run), charset)
    run = []
  }
  for (const word of header.matchAll(ENCODED_WORD)) {
    const [whole, name = '', kind = '', text = ''] = word
    const between = header.slice(from, word.index)
    const isBehindWord = run.length > 0 && between.trim() === ''
    if (!isBehindWord || name.toLowerCase() !== charset.toLowerCase()) endRun()
    if (!isBehindWord) plain += between
    from = word.index + whole.length
    charset = name
    run.push(wordBytes(kind, text))
  }
  endRun()
  return plain + header.slice(from)
}

function wordBytes(kind: string, text: string): Buffer {
  if (kind === 'B' || kind === 'b') return Buffer.from(text, 'base64')
  return Buffer.from(quotedPrintable(text.replaceAll('_', ' ')), 'latin1')
}
