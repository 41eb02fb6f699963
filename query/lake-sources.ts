/**
 * What a hunt knows of the rows of one tenant: as little as nothing when it begins, and more with every row that the
 * matcher has to read. One a hunt, so that nothing of one tenant's rows is in a statement over another's.
 */
import type { Mapping } from '../connectors/mapping.ts'
import type { EventBody } from '../detections/plan/plan.ts'
import type { LakeKinds } from '../detections/sql/kind.ts'
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import { LearnedKinds } from './learned-kinds.ts'
import { isJsonFormat, readStored, type StoredEvent } from './stored-event.ts'
import { TracedRecord } from './traced-record.ts'

export type LakeSources = {
  /** Every row that a rule may hold for is of one of them. The same object until more is known. */
  kinds(): LakeKinds
  /** What stands for a rule where events are routed; at most one of them holds for an event. */
  bodiesOf(body: EventBody): readonly EventBody[]
  /** A stored event as rules see it; null when it can no longer be read. */
  eventOf(row: StoredEvent): MatchEvent | null
}

/** How the stream sees events and rules; the lake asks the same code. `services/` brings them together. */
export type StreamReading = {
  bodiesOf(body: EventBody): readonly EventBody[]
  /** An object of its own for each call. It reads `row.classUid` and `row.timeMs`. */
  eventOf(record: Readonly<Record<string, unknown>>, mapping: Mapping, row: EventRow): MatchEvent
}

export function lakeSources(stream: StreamReading): LakeSources {
  const kinds = new LearnedKinds()
  return {
    kinds: () => kinds.list(),
    bodiesOf: (body) => stream.bodiesOf(body),
    eventOf(stored) {
      const read = readStored(stored)
      if (read === null) return null
      const event = stream.eventOf(read.record, read.mapping, read.row)
      if (read.isJson && isJsonFormat(stored.source_format)) learn(stored, event, read.mapping, read.row)
      return event
    },
  }

  function learn(stored: StoredEvent, event: MatchEvent, mapping: Mapping, row: EventRow): void {
    const traced = new TracedRecord(JSON.parse(stored.text) as Record<string, unknown>)
    const { view, logSource } = stream.eventOf(traced.record, mapping, row)
    const answers = traced.answers()
    // A source that remembers so many kinds of records may have forgotten one in between.
    if (answers === null || view !== event.view || logSource !== event.logSource) return
    const { mapping: id, source_format, class_uid } = stored
    kinds.learn({ mapping: id, source_format, class_uid }, { view, logSource }, answers)
  }
}
