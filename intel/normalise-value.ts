/** Normalises each value to one spelling, so that equal values of a feed and of an event compare equal. */
import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { plainAddress } from '../platform/ip-address.ts'
import type { Kind } from './indicator.ts'

/** @bound length of the value of an indicator -> the value is skipped */
export const VALUE_LENGTH_MAX = 2048

const HEX_DIGITS: Readonly<Partial<Record<Kind, number>>> = { md5: 32, sha1: 40, sha256: 64, ja3: 32 }
const HEX = /^[0-9a-f]+$/
const DOMAIN =
  /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/
const EMAIL = /^[^\s@<>]{1,64}@([^\s@<>]{3,255})$/
const JA4 = /^[a-z0-9]{4,12}(?:_[a-z0-9]{4,64}){1,3}$/
const CONTROL = /\p{Cc}/u

/**
 * Null for a value that is not valid for its kind. An address with a prefix shorter than its whole length is a `cidr`.
 */
export function normaliseValue(kind: Kind, value: string): string | null {
  if (value.length > VALUE_LENGTH_MAX) return null
  const text = refanged(NAMED_BY_TEXT.has(kind) ? value.trim() : unquoted(value.trim()))
  if (text === '' || CONTROL.test(text)) return null
  return shorter(OF_KIND[kind](text, kind))
}

/** Kinds whose values may begin with a quote. */
const NAMED_BY_TEXT: ReadonlySet<Kind> = new Set(['filename', 'user_agent'])

/** Without the quotes that a copied cell keeps. */
function unquoted(text: string): string {
  let bare = text
  while (bare.length > 2 && isQuote(bare.charCodeAt(0)) && bare.endsWith(bare.charAt(0)))
    bare = bare.slice(1, -1).trim()
  return bare
}

const isQuote = (code: number): boolean => code === 0x22 || code === 0x27

/** Guesses the kind of a text without a declared one, and gives both; null where no kind fits. */
export function guessKind(text: string): { readonly kind: Kind; readonly value: string } | null {
  for (const kind of GUESSED) {
    const value = normaliseValue(kind, text)
    if (value !== null) return { kind, value }
  }
  return null
}

const GUESSED: readonly Kind[] = ['ip', 'cidr', 'sha256', 'sha1', 'md5', 'email', 'url', 'domain']

const OF_KIND: Readonly<Record<Kind, (text: string, kind: Kind) => string | null>> = {
  ip: address,
  cidr: network,
  domain,
  url,
  md5: hex,
  sha1: hex,
  sha256: hex,
  ja3: hex,
  ja4: (text) => matching(JA4, text.toLowerCase()),
  email,
  filename: (text) => text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase() || null,
  user_agent: (text) => text.replace(/\s+/g, ' ').toLowerCase(),
}

/** Case folding can lengthen a text beyond the bound. */
function shorter(value: string | null): string | null {
  return value !== null && value.length <= VALUE_LENGTH_MAX ? value : null
}

/**
 * Restores defanged values, which reports write so that readers cannot click on them: `hxxps[:]//evil[.]example`,
 * `evil(dot)example`, `ada[at]evil{.}example`.
 */
function refanged(text: string): string {
  if (!DEFANGED.test(text)) return text
  return text
    .replace(/^(?:h(?:xx|tx|\*\*)p|meow)(s?)(?=:|\[|\()/i, 'http$1')
    .replace(/^http\[s\]/i, 'https')
    .replace(/^fxp(?=s?:|\[|\()/i, 'ftp')
    .replaceAll(/\s?[[({](\.|:|:\/\/|\/|@)[\])}]\s?/g, '$1')
    .replaceAll(/\[\.(?=\w)/g, '.')
    .replaceAll(/[[({] ?(dot|at) ?[\])}]/gi, (_, word: string) => (word.toLowerCase() === 'at' ? '@' : '.'))
    .replaceAll(/\\\./g, '.')
}
const DEFANGED = /[[({]|\\\.|^(?:h(?:xx|tx|\*\*)ps?|fxps?|meows?)[:[(]/i

/**
 * IPv4 in IPv6 becomes the IPv4 address, and an address with a port (`:443`, MISP's `|443`), the address.
 * Unspecified, loopback and broadcast addresses are refused.
 */
function address(text: string): string | null {
  const bare = text.includes('://') ? text.replace(TRANSPORT, '') : text
  const plain = bare.includes('%') ? '' : plainAddress(bare.replace(/\|(?=\d{1,5}$)/, ':'))
  if (plain === '') return null
  const canonical = plain.includes(':') ? ipaddr.process(plain).toString() : plain
  return NOBODYS.test(canonical) ? null : canonical
}

/** Reports of servers that malware calls write the protocol before the address. */
const TRANSPORT = /^(?:tcp|udp|tls|ssl|quic):\/\//i
const NOBODYS = /^(?:0\.|127\.|255\.255\.255\.255$|::1?$)/

function network(text: string): string | null {
  const [, of = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const canonical = plainAddress(of)
  if (canonical === '' || of.includes('[')) return null
  const parsed = ipaddr.process(canonical)
  const isMapped = parsed.kind() === 'ipv4' && isIPv6(of)
  const length = Number(bits) - (isMapped ? 96 : 0)
  const bytes = parsed.toByteArray()
  if (length < 1 || length > bytes.length * 8) return null
  return `${ipaddr.fromByteArray(maskedBytes(bytes, length)).toString()}/${length}`
}

export function maskedBytes(bytes: readonly number[], length: number): number[] {
  return bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, length - 8 * i))) & 0xff)
}

function domain(text: string): string | null {
  const bare = text
    .replace(/^https?:\/\/(?=[^/?#]{1,255}\/?$)/i, '')
    .replace(/\/$/, '')
    .replace(/^\*\./, '')
    .replace(PORT, '')
    .replace(/\.$/, '')
    .toLowerCase()
  // ASCII names are kept as they are: names of DNS may have characters that no URL allows.
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare : domainToASCII(bare)
  return isIPv4(ascii) ? null : matching(DOMAIN, ascii)
}

const PORT = /:\d{1,5}$/

const SCHEME = /^(?:https?|ftp):(?:\/\/|\\\\)/i
/** A host with a path or a query, also behind `//`. */
const BARE_URL = /^(?:\/\/)?[^/\s?#\\]+\.[^/\s?#\\]+[/?]/

/** The URL without its fragment, which is not sent to a server. */
function url(text: string): string | null {
  const isWhole = SCHEME.test(text)
  if (!isWhole && !BARE_URL.test(text)) return null
  const parsed = URL.parse(isWhole ? text : `http:${text.startsWith('//') ? '' : '//'}${text}`)
  if (parsed === null || parsed.hostname === '') return null
  parsed.hash = ''
  return parsed.href
}

/** `sha256:...`, as registries of images and reports write a digest. */
const DIGEST_NAME = /^(?:md5|sha-?1|sha-?256|ja3)[:=] ?/

function hex(text: string, kind: Kind): string | null {
  const lower = text.toLowerCase().replace(DIGEST_NAME, '')
  return lower.length === HEX_DIGITS[kind] && HEX.test(lower) ? lower : null
}

function email(text: string): string | null {
  const lower = text.toLowerCase().replace(/^mailto:|^<(?=[^<>]+>$)|>$/g, '')
  const host = EMAIL.exec(lower)?.[1]
  return host !== undefined && domain(host) !== null ? lower : null
}

function matching(pattern: RegExp, text: string): string | null {
  return pattern.test(text) ? text : null
}
