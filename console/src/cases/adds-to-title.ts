import { wordOf } from '../parts/words.ts'

/** An id, with the noun that entries about handovers wrote before it. */
const ID = /(?:\bhandoff )?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi
const MOVE = /^(open|in_progress|resolved|closed) to (open|in_progress|resolved|closed)$/

/** The description of an entry without ids; null if it says no more than the title. */
export function moreThanTitle(entry: { readonly title: string; readonly description: string | null }): string | null {
  const left = (entry.description ?? '').replace(ID, ' ').replaceAll(/ {2,}/g, ' ').trim()
  return left === '' || entry.title.includes(left) ? null : left
}

/** A change of status is titled by the words of the API. */
export function titleInWords(title: string): string {
  return title.replace(MOVE, (_, from: string, to: string) => `${wordOf(from)} to ${wordOf(to)}`)
}
