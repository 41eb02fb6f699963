/** Proposes a table for a source that no table of the product reads, from a sample of its events. */
import { tableList } from '../../connectors/learned/learned-book.ts'
import { learnedMapping } from '../../connectors/learned/learned-mapping.ts'
import type { LearnedTable } from '../../connectors/learned/learned-table.ts'
import { proposeTable } from '../../connectors/learned/propose-table.ts'
import { invalid } from '../../platform/invalid-input.ts'
import { readingOf, type SampleReading } from './reading.ts'
import { normalisedEvents } from './sample-events.ts'

const PROPOSED_FROM_MAX = 2_000

export type Proposal = { readonly table: LearnedTable; readonly before: SampleReading; readonly after: SampleReading }

/** Nothing is stored. Throws 422 where the samples have nothing in common, or where a table of the product reads them. */
export function proposeFor(name: string, sample: string, format: string): Proposal {
  const body = Buffer.from(sample)
  const records = []
  let known = ''
  for (const found of normalisedEvents(body, format)) {
    if ('reason' in found) continue
    if (records.length >= PROPOSED_FROM_MAX) break
    if (found.isLearnable) records.push(found.read)
    else known = found.mapping?.id ?? ''
  }
  if (records.length === 0 && known !== '')
    throw invalid('sample', `is read by the table ${known} of the product already`)
  const table = proposeTable(name, records)
  if (table === null)
    throw invalid(
      'sample',
      'has nothing in common that a table could know it by: write one by hand, or give more of it',
    )
  const learned = tableList([learnedMapping(name, 1, table)])
  return { table, before: readingOf(body, format), after: readingOf(body, format, { learned }) }
}
