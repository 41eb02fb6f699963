/** The thread that reads samples of events: outsiders write them, and many short lines take seconds. */
import { tableList } from '../../connectors/learned/learned-book.ts'
import { learnedMapping } from '../../connectors/learned/learned-mapping.ts'
import type { LearnedTable } from '../../connectors/learned/learned-table.ts'
import { serveQuestions } from '../../platform/bounded-thread.ts'
import { type InputFault, InvalidInput } from '../../platform/invalid-input.ts'
import { type Proposal, proposeFor } from './propose.ts'
import { readingOf, type SampleReading } from './reading.ts'

/** A tenant's own table, as its version is stored. */
export type OwnTable = { readonly name: string; readonly version: number; readonly definition: LearnedTable }

export type SampleQuestion =
  | {
      readonly kind: 'read'
      readonly sample: string | Uint8Array
      readonly format: string
      readonly tables: readonly OwnTable[]
    }
  | { readonly kind: 'propose'; readonly name: string; readonly sample: string; readonly format: string }

export type SampleAnswer =
  | { readonly reading: SampleReading }
  | { readonly proposal: Proposal }
  | { readonly faults: readonly InputFault[] }

function answered(question: SampleQuestion): SampleAnswer {
  if (question.kind === 'propose') return { proposal: proposeFor(question.name, question.sample, question.format) }
  const { sample, format, tables } = question
  const learned = tableList(tables.map(({ name, version, definition }) => learnedMapping(name, version, definition)))
  const bytes =
    typeof sample === 'string' ? Buffer.from(sample) : Buffer.from(sample.buffer, sample.byteOffset, sample.length)
  return { reading: readingOf(bytes, format, { learned }) }
}

serveQuestions((question: SampleQuestion): SampleAnswer => {
  try {
    return answered(question)
  } catch (error) {
    if (error instanceof InvalidInput) return { faults: error.faults }
    throw error
  }
})
