/** Loads all pages of a search for a file, up to a limit that the page shows. */
import { bodyOf, POST, type Schemas } from '../api/client.ts'

const PAGE_SIZE = 500
/** 20 requests, of the 100 that a user may send in a minute. */
export const EXPORT_ROWS_MAX = 10_000

type Found = Schemas['FoundEvent']
type Question = Omit<Schemas['EventSearch'], 'limit' | 'cursor'>

export type Exported = {
  readonly events: readonly Found[]
  readonly isCut: boolean
  readonly missing: Schemas['EventSearchResult']['missing']
}

export async function fetchAll(question: Question, onProgress: (rows: number) => void): Promise<Exported> {
  const events: Found[] = []
  const missing: Schemas['EventSearchResult']['missing'] = []
  let cursor: string | undefined
  do {
    const body = { ...question, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }
    const page = await bodyOf(POST('/api/v1/events/search', { body }))
    events.push(...page.events)
    missing.push(...page.missing)
    cursor = page.next_cursor
    onProgress(events.length)
  } while (cursor !== undefined && events.length < EXPORT_ROWS_MAX)
  return { events, isCut: cursor !== undefined, missing }
}
