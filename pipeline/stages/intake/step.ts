/**
 * A step of intake: what happens to each event on its way from a pushed batch to the lake. All steps of the list in
 * `steps.ts` run one behind the other in one operator, over one parsed event; nothing is encoded between them. What a
 * stage may not do, a step may not do: it sees no clock, connection, environment or chance.
 */
import type { OpenBody } from '../../../connectors/formats/body.ts'
import type { VendorFinding } from '../../../connectors/mapping/finding.ts'
import type { Entities } from '../../../connectors/mapping/finding-entities.ts'
import type { Mapping } from '../../../connectors/mapping/source-mapping.ts'
import type { EventBatch } from '../../../schemas/event-batch.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import type { Flushed, StageTask } from '../../../stream/stage.ts'

/** A batch whose events are taken one after the other: what is the same for all of them. */
export type BatchAtHand = {
  readonly batch: EventBatch
  readonly open: OpenBody
  /** It is one message of many, whose key belongs to the identity of all of its events. */
  readonly isFrame: boolean
  /** It is of the same request as the one before: equal events are counted on. */
  readonly isLater: boolean
  /** Minute of receipt. */
  readonly minuteMs: number
}

/** One event; the same object for all events of a batch, filled anew for each by the steps. */
export type EventAtHand = {
  readonly of: BatchAtHand
  /** Its text in the body of the batch. */
  start: number
  end: number
  /** Its columns. What the first step does not set is blank. */
  readonly row: EventRow
  /** As it was decoded. */
  record: Readonly<Record<string, unknown>>
  /** Null for text that no mapping reads, and so no rule. */
  mapping: Mapping | null
  /** The verdict of a product that the event reports; null where it reports none. */
  finding: VendorFinding | null
  /** All that a finding, or a list of OCSF in another event, names; null where there is neither. */
  entities: Entities | null
  /** True when its identity is an id of its own, and not its bytes. */
  hasId: boolean
  /** True when it named no usable time, and has that of its receipt. */
  isTimeless: boolean
  /** The name of the zone of its time, where that means several zones; '' for none. */
  zoneGuess: string
}

/** Why an event goes no further. A dead letter is kept to be replayed, for which its detail says more than its reason. */
export type Ending =
  | { readonly fate: 'duplicate' }
  | { readonly fate: 'dead_lettered'; readonly reason: string; readonly detail: string }

export interface StepTask {
  /** Before the first event of a batch. */
  begin?(of: BatchAtHand): void
  /** Null: the event goes on to the next step. */
  take(event: EventAtHand): Ending | null
  /** Live slots of this step's stores, in any order; once, before the first batch. */
  restore?: StageTask['restore']
  /** Returns the result of the batches since the last call; `newestMs` is the receipt time of the newest. */
  flush?(newestMs: number): StepFlushed
}

export type StepFlushed = Partial<Pick<Flushed, 'outputs' | 'changes'>> & {
  /** Size of what it remembers, for metrics. */
  readonly state?: Readonly<Record<string, number>>
  /** Rows handed on to the lake. */
  readonly rows?: number
}

export type Step = {
  readonly name: string
  /** Stores of its state; its slots are of these only. */
  readonly stores: readonly string[]
  open(): StepTask
}

export function deadLetter(reason: string, detail: string): Ending {
  return { fate: 'dead_lettered', reason, detail }
}
