/** Maps a path in a document to its line. Used only when a rule has a fault. */
import { EVENT_ID, type Event, getScalarValue } from 'js-yaml'
import type { Path } from './fault.ts'

/** Offset in the text of the key or item that `path` names, or of the nearest place above it. -1 for an empty document. */
export function offsetOf(text: string, events: readonly Event[], root: number, path: Path): number {
  let node = root
  let offset = startOf(events[root])
  for (const step of path) {
    const found = typeof step === 'number' ? itemAt(events, node, step) : keyAt(text, events, node, step)
    if (found === null) return offset
    offset = found.offset
    node = found.node
  }
  return offset
}

/** Line of an offset, from 1. The index of lines is made for the first offset that is not on line 1. */
export function lineFinder(text: string): (offset: number) => number {
  let ends: number[] | null = null
  return (offset) => {
    if (offset <= 0) return 1
    ends ??= lineEnds(text)
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function lineEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at)
  return ends
}

export function startOf(event: Event | undefined): number {
  if (event === undefined) return -1
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return event.start
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : -1
}

type Place = { readonly node: number; readonly offset: number }

function itemAt(events: readonly Event[], sequence: number, index: number): Place | null {
  if (events[sequence]?.type !== EVENT_ID.SEQUENCE) return null
  let node = sequence + 1
  for (let i = 0; i < index && !isEnd(events[node]); i++) node = afterNode(events, node)
  return isEnd(events[node]) ? null : { node, offset: startOf(events[node]) }
}

function keyAt(text: string, events: readonly Event[], mapping: number, key: string): Place | null {
  if (events[mapping]?.type !== EVENT_ID.MAPPING) return null
  let node = mapping + 1
  while (!isEnd(events[node])) {
    const event = events[node]
    if (event?.type === EVENT_ID.SCALAR && getScalarValue(text, event) === key) {
      return { node: node + 1, offset: event.valueStart }
    }
    node = afterNode(events, afterNode(events, node))
  }
  return null
}

/** Index after a whole node, including all nested nodes. */
function afterNode(events: readonly Event[], node: number): number {
  let depth = 0
  for (let at = node; at < events.length; at++) {
    const type = events[at]?.type
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++
    if (type === EVENT_ID.POP) depth--
    if (depth <= 0) return at + 1
  }
  return events.length
}

function isEnd(event: Event | undefined): boolean {
  return event === undefined || event.type === EVENT_ID.POP
}
