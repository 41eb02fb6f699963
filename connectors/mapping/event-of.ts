/**
 * The OCSF event of a row, as SQL's column `ocsf` makes it when the lake is read, without `unmapped` and `raw_data`.
 * `event-of.test.ts` holds the two equal on a real engine.
 */
import ipaddr from 'ipaddr.js'
import { isMembers, type Members } from '../../platform/members.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { currentDictionary, OCSF_VERSION, typeUid } from '../../schemas/ocsf/dictionary.ts'
import { isAboutProcess } from './columns.ts'
import { membersOf, SEPARATOR } from './form.ts'

/** A class of an extension has the extension's number before its own five digits. */
const EXTENSION = 100_000
const CATEGORY = 1000
const FINDINGS = 2
const DNS_ACTIVITY = 4003
const REG_VALUE = 201_002
const WITH_REQUEST = new Set([4002, 6001, 6003, 6004, 6005, 6006])
const ALGORITHMS: Readonly<Record<number, number>> = { 32: 1, 40: 2, 64: 3, 128: 4 }

/** Throws a SyntaxError when the rest is not JSON: a mapping that writes such a text is wrong. */
export function eventOf(row: EventRow): Members {
  const members = membersTextOf(row)
  return merged(columnsOf(row, isLifted(row, members)), JSON.parse(`{${members}}`) as Members)
}

/** A finding's columns repeat values from its lists, so endpoints, file and URL must not be made from them. */
function isLifted({ classUid }: EventRow, members: string): boolean {
  const isFinding = Math.floor((classUid % EXTENSION) / CATEGORY) === FINDINGS
  return isFinding && LISTS.some((name) => members.includes(name))
}

const LISTS = ['"evidences":', '"resources":', '"observables":'] as const

/** Members that no column holds. */
export function restOf(row: EventRow): Members {
  return JSON.parse(`{${membersTextOf(row)}}`) as Members
}

/** The same as JSON, without the outer braces. */
export function membersTextOf({ ocsfForm, ocsfRest, timeMs }: EventRow): string {
  return ocsfForm === '' ? ocsfRest : membersOf(ocsfForm, ocsfRest.split(SEPARATOR), timeMs)
}

/** The event of a row outside of a batch: without the receipt, tenant and uid that a batch would add. */
export function standaloneEventOf(row: EventRow): Members {
  const event = eventOf(row)
  if (Number.isNaN(row.timeMs)) delete event.time
  const metadata = event.metadata as Members
  for (const name of ['uid', 'tenant_uid', 'logged_time']) delete metadata[name]
  return event
}

function columnsOf(row: EventRow, isLifted: boolean): Members {
  const about = isAboutProcess(row.classUid)
  const process = processOf(row, about)
  return pruned({
    class_uid: row.classUid,
    category_uid: Math.floor((row.classUid % EXTENSION) / CATEGORY),
    activity_id: row.activityId,
    type_uid: typeUid(row.classUid, row.activityId),
    severity_id: row.severityId,
    severity: severity(row.severityId),
    status_id: row.statusId || undefined,
    time: row.timeMs,
    metadata: metadataOf(row),
    message: words(row.message),
    device: filled({ hostname: words(row.host) }),
    actor: filled({ user: filled({ name: words(row.user) }), process: about || isLifted ? undefined : process }),
    process: about ? process : undefined,
    ...(isLifted ? {} : aboutOf(row, about)),
  })
}

function aboutOf(row: EventRow, about: boolean): Members {
  const isDns = row.classUid === DNS_ACTIVITY
  return pruned({
    user: filled({ name: words(row.targetUser) }),
    src_endpoint: filled({ ip: address(row.srcIp), port: row.srcPort || undefined }),
    dst_endpoint: filled({
      ip: address(row.dstIp),
      port: row.dstPort || undefined,
      domain: isDns ? undefined : words(row.domain),
    }),
    query: isDns ? filled({ hostname: words(row.domain) }) : undefined,
    file: about ? undefined : fileOf(row),
    ...urlOf(row),
    [row.classUid === REG_VALUE ? 'reg_value' : 'reg_key']: filled({ path: words(row.regPath) }),
  })
}

function metadataOf(row: EventRow): Members {
  const { uid } = row
  const hex = [...uid].map((word) => word.toString(16).padStart(8, '0')).join('')
  return pruned({
    version: OCSF_VERSION,
    uid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    tenant_uid: row.tenantId,
    logged_time: row.receivedMs,
    event_code: words(row.eventCode),
    log_provider: words(row.source),
    product: { name: row.sourceFormat === '' ? 'unknown' : row.sourceFormat },
  })
}

function processOf(row: EventRow, about: boolean): Members | undefined {
  return filled({
    name: words(row.processName),
    pid: row.pid || undefined,
    cmd_line: words(row.cmdLine),
    file: about ? fileOf(row) : undefined,
    parent_process: filled({ name: words(row.parentName) }),
  })
}

function fileOf(row: EventRow): Members | undefined {
  if (row.filePath === '' && row.fileHash === '') return undefined
  return pruned({
    type_id: 0,
    path: words(row.filePath),
    name:
      row.filePath === ''
        ? undefined
        : row.filePath
            .slice(Math.max(row.filePath.lastIndexOf('\\'), row.filePath.lastIndexOf('/')) + 1)
            .toWellFormed(),
    hashes:
      row.fileHash === ''
        ? undefined
        : [{ algorithm_id: ALGORITHMS[Buffer.byteLength(row.fileHash)] ?? 99, value: words(row.fileHash) }],
  })
}

function urlOf(row: EventRow): Members {
  if (row.url === '') return {}
  const url = { url_string: words(row.url) }
  return WITH_REQUEST.has(row.classUid) ? { http_request: { url } } : { url }
}

function severity(id: number): string {
  return currentDictionary().classOf(0)?.attributes.get('severity_id')?.captions?.get(id) ?? 'Other'
}

/** Addresses are stored as 16 bytes: invalid ones and `::` count as none, and IPv6 comes back in its short form. */
function address(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const parsed = ipaddr.IPv6.parse(text)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const [sixth = 0, seventh = 0] = parsed.parts.slice(6)
  const isCompatible = sixth !== 0 && parsed.parts.slice(0, 6).every((part) => part === 0)
  // The engine writes the end of an IPv4-compatible address with dots.
  if (isCompatible) return `::${[sixth >> 8, sixth & 255, seventh >> 8, seventh & 255].join('.')}`
  const short = parsed.toRFC5952String()
  return short === '::' ? undefined : short
}

/** Halves of a surrogate pair become U+FFFD, as in every text that is stored. */
function words(text: string): string | undefined {
  return text === '' ? undefined : text.toWellFormed()
}

function filled(members: Members): Members | undefined {
  const made = pruned(members)
  return Object.keys(made).length === 0 ? undefined : made
}

function pruned(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/**
 * Merges as the engine does: objects on both sides are merged, all other members come from the patch, nested nulls
 * included. Names are untrusted (`__proto__`), so inherited members are never read.
 */
function merged(target: Members, patch: Members): Members {
  const members = Object.entries(patch).map(([name, value]) => {
    const known = Object.hasOwn(target, name) ? target[name] : undefined
    return [name, isMembers(known) && isMembers(value) ? merged(known, value) : value] as const
  })
  return { ...target, ...Object.fromEntries(members) }
}
