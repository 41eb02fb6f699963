/** An hour of an entity that may still receive events: its values, and the expectation by which it is judged. */
import type { EntityObservation } from '../../../schemas/entity-observation.ts'
import type { Expected } from './hourly-profile.ts'
import { addItem, type Sketch } from './sketch.ts'

export type OpenHour = {
  readonly hour: number
  readonly counts: Map<string, number>
  readonly items: Map<string, Sketch>
  /** By index of the metric; null when nothing was learned of it. */
  readonly expected: readonly (Expected | null)[]
  /** By index of the metric: the severity that was reported, 0 none. */
  readonly reported: number[]
  receivedMs: number
  /** The smallest uid, so that the same events give the same one in any order. */
  eventUid: string
  /** The stored text; null when the hour has changed since. */
  text: string | null
  /** The text of `expected`, which never changes: formatting its fractions costs more than all the rest. */
  expectedText: string | null
}

export function newOpenHour(hour: number, expected: readonly (Expected | null)[]): OpenHour {
  const none = { counts: new Map(), items: new Map(), reported: expected.map(() => 0), receivedMs: 0, eventUid: '' }
  return { hour, expected, ...none, text: null, expectedText: null }
}

export function addObservation(open: OpenHour, observation: EntityObservation): void {
  open.text = null
  for (const { metric, value } of observation.counts) open.counts.set(metric, (open.counts.get(metric) ?? 0) + value)
  for (const { metric, text } of observation.items) {
    const sketch = open.items.get(metric) ?? new Map<number, string>()
    open.items.set(metric, sketch)
    addItem(sketch, text)
  }
  open.receivedMs = Math.max(open.receivedMs, observation.received_ms)
  if (open.eventUid === '' || observation.event_uid < open.eventUid) open.eventUid = observation.event_uid
}

export function reportSeverity(open: OpenHour, place: number, severityId: number): void {
  open.text = null
  open.reported[place] = severityId
}

type Stored = Omit<OpenHour, 'counts' | 'items' | 'text' | 'expectedText' | 'reported'> & {
  /** `reported` of the hour. The name of the stored member stays, so that older state is readable. */
  readonly told: number[]
  readonly counts: readonly (readonly [string, number])[]
  readonly items: readonly (readonly [string, readonly (readonly [number, string])[]])[]
}

/** Begins the text of both hours; no text of JSON contains it, because there a quote has a backslash before it. */
const BEGIN = ',"current":'

/** Both open hours of an entity as the end of a JSON object, which is their stored form. */
export function storedHours(current: OpenHour, previous: OpenHour): string {
  return `${BEGIN}${storedHour(current)},"previous":${storedHour(previous)}}`
}

/** Splits a stored entity into the JSON object before its open hours, and their text. */
export function splitStored(text: string): { readonly head: string; readonly hours: string } {
  const at = text.indexOf(BEGIN)
  return { head: `${text.slice(0, at)}}`, hours: text.slice(at) }
}

export function restoredHours(stored: string): { readonly current: OpenHour; readonly previous: OpenHour } {
  const { current, previous } = JSON.parse(`{${stored.slice(1)}`) as { current: Stored; previous: Stored }
  return { current: restoredHour(current), previous: restoredHour(previous) }
}

/**
 * The hour as JSON. An entity's hours are stored with each commit that touches it, and usually only one of the two
 * changed.
 */
function storedHour(open: OpenHour): string {
  open.text ??= textOf(open)
  return open.text
}

function textOf(open: OpenHour): string {
  const { hour, expected, counts, items, reported, receivedMs, eventUid } = open
  open.expectedText ??= JSON.stringify(expected)
  const sketches = [...items].map(([name, sketch]) => [name, [...sketch]] as const)
  const seen = { counts: [...counts], items: sketches, told: reported, receivedMs, eventUid } satisfies Partial<Stored>
  return `{"hour":${hour},"expected":${open.expectedText},${JSON.stringify(seen).slice(1)}`
}

function restoredHour(stored: Stored): OpenHour {
  const items = stored.items.map(([name, sketch]) => [name, new Map(sketch)] as const)
  const { told: reported, ...rest } = stored
  return { ...rest, reported, counts: new Map(rest.counts), items: new Map(items), text: null, expectedText: null }
}
