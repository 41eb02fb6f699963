/**
 * The class of an event that no table knows. It follows from evidence: members that only such events have, or the words
 * of the event. Without clear evidence the event stays a base event.
 */

import type { EventRow } from '../../../schemas/event-row.ts'
import { jsonText } from '../../mapping/transforms.ts'
import { found } from './collect.ts'
import { alertName, findingInfo, findingState } from './finding-info.ts'
import { withoutAccents } from './names.ts'
import { isLogoffWord, isLogonWord, outcomeOf, type Prose } from './prose.ts'
import { kindsRead, type Read } from './read-names.ts'
import { remembered } from './remembered.ts'
import { type StatedKind, statedKind } from './stated-kind.ts'
import { somebody } from './values.ts'

/** `high` if members are the evidence; `medium` if words are. */
export type Classed = {
  readonly classUid: number
  readonly activityId: number
  readonly sure: 'high' | 'medium'
  readonly members: readonly string[]
}

const ACCOUNT_CHANGE = 3001
const GROUP_MANAGEMENT = 3006
const AUTHENTICATION = 3002
const HTTP = 4002
const DNS = 4003
const NETWORK = 4001
const MAIL = 4009
const FINDING = 2004
const PROCESS = 1007
const FILE = 1001
const OTHER = 99
const LOCK = 9
const PASSWORD_CHANGE = 3
const PASSWORD_RESET = 4
const SUCCESS = 1
const FAILURE = 2

const METHODS: Readonly<Record<string, number>> = {
  ...{ CONNECT: 1, DELETE: 2, GET: 3, HEAD: 4, OPTIONS: 5, POST: 6, PUT: 7, TRACE: 8, PATCH: 9 },
}

/**
 * The words for the kind of the event: code, action, category. Codes are split into words too: `UserLoginFailed`,
 * `AUTH_FAIL`.
 */
function kindWords(row: EventRow): string {
  const words = [row.eventCode, ...kindsRead()].join(' ')
  return words === '' ? '' : plainWords(words.slice(0, KIND_MAX))
}

const KIND_MAX = 256
const plainWords = remembered(KIND_MAX, (words) =>
  withoutAccents(words)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.:/-]+/g, ' '),
)

const KIND_LOGON =
  /\b(?:log ?[io]n|logged (?:in|on|into)|sign ?in|auth\w*|sso|mfa|2fa|otp|(?:invalid|wrong|bad) ?password|password check|anmeldung|angemeldet|inicio de sesion|autentica\w+|inicio de sessao|aanmelding|ouverture de session)\b(?! ?page)/i
const KIND_LOGOFF =
  /\b(?:log ?o(?:ut|ff)|logged o(?:ut|ff)|sign ?out|abmeldung|abgemeldet|deconnexion|cierre de sesion|fim de sessao|afmelding)\b/i
const FILE_WORDS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:creat\w+|upload\w*|new|added?)\b/i, 1],
  [/\b(?:read|open\w*|access\w*|view\w*|download\w*)\b/i, 2],
  [/\b(?:modif\w+|chang\w+|writ\w+|updat\w+|edit\w*|sav\w+)\b/i, 3],
  [/\b(?:delet\w+|remov\w+|unlink\w*)\b/i, 4],
  [/\b(?:renam\w+|mov\w+)\b/i, 5],
]
const PROCESS_END = /\b(?:terminat\w+|exit\w*|stop\w*|end\w*)\b/i
const DENIED =
  /\b(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|reset|discard(?:ed)?|refused?|prohibit(?:ed)?|forbid(?:den)?|disallow(?:ed)?|prevent(?:ed)?|quarantined?|filtered|blackhole[d]?|deny_\w+)\b/i
const ALLOWED =
  /\b(?:allow(?:ed)?|permit(?:ted)?|accept(?:ed)?|pass(?:ed)?|granted|built|established|forward(?:ed)?|permis|erlaubt|zugelassen|permitid[oa])\b/i

/** The class signs in the words of a kind, cached. The text is somewhat longer than the parts from which it is made. */
const signsOf = remembered(2 * KIND_MAX, (kind) => ({
  isLogon: KIND_LOGON.test(kind),
  isLogoff: KIND_LOGOFF.test(kind),
  isLogonWord: isLogonWord(kind),
  isLogoffWord: isLogoffWord(kind),
  outcome: outcomeOf(kind.replace(/\bfail\b/i, 'failed')),
  isDns: /\bdns\b/i.test(kind),
  isTraffic: /\b(?:traffic|flow|conn\w*|session|firewall|packet)\b/i.test(kind),
  isProcess: /\b(?:process|exec\w*|spawn\w*|launch\w*|command)\b/i.test(kind),
  isDecided: DENIED.test(kind) || ALLOWED.test(kind),
}))
const isDeniedBy = remembered(2 * KIND_MAX, (words) => DENIED.test(words))
const isAllowedBy = remembered(2 * KIND_MAX, (words) => ALLOWED.test(words))

/** Null when the kind of the event is not clear. */
export function classify(row: EventRow, read: Read, prose: Prose | null, service: string): Classed | null {
  const classed = classOf(row, read, prose, service)
  // The path of a request is no file.
  if (classed?.classUid !== FILE && read.method !== undefined && row.filePath.startsWith('/')) row.filePath = ''
  return classed
}

function classOf(row: EventRow, read: Read, prose: Prose | null, service: string): Classed | null {
  const kind = kindWords(row)
  const stated = statedKind(row.eventCode, kindsRead())
  return (
    threatOf(row, read, kind) ??
    accountOf(row, read, prose, kind) ??
    logonOf(row, read, prose, kind, service, 'kind') ??
    signInOf(row, read, prose, kind, service) ??
    triedOf(row, read, prose, kind, service) ??
    (stated === 'dns' ? queryOf(row, read, kind, true) : null) ??
    requestOf(row, read, prose, stated) ??
    queryOf(row, read, kind, false) ??
    mailOf(read) ??
    flowOf(row, read, prose, kind, stated) ??
    logonOf(row, read, prose, kind, service, 'words') ??
    connectOf(row, prose) ??
    processOf(row, read, kind) ??
    fileOf(row, read, kind)
  )
}

function textual(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'success' : 'failed') : ''
}

/** Success or failure: first by the member that states it, then by the kind, then by the words. */
function statusOf(read: Read, prose: Prose | null, kind: string): number {
  return (
    statusByOutcome(read.outcome) ||
    statusByTruth(read.isSuccess ?? read.logonResult) ||
    signsOf(kind).outcome ||
    statusByFailure(read.failure) ||
    statusByCode(read.errorCode) ||
    statusByHttp(read.httpStatus) ||
    statusByHttp(read.rcode) ||
    (prose?.outcome ?? 0) ||
    statusByNumber(read.outcome)
  )
}

/** The result that a member states, for an event without a class. */
export const statedStatus = (read: Read): number => statusByOutcome(read.outcome) || statusByTruth(read.isSuccess)

const YES = /^(?:ok|true|yes|s|pass(?:ed)?|allow(?:ed)?|0x0|completed|good)$/i
const NO = /^(?:false|no|f|nok|ko|error|deny|block(?:ed)?|fail|err|bad)$/i

function statusByOutcome(value: unknown): number {
  const outcome = textual(value).trim().replaceAll('_', ' ')
  if (outcome === '') return 0
  if (YES.test(outcome)) return SUCCESS
  if (NO.test(outcome)) return FAILURE
  return outcomeOf(outcome.slice(0, 128)) || (/^\d{3}$/.test(outcome) ? statusByHttp(outcome) : 0)
}

/** `success: 0`. */
function statusByTruth(value: unknown): number {
  if (value === undefined) return 0
  if (value === 1 || value === '1') return SUCCESS
  return value === 0 || value === '0' ? FAILURE : statusByOutcome(value)
}

const NO_FAILURE = /^(?:|0|0x0|false|no|none|null|nil|-|n\/?a|ok|success(?:ful)?|no error|unknown|undefined|\(null\))$/i

/** An event with a reason for a failure has failed. */
function statusByFailure(value: unknown): number {
  if (value === true) return FAILURE
  return typeof value === 'string' && !NO_FAILURE.test(value.trim()) ? FAILURE : 0
}

/** An error number; 0 means no error. */
function statusByCode(value: unknown): number {
  const code = typeof value === 'string' && /^(?:0x)?[0-9a-f]{1,8}$/i.test(value) ? Number(value) : value
  if (typeof code === 'number' && !Number.isNaN(code)) return code === 0 ? SUCCESS : statusByHttp(code) || FAILURE
  if (typeof value !== 'string') return 0
  return NO_FAILURE.test(value.trim()) ? SUCCESS : outcomeOf(value.slice(0, 128))
}

function statusByHttp(value: unknown): number {
  const code = httpStatus(value)
  return code >= 400 ? FAILURE : code > 0 ? SUCCESS : 0
}

/** `result: 1`, if nothing else shows the result; 1 is success and 0 is failure. */
function statusByNumber(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value
  return number === 1 ? SUCCESS : number === 0 ? FAILURE : statusByHttp(number)
}

const NO_THREAT =
  /^(?:|-|none|no|n\/?a|clean|ok|safe|null|nil|undefined|unknown|false|0|no[ _-](?:threat|virus|malware|detection)s?|not[ _-](?:found|detected))$/i
const THREAT_MAX = 256

/** The name of a threat that a product reports, except in a request, a DNS query or a mail that it only logged. */
function threatIn(read: Read): string {
  const name = textual(read.threat).trim()
  if (NO_THREAT.test(name) || !/\p{L}/u.test(name)) return ''
  const isWatched =
    read.method !== undefined || read.queryType !== undefined || read.rcode !== undefined || read.mailTo !== undefined
  return isWatched ? '' : name.slice(0, THREAT_MAX)
}

/** The event is a product's verdict: it names a threat, or a rule beside an alert id and a severity. */
function threatOf(row: EventRow, read: Read, kind: string): Classed | null {
  const title = threatIn(read) || alertName(row, read)
  if (title === '' || signsOf(kind).isLogon) return null
  const { statusId, activityId } = findingState(read)
  row.statusId = statusId
  return { classUid: FINDING, activityId, sure: 'high', members: [findingInfo(title, read, found('id'))] }
}

const RESET = /\bpassword (?:was )?(reset|chang)/i
const OF_ACCOUNT = /\b(?:user|account)s? (\w+)\b/i
const ACCOUNT_ACTIVITY: readonly (readonly [RegExp, number])[] = [
  [/^(?:creat|add|provision|register)/i, 1],
  [/^(?:enabl|activat|unsuspend|reactivat)/i, 2],
  [/^(?:disabl|deactivat|suspend)/i, 5],
  [/^(?:delet|remov|deprovision)/i, 6],
  [/^lock/i, LOCK],
]

/** Classes an event whose code names the change and whose members name the account: `admin_user_created`. */
function accountByKind(row: EventRow, read: Read, prose: Prose | null, kind: string): Classed | null {
  if (row.targetUser === '') return null
  const done = OF_ACCOUNT.exec(kind)?.[1] ?? ''
  const ofPassword = RESET.exec(kind)?.[1]
  const activityId =
    ofPassword === undefined
      ? ACCOUNT_ACTIVITY.find(([pattern]) => pattern.test(done))?.[1]
      : /^reset$/i.test(ofPassword)
        ? PASSWORD_RESET
        : PASSWORD_CHANGE
  if (activityId === undefined) return null
  row.statusId = statusOf(read, prose, kind)
  return { classUid: ACCOUNT_CHANGE, activityId, sure: 'high', members: [] }
}

function accountOf(row: EventRow, read: Read, prose: Prose | null, kind: string): Classed | null {
  if (!prose?.account || row.targetUser === '') return accountByKind(row, read, prose, kind)
  const { activityId, group } = prose.account
  // An account is locked because logons failed, but the lock itself succeeded.
  row.statusId = prose.outcome === FAILURE && activityId !== LOCK ? FAILURE : SUCCESS
  if (group === '') return { classUid: ACCOUNT_CHANGE, activityId, sure: 'medium', members: [] }
  return { classUid: GROUP_MANAGEMENT, activityId, sure: 'medium', members: [`"group":{"name":${jsonText(group)}}`] }
}

/** True for a record that names the way of its logon, or its result; a request and a flow may have a result beside them. */
const isTyped = (read: Read): boolean =>
  textual(read.logonType) !== '' ||
  typeof read.logonType === 'number' ||
  (read.logonResult !== undefined && read.method === undefined && read.protocol === undefined)

function logonOf(
  row: EventRow,
  read: Read,
  prose: Prose | null,
  kind: string,
  service: string,
  by: 'kind' | 'words',
): Classed | null {
  const isNamed = row.user !== '' || row.targetUser !== '' || row.srcIp !== ''
  if (!isNamed || (by === 'kind' && kind === '' && !isTyped(read))) return null
  const signs = signsOf(kind)
  const isOff = by === 'kind' ? signs.isLogoff : prose?.isLogoff === true || signs.isLogoffWord
  const isOn = by === 'kind' ? signs.isLogon || isTyped(read) : prose?.isLogon === true || signs.isLogonWord
  if (!isOff && !isOn) return null
  const status = statusOf(read, prose, kind)
  const isLoginLine = prose?.isLogin === true && (row.user !== '' || row.targetUser !== '') && row.srcIp !== ''
  // Words about a login page, a session table or a setting are not a logon: a logon has a result.
  if (by === 'words' && !isOff && status === 0 && !isLoginLine) return null
  // In a logon, `subject` is the user who logs on.
  const subject = textual(read.subject)
  if (row.user === '' && row.targetUser === '' && !/\s/.test(subject)) row.user = somebody(subject)
  if (row.targetUser === '') {
    row.targetUser = row.user
    row.user = ''
  }
  row.statusId = status
  const members = [`"service":{"name":${jsonText(service)}}`]
  if (row.srcIp !== '') members.push('"is_remote":true')
  return { classUid: AUTHENTICATION, activityId: isOff ? 2 : 1, sure: by === 'kind' ? 'high' : 'medium', members }
}

const SIGN_IN_PATH = /(?:log-?in|log-?on|sign-?in|auth|session|factor|sso|saml|password)/i

/** A request that signs a user in, recognised by its words: the failure is more important than the requested path. */
function signInOf(row: EventRow, read: Read, prose: Prose | null, kind: string, service: string): Classed | null {
  const isNamed = row.user !== '' || row.targetUser !== ''
  if (!isNamed || !prose?.isLogon || prose.outcome === 0) return null
  // Words that name the user describe the logon itself.
  if (prose.user !== '') return logonOf(row, read, prose, kind, service, 'words')
  const path = row.url || textual(read.path) || prose.url
  return SIGN_IN_PATH.test(path) ? logonOf(row, read, prose, kind, service, 'words') : null
}

const OF_LOGONS = /\b(?:passwords?|credentials?|auth(?:enticat\w*)?|otp|mfa|log[ -]?[io]n)\b/i
const SIGN_IN_PAGE = /\/(?:\w{0,24}log-?[io]n|sign-?in)\b/i

/**
 * A named user who did not get in, by the reason given; or who requested the sign-in page, if successful sign-ins are
 * logged too.
 */
function triedOf(row: EventRow, read: Read, prose: Prose | null, kind: string, service: string): Classed | null {
  if ((row.user === '' && row.targetUser === '') || read.method !== undefined) return null
  const reason = textual(read.failure).replace(/[_-]/g, ' ')
  const isRefused = statusByFailure(read.failure) === FAILURE && OF_LOGONS.test(reason)
  const isSignInPage =
    (read.isSuccess !== undefined || statusByOutcome(read.outcome) !== 0) && SIGN_IN_PAGE.test(row.url)
  if (!isRefused && !isSignInPage) return null
  if (row.targetUser === '') [row.targetUser, row.user] = [row.user, '']
  row.statusId =
    statusByTruth(read.isSuccess) ||
    statusByOutcome(read.outcome) ||
    (isRefused ? FAILURE : statusOf(read, prose, kind))
  const members = [`"service":{"name":${jsonText(service)}}`]
  if (row.srcIp !== '') members.push('"is_remote":true')
  return { classUid: AUTHENTICATION, activityId: 1, sure: 'medium', members }
}

function requestOf(row: EventRow, read: Read, prose: Prose | null, stated: StatedKind | null): Classed | null {
  const method = textual(read.method) || (prose?.method ?? '')
  const status =
    [read.httpStatus, read.outcome, read.rcode].map(httpStatus).find((code) => code > 0) ?? prose?.httpStatus ?? 0
  const isPath = textual(read.method) !== '' && row.filePath.startsWith('/')
  const url = row.url || textual(read.path) || (isPath ? row.filePath : '') || (prose?.url ?? '')
  const isStated = stated === 'http' && /^https?:/i.test(url)
  if (!isStated && (method === '' || (url === '' && status === 0))) return null
  row.url = url
  if (isPath) row.filePath = ''
  const host = hostOfRequest(row, read)
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? ''
  const agent = textual(read.userAgent)
  const request = method === '' ? [] : [`"http_method":"${method}"`]
  const inUrl = [
    ...(path === '' ? [] : [`"path":${jsonText(path)}`]),
    ...(url === '' ? [] : [`"url_string":${jsonText(url)}`]),
  ]
  if (inUrl.length > 0) request.push(`"url":{${inUrl.join(',')}}`)
  if (agent !== '') request.push(`"user_agent":${jsonText(agent)}`)
  const members = [`"http_request":{${request.join(',')}}`]
  if (status > 0) members.push(`"http_response":{"code":${status}}`, `"status_code":"${status}"`)
  if (host !== '') members.push(`"dst_endpoint":{"hostname":${jsonText(host)}}`)
  row.statusId = status >= 400 ? FAILURE : status > 0 ? SUCCESS : 0
  return {
    classUid: HTTP,
    activityId: METHODS[method] ?? OTHER,
    sure: textual(read.method) === '' ? 'medium' : 'high',
    members,
  }
}

function httpStatus(value: unknown): number {
  const code = typeof value === 'number' || (typeof value === 'string' && /^\d{3}$/.test(value)) ? Number(value) : 0
  return Number.isInteger(code) && code >= 100 && code < 600 ? code : 0
}

/** The Host header of a request is the requested server, not the machine that reports it. */
function hostOfRequest(row: EventRow, read: Read): string {
  // The host in the URL is the requested server, under any name.
  const named = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/)?(?:[^@/]{0,128}@)?([\w.-]{1,255})/i.exec(row.url)?.[1] ?? ''
  if (row.host !== '' && row.host.includes('.') && named.toLowerCase() === row.host.toLowerCase()) {
    const requested = row.host
    row.host = ''
    return requested
  }
  if (read.plainHost === undefined || read.plainHost !== row.host) return textual(read.dstHost)
  row.host = ''
  return textual(read.plainHost)
}

const OF_DNS = /^(?:dns|do[htq53]{1,2}|dns[ -]over[ -]\w{2,5})$/i

/** In a record that states its kind, the domain or host that it names is the query. */
function queryOf(row: EventRow, read: Read, kind: string, isStated: boolean): Classed | null {
  const type = textual(read.queryType)
  const isDns =
    isStated || OF_DNS.test(textual(read.protocol)) || type !== '' || read.rcode !== undefined || signsOf(kind).isDns
  const name = textual(read.query) || row.domain || (isStated ? textual(read.dstHost) : '')
  if (name === '' || !isDns) return null
  row.domain = name.replace(/\.$/, '')
  const members = type === '' ? [] : [`"query":{"type":${jsonText(type)}}`]
  if (isDeniedBy(`${kind} ${textual(read.outcome)}`)) row.statusId = FAILURE
  return { classUid: DNS, activityId: read.rcode === undefined ? 1 : 2, sure: 'high', members }
}

function mailOf(read: Read): Classed | null {
  const [from, to, subject] = [textual(read.mailFrom), textual(read.mailTo), textual(read.subject)]
  if (to === '' || (from === '' && subject === '')) return null
  const email = [`"to":[${jsonText(to)}]`]
  if (from !== '') email.push(`"from":${jsonText(from)}`)
  if (subject !== '') email.push(`"subject":${jsonText(subject)}`)
  const id = textual(read.messageId)
  if (id !== '') email.push(`"message_uid":${jsonText(id)}`)
  return {
    classUid: MAIL,
    activityId: OTHER,
    sure: 'high',
    members: [`"email":{${email.join(',')}}`, '"direction_id":0'],
  }
}

function flowOf(
  row: EventRow,
  read: Read,
  prose: Prose | null,
  kind: string,
  stated: StatedKind | null,
): Classed | null {
  const isPorted = row.dstPort > 0 || row.srcPort > 0
  const isFlow =
    (stated === 'network' && (row.srcIp !== '' || row.dstIp !== '')) ||
    (row.srcIp !== '' && row.dstIp !== '') ||
    ((row.srcIp !== '' || row.dstIp !== '') && row.dstPort > 0 && read.protocol !== undefined)
  if (!isFlow) return null
  const isTraffic = isPorted || read.protocol !== undefined || signsOf(kind).isTraffic
  // Two addresses alone could be any communication of two machines; a logon has them too.
  if (!isTraffic && !signsOf(kind).isDecided) return null
  if (prose?.isLogon && !isPorted) return null
  const words = `${kind} ${textual(read.outcome)}`
  const isDenied = isDeniedBy(words) || (prose?.isDenied === true && !isAllowedBy(words))
  const isAllowed = !isDenied && (isAllowedBy(words) || prose?.isAllowed === true)
  const members: string[] = []
  const protocol = typeof read.protocol === 'string' || typeof read.protocol === 'number' ? String(read.protocol) : ''
  const connection = ['"direction_id":0']
  if (/^\d{1,3}$/.test(protocol)) connection.push(`"protocol_num":${Number(protocol)}`)
  else if (/^[A-Za-z][\w-]{0,15}$/.test(protocol))
    connection.push(`"protocol_name":${jsonText(protocol.toLowerCase())}`)
  members.push(`"connection_info":{${connection.join(',')}}`)
  if (isDenied) members.push('"action_id":2,"disposition_id":2')
  if (isAllowed) members.push('"action_id":1,"disposition_id":1')
  row.statusId = isDenied ? FAILURE : isAllowed ? SUCCESS : 0
  const isMember = read.srcIp !== undefined || read.dstIp !== undefined
  return { classUid: NETWORK, activityId: isDenied ? 5 : 6, sure: isMember ? 'high' : 'medium', members }
}

/** A connection of which the words name one end: `refused connect from 198.51.100.9`. */
function connectOf(row: EventRow, prose: Prose | null): Classed | null {
  if (!prose?.isConnection || row.srcIp === '' || row.user !== '' || row.targetUser !== '') return null
  if (!prose.isDenied && !prose.isAllowed) {
    const members = ['"connection_info":{"direction_id":0}']
    return row.dstIp === '' ? null : { classUid: NETWORK, activityId: OTHER, sure: 'medium', members }
  }
  row.statusId = prose.isDenied ? FAILURE : SUCCESS
  const action = prose.isDenied ? 2 : 1
  return {
    classUid: NETWORK,
    activityId: prose.isDenied ? 5 : 1,
    sure: 'medium',
    members: ['"connection_info":{"direction_id":0}', `"action_id":${action},"disposition_id":${action}`],
  }
}

function processOf(row: EventRow, read: Read, kind: string): Classed | null {
  const isProcessKind = signsOf(kind).isProcess
  const isClear =
    row.cmdLine !== '' && (row.processName !== '' || row.pid > 0 || row.parentName !== '' || isProcessKind)
  if (!isClear && !(isProcessKind && row.processName !== '')) return null
  if (row.srcIp !== '' || row.dstIp !== '' || read.method !== undefined) return null
  if (isDeniedBy(`${kind} ${textual(read.outcome)}`)) row.statusId = FAILURE
  return {
    classUid: PROCESS,
    activityId: PROCESS_END.test(kind) ? 2 : 1,
    sure: isClear ? 'high' : 'medium',
    members: [],
  }
}

function fileOf(row: EventRow, read: Read, kind: string): Classed | null {
  if (row.filePath === '') return null
  const words = `${kind} ${textual(read.outcome)}`
  if (!/\bfiles?\b|\bfim\b|\bdocument\b/i.test(words) && read.hash === undefined) return null
  const activity = FILE_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  if (activity !== undefined && DENIED.test(words)) row.statusId = FAILURE
  return activity === undefined ? null : { classUid: FILE, activityId: activity, sure: 'high', members: [] }
}
