/** Members of a finding of an unknown sender beside title and severity: its id, its state, the page about it. */

import type { EventRow } from '../../../schemas/event-row.ts'
import { textOf } from '../../mapping/text-of.ts'
import { jsonText } from '../../mapping/transforms.ts'
import { found } from './collect.ts'
import { kindsRead, type Read, techniquesRead } from './read-names.ts'
import { remembered } from './remembered.ts'

const TEXT_MAX = 256
const CREATE = 1
const UPDATE = 2
const CLOSE = 3
const NEW = 1
const IN_PROGRESS = 2
const SUPPRESSED = 3
const RESOLVED = 4

export type FindingState = { readonly statusId: number; readonly activityId: number }

/** The words of vendors for the states of a finding, without blanks and marks. */
const STATES: ReadonlyMap<string, FindingState> = new Map([
  ...listed('new open opened created unresolved active triggered firing detected pending unassigned', NEW, CREATE),
  ...listed(
    'inprogress acknowledged ack assigned investigating underinvestigation triaged escalated reopened onhold review',
    IN_PROGRESS,
    UPDATE,
  ),
  ...listed(
    'closed close resolved resolve fixed remediated mitigated done completed cleared inactive',
    RESOLVED,
    CLOSE,
  ),
  ...listed('suppressed dismissed falsepositive ignored muted benign archived', SUPPRESSED, CLOSE),
])

function listed(words: string, statusId: number, activityId: number): [string, FindingState][] {
  return words.split(' ').map((word) => [word, { statusId, activityId }])
}

const NONE: FindingState = { statusId: 0, activityId: CREATE }

export function findingState({ outcome }: Read): FindingState {
  if (typeof outcome !== 'string' || outcome.length > 32) return NONE
  return (
    STATES.get(
      outcome
        .replace(/^k(?=[A-Z])/, '')
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    ) ?? NONE
  )
}

const KIND_MAX = 80
/** Kinds of records that are findings: `RULE_DETECTION`, `alert`, `notable`. */
const CALLED =
  /(?:^|[\s_.-])(?:detection|alert|alarm|finding|incident|offen[cs]e|insight|notable|malop|anomaly|malware|ransomware)$/i

/** Acts on a finding at its console: `update_alert`, `Closed incident`. */
const HANDLED =
  /^(?:updat|edit|delet|remov|view|open|clos|get|list|search|acknowledg|assign|resolv|export|read|modif|chang|test)\w{0,8}[\s_.-](?:\w{1,16}[\s_.-])?(?:detection|alert|alarm|finding|incident|offen[cs]e|insight|notable|malop)s?$/i

const isHandled = remembered(KIND_MAX, (kind) => HANDLED.test(kind))
const isCalledFinding = remembered(KIND_MAX, (kind) => CALLED.test(kind) && !HANDLED.test(kind))

/** Scores from 0 to 100 in the bands of CVSS, or the same as a fraction. Up to 10 it is unknown what a score is out of. */
function severityOfScore(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  const score = number > 0 && number < 1 ? number * 100 : number
  if (!(score > 10)) return 0
  return score >= 90 ? CRITICAL : score >= 70 ? HIGH : score >= 40 ? MEDIUM : LOW
}

const LOW = 2
const MEDIUM = 3
const HIGH = 4
const CRITICAL = 5

/**
 * The name of the rule, for a record with a severity or a score that is called an alert, or has an id and a state of its
 * own and is not a connection or a request which the rule let pass; '' for others.
 */
export function alertName(row: EventRow, read: Read): string {
  const isOfTicket = read.alertId !== undefined && typeof read.subject === 'string'
  const hasTechniques = techniquesRead().length > 0
  if (kindsRead().some(isHandled)) return ''
  const isCalled = kindsRead().some(isCalledFinding)
  if (read.alertName === undefined && read.alertId === undefined && !hasTechniques && !isCalled) return ''
  const isOfAlert = textOf(read.alertId) !== '' || isCalled || isTracked(row, read)
  const severity = row.severityId || (isOfAlert || hasTechniques ? severityOfScore(read.score ?? read.severity) : 0)
  // A finding without a name has its words.
  const isSevere = (isCalled || textOf(read.alertId) !== '') && row.severityId > 0
  const words = isSevere ? textOf(found('message')) || textOf(read.message) : ''
  const written = (textOf(read.alertName) || (isOfTicket ? textOf(read.subject) : words)).slice(0, TEXT_MAX)
  // Techniques of ATT&CK beside a severity are a verdict, and beside the level of a log they are not.
  const isVerdict = hasTechniques && (found('severity') !== undefined || read.score !== undefined)
  const name =
    written !== '' && isOfAlert && (severity > 0 || isCalled || isHandledAlert(read))
      ? written
      : isVerdict && severity > 0
        ? written || textOf(kindsRead()[0]).slice(0, TEXT_MAX)
        : ''
  if (name !== '') row.severityId = severity
  return name
}

/** An alert with an id and a state of its own is one even if it names no severity. */
const isHandledAlert = (read: Read): boolean =>
  textOf(read.alertId) !== '' && textOf(read.alertName) !== '' && findingState(read).statusId !== 0

function isTracked(row: EventRow, read: Read): boolean {
  if (found('id') === undefined || findingState(read).statusId === 0) return false
  return row.srcPort === 0 && row.dstPort === 0 && read.protocol === undefined && read.method === undefined
}

/** Words in the address of a page about a finding. */
const PAGE = /\/(?:alert|incident|detection|finding|case|ticket|threat|investigation|offense)s?(?:[/?#=]|$)/i
const ID_MIN = 3

/** `url` may be what was found: it is the page of the finding when it names the finding. */
function linkOf({ link, url }: Read, uid: string): string {
  if (typeof link === 'string') return link
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || url.length > LINK_MAX) return ''
  return PAGE.test(url) || (uid.length >= ID_MIN && url.includes(uid)) ? url : ''
}

const LINK_MAX = 1024

/** The page about a finding is not an address that somebody requested. */
export function withoutPage(row: EventRow, members: readonly string[]): void {
  if (row.url !== '' && members.some((member) => member.includes(`"src_url":${jsonText(row.url)}`))) row.url = ''
}

/** The member of the event. `id` is used where no member is called the id of an alert. */
export function findingInfo(title: string, read: Read, id: unknown = undefined): string {
  const uid = (textOf(read.alertId) || textOf(id)).slice(0, TEXT_MAX)
  const info = [`"title":${jsonText(title)}`]
  if (uid !== '') info.push(`"uid":${jsonText(uid)}`)
  const link = linkOf(read, uid)
  if (link !== '') info.push(`"src_url":${jsonText(link)}`)
  return `"finding_info":{${info.join(',')}}`
}
