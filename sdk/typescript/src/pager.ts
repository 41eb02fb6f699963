import { SvcError } from './errors.ts'

type WithCursor = { readonly next_cursor?: string | undefined }

/** A list over all pages: `for await` over it, or over its `pages()`. Each iteration starts at the first page. */
export class PagedList<Item, Page> implements AsyncIterable<Item> {
  readonly #fetch: (cursor: string | undefined) => Promise<Page>

  constructor(fetch: (cursor: string | undefined) => Promise<Page>) {
    this.#fetch = fetch
  }

  async *pages(): AsyncGenerator<Page> {
    let cursor: string | undefined
    for (;;) {
      const page = await this.#fetch(cursor)
      yield page
      const next = (page as WithCursor).next_cursor
      if (next === undefined || next === null) return
      if (next === cursor) throw new SvcError('the list leads back to a page that was read')
      cursor = next
    }
  }

  async firstPage(): Promise<Page> {
    return this.#fetch(undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* itemsOf<Item>(page)
  }
}

function itemsOf<Item>(page: unknown): readonly Item[] {
  const { items, events } = page as { items?: readonly Item[]; events?: readonly Item[] }
  const found = items ?? events
  if (found === undefined) throw new SvcError('the answer is not a list: the server is not the API of svc')
  return found
}
