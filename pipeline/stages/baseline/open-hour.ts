/** An hour of an entity that may still get more: what was seen in it, and what it is judged by. */
import type { EntityObservation } from '../../../schemas/entity-observation.ts'
import type { Expected } from './habit.ts'
import { addItem, type Sketch } from './sketch.ts'

export type OpenHour = {
  readonly hour: number
  readonly counts: Map<string, number>
  readonly items: Map<string, Sketch>
  /** By place of the metric; null: nothing was learned of it. */
  readonly expected: readonly (Expected | null)[]
  /** By place of the metric: the severity that was told, 0 none. */
  readonly told: number[]
  receivedMs: number
  /** The least, so that the same events name the same one. */
  eventUid: string
}

export function newOpenHour(hour: number, expected: readonly (Expected | null)[]): OpenHour {
  const none = { counts: new Map(), items: new Map(), told: expected.map(() => 0), receivedMs: 0, eventUid: '' }
  return { hour, expected, ...none }
}

export function addObservation(open: OpenHour, observation: EntityObservation): void {
  for (const { metric, value } of observation.counts) open.counts.set(metric, (open.counts.get(metric) ?? 0) + value)
  for (const { metric, text } of observation.items) {
    const sketch = open.items.get(metric) ?? new Map<number, string>()
    open.items.set(metric, sketch)
    addItem(sketch, text)
  }
  open.receivedMs = Math.max(open.receivedMs, observation.received_ms)
  if (open.eventUid === '' || observation.event_uid < open.eventUid) open.eventUid = observation.event_uid
}

type Stored = Omit<OpenHour, 'counts' | 'items'> & {
  readonly counts: readonly (readonly [string, number])[]
  readonly items: readonly (readonly [string, readonly (readonly [number, string])[]])[]
}

export function storedHour(open: OpenHour): Stored {
  return { ...open, counts: [...open.counts], items: [...open.items].map(([name, sketch]) => [name, [...sketch]]) }
}

export function restoredHour(stored: Stored): OpenHour {
  const items = stored.items.map(([name, sketch]) => [name, new Map(sketch)] as const)
  return { ...stored, counts: new Map(stored.counts), items: new Map(items) }
}
