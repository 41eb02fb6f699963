/** Facts of one event, OCSF or close to it, for the alert that is made of it. */

import { isIP } from 'node:net'
import { parseEventTime } from '../../../platform/event-time.ts'
import { oneLine } from '../../../platform/one-line.ts'
import { NAME_MAX, TITLE_MAX } from './alert-text.ts'
import { type Severity, severityOf } from './words.ts'

export type Event = Readonly<Record<string, unknown>>

const TITLES = ['finding_info.title', 'title', 'rule.name', 'message', 'name', 'type_name', 'class_name']
const CATEGORIES = ['category_name', 'category', 'class_name']
const TIMES = ['time', 'timestamp', 'created_at']
const DESCRIPTIONS = ['finding_info.desc', 'description', 'desc']
const HOSTS = [
  ...['device.hostname', 'device.name', 'hostname', 'host', 'host.name', 'host.hostname', 'device_name', 'device'],
  ...['src_endpoint.hostname', 'dst_endpoint.hostname'],
]
const USERS = [
  ...['actor.user.name', 'user.name', 'user', 'username', 'user.username', 'user_name', 'actor.username', 'actor.name'],
  ...['actor', 'actor.user.email_addr', 'user.email_addr'],
]
const IPS = [
  ...['src_endpoint.ip', 'dst_endpoint.ip', 'device.ip', 'src_ip', 'source_ip', 'client_ip', 'dst_ip', 'dest_ip'],
  ...['destination_ip', 'client.ipAddress', 'ip'],
]
/** OCSF observable types that name what an alert may affect. */
const OBSERVABLES = { 1: 'host', 2: 'ip', 4: 'user' } as const

/** Reads the word, else OCSF's number; medium where neither gives a severity. */
export function eventSeverity(event: Event): Severity {
  const word = event.severity
  return severityOf(typeof word === 'string' || typeof word === 'number' ? word : event.severity_id)
}

export function eventTitle(event: Event): string | null {
  return firstText(event, TITLES, TITLE_MAX)
}

export function eventCategory(event: Event): string | null {
  return firstText(event, CATEGORIES, 64)
}

export function eventDescription(event: Event): string | null {
  return firstText(event, DESCRIPTIONS, 2_000)
}

/** Milliseconds since the epoch; NaN when the event has no time that can be read. */
export function eventTimeMs(event: Event): number {
  for (const path of TIMES) {
    const ms = parseEventTime(at(event, path))
    if (!Number.isNaN(ms)) return ms
  }
  return Number.NaN
}

export type Entities = {
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly ips: readonly string[]
}

export function eventEntities(event: Event): Entities {
  const observed = observables(event)
  return {
    hosts: [...namesAt(event, HOSTS), ...observed.host],
    users: [...namesAt(event, USERS), ...observed.user],
    ips: [...namesAt(event, IPS), ...observed.ip].filter((name) => isIP(name) !== 0),
  }
}

function observables(event: Event): Record<'host' | 'ip' | 'user', string[]> {
  const found = { host: [] as string[], ip: [] as string[], user: [] as string[] }
  for (const observable of listAt(event, 'observables')) {
    const { type_id: type, value } = recordOf(observable)
    const kind = OBSERVABLES[type as keyof typeof OBSERVABLES]
    if (kind !== undefined && typeof value === 'string') found[kind].push(oneLine(value, NAME_MAX))
  }
  return found
}

function namesAt(event: Event, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const value = at(event, path)
    const name = typeof value === 'string' ? oneLine(value, NAME_MAX) : ''
    return name === '' ? [] : [name]
  })
}

function firstText(event: Event, paths: readonly string[], max: number): string | null {
  for (const path of paths) {
    const value = at(event, path)
    const line = typeof value === 'string' ? oneLine(value, max) : ''
    if (line !== '') return line
  }
  return null
}

/** Reads a path such as `src_endpoint.ip`: member by member, or as one member whose name contains the dots. */
export function at(event: Event, path: string): unknown {
  if (Object.hasOwn(event, path)) return event[path]
  let value: unknown = event
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Event)[step]
  }
  return value
}

/** At most 1,000 elements of a list; empty when there is none. */
export function listAt(event: Event, path: string): readonly unknown[] {
  const value = at(event, path)
  return Array.isArray(value) ? value.slice(0, 1_000) : []
}

export function recordOf(value: unknown): Event {
  return typeof value === 'object' && value !== null ? (value as Event) : {}
}
