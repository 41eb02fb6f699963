/**
 * The finding of an event that another product has judged: the detection, its verdict, and all entities that its
 * evidence names. OCSF keeps these in lists (`evidences`, `resources`, `observables`), which columns and indicator
 * lookups do not read.
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { TECHNIQUE_ID } from '../../schemas/attack-technique.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { restOf } from './event-of.ts'
import { ABOUT, type Entities, entitiesIn } from './finding-entities.ts'
import { text } from './transforms.ts'

export type VendorFinding = {
  /** The product's vendor, as the product names itself; '' where it does not. */
  readonly vendor: string
  readonly product: string
  /** The product's detection: an id that all findings of this detection share, if there is one. */
  readonly detection: string
  readonly title: string
  /** The vendor's id of this finding; '' when it has none, or one that other findings share. */
  readonly uid: string
  readonly link: string
  readonly words: string
  /** In the vendor's words. */
  readonly status: string
  /** 1 informational to 5 critical; medium if the vendor names none. */
  readonly severityId: number
  /** True when no analyst has to look at it: it is closed, suppressed or deleted, or a check that passed. */
  readonly isOver: boolean
  readonly techniques: readonly string[]
  readonly tactics: readonly string[]
  readonly entities: Entities
}

const FINDINGS = 2
const HIGH = 4
const MEDIUM = 3
const CRITICAL = 5
const TEXT_MAX = 1024
const ID_MAX = 256
const NAMES_MAX = 32

/** Members of other events that hold a verdict. */
const VERDICTS = ['"is_alert"', '"malware"', '"verdict_id"', '"attacks"'] as const

export const isFindingClass = (classUid: number): boolean => Math.floor((classUid % 100_000) / 1000) === FINDINGS

/** Null for an event without a verdict. `record` is needed where the record is the event itself. */
export function findingOf(row: EventRow, record: Readonly<Members>): VendorFinding | null {
  const isFinding = isFindingClass(row.classUid)
  if (!isFinding && row.severityId < HIGH) return null
  const isOcsf = row.mapping === 'ocsf'
  if (!isFinding && !isOcsf) {
    const leaves = row.ocsfForm === '' ? row.ocsfRest : row.ocsfForm
    if (!VERDICTS.some((name) => leaves.includes(name))) return null
  }
  const event = isOcsf ? record : restOf(row)
  return isFinding || hasVerdict(event) ? read(row, event) : null
}

/** Values of `verdict_id`: suspicious, true positive, and the vendors' "malicious". */
const BAD_VERDICTS: ReadonlySet<unknown> = new Set([2, 4, 10])

function hasVerdict({ is_alert, malware, verdict_id, attacks }: Readonly<Members>): boolean {
  const isListed = (value: unknown) => Array.isArray(value) && value.length > 0
  return is_alert === true || isListed(malware) || isListed(attacks) || BAD_VERDICTS.has(verdict_id)
}

function read(row: EventRow, event: Readonly<Members>): VendorFinding {
  const info = infoOf(event)
  const analytic = inside(info, 'analytic')
  const metadata = inside(event, 'metadata')
  const product = inside(metadata, 'product')
  const malware = first(event.malware)
  const title =
    words(info.title) ||
    words(analytic.name) ||
    words(malware.name) ||
    words(metadata.log_name) ||
    row.message.slice(0, TEXT_MAX)
  const detection = words(analytic.uid) || words(analytic.name) || row.eventCode || title
  const uid = text(info.uid).slice(0, ID_MAX)
  const shared = [analytic.uid, analytic.name, info.title, row.eventCode, metadata.log_name].map(text)
  const attacks = [
    ...listOf(event.attacks),
    ...listOf(info.attacks),
    ...listOf(inside(event, 'vendor_attributes').attacks),
  ]
  return {
    vendor: words(product.vendor_name),
    product: words(product.name) || row.sourceFormat,
    detection: detection.slice(0, ID_MAX),
    title: title || 'finding without a title',
    uid: shared.includes(uid) ? '' : uid,
    link: text(event.src_url).slice(0, TEXT_MAX) || text(info.src_url).slice(0, TEXT_MAX),
    words: words(info.desc) || row.message.slice(0, TEXT_MAX),
    status: words(event.status) || words(event.status_detail) || (STATUS[row.statusId] ?? ''),
    severityId: severityOf(row.severityId),
    isOver: isOver(row, event),
    techniques: distinct(attacks.flatMap((attack) => techniquesOf(attack))),
    tactics: distinct(attacks.flatMap((attack) => tacticsOf(attack))),
    entities: entitiesIn(event, ABOUT),
  }
}

/** The finding info of the event; an incident has a list of its findings. */
function infoOf(event: Readonly<Members>): Readonly<Members> {
  if (isMembers(event.finding_info)) return event.finding_info
  const found = first(event.finding_info_list)
  return Object.keys(found).length > 0 ? { ...found, title: event.desc ?? found.title } : found
}

/** Fatal becomes critical, our highest; unknown and other become medium. */
function severityOf(severityId: number): number {
  if (severityId === 0 || severityId > CRITICAL + 1) return MEDIUM
  return Math.min(severityId, CRITICAL)
}

const INCIDENT = 2005
const COMPLIANCE = 2003
const CLOSE = 3
/** `status_id` of findings in OCSF 1.8; for incidents 3 means on hold. */
const STATUS: Readonly<Record<number, string>> = {
  1: 'New',
  2: 'In Progress',
  3: 'Suppressed',
  4: 'Resolved',
  5: 'Archived',
  6: 'Deleted',
}

function isOver({ classUid, activityId, statusId }: EventRow, event: Readonly<Members>): boolean {
  if (activityId === CLOSE) return true
  if (classUid === COMPLIANCE && inside(event, 'compliance').status_id === 1) return true
  const isOpen = statusId < 3 || statusId > 6 || (classUid === INCIDENT && statusId === 3)
  return !isOpen
}

function techniquesOf(attack: Readonly<Members>): string[] {
  const ids = [text(inside(attack, 'sub_technique').uid), text(inside(attack, 'technique').uid)]
  // A sub-technique alone is enough: its technique adds nothing.
  return ids.filter((id) => TECHNIQUE_ID.test(id)).slice(0, 1)
}

function tacticsOf(attack: Readonly<Members>): string[] {
  const tactics = [inside(attack, 'tactic'), ...listOf(attack.tactics)]
  return tactics.flatMap(({ name }) => {
    const short = text(name)
      .toLowerCase()
      .trim()
      .replace(/[\s_]+/g, '-')
    return /^[a-z-]{3,40}$/.test(short) ? [short] : []
  })
}

function inside(members: Readonly<Members>, name: string): Readonly<Members> {
  const value = members[name]
  return isMembers(value) ? value : NONE
}

const NONE: Readonly<Members> = Object.freeze({})

function listOf(value: unknown): readonly Readonly<Members>[] {
  return Array.isArray(value) ? value.slice(0, NAMES_MAX).filter(isMembers) : []
}

function first(value: unknown): Readonly<Members> {
  return listOf(value)[0] ?? NONE
}

function words(value: unknown): string {
  return text(value).trim().slice(0, TEXT_MAX)
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, NAMES_MAX)
}

const BASE_EVENT = 0
const OF_OTHERS = ABOUT.filter((name) => name !== 'resource' && name !== 'resources')
const LISTS = ['evidences', 'observables', 'resources', 'finding_info', 'finding_info_list'] as const

/** The entities that an event without a verdict names in lists; null if it has none. */
export function listedEntities(row: EventRow, record: Readonly<Members>): Entities | null {
  if (row.mapping === 'ocsf') {
    if (!LISTS.some((name) => record[name] != null)) return null
    const isBase = row.classUid === BASE_EVENT
    // The machine or user that a request is about did not make the request.
    return entitiesIn(record, isBase ? ABOUT : OF_OTHERS, isBase)
  }
  if (row.classUid !== BASE_EVENT) return null
  const leaves = row.ocsfForm === '' ? row.ocsfRest : row.ocsfForm
  return LISTS.some((name) => leaves.includes(`"${name}"`)) ? entitiesIn(restOf(row), ABOUT) : null
}

/**
 * The machine that a finding is about. The header of syslog in front of CEF, LEEF or JSON names the console or the relay
 * that sent the finding: findings of many machines would be about this one. It stays when nothing else is named.
 */
export function subjectHost(record: Readonly<Members>, row: EventRow, { hosts }: Entities): string {
  const { syslog, cef, leef } = record
  if (row.host === '' || !isMembers(syslog) || syslog.hostname !== row.host) return row.host
  if (!isMembers(cef) && !isMembers(leef) && syslog.message !== undefined) return row.host
  const other = hosts.find((host) => host !== row.host) ?? ''
  const isNamed = row.srcIp !== '' || row.dstIp !== '' || row.user !== '' || row.targetUser !== ''
  return other === '' && !isNamed ? row.host : other
}

/** An event that names an end or a user itself is not about the others in its lists. */
export function liftListed(entities: Entities, row: EventRow): void {
  const isNamed = row.srcIp !== '' || row.dstIp !== '' || row.user !== '' || row.targetUser !== ''
  if (row.classUid === BASE_EVENT || !isNamed) liftEntities(entities, row)
}

/** Columns that the event leaves empty are filled from the first evidence that has a value. */
export function liftEntities(entities: Entities, row: EventRow): void {
  row.srcIp ||= entities.srcIp
  row.dstIp ||= entities.dstIp
  if (row.srcIp === entities.srcIp) row.srcPort ||= entities.srcPort
  if (row.dstIp === entities.dstIp) row.dstPort ||= entities.dstPort
  row.host ||= entities.hosts[0] ?? ''
  row.user ||= row.targetUser === '' ? (entities.users[0] ?? '') : ''
  row.fileHash ||= entities.hashes[0] ?? ''
  row.filePath ||= entities.files[0] ?? ''
  row.domain ||= entities.domains[0] ?? ''
  row.url ||= entities.urls[0] ?? ''
  row.processName ||= entities.processes[0] ?? ''
  row.cmdLine ||= entities.commands[0] ?? ''
}
