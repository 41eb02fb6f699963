/** How the events of a format are mapped, by the format name that a sender gives. */

import { isMembers } from '../platform/members.ts'
import type { EventRow } from '../schemas/event-row.ts'
import { generic } from './families/generic/mapping.ts'
import { fillFromMessage, fillFromPayload, fillFromWords, readsLine } from './families/generic/read-line.ts'
import { machine } from './families/generic/values.ts'
import { isOcsf, ocsf } from './families/ocsf/mapping.ts'
import { syslogSource } from './families/syslog/mapping.ts'
import { bareLine, bareMessage, lineWithMembers } from './formats/bare-line.ts'
import type { DecodeContext, Fields } from './formats/decoder.ts'
import { addWrapper } from './formats/fields.ts'
import { TEXT_FORMAT_NAMES } from './formats/formats.ts'
import { heldObject, innerRecord, mayHoldLine } from './formats/inner-record.ts'
import { isLearned } from './learned/learned-mapping.ts'
import { isFindingClass } from './mapping/finding.ts'
import type { Mapping, Refusal, SourceMapping } from './mapping/source-mapping.ts'
import { detectSource, isVendors, nameOf, SOURCES, sourceOf, sourceWithId } from './registry.ts'
import { gcpOther } from './vendors/gcp/logs.ts'
import { windows } from './vendors/windows/mapping.ts'

/** One mapping, or `detect` for the mapping of each record. */
export type Intake = Mapping | 'detect'

/** Names of a format, not of a source: the format says how to read an event, and its record shows the source. */
const FORMS = ['', 'auto', 'json', 'ndjson', 'hec', 'email', 'k8s-audit', ...TEXT_FORMAT_NAMES, 'text']

/** JSON of vendors, by the names of inbox templates. */
const WEBHOOKS = [
  'cloudtrail',
  'azure-activity',
  'cloudflare',
  'crowdstrike',
  'defender',
  'github',
  'gitlab',
  'okta',
  'sentinelone',
  'ai-runtime',
  'ai-finding',
]

const byFormat = new Map<string, Intake>([
  ...[...FORMS, ...WEBHOOKS].map((name): [string, Intake] => [name, 'detect']),
  ['ocsf', ocsf],
  ['generic', generic],
])

/**
 * Null when this build does not know the format. Ingest refuses it; acknowledged events of such a format go to the dead
 * letters.
 */
export function intakeOf(sourceFormat: string): Intake | null {
  return sourceOf(sourceFormat) ?? byFormat.get(sourceFormat) ?? null
}

/** `guess` is the mapping of the previous record: neighbouring records are usually alike. */
export function detectMapping(record: Record<string, unknown>, guess: Mapping | null = null): Mapping {
  if (isOcsf(record)) return ocsf
  return detectSource(record, guess && 'recognises' in guess ? (guess as SourceMapping) : null) ?? generic
}

export type Mapped = { readonly record: Fields; readonly mapping: Mapping }

/**
 * The record that is mapped for a decoded one, and its mapping. For a line in a form of its own inside a record of no
 * known source, it is the line's record. `intake` is the mapping that the sender named, or `detect`.
 */
export function mappedRecord(
  record: Fields,
  intake: Intake,
  context: DecodeContext,
  guess: Mapping | null = null,
  depth = 0,
): Mapped {
  const mapping = intake === 'detect' ? detectMapping(record, guess) : intake
  const isKnown =
    intake === 'detect' ? mapping !== generic : !('recognises' in mapping) || isRecognised(mapping, record)
  if (isKnown)
    return (
      (mapping === syslogSource
        ? (bareBehindHeader(record, context) ?? lineBehindHeader(record, context, depth))
        : null) ?? {
        record,
        mapping: orReader(record, mapping, context),
      }
    )
  const held = heldObject(record)
  const holders = held && vendorsOf(held)
  if (held && holders) return { record: held, mapping: holders }
  const inner = innerRecord(record, context)
  const found = inner && detectMapping(inner.record)
  // An unrecognised inner record is used only when it is the whole content and the outer record is unrecognised too.
  if (inner && found && found !== generic)
    return found === syslogSource && depth < ENVELOPES_MAX
      ? mappedRecord(inner.record, found, context, null, depth + 1)
      : { record: inner.record, mapping: found }
  // An envelope may lie in another one.
  if (inner?.isWhole && mapping === generic) return inside(inner.record, context, depth)
  return (
    bareRecord(record, context) ??
    bareBehindHeader(record, context) ??
    barePairs(record) ??
    wrappedRecord(record, context) ?? { record, mapping: orReader(record, mapping, context) }
  )
}

/** Maximum number of envelopes around one another. */
const ENVELOPES_MAX = 4

function inside(record: Fields, context: DecodeContext, depth: number): Mapped {
  return depth < ENVELOPES_MAX ? mappedRecord(record, 'detect', context, null, depth + 1) : { record, mapping: generic }
}

/** True for the mappings that read records of no known source. */
export const isUnmapped = (mapping: Mapping): boolean => mapping === generic || mapping === syslogSource

/** Every machine calls itself so, which would be one machine for all; a number is a column of a file and no name. */
const NO_NAME = /^(?:localhost(?:\.localdomain)?|\d{1,9})$/i

/**
 * Fills the row of a record by its mapping. Intake, hunts over stored events and tried rules all call it, so they see
 * the same event. If a device's table does not know a message, the message's words are read.
 */
export function fillRow(mapping: Mapping, record: Fields, row: EventRow): Refusal | null {
  const refusal = mapping.fill(record, row)
  if (NO_NAME.test(row.host)) row.host = ''
  // The line inside a record names no machine, but the record around it does.
  if (
    refusal === null &&
    row.host === '' &&
    !isFindingClass(row.classUid) &&
    (isMembers(record.syslog) || isMembers(record.audit)) &&
    isMembers(record.relayed)
  )
    row.host = hostAround(record.relayed)
  if (refusal !== null || row.classUid !== 0) return refusal
  if (mapping.id === windows.id) fillFromMessage(record, row)
  else if (isMembers(record.syslog) && !isUnmapped(mapping)) fillFromWords(record, row)
  else if (mapping.id === gcpOther.id && isMembers(record.jsonPayload)) fillFromPayload(record.jsonPayload, row)
  return refusal
}

/**
 * The machine that a shipper names beside a line: `host`, `hostname`, `host.name`, `_HOSTNAME`; '' if there is none.
 */
function hostAround({ host, hostname, _HOSTNAME }: Fields): string {
  const named = isMembers(host) ? (host.hostname ?? host.name) : (host ?? hostname ?? _HOSTNAME)
  return machine(named)
}

/** A syslog line that matches no source goes to the generic reader if its text names any entities. */
function orReader(record: Fields, mapping: Mapping, { receivedMs }: DecodeContext): Mapping {
  return mapping === syslogSource && isMembers(record.syslog) && readsLine(record, { receivedMs }) ? generic : mapping
}

/** The record and mapping of a line whose words only one program or device writes; null if no source is certain. */
function bareRecord(record: Fields, context: DecodeContext): Mapped | null {
  const line = bareLine(record, context, isVendorsLine)
  const mapping = line && vendorsOf(line)
  return line && mapping && { record: line, mapping }
}

/** The line of a program's file behind the header of the relay that sent it. */
function bareBehindHeader(record: Fields, context: DecodeContext): Mapped | null {
  const line = bareMessage(record, context, isVendorsLine)
  const mapping = line && vendorsOf(line)
  return line && mapping && { record: line, mapping }
}

/**
 * The line of another program in JSON that a relay sent behind a header. The line's own header counts, and the relay's is
 * that of a line without one.
 */
function lineBehindHeader(record: Fields, context: DecodeContext, depth: number): Mapped | null {
  const { syslog, ...members } = record
  if (depth >= ENVELOPES_MAX || !isMembers(syslog) || syslog.message !== undefined || !mayHoldLine(members)) return null
  const found = mappedRecord(members, 'detect', context, null, depth + 1)
  if (found.record === members) return null
  if (isMembers(found.record.syslog)) {
    const relay = syslog.hostname ?? syslog.address
    if (relay !== undefined) found.record.syslog.relay ??= relay
    return found
  }
  if (found.mapping === generic) return null
  addWrapper(found.record, 'syslog', syslog)
  return found
}

/** Pairs of a device without a syslog header: they are recognised as if they had one. */
function barePairs(record: Fields): Mapped | null {
  if (record.syslog !== undefined) return null
  for (const name in record) if (typeof record[name] !== 'string') return null
  const line = { ...record, syslog: { message: '' } }
  const mapping = vendorsOf(line)
  return mapping && { record: line, mapping }
}

/** The members of a line that no decoder knows, if a mapping can read them. */
function wrappedRecord(record: Fields, context: DecodeContext): Mapped | null {
  const line = lineWithMembers(record, context)
  if (line === null) return null
  const vendors = vendorsOf(line)
  if (vendors !== null) return { record: line, mapping: vendors }
  return readsLine(line, context) ? { record: line, mapping: generic } : null
}

function vendorsOf(line: Fields): SourceMapping | null {
  const mapping = detectSource(line)
  return mapping !== null && isVendors(mapping) ? mapping : null
}

const isVendorsLine = (line: Fields) => vendorsOf(line) !== null

const isRecognised = (mapping: Mapping, record: Fields) => (mapping as SourceMapping).recognises(record)

/** The mapping of a stored event, by the id stored with it; if the table has a new version, today's version. */
export function mappingWithId(id: string): Mapping | null {
  if (id === ocsf.id) return ocsf
  // Values from a tenant's table are in the columns already; the record itself is read by the generic reader.
  return nameOf(id) === nameOf(generic.id) || isLearned({ id }) ? generic : sourceWithId(id)
}

/** Every name that `intakeOf` knows, sorted. */
export function formatNames(): readonly string[] {
  const names = new Set([...byFormat.keys(), ...SOURCES.flatMap(([, known]) => known)])
  names.delete('')
  return [...names].sort()
}
