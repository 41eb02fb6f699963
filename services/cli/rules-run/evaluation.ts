import type { PackedPrograms } from '../../../detections/match/packed-programs.ts'
import type { JsonText } from '../../../detections/match/text-values.ts'
import type { Members } from '../../../platform/members.ts'
import type { EventMapper } from './event-mapper.ts'

export type OnFault = (rule: number, error: Error) => void
/** Calls with the indices of the rules that the event matches, in their order. */
export type OnMatch = (rule: number) => void
/** The record once more, with the digits of whole numbers past 2^53; null when it cannot be read. */
export type ReadAgain = () => Members | null
export type Evaluator = {
  match(record: Members, onMatch: OnMatch, exact?: ReadAgain): void
  /**
   * Matches the JSON text of an event, in UTF-8; returns false when the text is not a JSON object. Null when the rules
   * need parsed records.
   */
  readonly matchJson: ((text: JsonText, onMatch: OnMatch) => boolean) | null
  /** How the rules were divided and compiled; null for the full scan. */
  plans(): Plans | null
  /** Tables of the rules (`packTables`), when there are more than the plans had; null when they have all. */
  newTables(): Uint8Array | null
  /** The mapper that holds the event matched last; null when no rule needed that event mapped. */
  mapped(): EventMapper | null
}

/** The evaluator's form of the rules: with it, the next one need not look at them. */
export type Plans = {
  /** Rules that need mapped events, by their number. */
  readonly mapped: readonly number[]
  /** All others, in their order. */
  readonly programs: PackedPrograms
  /** Tables that were built for events before. */
  readonly tables?: Uint8Array | null
}
