/** Streams the events that a table of a query needs from the lake, and keeps them while there is room. */

import type { Readable } from 'node:stream'
import { fieldReader } from '../../detections/kql/run/source.ts'
import { coversLogSource, scanExpr } from '../../detections/match/scan.ts'
import { AppError } from '../../platform/errors.ts'
import { linesIn } from '../../platform/lines.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { overBounds } from '../../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { eventRead } from '../event-view-of-stored.ts'
import { isTooSlow } from '../lake-query.ts'
import { readStored, type StoredEvent } from '../stored-event.ts'
import type { EventsRead } from './events-read.ts'
import { countSql, eventsSql, type TimeRange } from './events-sql.ts'
import { foldedEvents } from './folded-events.ts'
import type { Read, Room } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type RetainedEvent, retainedEvent } from './retained-event.ts'

export type ReadWatch = {
  /** Number of events that the lake has returned so far. */
  readonly onProgress?: (returned: number) => void
  readonly signal?: AbortSignal
  /** False: fetches every event, whatever the query needs. */
  readonly isFolded?: boolean
  /** True: the engine counts also where there is room for each event. */
  readonly foldsFirst?: boolean
}

const PROGRESS_EVERY = 1000

/** Rejects with `too_large` when there is no room, with the signal's reason, and with the engine's errors. */
export async function readEvents(
  reader: Reader,
  read: Read,
  range: TimeRange,
  room: Room,
  watch: ReadWatch,
): Promise<EventsRead> {
  const { onProgress, signal, foldsFirst = false } = watch
  if (range.fromMs >= range.toMs) return { events: [], characters: 0, scanned: 0, unjudged: 0 }
  const [counted] = await reader.query<{ events: string }>(countSql(range))
  const found: { readonly uid: string; readonly event: RetainedEvent }[] = []
  const scanned = Number(counted?.events ?? 0)
  // There may be room all the same, because not every event is one of the table.
  const isForced = foldsFirst || scanned > room.events
  const isCounted = isForced || scanned > KQL_HUNT_LIMITS.fetched
  const counts = isCounted ? await foldedEvents(reader, read, range, room, { isForced, signal }) : null
  if (counts !== null) return { ...counts, scanned }
  const mayPass = scanExpr(read.narrowing.where)
  const readField = fieldReader()
  const left = { ...room }
  let unjudged = 0
  let rowCount = 0
  try {
    for await (const row of rowsOf(await reader.stream(eventsSql(read, range), 'JSONEachRow'), signal)) {
      if (++rowCount % PROGRESS_EVERY === 0) onProgress?.(rowCount)
      const event = eventOf(row)
      if (event === null) unjudged++
      else if (coversLogSource(read.logSource, event.logSource) && mayPass(event)) {
        const one = retainedEvent(event, read.fields, row.text.length + row.base64.length, readField)
        reserve(left, one.characters)
        found.push({ uid: row.event_uid, event: one.event })
      }
    }
  } catch (error) {
    const reason = refusalOf(error)
    if (isForced || reason?.code !== 'too_large') throw reason ?? error
    found.length = 0 // These events are not used, and counting needs the memory.
    const folded = await foldedEvents(reader, read, range, room, { isForced: true, signal })
    if (folded === null) throw reason
    return { ...folded, scanned }
  }
  found.sort((a, b) => a.event.timeMs - b.event.timeMs || (a.uid < b.uid ? -1 : 1))
  const characters = room.characters - left.characters
  return { events: found.map(({ event }) => event), characters, scanned, unjudged }
}

/** Null for an error that is no bound. One of time may pass later, and counting takes longer than fetching. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  return overBounds(error, isTooSlow(error) ? 'unavailable' : 'too_large')
}

function eventOf(row: StoredEvent): MatchEvent | null {
  const read = readStored(row)
  return read && eventRead(read)
}

function reserve(room: Room, characters: number): void {
  room.events--
  room.characters -= characters
  if (room.events < 0) throw tooMuch(`${KQL_HUNT_LIMITS.events} events`)
  if (room.characters < 0) throw tooMuch(`${KQL_HUNT_LIMITS.characters} characters of events`)
}

function tooMuch(what: string): AppError {
  const way = 'take a shorter time, put conditions right behind its tables, or name the columns that it gives'
  return new AppError('too_large', `the query has to hold more than ${what}: ${way}`)
}

/** Characters of a text that is shown when the engine sends anything but rows. */
const BROKEN_CHARS_MAX = 500
/** Bytes of a stored event in JSON, whose text has at most 1 MiB. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

async function* rowsOf(stream: Readable, signal: AbortSignal | undefined): AsyncGenerator<StoredEvent> {
  const stop = () => stream.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    let broken = ''
    for await (const bytes of linesIn(stream, LINE_BYTES_MAX)) {
      const line = bytes.toString()
      if (line === '') continue
      if (broken === '' && line.startsWith('{')) yield JSON.parse(line) as StoredEvent
      else broken = `${broken} ${line}`.slice(0, BROKEN_CHARS_MAX)
    }
    if (broken !== '') throw new AppError('unavailable', `the lake broke off: ${broken.replaceAll(/\s+/g, ' ').trim()}`)
  } finally {
    signal?.removeEventListener('abort', stop)
    stream.destroy()
  }
}
