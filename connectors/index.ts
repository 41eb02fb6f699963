/** How the events of a format are taken in, by the name a sender gives. Sources with a table are in `sources.ts`. */

import { isMembers } from '../platform/members.ts'
import { generic } from './families/generic/mapping.ts'
import { readsLine } from './families/generic/read-line.ts'
import { isOcsf, ocsf } from './families/ocsf/mapping.ts'
import { syslogSource } from './families/syslog/mapping.ts'
import { bareLine } from './formats/bare-line.ts'
import type { DecodeContext, Fields } from './formats/decoder.ts'
import { TEXT_FORMAT_NAMES } from './formats/formats.ts'
import { innerRecord } from './formats/inner-record.ts'
import { isLearned } from './learned/learned-mapping.ts'
import type { Mapping, SourceMapping } from './mapping/source-mapping.ts'
import { detectSource, isVendors, nameOf, SOURCES, sourceOf, sourceWithId } from './registry.ts'

/** By one mapping, or by what each record shows itself to be. */
export type Intake = Mapping | 'detect'

/** Names of a form, not of a source: the form says how to read an event, the record whose it is. */
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

/** Null: this build knows no such format. The door refuses it; what was acknowledged before goes to the dead letters. */
export function intakeOf(sourceFormat: string): Intake | null {
  return sourceOf(sourceFormat) ?? byFormat.get(sourceFormat) ?? null
}

/** `guess` is the mapping of the record before: neighbours are alike. */
export function detectMapping(record: Record<string, unknown>, guess: Mapping | null = null): Mapping {
  if (isOcsf(record)) return ocsf
  return detectSource(record, guess && 'recognises' in guess ? (guess as SourceMapping) : null) ?? generic
}

export type Mapped = { readonly record: Fields; readonly mapping: Mapping }

/**
 * The record that a decoded one is read as, and its mapping. A line in a form of its own inside a record that no source
 * knows is what is read. `intake` is the mapping that the sender named, or `detect`.
 */
export function mappedRecord(
  record: Fields,
  intake: Intake,
  context: DecodeContext,
  guess: Mapping | null = null,
): Mapped {
  const mapping = intake === 'detect' ? detectMapping(record, guess) : intake
  const isKnown =
    intake === 'detect' ? mapping !== generic : !('recognises' in mapping) || isRecognised(mapping, record)
  if (isKnown) return { record, mapping: orReader(record, mapping, context) }
  const inner = innerRecord(record, context)
  const found = inner && detectMapping(inner.record)
  // What nobody knows is no more than the record around it, unless it is all that was told.
  if (inner && found && (found !== generic || (inner.isWhole && mapping === generic)))
    return { record: inner.record, mapping: found }
  return bareRecord(record, context) ?? barePairs(record) ?? { record, mapping: orReader(record, mapping, context) }
}

/** A line of syslog that nobody knows is read for what it says of entities, where it says anything. */
function orReader(record: Fields, mapping: Mapping, { receivedMs }: DecodeContext): Mapping {
  return mapping === syslogSource && isMembers(record.syslog) && readsLine(record, { receivedMs }) ? generic : mapping
}

/** Of a line whose words a program or a device alone writes; null where none is sure. */
function bareRecord(record: Fields, context: DecodeContext): Mapped | null {
  const line = bareLine(record, context, isVendorsLine)
  const mapping = line && vendorsOf(line)
  return line && mapping && { record: line, mapping }
}

/** Pairs of a device that came without a header: it is known beside one. */
function barePairs(record: Fields): Mapped | null {
  if (record.syslog !== undefined || !Object.values(record).every(isText)) return null
  const line = { ...record, syslog: { message: '' } }
  const mapping = vendorsOf(line)
  return mapping && { record: line, mapping }
}

const isText = (value: unknown) => typeof value === 'string'

function vendorsOf(line: Fields): SourceMapping | null {
  const mapping = detectSource(line)
  return mapping !== null && isVendors(mapping) ? mapping : null
}

const isVendorsLine = (line: Fields) => vendorsOf(line) !== null

const isRecognised = (mapping: Mapping, record: Fields) => (mapping as SourceMapping).recognises(record)

/** What made a stored event, by the id that is stored with it; of a table that had another version, today's. */
export function mappingWithId(id: string): Mapping | null {
  if (id === ocsf.id) return ocsf
  // What a tenant's table added stands in the columns; the record is read as the generic reader does.
  return nameOf(id) === nameOf(generic.id) || isLearned({ id }) ? generic : sourceWithId(id)
}

/** Every name that `intakeOf` knows, sorted. */
export function formatNames(): readonly string[] {
  const names = new Set([...byFormat.keys(), ...SOURCES.flatMap(([, known]) => known)])
  names.delete('')
  return [...names].sort()
}
