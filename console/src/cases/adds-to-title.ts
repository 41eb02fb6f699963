/** An id, with the noun that entries about handovers wrote before it. */
const ID = /(?:\bhandoff )?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** False if the description repeats the title, or only adds an id. */
export function saysMore({ title, description }: { readonly title: string; readonly description: string | null }) {
  const left = (description ?? '').replace(ID, '').trim()
  return left !== '' && !title.includes(left)
}
