/** The place of a search in the link of its page. */
import type { Schemas } from '../api/client.ts'

export type Place = {
  readonly query?: string | undefined
  readonly values?: string | undefined
  readonly language?: string | undefined
  readonly hours?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly columns?: string | undefined
  readonly event?: string | undefined
  readonly job?: string | undefined
}

export type Change = (next: Place) => void

type Job = Pick<Schemas['SearchJob'], 'id' | 'query' | 'language' | 'from_time' | 'to_time' | 'fields'>

type Saved = Pick<Schemas['SavedSearch'], 'query' | 'language' | 'hours' | 'columns'>

/** A saved search, over as many hours back from now as when it was saved. */
export function placeOfSaved({ query, language, hours, columns }: Saved): Place {
  return {
    ...{ query: query || undefined, values: undefined, language: language === 'lucene' ? undefined : language },
    ...{ hours: String(hours), from: undefined, to: undefined, job: undefined },
    columns: columns.length > 0 ? columns.join(',') : undefined,
  }
}

/** A search that goes on. A statement in SQL has its time in its text. */
export function placeOfJob({ id, query, language, from_time: from, to_time: to, fields }: Job): Place {
  const place = { job: id, query: query || undefined, values: undefined }
  if (language === 'sql') return { ...place, language }
  const columns = fields.length > 0 ? fields.join(',') : undefined
  return { ...place, language: language === 'kql' ? language : undefined, from, to, hours: undefined, columns }
}
