/** Regular expressions of queries: RE2 syntax, and time that is linear in the text whatever the pattern. */
import { RE2JS } from 're2js'
import { REGEX_MAX } from '../../plan/regex.ts'

export type Match = { readonly start: number; readonly end: number; readonly groups: readonly (string | null)[] }

export type Regex = {
  /** Its groups, without the whole match. */
  readonly groupCount: number
  test(text: string): boolean
  /** Groups of the first match, the whole match first; null when there is none. */
  groups(text: string): readonly (string | null)[] | null
  /** Every match from left to right, none inside another. An empty one counts. */
  all(text: string): Iterable<Match>
  /** Index of a named group among those of a match; undefined for an unknown name. */
  place(name: string): number | undefined
}

/** Null when the pattern is invalid or too long. */
export function queryRegex(source: string): Regex | null {
  if (source.length > REGEX_MAX) return null
  try {
    return regexOf(RE2JS.compile(source))
  } catch {
    // The library throws for a bad pattern; the caller reports it with a place.
    return null
  }
}

function regexOf(pattern: RE2JS): Regex {
  const all = function* (text: string): Iterable<Match> {
    const matcher = pattern.matcher(text)
    while (matcher.find()) {
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? null)
      yield { start: matcher.start(), end: matcher.end(), groups }
    }
  }
  const places = new Map(Object.entries(pattern.namedGroups()))
  return {
    groupCount: pattern.groupCount(),
    all,
    place: (name) => places.get(name),
    test: (text) => pattern.test(text),
    groups: (text) => {
      for (const { groups } of all(text)) return groups
      return null
    },
  }
}
