/** Parts of tickets that every ticket system has. */
type Json = Readonly<Record<string, unknown>>

export const member = (of: unknown, name: string): unknown =>
  of !== null && typeof of === 'object' ? (of as Json)[name] : undefined
export const listOf = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : [])
export const COMMENTS_MAX = 100
const COMMENT_CHARS = 4_000
const AUTHOR_CHARS = 100
export const commentOf = (id: unknown, author: unknown, body: unknown) => ({
  ...{ id: String(id).slice(0, 100), author: String(author ?? 'somebody').slice(0, AUTHOR_CHARS) },
  body: String(body ?? '')
    .replaceAll('\0', '')
    .slice(0, COMMENT_CHARS)
    .toWellFormed(),
})
