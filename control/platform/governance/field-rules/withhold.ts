/**
 * Takes the values of hidden fields out of one record. What a field held is taken out of the other texts of the record as
 * well: a title, a narrative or a message often repeats it.
 */
import type { Treatment } from './field-rule.ts'
import type { HiddenField } from './hidden-fields.ts'
import { treated } from './treatment.ts'

export type Members = Record<string, unknown>

/** A shorter value is not looked for in other texts: it would be found in words that have nothing to do with it. */
const COPY_CHARS_MIN = 3
/** Values of our own enumerations, which every record is full of. */
const WORDS = new Set([
  ...[
    'info',
    'informational',
    'low',
    'medium',
    'high',
    'critical',
    'new',
    'triaged',
    'open',
    'in_progress',
    'resolved',
  ],
  ...['closed', 'active', 'pending', 'approved', 'rejected', 'true', 'false', 'null', 'unknown', 'success', 'failure'],
])
/** Nesting that is looked into; deeper values are left out. */
const DEPTH_MAX = 64
/** Texts that hold a whole event: where a path leads into one that is no JSON, the text is withheld. */
const RAW = new Set(['raw', 'raw_event', 'raw_data'])

/** Changes the record, and answers the names of what was withheld; a field that the record lacks is not among them. */
export function withhold(
  record: Members,
  fields: readonly HiddenField[],
  copies = new Map<string, Treatment>(),
): readonly string[] {
  const words = new Map<string, Treatment>()
  const named = new Set(
    fields.filter((field) => new Walk(field, copies, words).into(record, 0, 0)).map(({ name }) => name),
  )
  if (words.size > 0) scrubWords(record, words, 0)
  if (copies.size > 0) scrub(record, copies)
  return [...named]
}

class Walk {
  readonly #field: HiddenField
  readonly #copies: Map<string, Treatment>
  readonly #words: Map<string, Treatment>

  constructor(field: HiddenField, copies: Map<string, Treatment>, words: Map<string, Treatment>) {
    this.#field = field
    this.#copies = copies
    this.#words = words
  }

  /** True when there was a value at the path from `at` on. Members may have dots in their names. */
  into(value: unknown, at: number, depth: number): boolean {
    if (typeof value !== 'object' || value === null) return false
    const members = value as Members
    const { path } = this.#field
    let isFound = false
    for (let end = at + 1; end <= path.length; end++) {
      const wanted = path.slice(at, end).join('.')
      for (const name of namesLike(members, wanted)) {
        if (end === path.length) isFound = this.#redact(members, name) || isFound
        else isFound = this.#deeper(members, name, end, depth + 1) || isFound
      }
    }
    return isFound
  }

  #deeper(members: Members, name: string, at: number, depth: number): boolean {
    const value = members[name]
    if (depth > DEPTH_MAX) return this.#redact(members, name)
    if (Array.isArray(value)) {
      // An index may also be the name of a member; a path without an index continues in every element.
      return this.into(value, at, depth) || value.map((_, i) => this.#element(value, i, at, depth)).some(Boolean)
    }
    if (typeof value !== 'string') return this.into(value, at, depth)
    return this.#document(members, name, value, at, depth)
  }

  #element(list: unknown[], i: number, at: number, depth: number): boolean {
    return this.#deeper(list as unknown as Members, String(i), at, depth + 1)
  }

  /** A text that holds JSON is looked into. */
  #document(members: Members, name: string, text: string, at: number, depth: number): boolean {
    const document = documentOf(text)
    if (document === null) return RAW.has(name) && this.#redact(members, name)
    if (!this.into(document, at, depth)) return false
    members[name] = JSON.stringify(document)
    return true
  }

  #redact(members: Members, name: string): boolean {
    const value = members[name]
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return false
    const { treatment } = this.#field
    for (const copy of textsOf(value, 0)) this.#copies.set(copy, treatment)
    if (typeof value === 'string' && WORDS.has(value.toLowerCase())) this.#words.set(value, treatment)
    if (treatment === 'omit') {
      if (Array.isArray(members)) members.splice(Number(name), 1)
      else delete members[name]
    } else if (Array.isArray(value)) members[name] = value.map((one) => treated(one, treatment))
    else members[name] = treated(value, treatment)
    return true
  }
}

/** As senders write members: `UserName` is `username`. */
function namesLike(members: Members, wanted: string): readonly string[] {
  if (Object.hasOwn(members, wanted)) return [wanted]
  const lower = wanted.toLowerCase()
  return Object.keys(members).filter((name) => name.toLowerCase() === lower)
}

function documentOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function* textsOf(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') {
    const text = value.trim()
    if (text.length >= COPY_CHARS_MIN && !WORDS.has(text.toLowerCase())) yield text
  } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX)
    for (const member of Object.values(value)) yield* textsOf(member, depth + 1)
}

/**
 * Used when there are too many values to look for, or when not all records could be read: texts are then withheld
 * completely.
 */
export const TOO_MANY_COPIES: ReadonlyMap<string, Treatment> = new Map([['', 'redact']])
const WITHHELD = '[withheld: more is hidden here than can be looked for]'
/** Free text that often repeats other fields of its record. */
export const FREE_TEXTS = [
  'title',
  'description',
  'summary',
  'narrative',
  'ai_summary',
  'reason',
  'error',
  'text',
  'body',
  'message',
]
const WRITTEN = new Set([...FREE_TEXTS, 'entity', 'entity_id', 'value'])

/** Sentences that svc makes from the fields of a record, such as its severity and its status. */
const MADE = new Set(['headline', 'narrative', 'summary', 'ai_summary', 'reason', 'sla_reason'])

/** Replaces a word of an enumeration only in made sentences: in words of a sender it tells nothing about the field. */
function scrubWords(value: unknown, words: ReadonlyMap<string, Treatment>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  const members = value as Members
  for (const [name, member] of Object.entries(members)) {
    if (RAW.has(name)) continue
    if (typeof member !== 'string') scrubWords(member, words, depth + 1)
    else if (MADE.has(name)) members[name] = withoutWords(member, words)
  }
}

function withoutWords(text: string, words: ReadonlyMap<string, Treatment>): string {
  let shown = text
  for (const [word, treatment] of words) {
    const instead = String(treated(word, treatment) ?? '')
    const written = escaped(word).replaceAll('_', '[ _]')
    shown = shown.replaceAll(new RegExp(`(?<!\\w)${written}(?!\\w)`, 'gi'), () => instead)
  }
  return shown
}

/** Names of members as well: a count may be kept by value. */
export function scrub(value: unknown, copies: ReadonlyMap<string, Treatment>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  const members = value as Members
  for (const [name, member] of Object.entries(members)) {
    if (copies === TOO_MANY_COPIES) {
      if (typeof member === 'string' && WRITTEN.has(name)) members[name] = WITHHELD
      else scrub(member, copies, depth + 1)
      continue
    }
    if (typeof member === 'string') members[name] = scrubbedMember(member, copies)
    else scrub(member, copies, depth + 1)
    const shown = Array.isArray(value) ? name : scrubbedName(name, copies)
    if (shown === name) continue
    members[shown] = members[name]
    delete members[name]
  }
}

/** Ids and times that svc made itself. A short value that their digits happen to contain reveals nothing there. */
const OWN_ID_OR_TIME =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)$/

/** A reader parses ids and times, so that they stay whole unless the hidden value is the whole text. */
function scrubbedMember(text: string, copies: ReadonlyMap<string, Treatment>): string {
  return OWN_ID_OR_TIME.test(text) ? scrubbedWhole(text, copies) : scrubbed(text, copies)
}

function scrubbedWhole(text: string, copies: ReadonlyMap<string, Treatment>): string {
  for (const [copy, treatment] of copies)
    if (copy.toLowerCase() === text.toLowerCase()) return String(treated(copy, treatment) ?? '')
  return text
}

/** A name of our schema, as `created_at`, stays: within it a value is replaced only where it is no part of a longer word. */
function scrubbedName(name: string, copies: ReadonlyMap<string, Treatment>): string {
  const words = new Map([...copies].filter(([copy]) => new RegExp(`(?<!\\w)${escaped(copy)}(?!\\w)`, 'i').test(name)))
  return words.size === 0 ? name : scrubbed(name, words)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Case does not count: sources and normalisation change it. */
export function scrubbed(text: string, copies: ReadonlyMap<string, Treatment>): string {
  if (copies === TOO_MANY_COPIES) return text.trim() === '' ? text : WITHHELD
  let shown = text
  for (const [copy, treatment] of copies)
    for (const written of new Set([copy, JSON.stringify(copy).slice(1, -1)])) {
      if (!shown.toLowerCase().includes(written.toLowerCase())) continue
      const instead = String(treated(copy, treatment) ?? '')
      shown = shown.replaceAll(new RegExp(escaped(written), 'gi'), () => instead)
    }
  return shown
}
