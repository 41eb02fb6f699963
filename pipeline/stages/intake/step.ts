/**
 * A step of intake handles each event on its way from a pushed batch to the lake. The steps listed in `steps.ts` run
 * one after another in one operator, on one parsed event; nothing is encoded between them. A step has a stage's
 * restrictions: it sees no clock, connection, environment or randomness.
 */
import type { OpenBody } from '../../../connectors/formats/body.ts'
import type { VendorFinding } from '../../../connectors/mapping/finding.ts'
import type { Entities } from '../../../connectors/mapping/finding-entities.ts'
import type { Mapping } from '../../../connectors/mapping/source-mapping.ts'
import type { EventBatch } from '../../../schemas/event-batch.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import type { Flushed, StageTask } from '../../../stream/stage.ts'

/** The batch whose events are being processed: the values that all its events share. */
export type BatchAtHand = {
  readonly batch: EventBatch
  readonly open: OpenBody
  /** True for a frame with a key of its own, which is part of the identity of all its events. */
  readonly isFrame: boolean
  /** True when it belongs to the same request as the batch before, so that equal events are counted across both. */
  readonly isLater: boolean
  /** Minute of receipt. */
  readonly minuteMs: number
}

/** One event; the same object is reused for all events of a batch, and the steps fill it. */
export type EventAtHand = {
  readonly of: BatchAtHand
  /** Start of its text in the batch's body. */
  start: number
  end: number
  /** Its columns; those that the first step does not set are blank. */
  readonly row: EventRow
  /** The decoded record. */
  record: Readonly<Record<string, unknown>>
  /** Null for text that no mapping reads; rules see it as an event of the generic reader. */
  mapping: Mapping | null
  /** The product's own finding that the event reports; null when there is none. */
  finding: VendorFinding | null
  /** All entities of a finding, or of a list in another OCSF event; null when there is neither. */
  entities: Entities | null
  /** True when it is identified by its own id, and not by its bytes. */
  hasId: boolean
  /** True when it named no usable time, and has the time of its receipt. */
  isTimeless: boolean
  /** The zone name of its time when the name is ambiguous; '' otherwise. */
  zoneGuess: string
}

/** The reason for which an event ends its way. A dead letter is kept for replay, and its detail adds to the reason. */
export type Ending =
  | { readonly fate: 'duplicate' }
  | { readonly fate: 'dead_lettered'; readonly reason: string; readonly detail: string }

export interface StepTask {
  /** Called before the first event of a batch. */
  begin?(of: BatchAtHand): void
  /** Returns null when the event continues to the next step. */
  process(event: EventAtHand): Ending | null
  /** Live slots of this step's stores, in any order; once, before the first batch. */
  restore?: StageTask['restore']
  /** Returns the result of the batches since the last call; `newestMs` is the latest receipt time among them. */
  flush?(newestMs: number): StepFlushed
}

export type StepFlushed = Partial<Pick<Flushed, 'outputs' | 'changes'>> & {
  /** Size of the step's state, for metrics. */
  readonly state?: Readonly<Record<string, number>>
  /** Rows passed on to the lake. */
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
