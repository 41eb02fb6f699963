/** The events of a file one by one, decoded as the pipeline decodes them. */
import { arrangedBody, cutText, openBody } from '../../connectors/formats/body.ts'
import { isFault } from '../../connectors/formats/decoder.ts'
import { lineCounter } from '../../pipeline/sample/sample-body.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import { wholeJson } from './event-file.ts'

/** Lines are counted from 1. In a file that is one JSON value, events are counted by their position in it. */
export type FoundEvent =
  | { readonly line: number; readonly record: Members }
  | { readonly line: number; readonly reason: string }

export function* eventsOf(file: Buffer, format: string): Generator<FoundEvent> {
  const whole = wholeJson(file)
  if (whole) {
    for (const [i, record] of whole.entries()) yield asRecord(record, i + 1)
    return
  }
  const name = format === 'auto' || format === '' ? 'text' : format
  const body = arrangedBody(file, name)
  const ranges: [number, number][] = []
  cutText(body, name, (start, end) => {
    ranges.push([start, end])
    return true
  })
  const { decode } = openBody(body, 'lines', name, { receivedMs: Date.now() })
  const line = lineCounter(body)
  for (const [start, end] of ranges) {
    const decoded = decode(start, end)
    yield isFault(decoded) ? { line: line(start), reason: decoded } : { line: line(start), record: decoded }
  }
}

function asRecord(value: unknown, line: number): FoundEvent {
  return isMembers(value) ? { line, record: value } : { line, reason: 'not_an_object' }
}
