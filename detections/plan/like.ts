/** Texts with wildcards: `*` any run of characters, `?` exactly one; nothing escapes them. */
import type { LikePart } from './expr.ts'
import { work } from './work.ts'

export function likeParts(pattern: string): readonly LikePart[] {
  const parts: LikePart[] = []
  for (const piece of pattern.match(/\*+|\?|[^*?]+/g) ?? []) {
    if (piece === '?') parts.push({ kind: 'one' })
    else if (piece.startsWith('*')) parts.push({ kind: 'many' })
    else parts.push({ kind: 'text', text: piece })
  }
  return parts
}

type Segment = readonly (string | null)[]

/**
 * Returns a test that is true when the whole text fits the parts. Between two `many` stands a segment of characters and
 * single wildcards; its leftmost position is always as good as a later one, so no segment is tried twice at one
 * position.
 */
export function compileLike(parts: readonly LikePart[]): (text: string) => boolean {
  const segments = segmentsOf(parts)
  const first = segments[0] ?? []
  const last = segments.at(-1) ?? []
  const middle = segments.slice(1, -1)
  const least = segments.reduce((sum, segment) => sum + segment.length, 0)
  return (text) => {
    work.read(text.length)
    const chars = charsOf(text)
    if (segments.length === 1) return chars.length === first.length && fits(first, chars, 0)
    if (chars.length < least || !fits(first, chars, 0)) return false
    const end = chars.length - last.length
    return fits(last, chars, end) && areInOrder(middle, chars, first.length, end)
  }
}

function areInOrder(segments: readonly Segment[], chars: Chars, start: number, end: number): boolean {
  let at = start
  for (const segment of segments) {
    let compared = 0
    for (let fit = 0; at + segment.length <= end; at++) {
      fit = fitting(segment, chars, at)
      if (fit === segment.length) break
      compared += fit
      if (compared < COUNTED_CHARS) continue
      work.read(compared)
      compared = 0
    }
    if (at + segment.length > end) return false
    at += segment.length
  }
  return true
}

/** Characters of segments that are compared before they are counted. */
const COUNTED_CHARS = 1024

type Chars = string | readonly string[]

/** Without surrogates, UTF-16 units are characters, which saves the array. */
function charsOf(text: string): Chars {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text
}

function fits(segment: Segment, chars: Chars, at: number): boolean {
  return fitting(segment, chars, at) === segment.length
}

/** Number of characters of the segment that fit at the position. */
function fitting(segment: Segment, chars: Chars, at: number): number {
  for (let i = 0; i < segment.length; i++) {
    if (segment[i] !== null && segment[i] !== chars[at + i]) return i
  }
  return segment.length
}

function segmentsOf(parts: readonly LikePart[]): readonly Segment[] {
  const segments: (string | null)[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'text') segments.at(-1)?.push(...Array.from(part.text))
    else if (part.kind === 'one') segments.at(-1)?.push(null)
    else segments.push([])
  }
  return segments
}
