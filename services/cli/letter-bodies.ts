/** Letters of one origin as bodies that the door takes. */
import type { Letter } from './letter-store.ts'
import type { Body, Origin } from './push-body.ts'

/** What one request holds; a single letter may be larger. */
const BYTES_MAX = 4 * 2 ** 20
const LETTERS_MAX = 500
/** Origins whose letters are held back at the same time, waiting for more of their kind. */
const ORIGINS_MAX = 64

export type LetterBatch = { readonly origin: Origin; readonly letters: readonly Letter[] }

/** Letters of one origin together, each origin in its order. */
export async function* batched(letters: AsyncIterable<Letter>): AsyncGenerator<LetterBatch> {
  const open = new Map<string, { origin: Origin; letters: Letter[]; bytes: number }>()
  for await (const letter of letters) {
    const key = Object.values(letter.origin).join('\0')
    const batch = open.get(key) ?? { origin: letter.origin, letters: [], bytes: 0 }
    const isFull = batch.letters.length >= LETTERS_MAX || batch.bytes + letter.bytes > BYTES_MAX
    if (isFull && batch.letters.length > 0) {
      yield { origin: batch.origin, letters: batch.letters }
      batch.letters = []
      batch.bytes = 0
    }
    batch.letters.push(letter)
    batch.bytes += letter.bytes
    open.delete(key)
    open.set(key, batch) // the one that waits longest comes first
    const [oldestKey, oldest] = [...open][0] ?? []
    if (open.size > ORIGINS_MAX && oldestKey !== undefined && oldest) {
      open.delete(oldestKey)
      yield oldest
    }
  }
  yield* open.values()
}

const LF = Buffer.from('\n')
const COMMA = Buffer.from(',')

/**
 * Texts of one line go as lines, whatever is in them. A text with a line break came inside a JSON body, where it was
 * found to be sound JSON; it goes as an element of a list.
 */
export function bodiesOf(texts: readonly Buffer[]): Body[] {
  const lines = texts.filter((text) => !text.includes(0x0a))
  const values = texts.filter((text) => text.includes(0x0a))
  const bodies: Body[] = []
  if (lines.length > 0) bodies.push({ body: joined(lines, LF), type: 'application/x-ndjson' })
  if (values.length > 0) {
    const list = Buffer.concat([Buffer.from('['), joined(values, COMMA), Buffer.from(']')])
    bodies.push({ body: list, type: 'application/json' })
  }
  return bodies
}

function joined(texts: readonly Buffer[], between: Buffer): Buffer {
  return Buffer.concat(texts.flatMap((text, i) => (i === 0 ? [text] : [between, text])))
}
