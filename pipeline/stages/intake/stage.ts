/**
 * intake: a pushed batch becomes normalised events. It is cut into its events, and each goes through the steps of
 * `pipeline/stages/intake` until one of them ends its way; what became of each is counted.
 *
 * key     tenant + connector
 * state   that of the steps: fingerprints of what was let through, see `dedupe-memory.ts` for its bound; the fields of each
 *         source, see `schema-memory.ts`
 * late    does not matter: no decision here looks at the event's own time but the range check and the hours of fields
 * loses   nothing; what cannot be decoded goes to the dead letters with its reason
 */
import { openBody } from '../../../connectors/formats/body.ts'
import { decodeEventBatch, type EventBatch } from '../../../schemas/event-batch.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import { giveBack } from '../../../schemas/native-columns.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../../stream/stage.ts'
import { LedgerCounts, type LedgerOutcome, ledgerOutputs, minuteOf } from '../../ledger-counts.ts'
import { cutPart, type Part, partsOf } from './cut.ts'
import { DeadLetters } from './dead-letters.ts'
import type { BatchAtHand, EventAtHand, Step, StepTask } from './step.ts'
import { type StepsConfig, stepsOf } from './steps.ts'

export type IntakeConfig = StepsConfig & { readonly eventBytesMax: number }

/** Runs the steps of svc unless other steps are given. */
export function intakeStage(config: IntakeConfig, steps: readonly Step[] = stepsOf(config)): Stage {
  return {
    name: 'intake',
    inputs: [TOPICS.securityEvents.name],
    stores: steps.flatMap(({ stores }) => stores),
    open: () => new IntakeTask(config.eventBytesMax, steps),
  }
}

class IntakeTask implements StageTask {
  readonly #eventBytesMax: number
  readonly #steps: readonly (Pick<Step, 'stores'> & { readonly task: StepTask })[]
  readonly #tasks: readonly StepTask[]
  readonly #ledger = new LedgerCounts()
  readonly #letters = new DeadLetters()
  readonly #row = new EventRow()
  #newestMs = 0

  constructor(eventBytesMax: number, steps: readonly Step[]) {
    this.#eventBytesMax = eventBytesMax
    this.#steps = steps.map((step) => ({ stores: step.stores, task: step.open() }))
    this.#tasks = this.#steps.map(({ task }) => task)
  }

  restore(slots: Parameters<StageTask['restore']>[0]): void {
    for (const { stores, task } of this.#steps) task.restore?.(slots.filter(({ store }) => stores.includes(store)))
  }

  step(record: LogRecord): void {
    const batch = decodeEventBatch(record.value)
    this.#newestMs = Math.max(this.#newestMs, batch.receivedMs)
    this.#count(batch, 'received', '', batch.events)
    let index = 0
    for (const part of partsOf(batch)) index = this.#takePart(part, record, index)
  }

  flush(): Flushed {
    const entries = this.#ledger.drain()
    const flushed = this.#tasks.map((task) => task.flush?.(this.#newestMs) ?? {})
    const outputs = [
      ...flushed.flatMap((of) => of.outputs ?? []),
      ...this.#letters.drain(),
      ...ledgerOutputs(entries, this.#newestMs),
    ]
    const release = () => {
      for (const { value } of outputs) giveBack(value)
    }
    return {
      outputs,
      changes: flushed.flatMap(({ changes }) => changes ?? []),
      figures: {
        outcomes: entries.map(({ outcome, reason, events }) => ({ outcome, reason, events })),
        state: Object.assign({}, ...flushed.map(({ state }) => state ?? {})),
        rows: flushed.reduce((sum, { rows = 0 }) => sum + rows, 0),
      },
      release,
    }
  }

  /** `index` is the position of the part's first event in the batch; returns the position after its last. */
  #takePart(part: Part, record: LogRecord, first: number): number {
    const { batch } = part
    const { body, framing, sourceFormat, receivedMs } = batch
    const open = openBody(body, framing, sourceFormat, { receivedMs })
    const { isFrame, isLater } = part
    const of = { batch, open, isFrame, isLater, minuteMs: minuteOf(receivedMs) }
    this.#letters.begin(of, record)
    for (const task of this.#tasks) task.begin?.(of)
    this.#begin(of)
    const event: EventAtHand = {
      ...{ of, row: this.#row, start: 0, end: 0, record: {}, mapping: null, finding: null, entities: null },
      ...{ hasId: false, isTimeless: false, zoneGuess: '' },
    }
    let index = first
    let duplicates = 0
    cutPart(part, this.#eventBytesMax, (start, end, fault) => {
      index++
      if (fault) return this.#count(batch, 'rejected', fault, 1)
      event.start = start
      event.end = end
      const ending = this.#process(event)
      if (ending === null) return
      if (ending.fate === 'duplicate') duplicates++
      else {
        this.#letters.add(of, { index, start, end }, ending)
        this.#count(batch, 'dead_lettered', ending.reason, 1)
      }
    })
    this.#count(batch, 'duplicate', '', duplicates)
    return index
  }

  #begin({ batch, open }: BatchAtHand): void {
    this.#row.tenantId = batch.tenantId
    this.#row.source = batch.connectorId
    this.#row.sourceFormat = open.format
    this.#row.receivedMs = batch.receivedMs
  }

  #process(event: EventAtHand) {
    for (const task of this.#tasks) {
      const ending = task.process(event)
      if (ending !== null) return ending
    }
    return null
  }

  #count(batch: EventBatch, outcome: LedgerOutcome, reason: string, events: number): void {
    const { tenantId, connectorId, receivedMs } = batch
    const minute_ms = minuteOf(receivedMs)
    this.#ledger.add({ tenant_id: tenantId, source: connectorId, minute_ms, outcome, reason }, events)
  }
}
