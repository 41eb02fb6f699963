import type { PollTable } from '../polling/table.ts'
/** Describes how the closed findings of a vendor are requested and read. */
/** The dispositions of analysts that an agent is measured by. */
export type Label = 'true_positive' | 'benign_true_positive' | 'false_positive' | 'benign'

/** Paths as in `PollTable`. */
export type ClosureTable = {
  /** The sign-in and the settings of the polled source. */
  readonly source: PollTable
  /** The parts of the request that differ from a poll; pages come oldest first, by `time`. */
  readonly poll: Pick<PollTable, 'request' | 'time'> & Partial<Pick<PollTable, 'paging' | 'events' | 'unwrap'>>
  /** The place of the vendor's id of the finding: in a closed finding, and in a polled event. */
  readonly id: string
  readonly polledId: string
  readonly closedAt: readonly string[]
  readonly closedBy: string | null
  readonly word: string | null
  /** By the vendor's word in lower case. A word that is missing here gives no label. */
  readonly labels: Readonly<Record<string, Label>>
}
