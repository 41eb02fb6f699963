/** Decodes text: a model reads Base64, and senders of events know that. */

import { untagged } from './fold.ts'

const DEPTH_MAX = 3
const TOKEN = /[A-Za-z0-9+/_-]{12,}={0,2}/g
/** Also in lines. */
const BASE64 = /(?:[A-Za-z0-9+/_-]{4}[\s]?){3,}[A-Za-z0-9+/_-]{0,3}={0,2}/g
const BASE32 = /[A-Z2-7]{16,}={0,6}/g
const BITS = /(?:[01]{8}[\s,]*){6,}/g
const DECIMALS = /(?:\b\d{2,3}\b[\s,;]*){8,}/g
const OCTALS = /(?:\\[0-7]{2,3}){6,}/g
const MORSE = /(?:[.-]{1,4}(?:[ \t]+|[ \t]*[/|][ \t]*)){7,}[.-]{1,4}/g
const HEX = /(?:(?:\\x|0x|%|=)?[0-9a-fA-F]{2}[\s,;:]?){8,}/g
const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\s]*$/u

const READINGS_MAX = 200

/** The text and its decodings, at most three levels deep and 200 in all. */
export function readings(text: string): string[] {
  const found = new Set([text])
  let newest = [text]
  for (let depth = 0; depth < DEPTH_MAX && newest.length > 0; depth++) {
    newest = newest.flatMap(decodedOnce).filter((one) => !found.has(one))
    newest = newest.slice(0, READINGS_MAX - found.size)
    for (const one of newest) found.add(one)
  }
  return [...found]
}

/** The text and its unescaped forms, as a browser or chat client would show them, at most three levels deep. */
export function unescapedReadings(text: string): string[] {
  const found = [text]
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const last = found.at(-1) as string
    const next = escapes(entities(percent(last)))
    if (next === last) break
    found.push(next)
  }
  return found
}

function decodedOnce(text: string): string[] {
  const whole = [
    percent(text),
    entities(text),
    escapes(text),
    rot13(text),
    atbash(text),
    untagged(text),
    backwards(text),
    upright(text),
  ]
  return [...whole, ...hiddenIn(text).map(({ says }) => says)]
}

/** Shorter names look like a text that was cut by chance. */
const CUT_MIN = 16

export type Hidden = { readonly token: string; readonly says: string }

/** Tokens that encode a printable text. A hash does not. */
export function hiddenIn(text: string): Hidden[] {
  const found: Hidden[] = []
  for (const [token] of text.matchAll(HEX))
    add(found, token, Buffer.from(token.replaceAll(/\\x|0x|[^0-9a-fA-F]/g, ''), 'hex'))
  for (const [token] of text.matchAll(BASE32)) add(found, token, ofBase32(token))
  for (const [token] of text.matchAll(BITS))
    add(found, token, bytesOf(token.replaceAll(/[^01]/g, '').match(/.{8}/g) ?? [], 2))
  for (const [token] of text.matchAll(DECIMALS)) add(found, token, bytesOf(token.match(/\d+/g) ?? [], 10))
  for (const [token] of text.matchAll(OCTALS)) add(found, token, bytesOf(token.match(/\d+/g) ?? [], 8))
  for (const [token] of text.matchAll(MORSE)) add(found, token, Buffer.from(ofMorse(token)))
  for (const [token] of text.matchAll(TOKEN)) {
    add(found, token, Buffer.from(token, 'base64'))
    // UTF-7 begins with a plus that is no digit of Base64.
    if (token.startsWith('+')) add(found, token, Buffer.from(token.slice(1), 'base64'))
  }
  for (const [token] of text.matchAll(BASE64)) add(found, token, Buffer.from(token.replaceAll(/\s/g, ''), 'base64'))
  return found
}

/** One number a character; nothing for one that is no byte. */
function bytesOf(numbers: readonly string[], base: number): Buffer {
  const bytes = numbers.map((one) => Number.parseInt(one, base))
  return bytes.every((byte) => byte < 256) ? Buffer.from(bytes) : Buffer.alloc(0)
}

const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function ofBase32(token: string): Buffer {
  const bits = Array.from(token.replaceAll('=', ''), (one) => BASE32_DIGITS.indexOf(one).toString(2).padStart(5, '0'))
  return bytesOf(bits.join('').match(/.{8}/g) ?? [], 2)
}

const MORSE_CODES =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split(
    ' ',
  )

function ofMorse(token: string): string {
  const letter = (code: string) => {
    const at = MORSE_CODES.indexOf(code)
    return at === -1 ? '\ufffd' : String.fromCharCode(97 + at)
  }
  const words = token.split(/[/|]/).map((word) => word.trim().split(/\s+/).map(letter).join(''))
  return words.join(' ')
}

function add(found: Hidden[], token: string, bytes: Buffer): void {
  const decoded = is16(bytes, 1)
    ? bytes.toString('utf16le')
    : is16(bytes, 0)
      ? bytes
          .subarray(0, bytes.length & ~1)
          .swap16()
          .toString('utf16le')
      : bytes.toString('utf8')
  // A text that was cut ends in a part of a character.
  const says = decoded.length < CUT_MIN ? decoded : decoded.replace(/[\ufffd\p{Cc}]{1,3}$/u, '')
  if (says.length >= 6 && !says.includes('\ufffd') && PRINTABLE.test(says)) found.push({ token, says })
}

/** UTF-16 of Latin letters: each byte at this place of a pair is 0. */
function is16(bytes: Buffer, place: 0 | 1): boolean {
  const high = bytes.subarray(0, 64).filter((_, at) => at % 2 === place)
  return bytes.length >= 8 && high.every((byte) => byte === 0)
}

function percent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

function entities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));/g, (_, hex, dec, name) =>
    name ? (NAMED[name] ?? '') : point(hex ? Number.parseInt(hex, 16) : Number(dec)),
  )
}

function escapes(text: string): string {
  return text.replaceAll(/\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})/g, (_, u, x) =>
    point(Number.parseInt(u ?? x, 16)),
  )
}

const point = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

const backwards = (text: string) => [...text].reverse().join('')

function atbash(text: string): string {
  return text.replaceAll(/[a-z]/gi, (one) => {
    const base = one <= 'Z' ? 65 : 97
    return String.fromCharCode(base + 25 - (one.charCodeAt(0) - base))
  })
}

const UPSIDE_DOWN = [...'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz']

/** Letters that were turned upside down. */
function upright(text: string): string {
  if (!/[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/.test(text)) return text
  return Array.from(text, (one) => {
    const at = UPSIDE_DOWN.indexOf(one)
    return at === -1 ? one : String.fromCharCode(97 + at)
  }).join('')
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (one) => {
    const base = one <= 'Z' ? 65 : 97
    return String.fromCharCode(((one.charCodeAt(0) - base + 13) % 26) + base)
  })
}
