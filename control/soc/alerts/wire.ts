/** Schemas of what alerts and cases have in common on the wire, and readers of lists in queries. */
import { Type } from 'typebox'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { plainText } from '../../../schemas/wire.ts'
import { TAG_MAX, TAGS_MAX } from './alert-text.ts'
import { isOneOf } from './words.ts'

export const tagList = Type.Array(plainText(TAG_MAX), { maxItems: TAGS_MAX })
export const reasonText = plainText(2000)
export const words = (of: readonly string[]) =>
  Type.Optional(Type.String({ maxLength: 200, description: `of ${of.join(', ')}` }))

/** Parses a list such as `high,critical`; throws 422 for an unknown word. */
export function wordList<T extends string>(query: string | undefined, name: string, words: readonly T[]) {
  return list(query, name)?.map((word) => {
    if (isOneOf(words, word)) return word
    throw new InvalidInput({ loc: ['query', name], msg: `is of ${words.join(', ')}, with commas`, type: 'enum' })
  })
}

/** Words that a query may name at once. */
const WORDS_MAX = 30

export function list(query: string | undefined, name: string): string[] | undefined {
  return within(query?.split(','), name)
}

/** The same of names, which may hold commas: `\,` is one. */
export function names(query: string | undefined, name: string): string[] | undefined {
  const words = query?.split(/(?<!\\),/).map((word) => word.replaceAll('\\,', ','))
  return within(words, name)
}

function within(words: string[] | undefined, name: string): string[] | undefined {
  if (words === undefined || words.length <= WORDS_MAX) return words
  throw new InvalidInput({ loc: ['query', name], msg: `names at most ${WORDS_MAX}`, type: 'maxItems' })
}
