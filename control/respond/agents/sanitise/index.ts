/**
 * Prepares values from events for a model: bounded in length, number and depth, without delimiters, encoded text and
 * anything that speaks to a model, and between tags with a nonce that nobody outside can know.
 */
import { randomBytes } from 'node:crypto'
import { hiddenIn, readings } from './decode.ts'
import { visible } from './fold.ts'
import { speaksToModel } from './phrases.ts'

const LENGTH_MAX = 400
const LIST_MAX = 50
const DEPTH_MAX = 5
const REDACTED = 'redacted: it speaks to the reader'
/** Texts in a row that are read as one, so that any eight of them are together in one look. */
const WINDOW = 12
const STRIDE = 4
/** Bound of the rounds: a sentence without a redacted part may be another sentence that speaks to the model. */
const ROUNDS_MAX = 6

export type Sanitised<T> = {
  /** A value of the same shape: texts are cut and cleaned, lists and members are cut. */
  readonly value: T
  /** Texts that spoke to a model, each alone or together with its neighbours. */
  readonly redacted: number
}

type Place = {
  readonly holder: Record<string, unknown> | unknown[]
  readonly key: string | number
  readonly raw: string
}

export function sanitise<T>(value: T): Sanitised<T> {
  const root: unknown[] = [null]
  const places: Place[] = []
  copy(value, root, 0, 0, places)
  const bad = new Set(places.flatMap(({ raw }, at) => (isInjection(raw) ? [at] : [])))
  for (let round = 0, found = [...bad]; round < ROUNDS_MAX && (round === 0 || found.length > 0); round++) {
    addTwins(places, bad)
    found = splitOver(places, bad)
    for (const at of found) bad.add(at)
  }
  addTwins(places, bad)
  for (const at of bad) {
    const { holder, key } = places[at] as Place
    ;(holder as Record<string | number, unknown>)[key] = REDACTED
  }
  return { value: root[0] as T, redacted: bad.size }
}

/** Texts of a sanitised value that stand redacted in it. */
export function redactedIn(value: unknown): number {
  if (value === REDACTED) return 1
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((sum: number, one) => sum + redactedIn(one), 0)
}

/** A text that is removed in one place is removed everywhere: a name occurs in several lists, in different orders. */
function addTwins(places: readonly Place[], bad: Set<number>): void {
  const gone = new Set([...bad].map((at) => (places[at] as Place).raw))
  for (const [at, { raw }] of places.entries()) if (gone.has(raw)) bad.add(at)
}

/** Puts a value between tags whose nonce is new each time. */
export function fenced(value: unknown): string {
  const tag = `untrusted-${randomBytes(12).toString('hex')}`
  return `<${tag}>\n${JSON.stringify(value)}\n</${tag}>`
}

/**
 * True when a text speaks to a model in any way in which it may be read. `sanitise` does not read the part of a long
 * text that it cuts off.
 */
export function isInjection(raw: string): boolean {
  return readings(raw).some(speaksToModel)
}

function copy(value: unknown, holder: Place['holder'], key: string | number, depth: number, places: Place[]): void {
  const into = holder as Record<string | number, unknown>
  if (typeof value === 'string') {
    const raw = value.slice(0, LENGTH_MAX)
    into[key] = cleaned(raw)
    places.push({ holder, key, raw })
  } else if (value === null || typeof value !== 'object') into[key] = value
  else if (depth >= DEPTH_MAX) into[key] = 'too deep'
  else if (Array.isArray(value)) {
    const list: unknown[] = []
    into[key] = list
    for (const [at, one] of value.slice(0, LIST_MAX).entries()) copy(one, list, at, depth + 1, places)
  } else copyMembers(value, into, key, depth, places)
}

/** Member names of tool results also come from outside: only plain words are copied. */
function copyMembers(
  value: object,
  into: Record<string | number, unknown>,
  key: string | number,
  depth: number,
  places: Place[],
) {
  const made: Record<string, unknown> = {}
  into[key] = made
  for (const [name, own] of Object.entries(value).slice(0, LIST_MAX))
    if (/^[A-Za-z][\w.-]{0,59}$/.test(name) && name !== '__proto__' && !isInjection(name))
      copy(own, made, name, depth + 1, places)
}

/** No delimiters, nothing invisible, nothing encoded. */
function cleaned(raw: string): string {
  let text = raw
  for (const { token } of hiddenIn(raw)) text = text.replace(token, `(encoded text of ${token.length} characters)`)
  return withoutDelimiters(text)
}

/** The form that a model sees, and therefore quotes. */
export function withoutDelimiters(text: string): string {
  return visible(text)
    .normalize('NFKC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[<>{}`|[\]]+|#{2,}|-{3,}|={3,}|\*{2,}/g, ' ')
}

/** Sentences cut into pieces over fields: whatever only neighbours together say goes with all of them. */
function splitOver(places: readonly Place[], bad: ReadonlySet<number>): number[] {
  const found = new Set<number>()
  for (let from = 0; from < places.length; from += STRIDE) {
    const at = Array.from({ length: WINDOW }, (_, i) => from + i).filter((i) => i < places.length && !bad.has(i))
    if (at.length < 2) continue
    for (const i of shortestBad(at, places)) found.add(i)
  }
  return [...found]
}

/** Gives the texts of the row that speak to a model together; none when the row as a whole does not. */
function shortestBad(at: readonly number[], places: readonly Place[]): readonly number[] {
  const isBad = (some: readonly number[]) => {
    const raws = some.map((i) => (places[i] as Place).raw)
    return [raws.join(' '), raws.join('')].some(isInjection)
  }
  if (!isBad(at)) return []
  let some = at
  while (some.length > 2 && isBad(some.slice(1))) some = some.slice(1)
  while (some.length > 2 && isBad(some.slice(0, -1))) some = some.slice(0, -1)
  return some
}
