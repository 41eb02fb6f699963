/**
 * Texts with placeholders: `{{path}}` stands for a value of the run, `{{path ?? text}}` for the text when the value is
 * missing. A value is escaped for its place, so data of an event can never become syntax, and a value is never a
 * template itself. A placeholder that stands alone keeps the type of its value. A missing value is an error that names
 * the path.
 */
import { AppError } from '../../../platform/errors.ts'
import { type Context, textOf, valueAt } from './context.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'

// No two parts of these can take the same characters, so that a text of blanks is read in one pass.
const PLACE = /\{\{([^{}]{1,400})\}\}/g
const WHOLE = /^\s*\{\{([^{}]{1,400})\}\}\s*$/

type Place = { readonly path: string; readonly otherwise: string | null }

function placeOf(inner: string): Place {
  const at = inner.indexOf('??')
  if (at < 0) return { path: inner.trim(), otherwise: null }
  return { path: inner.slice(0, at).trim(), otherwise: inner.slice(at + 2).trim() }
}

/** The paths that a text refers to. */
export function pathsIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, inner = '']) => placeOf(inner).path)
}

/** Braces that look like a placeholder and are none: the name is too long, or contains a brace. */
export function hasBrokenPlace(text: string): boolean {
  return text.replaceAll(PLACE, '').includes('{{')
}

/** Returns the value of a path; undefined when there is none. */
export type Lookup = (path: string) => unknown

/** Looks values up in the context of a run. */
export function lookupIn(context: Context): Lookup {
  return (path) => valueAt(context, path)
}

export class UnknownPath extends AppError {
  constructor(path: string) {
    super('bad_request', `there is nothing at {{${path}}}`)
  }
}

/** Throws `UnknownPath`. Null is a value, unless the placeholder has a default. */
function placeValue(inner: string, look: Lookup): unknown {
  const { path, otherwise } = placeOf(inner)
  const value = look(path)
  if (value !== undefined && (value !== null || otherwise === null)) return value
  if (otherwise === null) throw new UnknownPath(path)
  return otherwise
}

function replaced(text: string, look: Lookup, encode: (value: string) => string): string {
  return text.replaceAll(PLACE, (_, inner: string) => encode(textOf(placeValue(inner, look))))
}

/** Fills a text for people. A result that is too long is cut and ends with an ellipsis. */
export function filledText(text: string, look: Lookup): string {
  const full = replaced(text, look, (value) => value)
  return full.length <= PLAYBOOK_LIMITS.textChars ? full : `${full.slice(0, PLAYBOOK_LIMITS.textChars - 1)}…`
}

/**
 * Fills a text; a text that is a single placeholder returns the value itself. Throws `bad_request` when the result is
 * too long.
 */
export function filledValue(text: string, look: Lookup): unknown {
  const [, inner] = WHOLE.exec(text) ?? []
  if (inner === undefined) return filledText(text, look)
  const value = placeValue(inner, look)
  if (JSON.stringify(value).length > PLAYBOOK_LIMITS.valueChars)
    throw new AppError('bad_request', `{{${inner}}} has more than ${PLAYBOOK_LIMITS.valueChars} characters`)
  return value
}

/** One of a list that commas and semicolons part: an address. */
export function filledEntries(text: string, look: Lookup): string {
  return replaced(text, look, (value) => {
    if (/[,;<>"\s]/.test(value)) throw new AppError('bad_request', 'a value that names a recipient is one address')
    return value
  })
}

/** A header of HTTP: one line of the bytes of its UTF-8. */
export function filledHeader(text: string, look: Lookup): string {
  const line = replaced(text, look, (value) => value).replaceAll(/\p{Cc}+/gu, ' ')
  return Buffer.from(line, 'utf8').toString('latin1')
}

const STRING_OR_PLACE = /"((?:[^"\\]|\\.)*)"(\s*:)?|\{\{([^{}]{1,400})\}\}/g

/**
 * Fills JSON. Inside a string or a name, a placeholder becomes escaped text; a string of only a placeholder, and a
 * placeholder outside of strings, become the value with its type. Throws `bad_request` when the result is not JSON.
 */
export function filledJson(text: string, look: Lookup): string {
  const quoted = (value: string) => JSON.stringify(value).slice(1, -1)
  const full = text.replaceAll(STRING_OR_PLACE, (_, content: string, colon: string | undefined, inner?: string) => {
    if (inner !== undefined) return JSON.stringify(placeValue(inner, look))
    const [, whole] = colon === undefined ? (WHOLE.exec(content) ?? []) : []
    if (whole !== undefined) return JSON.stringify(placeValue(whole, look))
    return `"${replaced(content, look, quoted)}"${colon ?? ''}`
  })
  try {
    JSON.parse(full)
  } catch (cause) {
    throw new AppError('bad_request', 'body is not JSON; name its type in content_type', { cause })
  }
  return full
}

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** By its media type: JSON, a form, XML and HTML, or text. */
export function filledBody(text: string, mediaType: string, look: Lookup): string {
  const full = filledAs(text, mediaType, look)
  if (full.length > PLAYBOOK_LIMITS.bodyChars)
    throw new AppError('bad_request', `body has more than ${PLAYBOOK_LIMITS.bodyChars} characters`)
  return full
}

function filledAs(text: string, mediaType: string, look: Lookup): string {
  if (/[/+]json\b/i.test(mediaType)) return filledJson(text, look)
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return replaced(text, look, component)
  if (/[/+](?:xml|html)\b/i.test(mediaType))
    return replaced(text, look, (value) => value.replaceAll(/[&<>"']/g, (c) => XML[c] ?? ''))
  return replaced(text, look, (value) => value)
}

const component = (value: string) => encodeURIComponent(value.toWellFormed())

const ADDRESS = /^(https?:\/\/[^{}\s/?#\\@]+)([/?#][\s\S]*)?$/i

/** The scheme and the host of an address, as they stand in the playbook. Null: a place is in them or right behind them. */
export function originIn(text: string): URL | null {
  const [, origin] = ADDRESS.exec(text) ?? []
  const url = origin === undefined ? null : URL.parse(origin)
  return url !== null && url.pathname === '/' && url.username === '' ? url : null
}

/**
 * Fills an address whose host is literal: values become path segments or parts of the query. Throws `bad_request` for a
 * value that would change the path: an empty one, or `..` in any encoding.
 */
export function filledUrl(text: string, look: Lookup): URL {
  const origin = originIn(text)
  const [, , rest = ''] = ADDRESS.exec(text) ?? []
  if (origin === null) throw new AppError('bad_request', 'url begins with http:// or https:// and its host')
  // Placeholders are masked, because a question mark inside one does not start the query.
  const places: string[] = []
  const masked = rest.replaceAll(PLACE, (_, inner: string) => `{{${places.push(inner) - 1}}}`)
  const [, path = '', query] = /^([^?#]*)(\?[^#]*)?/.exec(masked) ?? []
  const values = (part: string, encode: (value: string) => string) =>
    part.replaceAll(/\{\{(\d+)\}\}/g, (_, at: string) => encode(textOf(placeValue(places[Number(at)] ?? '', look))))
  const segments = path.split('/').map((segment) => {
    if (!segment.includes('{{')) return segment
    const filled = values(segment, (value) => component(value))
    if (filled === '')
      throw new AppError('bad_request', 'a value of the path of url is empty: it would be another path')
    return requireLevel(filled)
  })
  const url = URL.parse(`${origin.origin}${segments.join('/')}${values(query ?? '', component)}`)
  if (url === null || url.origin !== origin.origin || url.username !== '')
    throw new AppError('bad_request', 'url is no address of http or https')
  return url
}

/** Checks a segment, decoded as often as servers on the way might. Throws `bad_request` for one that climbs. */
function requireLevel(segment: string): string {
  let decoded = segment
  for (let times = 0; times <= DECODINGS; times++) {
    if (decoded.split(/[/\\]/).some((part) => /^\.{1,2}(?:;.*)?$/.test(part)))
      throw new AppError('bad_request', 'a value of the path of url climbs out of it')
    decoded = decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return segment
}

const DECODINGS = 3
