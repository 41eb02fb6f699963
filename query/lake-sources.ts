/**
 * A hunt's knowledge of one tenant's rows: empty at its beginning, and extended by every row that the matcher reads.
 * Each hunt has its own, so that a statement over one tenant's rows contains nothing learned from another tenant's.
 */
import type { Mapping } from '../connectors/mapping/source-mapping.ts'
import type { EventBody } from '../detections/plan/plan.ts'
import type { LakeKinds } from '../detections/sql/kind.ts'
import { routedByClass } from '../detections/tenant/class-routes.ts'
import { asksFacts, bodyAsksFacts } from '../detections/tenant/ecs-facts.ts'
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import { TracedRecord } from './access-log-record.ts'
import { eventRead, isMade } from './event-view-of-stored.ts'
import { LearnedKinds } from './row-shapes.ts'
import { isJsonFormat, readStored, type StoredEvent } from './stored-event.ts'

export type LakeSources = {
  /** The kinds of rows that a rule may match. The same object until more is learned. */
  kinds(): LakeKinds
  /**
   * The bodies of a rule after routing; at most one of them matches an event. From this call on, the fields that the
   * rule uses also distinguish kinds of rows.
   */
  bodiesOf(body: EventBody): readonly EventBody[]
  /** True when a field's value may be missing from the raw text, so that a text filter must not be used. */
  isMade(field: string): boolean
  /** Fields, beside those of the rules, that will be read of found events. */
  ask(fields: readonly string[]): void
  /** The stored event in the form that rules read; null when it can no longer be decoded. */
  eventOf(row: StoredEvent): MatchEvent | null
  /** The same with its row as intake filled it. */
  readOf(row: StoredEvent): { readonly event: MatchEvent; readonly row: EventRow } | null
}

export function lakeSources(): LakeSources {
  let hasFacts = false
  let kinds = new LearnedKinds(hasFacts)
  /** When facts become relevant, kinds that were learned without them are forgotten. */
  const provideFacts = (isNeeded: boolean) => {
    if (hasFacts || !isNeeded) return
    hasFacts = true
    kinds = new LearnedKinds(hasFacts)
  }
  return {
    kinds: () => kinds.list(),
    bodiesOf(body) {
      provideFacts(bodyAsksFacts(body))
      return routedByClass(body)
    },
    isMade,
    ask(fields) {
      provideFacts(asksFacts(fields))
    },
    eventOf: (stored) => readOf(stored)?.event ?? null,
    readOf,
  }

  function readOf(stored: StoredEvent): ReturnType<LakeSources['readOf']> {
    const read = readStored(stored)
    if (read === null) return null
    const event = eventRead(read, hasFacts)
    if (read.isJson && isJsonFormat(stored.source_format)) learn(stored, event, read.mapping, read.row)
    return { event, row: read.row }
  }

  function learn(stored: StoredEvent, event: MatchEvent, mapping: Mapping, row: EventRow): void {
    const traced = new TracedRecord(JSON.parse(stored.text) as Record<string, unknown>)
    const { view, logSource } = eventRead({ record: traced.record, mapping, row }, hasFacts)
    const answers = traced.answers()
    // A source that caches so many kinds of records may have evicted one meanwhile.
    if (answers === null || view !== event.view || logSource !== event.logSource) return
    kinds.learn(stored, { view, logSource }, answers)
  }
}
