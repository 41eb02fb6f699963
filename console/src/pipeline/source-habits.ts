import type { Schemas } from '../api/client.ts'
import { counted } from '../parts/words.ts'

export type Source = Schemas['SourceHealth']

/** A note above the list about sources that are too new for a comparison; null if there are none. */
export function learningOf(sources: readonly Pick<Source, 'state'>[]): string | null {
  const learning = sources.filter(({ state }) => state === 'unknown').length
  if (learning === 0) return null
  const subject = learning === sources.length ? 'No source is' : `${counted(learning, 'source is', 'sources are')} not`
  return `${subject} known long enough: silence and changes of volume are reported later.`
}
