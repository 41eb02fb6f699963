import { wordOf } from '../parts/words.ts'

/** An id, with the noun that entries about handovers wrote before it, but none of a path. */
const ID = /(?<![\w/-])(?:handoff )?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b(?!\/) ?/gi
/** The product's comment on a resolved case points programs to its reports; the page of the case has a button for them. */
const POINTER = / Its summary is at \/api\/v1\/cases\/\S+, its post-mortem at \/api\/v1\/cases\/\S+$/
const MOVE = /^(open|in_progress|resolved|closed) to (open|in_progress|resolved|closed)$/

/** The description of an entry without ids; null if it says no more than the title. */
export function moreThanTitle(entry: { readonly title: string; readonly description: string | null }): string | null {
  const left = withoutPointer(entry.description ?? '')
    .replace(ID, '')
    .trim()
  return left === '' || entry.title.includes(left) ? null : left
}

export const withoutPointer = (text: string): string => text.replace(POINTER, '')

/** A change of status is titled by the words of the API. */
export function titleInWords(title: string): string {
  return title.replace(MOVE, (_, from: string, to: string) => `${wordOf(from)} to ${wordOf(to)}`)
}
