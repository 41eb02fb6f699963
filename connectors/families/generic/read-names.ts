/** Finds, in one pass over a record and by the words of names, values that `aliases.ts` does not list. */

import { codeAt } from '../../../platform/code-at.ts'
import { parseEventTime } from '../../../platform/event-time.ts'
import { isMembers, type Members } from '../../../platform/members.ts'
import { placeZone, zoneMs } from '../../../platform/time-zone.ts'
import { type Place, placeOf, type Slot } from './names.ts'
import { pairsOfXml } from './spoken-pairs.ts'
import { address, type JoinedParts, joinedParts, machine, port, portBehind, somebody } from './values.ts'

/** Members read in one event, and their greatest depth. */
const FIELDS_MAX = 512
const DEPTH_MAX = 8
const ITEMS_MAX = 8
/** Wrappers of decoders, which are not searched: the code that unwraps a record decides about their addresses. */
const AROUND: ReadonlySet<string> = new Set([
  'hec',
  'relayed',
  'sns',
  'sqs',
  'eventbridge',
  'elastic',
  'cloudwatch',
  'zeek',
  'in_text',
])

export type Read = Partial<Record<Slot, string | number | boolean>>

/** The rank of the value that was last found under a name of a time. */
export const timeRank = (): number => ranks.time ?? Number.POSITIVE_INFINITY

let values: Read = {}
/** Every event gets all slots, so that the objects have one shape, which the engine reads fast. */
const NO_VALUES: Readonly<Record<Slot, string | number | boolean | undefined>> = {
  srcIp: undefined,
  dstIp: undefined,
  peerIp: undefined,
  localIp: undefined,
  srcPort: undefined,
  peerPort: undefined,
  localPort: undefined,
  dstPort: undefined,
  srcHost: undefined,
  dstHost: undefined,
  user: undefined,
  targetUser: undefined,
  userId: undefined,
  host: undefined,
  plainHost: undefined,
  time: undefined,
  day: undefined,
  clock: undefined,
  zone: undefined,
  url: undefined,
  path: undefined,
  query: undefined,
  queryType: undefined,
  rcode: undefined,
  method: undefined,
  httpStatus: undefined,
  userAgent: undefined,
  outcome: undefined,
  isBlocked: undefined,
  isSuccess: undefined,
  failure: undefined,
  errorCode: undefined,
  initiator: undefined,
  action: undefined,
  protocol: undefined,
  hash: undefined,
  filePath: undefined,
  process: undefined,
  parent: undefined,
  commandLine: undefined,
  pid: undefined,
  mailFrom: undefined,
  mailTo: undefined,
  subject: undefined,
  threat: undefined,
  alertName: undefined,
  alertId: undefined,
  incidentId: undefined,
  messageId: undefined,
  bytesIn: undefined,
  bytesOut: undefined,
  message: undefined,
  severity: undefined,
  link: undefined,
  score: undefined,
  logonType: undefined,
  logonResult: undefined,
  technique: undefined,
  tags: undefined,
}

/** One object for all events, emptied before each: its shape never changes. */
const ranks: Partial<Record<Slot, number>> = {}
let ranked: Slot[] = []
let left = 0
let actions: string[] = []

/** Roughly when the event was written; it decides a date whose order of day and month is unclear. */
let referenceMs = Number.NaN

/** The values by slot, each plausible for its name. `receivedMs` is the row's. */
export function readNames(record: Readonly<Members>, receivedMs: number): Read {
  referenceMs = receivedMs
  values = { ...NO_VALUES } as Read
  for (const slot of ranked) ranks[slot] = Number.POSITIVE_INFINITY
  ranked = []
  left = FIELDS_MAX
  textsLeft = TEXTS_MAX
  listsAround = 0
  notesAround = 0
  actions = []
  techniques = []
  visit(record, '', 1)
  // A name written as a code is the kind of an event.
  if (typeof record.name === 'string' && /^\w+(?:[._:-]\w+)+$/.test(record.name)) addAction(record.name)
  if (actions[0] !== undefined) values.action = actions[0]
  if (values.alertId === undefined && record.id === undefined && values.incidentId !== undefined)
    values.alertId = values.incidentId
  return values
}

/** An account name beside these members is a cloud customer's account, not a person's. */
const OF_CLOUDS = [
  'cloudType',
  'cloud_type',
  'cloudProvider',
  'cloud_provider',
  'awsAccountId',
  'aws_account_id',
  'subscriptionId',
]
const ACCOUNT_NAME = /^account[ _]?name$/i
const isOfCloud = (members: Readonly<Members>) => OF_CLOUDS.some((name) => members[name] !== undefined)

const BRACE = 0x7b
const ANGLE = 0x3c
/** 1 at the characters with which JSON and XML begin. */
const HOLDS = Uint8Array.from({ length: 128 }, (_, code) => (code === BRACE || code === ANGLE ? 1 : 0))

function visit(members: Readonly<Members>, parent: string, depth: number): void {
  for (const name in members) {
    if (left-- <= 0) return
    if (name === '__proto__' || name === 'constructor') continue
    if ((name.length === 11 || name.length === 12) && ACCOUNT_NAME.test(name) && isOfCloud(members)) continue
    const value = members[name]
    if (typeof value === 'object' && value !== null) inside(value, parent, name, depth)
    else if (typeof value === 'string' && HOLDS[codeAt(value, 0)] === 1) inText(value, parent, name, depth)
    else if (value !== '' && value !== '-' && value !== null) offer(parent, name, value)
  }
}

/** Texts of JSON that are read in a record, and their greatest length. */
const TEXTS_MAX = 4
const TEXT_LENGTH_MAX = 16_384
let textsLeft = 0

/** A member that holds JSON or XML as text holds its members; any other text is the member's value. */
function inText(value: string, parent: string, name: string, depth: number): void {
  const members = textsLeft > 0 && value.length <= TEXT_LENGTH_MAX && /[}>]\s{0,4}$/.test(value) ? parsed(value) : null
  if (members === null) return offer(parent, name, value)
  textsLeft--
  inside(members, parent, name, depth)
}

function parsed(text: string): Members | null {
  if (codeAt(text, 0) === ANGLE) return pairsOfXml(text)
  try {
    const read: unknown = JSON.parse(text)
    return isMembers(read) ? read : null
  } catch {
    return null
  }
}

/** `initiator.host.address`: the outer object tells the machine's side. */
const SIDES: ReadonlySet<string> = new Set(
  'initiator requester actor client source src remote peer attacker caller target destination dst dest server'.split(
    ' ',
  ),
)
const MACHINES: ReadonlySet<string> = new Set(
  'host network endpoint ip address machine device computer user account connection'.split(' '),
)

const nameInside = (parent: string, name: string): string =>
  SIDES.has(parent) && MACHINES.has(name) ? `${parent}.${name}` : name

function inside(value: object, parent: string, name: string, depth: number): void {
  if (depth >= DEPTH_MAX || (depth === 1 && AROUND.has(name))) return
  if (depth === 1 && (name === 'syslog' || (name === 'log' && isText(value)))) return
  const isNotes = NOTES.has(name.toLowerCase()) || (depth > 1 && name.toLowerCase() === 'logs')
  if (isNotes) notesAround++
  partsOf(value, parent, name, depth)
  if (isNotes) notesAround--
}

function partsOf(value: object, parent: string, name: string, depth: number): void {
  if (!Array.isArray(value)) return visit(value as Members, nameInside(parent, name), depth + 1)
  const isOneOfSeveral = value.length > 1 && isMembers(value[1]) && !isPair(value[1])
  if (isOneOfSeveral) listsAround++
  for (const item of value.slice(0, ITEMS_MAX)) {
    if (isMembers(item) && isPair(item)) offerPair(parent, item)
    else if (isMembers(item)) visit(item, name, depth + 1)
    else if (typeof item === 'string') offer(parent, name, item)
  }
  if (isOneOfSeveral) listsAround--
}

/** `{"key": "user", "value": "kim"}`, `{"name": "client.address", "value": {"stringValue": "198.51.100.9"}}`: an item of a list of pairs. */
function isPair(item: Members): boolean {
  let members = 0
  for (const _ in item) if (++members > PAIR_MEMBERS_MAX) return false
  return (
    typeof (item.key ?? item.name ?? item.Key ?? item.Name) === 'string' && (item.value ?? item.Value) !== undefined
  )
}

const PAIR_MEMBERS_MAX = 3

function offerPair(parent: string, item: Members): void {
  const value = item.value ?? item.Value
  const plainValue = isMembers(value) ? (value.stringValue ?? value.intValue ?? value.boolValue) : value
  const name = item.key ?? item.name ?? item.Key ?? item.Name
  if (plainValue !== '' && plainValue !== '-' && plainValue !== undefined) offer(parent, name as string, plainValue)
}

/** The decoder's wrapper of a line of unknown format. */
const isText = (value: object): boolean => 'text' in value && 'reason' in value

/** Number of lists with several objects around the value: it is unknown which of the objects the event is about. */
let listsAround = 0
/** Objects that name people who handle an alert: none of them is the user of the event. */
const NOTES: ReadonlySet<string> = new Set(
  (
    'comment comments note notes history histories assignment assignments assignee assignees reviewer reviewers owner owners ' +
    'approver approvers reporter analyst analysts contact contacts manager'
  ).split(' '),
)
let notesAround = 0
const OF_PEOPLE: ReadonlySet<Slot> = new Set(['user', 'targetUser'])
const UNSURE_IN_LISTS: ReadonlySet<Slot> = new Set(['user', 'targetUser', 'host', 'plainHost', 'dstHost', 'srcHost'])

/** A pair's name with dots is read as nested objects: `client.address`. */
function offer(parent: string, name: string, value: unknown): void {
  const dot = name.lastIndexOf('.')
  const named =
    dot > 0 ? placeOf(name.slice(name.lastIndexOf('.', dot - 1) + 1, dot), name.slice(dot + 1)) : placeOf(parent, name)
  if (named === null) return
  const place = withAddress(named, value)
  if (JOINED.has(place.slot) && typeof value === 'string' && offerParts(place, value)) return
  // A deeper member is less likely to describe the event itself.
  if (place.slot === 'action') return addAction(value)
  // The image of a container has the same name as that of a process.
  if (name === 'image' && typeof value === 'string' && !OF_PROCESS.test(value)) return
  if (place.slot === 'technique') return addTechniques(TECHNIQUE, value)
  if (place.slot === 'tags') return addTag(value)
  if (place.slot === 'isBlocked') return YES.test(String(value)) ? addAction('blocked') : undefined
  if (place.slot === 'user' && typeof value === 'string' && value.includes(' ')) {
    // An account name with blanks is a customer's, not a person's.
    if (/account/i.test(name)) return
    // A login has no blanks: a login or a mail address beside the name is more certain.
    if (!value.includes('\\')) return keep('user', place.rank + DISPLAYED, value)
  }
  if (listsAround > 0 && UNSURE_IN_LISTS.has(place.slot)) return
  if ((notesAround > 0 || listsAround > 0) && place.slot === 'userId') return
  if (notesAround > 0 && OF_PEOPLE.has(place.slot)) return
  // A place inside of an object is where somebody is, not the zone of the time.
  if (place.slot === 'zone' && parent !== '' && String(value).includes('/')) return
  // A state of 0 or 1 has no clear meaning.
  if (place.slot === 'outcome' && /stat(?:us|e)$/i.test(name) && /^[01]$/.test(String(value))) return
  if (place.slot === 'time' && typeof value === 'string' && value.length <= HALF_MAX) {
    const half = CLOCK.test(value) ? 'clock' : DAY.test(value) ? 'day' : null
    if (half !== null) return keep(half, place.rank, value)
  }
  if (place.slot === 'httpStatus' && isSmallCode(value)) return keep('errorCode', place.rank, value)
  keep(place.slot, place.rank, value)
}

function keep(slot: Slot, rank: number, value: unknown): void {
  if (rank >= (ranks[slot] ?? Number.POSITIVE_INFINITY)) return
  const found = CHECKS[slot]?.(value) ?? plain(value)
  if (found === '' || (found === 0 && !ZEROES.has(slot))) return
  ranks[slot] = rank
  ranked.push(slot)
  values[slot] = found
  const beside = PORT_BESIDE[slot]
  // A separate member for the port is more certain.
  if (beside === undefined) return
  const number = portBehind(value)
  if (number > 0) keep(beside, PORT_RANK + rank, number)
}

const PORT_BESIDE: Partial<Record<Slot, Slot>> = {
  srcIp: 'srcPort',
  dstIp: 'dstPort',
  peerIp: 'peerPort',
  localIp: 'localPort',
}
const PORT_RANK = 32

const YES = /^(?:true|yes|1)$/i

/** Added to the rank of a display name, so that login names come first. */
const DISPLAYED = 12

/** Slots in which 0 has a meaning. */
const ZEROES: ReadonlySet<Slot> = new Set(['outcome', 'isSuccess', 'errorCode'])

/** 0 means success in gRPC, LDAP and programs; 1 and 2 mean success in some of them. */
function isSmallCode(value: unknown): boolean {
  const code = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && (code === 0 || (code > 2 && code < 100))
}

/** Under these names a user and an address may stand together. */
const JOINED: ReadonlySet<Slot> = new Set([
  ...([
    'user',
    'targetUser',
    'initiator',
    'srcIp',
    'dstIp',
    'peerIp',
    'localIp',
    'srcHost',
    'dstHost',
    'mailFrom',
  ] as const),
])
/** True when the value was stored here, because it has several parts or does not fit its name. */
function offerParts(place: Place, value: string): boolean {
  const isTarget = place.slot === 'targetUser' || place.slot.startsWith('dst')
  const ipSlot = isTarget ? 'dstIp' : 'srcIp'
  const whole = value.trim()
  if (place.slot === 'mailFrom') return address(whole) !== '' && kept('srcIp', 8, whole)
  if (place.slot === 'srcIp' || place.slot === 'dstIp') {
    // The first of several forwarded addresses is the client.
    const first = whole.slice(0, Math.max(0, whole.indexOf(',')))
    if (address(first) !== '') return kept(ipSlot, place.rank, first)
  }
  const joined = joinedParts(whole)
  if (joined) return offerJoined(place, joined, isTarget)
  if (place.slot !== 'initiator') return false
  return kept(address(whole) === '' ? 'user' : 'srcIp', place.rank, whole)
}

function offerJoined({ slot, rank }: Place, { name, ip, port, isNameFirst }: JoinedParts, isTarget: boolean): boolean {
  keep(isTarget ? 'dstIp' : 'srcIp', rank, ip)
  if (port !== '') keep(isTarget ? 'dstPort' : 'srcPort', rank + 4, port)
  if (listsAround > 0 || notesAround > 0) return true
  const isPerson = slot === 'user' || slot === 'targetUser' || slot === 'initiator'
  // `host/address` under a side is a machine; the text behind an address is the user who came from there.
  if (isPerson || !isNameFirst) keep(isTarget ? 'targetUser' : 'user', rank + (isPerson ? 0 : 6), name)
  return true
}

function kept(slot: Slot, rank: number, value: unknown): true {
  keep(slot, rank, value)
  return true
}

/** A sender that names its sides by host names writes an address if it has no name. */
function withAddress(place: Place, value: unknown): Place {
  const slot = place.slot === 'srcHost' ? 'srcIp' : place.slot === 'dstHost' ? 'dstIp' : null
  return slot !== null && address(value) !== '' ? { slot, rank: place.rank + 1 } : place
}

/** Kinds of an event stand under several names: `type`, `action`, `category`. */
function addAction(value: unknown): void {
  if (typeof value !== 'string' || value.length > ACTION_LENGTH_MAX || actions.length >= ACTIONS_MAX) return
  const word = value.trim()
  if (word !== '' && !actions.includes(word)) actions.push(word)
}

const ACTIONS_MAX = 5
const ACTION_LENGTH_MAX = 80

/** The kinds of the last record that was read. */
export const kindsRead = (): readonly string[] => actions

const OF_PROCESS = /\\|\.exe$|^\//i

/** `T1059.001`, also inside of a list that is written as text. */
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/g
/** `attack.t1110.001` of Sigma, `technique:T1110-brute-force`. */
const TAG = /(?<=\battack\.|\btechnique:|\bmitre_)t\d{4}(?:\.\d{3})?(?![a-z\d])/gi
const TECHNIQUES_MAX = 16
const TECHNIQUE_TEXT_MAX = 2048

let techniques: string[] = []

/** The techniques of the last record that was read. */
export const techniquesRead = (): readonly string[] => techniques

/** Splunk's data models tag events with their kind. */
function addTag(value: unknown): void {
  if (value === 'authentication') addAction(value)
  else addTechniques(TAG, value)
}

function addTechniques(pattern: RegExp, value: unknown): void {
  if (typeof value !== 'string') return
  for (const [found] of value.slice(0, TECHNIQUE_TEXT_MAX).matchAll(pattern)) {
    const id = found.toUpperCase()
    if (techniques.length < TECHNIQUES_MAX && !techniques.includes(id)) techniques.push(id)
  }
}

const plain = (value: unknown): string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : ''

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A login that a person chose: a mail address, a name with a domain, or words without digits. */
const LOGIN =
  /^(?:[\w.+-]{1,128}@[\w-]{1,128}(?:\.[\w-]{1,64}){1,6}|[\w-]{1,64}\\[\w.-]{2,128}|[A-Za-z]{3,64}(?:[._-][A-Za-z]{1,64}){0,3})$/
const METHOD = /^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|CONNECT|TRACE)$/
const MAIL = /^<?([^\s<>@"]{1,128}@[\w.-]{3,190})>?$/
const DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i
const QUERY = /^(?=.{3,255}$)[\w*-]{1,63}(?:\.[\w-]{1,63})+\.?$/

const CHECKS: Partial<Record<Slot, (value: unknown) => string | number>> = {
  srcIp: address,
  dstIp: address,
  peerIp: address,
  localIp: address,
  srcPort: port,
  dstPort: port,
  peerPort: port,
  day: (value) => (text(value).length <= HALF_MAX && DAY.test(text(value)) ? text(value) : ''),
  zone: (value) => ZONE.exec(text(value))?.[1] ?? nameOfZone(text(value)),
  srcHost: machine,
  dstHost: machine,
  host: machine,
  plainHost: machine,
  user: somebody,
  userId: (value) => (LOGIN.test(text(value)) && !/^[0-9a-f]{6,}$/i.test(text(value)) ? somebody(value) : ''),
  targetUser: somebody,
  time: (value) =>
    Number.isNaN(parseEventTime(value, referenceMs)) || isSmall(value) || isDay(value)
      ? ''
      : (value as string | number),
  method: (value) => (METHOD.test(text(value).toUpperCase()) ? text(value).toUpperCase() : ''),
  httpStatus: (value) => {
    const status = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN)
    return Number.isInteger(status) && status >= 100 && status < 600 ? status : ''
  },
  hash: (value) => (DIGEST.test(text(value)) ? text(value) : ''),
  query: (value) => (QUERY.test(text(value)) ? text(value) : ''),
  queryType: (value) => (/^[A-Z][A-Z0-9]{0,9}$/.test(text(value)) ? text(value) : ''),
  link: (value) => (/^https?:\/\/\S{1,1000}$/i.test(text(value)) ? text(value) : ''),
  url: (value) => (/^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\/)\S{1,4000}$/i.test(text(value)) ? text(value) : ''),
  path: (value) => (/^(?:\/|https?:\/\/)\S{0,4000}$/.test(text(value)) ? text(value) : ''),
  filePath: (value) =>
    /^(?:[A-Za-z]:\\|\\\\|\/(?!\/)|~\/)[^\r\n]{1,2000}$|^[^\\/:*?"<>|\r\n]{1,200}\.[A-Za-z0-9]{1,8}$/.test(text(value))
      ? text(value)
      : '',
  mailFrom: (value) => MAIL.exec(text(value))?.[1] ?? '',
  mailTo: (value) => MAIL.exec(text(value))?.[1] ?? '',
  pid: (value) => {
    const pid = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN)
    return Number.isInteger(pid) && pid > 0 && pid <= 0xffff_ffff ? pid : ''
  },
}

/** Maximum length of one half of a time. */
const HALF_MAX = 24
/** `10:11:12`, `10:11:12.123 PM`: a time without its day. */
const CLOCK = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AP]M)?$/i
/** `CET` and others with one meaning, and `Europe/Berlin`, as they stand behind a time. */
function nameOfZone(name: string): string {
  if (PLACE.test(name)) return placeZone(name, 0) === null ? '' : ` ${name}`
  return /^[A-Z]{2,5}$/.test(name) && !Number.isNaN(zoneMs(name, 0)) ? ` ${name}` : ''
}

const PLACE = /^[A-Z]\w{2,15}\/[\w/+-]{2,32}$/
/** An offset. */
const ZONE = /^(?:UTC|GMT)?(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i
const DAY =
  /^(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|(?:19|20)\d{6}|\d{1,2}([-/.])\d{1,2}\2\d{2}(?:\d\d)?|\d{1,2}[- /][A-Z][a-z]{2,8}[- /]\d{4}|[A-Z][a-z]{2,8} \d{1,2},? \d{4})$/i

/** A number that is not a time of this century is a count. */
function isSmall(value: unknown): boolean {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)
        ? Number(value)
        : Number.NaN
  return !Number.isNaN(number) && number < 1e9
}

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes(':') && !/^\d{10,19}(?:\.\d+)?$|T\d{4}/.test(value)
