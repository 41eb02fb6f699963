import type { PollTable } from '../polling/table.ts'
/** How the closed findings of a vendor are asked for and read. */
/** The dispositions of analysts that an agent is measured by. */
export type Label = 'true_positive' | 'benign_true_positive' | 'false_positive' | 'benign'

/** Paths as in `PollTable`. */
export type ClosureTable = {
  /** How one signs in, and the settings. */
  readonly source: PollTable
  /** The request that is made instead; pages come oldest first, by `time`. */
  readonly asked: Pick<PollTable, 'request' | 'time'> & Partial<Pick<PollTable, 'paging' | 'events' | 'unwrap'>>
  /** The vendor's id of the finding: where it stands in a closed one, and in an event as it was polled. */
  readonly id: string
  readonly polledId: string
  readonly closedAt: readonly string[]
  readonly closedBy: string | null
  readonly word: string | null
  /** By the vendor's word in lower case. What is not here says neither. */
  readonly labels: Readonly<Record<string, Label>>
}
