/** Events that are OCSF already: they are stored unchanged, and their most used leaves are copied into columns. */
import { parseEventTime } from '../../../platform/event-time.ts'
import { isMembers, type Members } from '../../../platform/members.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import { timeAround } from '../../formats/around-time.ts'
import type { Mapping, Refusal } from '../../mapping/source-mapping.ts'
import { vendorIdOf } from '../../mapping/vendor-id.ts'
import { collect } from '../generic/collect.ts'
import { fillKnown, fillNames, fillProse } from '../generic/fill.ts'
import { readProse } from '../generic/prose.ts'
import { readNames } from '../generic/read-names.ts'

export const ocsf: Mapping = {
  id: 'ocsf',

  fill(record, row): Refusal | null {
    if (!collect(record)) return 'too_deep'
    fillKnown(row)
    row.timeMs = timeOf(record)
    row.classUid = unsigned(record.class_uid, 0xffff_ffff)
    row.activityId = unsigned(record.activity_id, 255)
    row.severityId = unsigned(record.severity_id, 255)
    row.statusId = unsigned(record.status_id, 255)
    row.message = typeof record.message === 'string' ? record.message.slice(0, 1024) : ''
    row.ocsfRest = '' // the raw text is the whole event
    return null
  },

  vendorId(record) {
    const uid = (record.metadata as { uid?: unknown } | undefined)?.uid
    const found = (record.finding_info as { uid?: unknown } | undefined | null)?.uid
    // A finding that is sent again with each change, as by AWS Security Hub, repeats the finding's id.
    return typeof uid === 'string' && uid !== found ? vendorIdOf(uid) : ''
  },
}

/**
 * Fills the row of a base event whose columns and lists name no entity: the sender left its own members in `unmapped`
 * and its words in `message`.
 */
export function fillUnmapped({ unmapped }: Readonly<Members>, row: EventRow): void {
  const own = isMembers(unmapped) ? unmapped : {}
  if (!collect(own, row.receivedMs)) return
  filled.clear()
  filled.receivedMs = row.receivedMs
  fillKnown(filled)
  fillNames(filled, readNames(own, row.receivedMs))
  const prose = row.message.includes(' ') ? readProse(row.message) : null
  if (prose) fillProse(filled, prose)
  for (const name of TEXTS) row[name] ||= filled[name]
  for (const name of PORTS) row[name] ||= filled[name]
}

const filled = new EventRow()
const TEXTS = [
  ...(['user', 'targetUser', 'host', 'srcIp', 'dstIp', 'domain', 'url', 'fileHash', 'filePath'] as const),
  ...(['processName', 'cmdLine'] as const),
]
const PORTS = ['srcPort', 'dstPort'] as const

/** True for a record that declares itself OCSF: a class and metadata with a schema version. */
export function isOcsf(record: Record<string, unknown>): boolean {
  const metadata = record.metadata as { version?: unknown } | null | undefined
  return typeof record.class_uid === 'number' && typeof metadata?.version === 'string'
}

/** `time_dt` has the same time as text; for an event with neither, the carrier's time is used. */
function timeOf(record: Record<string, unknown>): number {
  const timeMs = parseEventTime(record.time)
  const ownTimeMs = Number.isNaN(timeMs) ? parseEventTime(record.time_dt) : timeMs
  return Number.isNaN(ownTimeMs) ? timeAround(record) : ownTimeMs
}

function unsigned(value: unknown, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : 0
}
