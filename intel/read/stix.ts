/** Reads indicators of STIX 2.x: the patterns of `indicator` objects. Other objects contain no indicators. */

import { defined } from '../../platform/defined.ts'
import { isMembers } from '../../platform/members.ts'
import type { Indicator } from '../indicator.ts'
import { confidenceOf, notYet, offer, refuse, type Sink, tagsIn, textIn, timeOf } from './reading.ts'
import { valuesOfPattern } from './stix-pattern.ts'

/** Marking definitions of the traffic light protocol that STIX fixes (section 7.2.1.4). */
export const TLP_MARKINGS: Readonly<Record<string, string>> = {
  white: 'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9',
  clear: 'marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487',
  green: 'marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da',
  amber: 'marking-definition--f88d31f6-486f-44da-b317-01333bde0b82',
  red: 'marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed',
}
const MARKED_TLP = Object.fromEntries(Object.entries(TLP_MARKINGS).map(([tlp, marking]) => [marking, tlp]))

/** Reads a bundle, a list of objects, an envelope of TAXII, or one object; a step for each object. */
export function* readStix(document: unknown, sink: Sink): Generator<void, void> {
  const objects = Array.isArray(document) ? document : isMembers(document) ? document.objects : undefined
  if (!Array.isArray(objects)) return readStixObject(document, sink)
  for (const object of latestOf(objects)) {
    readStixObject(object, sink)
    yield
  }
}

/** Without earlier versions of an object whose later version is in the same document, in whatever order they stand. */
function latestOf(objects: readonly unknown[]): readonly unknown[] {
  const latest = new Map<string, number>()
  for (const object of objects) {
    const [id, ms] = versionOf(object)
    if (id !== '' && ms > (latest.get(id) ?? Number.NEGATIVE_INFINITY)) latest.set(id, ms)
  }
  return objects.filter((object) => {
    const [id, ms] = versionOf(object)
    return !(ms < (latest.get(id) ?? ms))
  })
}

function versionOf(object: unknown): readonly [id: string, ms: number] {
  if (!isMembers(object)) return ['', Number.NaN]
  return [textIn(object.id) ?? '', timeOf(object.modified) ?? Number.NaN]
}

export function readStixObject(object: unknown, sink: Sink, line: number | null = null, nowMs = Date.now()): void {
  if (!isMembers(object)) return refuse(sink, 'not a STIX object', String(object), line)
  if (object.type !== 'indicator') return
  const id = textIn(object.id)
  const settle = (kept: readonly Indicator[]) => {
    if (id !== undefined) sink.settle({ sourceRef: id, kept })
  }
  const { pattern } = object
  if (object.revoked === true) {
    settle([])
    return refuse(sink, 'revoked by its source', typeof pattern === 'string' ? pattern : (id ?? ''), line)
  }
  if (typeof pattern !== 'string') return refuse(sink, 'an indicator without a pattern', id ?? '', line)
  if (object.pattern_type !== undefined && object.pattern_type !== 'stix')
    return refuse(sink, `a pattern of ${textIn(object.pattern_type) ?? 'no type'}`, pattern, line)
  const result = valuesOfPattern(pattern)
  const why =
    'reason' in result ? result.reason : isBenign(object) ? 'benign by its source' : notYet(object.valid_from, nowMs)
  if (why !== null || 'reason' in result) {
    settle([])
    return refuse(sink, why ?? 'not a STIX pattern', pattern, line)
  }
  const about = aboutOf(object, id)
  settle(result.values.flatMap(({ kind, value }) => offer(sink, { ...about, kind, value }, line)))
}

/** True for an object that names what is known to be good: "Indicator type vocabulary", STIX 2.1. */
function isBenign({ indicator_types, labels }: Readonly<Record<string, unknown>>): boolean {
  const types = [indicator_types ?? labels].flat().filter((type) => typeof type === 'string')
  return types.length > 0 && types.every((type) => type.toLowerCase() === 'benign')
}

function aboutOf(object: Readonly<Record<string, unknown>>, id: string | undefined): Partial<Indicator> {
  const labels = [object.indicator_types, object.labels].flatMap((list) => (Array.isArray(list) ? list : []))
  const marks = Array.isArray(object.object_marking_refs) ? object.object_marking_refs : []
  return defined({
    sourceRef: id,
    confidence: confidenceOf(object.confidence),
    tlp: marks.flatMap((mark) => MARKED_TLP[String(mark)] ?? [])[0],
    tags: labels.length > 0 ? tagsIn(labels) : undefined,
    expiresMs: timeOf(object.valid_until),
    lastSeenMs: timeOf(object.modified) ?? timeOf(object.valid_from) ?? timeOf(object.created),
  })
}
