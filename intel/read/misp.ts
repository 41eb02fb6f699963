/** Reads indicators of MISP: the attributes of events and of their objects, and warning lists. */

import { defined } from '../../platform/defined.ts'
import { isMembers } from '../../platform/members.ts'
import type { Severity } from '../../platform/severities.ts'
import type { Indicator, Kind, Role } from '../indicator.ts'
import { guessKind } from '../normalise-value.ts'
import { offer, refuse, type Sink, tagsIn, textIn, timeOf } from './reading.ts'

/**
 * Attribute types (MISP core format, section 2.4.2); for types with two values, both. A name beside the digest of a file is
 * no indicator of its own: other files have the same name.
 */
export const MISP_TYPES: Readonly<Record<string, readonly (Kind | null)[]>> = {
  'ip-src': ['ip'],
  'ip-dst': ['ip'],
  'ip-src|port': ['ip'],
  'ip-dst|port': ['ip'],
  domain: ['domain'],
  hostname: ['domain'],
  'hostname|port': ['domain'],
  'domain|ip': ['domain', 'ip'],
  url: ['url'],
  uri: ['url'],
  link: ['url'],
  md5: ['md5'],
  sha1: ['sha1'],
  sha256: ['sha256'],
  'x509-fingerprint-md5': ['md5'],
  'x509-fingerprint-sha1': ['sha1'],
  'x509-fingerprint-sha256': ['sha256'],
  filename: ['filename'],
  'filename|md5': [null, 'md5'],
  'filename|sha1': [null, 'sha1'],
  'filename|sha256': [null, 'sha256'],
  email: ['email'],
  'email-src': ['email'],
  'email-dst': ['email'],
  'user-agent': ['user_agent'],
  'http-user-agent': ['user_agent'],
  'ja3-fingerprint-md5': ['ja3'],
}

const THREAT: Readonly<Record<string, Severity>> = { 1: 'high', 2: 'medium', 3: 'low', 4: 'info' }

/** Marks events and attributes that svc pushed: a tag, or a text in the event's title for users that may not tag. */
export const PUSHED_MARK = 'svc:pushed'

/**
 * Reads an event, a list of events, the answer of a search, or a warning list, a step for each attribute or value.
 * Returns false for any other document. `withoutPushed` leaves out what svc pushed there: it belongs to one tenant.
 */
export function* readMisp(document: unknown, sink: Sink, { withoutPushed = false } = {}): Generator<void, boolean> {
  if (isWarningList(document)) {
    yield* readWarningList(document, sink)
    return true
  }
  const events = eventsIn(document)
  for (const event of events) yield* readEvent(event, sink, withoutPushed)
  return events.length > 0
}

function eventsIn(document: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(document)) return document.flatMap(eventsIn)
  if (!isMembers(document)) return []
  if (Array.isArray(document.response)) return document.response.flatMap(eventsIn)
  if (isMembers(document.response)) return eventsIn(document.response)
  if (isMembers(document.Event)) return [document.Event]
  return Array.isArray(document.Attribute) || Array.isArray(document.Object) ? [document] : []
}

function* readEvent(
  event: Readonly<Record<string, unknown>>,
  sink: Sink,
  withoutPushed: boolean,
): Generator<void, void> {
  const isPushed = hasPushedTag(event) || (typeof event.info === 'string' && event.info.includes(PUSHED_MARK))
  const severity = THREAT[String(event.threat_level_id)]
  const of = { tags: tagsOf(event), severity, isPushed, withoutPushed }
  for (const holder of [event, ...listOf(event.Object)])
    for (const attribute of listOf(holder.Attribute)) {
      readAttribute(attribute, of, sink)
      yield
    }
}

type OfEvent = {
  readonly tags: readonly string[]
  readonly severity: Severity | undefined
  readonly isPushed: boolean
  readonly withoutPushed: boolean
}

/** `to_ids` false is context: an analyst's notes beside the indicators. */
function readAttribute(attribute: Readonly<Record<string, unknown>>, of: OfEvent, sink: Sink): void {
  const { type, value } = attribute
  if (typeof type !== 'string' || typeof value !== 'string')
    return refuse(sink, 'an attribute without a type and a value', JSON.stringify(attribute).slice(0, 200))
  const sourceRef = textIn(attribute.uuid)
  const settle = (kept: readonly Indicator[]) => {
    if (sourceRef !== undefined) sink.settle({ sourceRef, kept })
  }
  if (of.withoutPushed && (of.isPushed || hasPushedTag(attribute))) {
    settle([])
    return refuse(sink, 'pushed by svc for one tenant', value)
  }
  if (isTrue(attribute.deleted) || attribute.to_ids === false || attribute.to_ids === '0' || attribute.to_ids === 0) {
    settle([])
    return refuse(
      sink,
      isTrue(attribute.deleted) ? 'deleted by its source' : 'not for detection (to_ids is false)',
      value,
    )
  }
  const kinds = Object.hasOwn(MISP_TYPES, type) ? MISP_TYPES[type] : undefined
  if (kinds === undefined) return refuse(sink, `attributes of type ${type.slice(0, 60)} are not matched`, value)
  const tags = tagsIn([...of.tags, ...tagsOf(attribute)])
  const about: Partial<Indicator> = defined({
    sourceRef,
    severity: of.severity,
    tlp: tlpOf(tags),
    tags: tags.length > 0 ? tags : undefined,
    lastSeenMs: timeOf(attribute.last_seen) ?? timeOf(attribute.timestamp),
  })
  const values = type.includes('|') ? value.split('|') : [value]
  settle(kinds.flatMap((kind, i) => (kind === null ? [] : offer(sink, { ...about, kind, value: values[i] ?? '' }))))
}

const isTrue = (value: unknown) => value === true || value === '1' || value === 1

/** Checks all tags, including those beyond the bound of tags that an indicator keeps. */
function hasPushedTag(holder: Readonly<Record<string, unknown>>): boolean {
  return listOf(holder.Tag).some(({ name }) => typeof name === 'string' && name.toLowerCase() === PUSHED_MARK)
}

function tagsOf(holder: Readonly<Record<string, unknown>>): string[] {
  return tagsIn(listOf(holder.Tag).map(({ name }) => name))
}

function tlpOf(tags: readonly string[]): string | undefined {
  const [, word] = tags.map((tag) => /^tlp:(white|clear|green|amber|red)/i.exec(tag) ?? []).find(([, w]) => w) ?? []
  return word?.toLowerCase()
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMembers) : []
}

type WarningList = { readonly name: string; readonly type: string; readonly list: readonly unknown[] }

function isWarningList(document: unknown): document is WarningList {
  return isMembers(document) && Array.isArray(document.list) && typeof document.name === 'string'
}

const ROLE_OF_LIST: Readonly<Record<string, Role>> = { string: 'warning', cidr: 'warning', hostname: 'warning_host' }

/** Ignores lists of substrings and of regular expressions, which name no value. */
function* readWarningList({ name, type, list }: WarningList, sink: Sink): Generator<void, void> {
  const role = ROLE_OF_LIST[type]
  for (const value of list) {
    yield
    if (typeof value !== 'string') refuse(sink, 'an entry that is no text', String(value))
    else if (role === undefined) refuse(sink, `warning lists of type ${String(type).slice(0, 40)} are not used`, value)
    else {
      const guessed = guessKind(value.replace(/^\./, ''))
      if (guessed === null) refuse(sink, 'not a value of any kind', value)
      else offer(sink, { ...guessed, role, tags: tagsIn([name]) })
    }
  }
}
