/** The operations of the API as commands, such as `cases comments create` for `POST /cases/{id}/comments`. */
import document from './operations.json' with { type: 'json' }

export type Flag = {
  readonly name: string
  readonly flag: string
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'json'
  readonly required: boolean
  readonly nullable: boolean
  readonly values?: readonly string[]
  readonly about?: string
}

export type Operation = {
  readonly words: readonly string[]
  readonly verb: string
  readonly path: string
  readonly summary: string
  readonly permission: string | null
  readonly arguments: readonly string[]
  readonly query: readonly Flag[]
  readonly headers: readonly (Flag & { readonly header: string })[]
  readonly body: {
    readonly as: 'json' | 'scim' | 'file' | 'form'
    readonly required: boolean
    readonly fields: readonly Flag[]
  } | null
  readonly answer: 'json' | 'json_or_text' | 'download' | 'none'
  /** Pagination of a list: a cursor in the query or in the body. */
  readonly pages: 'query' | 'body' | null
  readonly keyed: boolean
  readonly reads: boolean
  readonly public: boolean
}

/** True when the body has a member `body`, such as the text of a comment: `--body` then sets that member. */
export function hasOwnBody({ body }: Operation): boolean {
  return body?.fields.some(({ flag }) => flag === 'body') ?? false
}

/** Operations with a second name under `investigations`, so that one group has all operations of investigations. */
const UNDER_INVESTIGATIONS: Readonly<Record<string, string>> = {
  'cases investigations start': 'start',
  'cases investigations list': 'entries',
  'cases investigations replay': 'replay',
  'cases ledger': 'ledger',
  'alerts investigations list': 'of-alert',
  'investigation-questions list': 'questions',
  'investigation-questions answer': 'answer',
  'agent-comparisons create': 'compare',
  'agent-comparisons get': 'compared',
  'agent-comparisons list': 'comparisons',
}

const OPERATIONS: readonly Operation[] = [...(document as readonly unknown[] as readonly Operation[])]
const ALSO = OPERATIONS.flatMap((one) => {
  const name = UNDER_INVESTIGATIONS[one.words.join(' ')]
  return name === undefined ? [] : [{ ...one, words: ['investigations', name] }]
})

export function operations(): readonly Operation[] {
  return [...OPERATIONS, ...ALSO]
}

/** The operation with the longest name that matches the first words; null if there is none. */
export function operationOf(words: readonly string[]): Operation | null {
  const fits = operations().filter((one) => one.words.every((word, at) => words[at] === word))
  return fits.sort((a, b) => b.words.length - a.words.length)[0] ?? null
}
