/**
 * The generic profile: any JSON object becomes an OCSF event. What it knows by name goes to its OCSF place, the whole
 * record stays in `unmapped` (derived from the raw text when read), so nothing is dropped.
 */

import { parseEventTime } from '../../platform/event-time.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import type { Mapping, Refusal } from '../mapping.ts'
import { severityId } from '../severity.ts'
import { collect, found } from './collect.ts'

const BASE_EVENT = 0
const DETECTION_FINDING = 2004
const CREATE = 1
const TEXT_MAX = 32_768
const TECHNIQUE = /^T\d{4}(\.\d{3})?$/

export const generic: Mapping = {
  id: 'generic/1',

  fill(record, row): Refusal | null {
    if (!collect(record)) return 'too_deep'
    row.timeMs = parseEventTime(found('time'))
    row.severityId = severityId(found('severity'))
    row.eventCode = text(found('code'))
    row.user = text(found('user'))
    row.targetUser = text(found('targetUser'))
    row.host = text(found('host'))
    row.processName = text(found('process'))
    row.parentName = text(found('parent'))
    row.cmdLine = text(found('commandLine'))
    row.pid = integer(found('pid'), 0xffff_ffff)
    row.srcIp = text(found('srcIp'))
    row.dstIp = text(found('dstIp'))
    row.srcPort = integer(found('srcPort'), 0xffff)
    row.dstPort = integer(found('dstPort'), 0xffff)
    row.domain = text(found('domain'))
    row.url = text(found('url'))
    row.filePath = text(found('file'))
    row.fileHash = text(found('hash'))
    row.regPath = text(found('registry'))
    classify(row)
    return null
  },

  /** A short number under `id` or `event_id` is a code that many events share, not an identity. */
  vendorId(record) {
    const id = record.external_id ?? record.event_id ?? record.id ?? record._cd
    if (typeof id === 'number') return record.external_id === id || Math.abs(id) >= 1e9 ? String(id) : ''
    if (typeof id !== 'string' || id.length > 256) return ''
    const isCode = id !== record.external_id && /^\d{0,8}$/.test(id)
    return isCode ? '' : id
  },
}

/** A titled event with a severity is a finding of whoever sent it; everything else is a plain event. */
function classify(row: EventRow): void {
  const title = text(found('title'))
  const isFinding = title !== '' && row.severityId > 0
  row.classUid = isFinding ? DETECTION_FINDING : BASE_EVENT
  row.activityId = isFinding ? CREATE : 0
  // The message of a raw record is in the raw text already; only a title must be carried.
  row.message = title
  const members: string[] = []
  if (isFinding) members.push(`"finding_info":{"title":${JSON.stringify(title)}}`)
  const techniques = listOf(found('technique')).filter((id) => TECHNIQUE.test(id))
  if (techniques.length > 0)
    members.push(`"attacks":[${techniques.map((uid) => `{"technique":{"uid":"${uid}"}}`).join(',')}]`)
  row.ocsfRest = members.join(',')
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.length > TEXT_MAX ? value.slice(0, TEXT_MAX) : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return ''
}

function integer(value: unknown, max: number): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max ? number : 0
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')
}
