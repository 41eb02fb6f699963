/** The kind of a CEF or LEEF event of an unknown vendor: first by words in its header, then by its keys. */

import { textOf } from '../../mapping/text-of.ts'
import { ip, known } from '../../mapping/transforms.ts'
import { type Labelled, labelledIn, severityOf } from './labels.ts'

type Members = Readonly<Record<string, unknown>>

export type Kind =
  | 'logon'
  | 'logon/failed'
  | 'logoff'
  | 'malware'
  | 'finding'
  | 'mail'
  | 'web'
  | 'network'
  | 'audit'
  | 'account'
  | 'addressed'
  | 'other'

/** Fields with the method of a request, in vendors' spellings. */
export const METHOD_FIELDS = ['requestMethod', 'method', 'requestmethod']

/** Characters that are read of the name, of the class id and of the category. */
const WORDS_MAX = 256

const LOGOFF = /\blog(?:ged)?[ _-]?(?:off|out)\b|\bsign(?:ed)?[ _-]?out\b/i
const LOGON =
  /\blog(?:ged)?[ _-]?(?:on|in)s?\b|\bsign(?:ed)?[ _-]?in\b|authenticat|\bauthn\b|\bsso\b|\bvpn session started\b/i
/** A user takes the rights of another one. */
const AS_ANOTHER = /\bsu\b|\bsudo\b|\bswitch(?:ed)? (?:user )?to\b|\bimpersonat|\brun ?as\b/i
const FAILED = /fail|invalid|denied|reject|unsuccess|wrong|bad password/i
/** A bare outcome; some vendors put it into the message. */
const SAYS_FAILURE = /^(?:failure|failed|denied)$/i
const USERS = ['suser', 'duser', 'sourceUserName', 'destinationUserName', 'usrName', 'suid', 'duid']

/** Trend Micro's products write the engine before the action: `AV:File cleaned`, `BM:Terminate`. */
export const TREND = /^(?:AV|SPY|BM|CnC|PML|VSAPI|ATSE|SandboxDetection|NCIE):/

const MALWARE = /malware|\bquarantin|virus|trojan|ransom|infection|botnet|callback|spyware|worm\b/i
/** Cisco's mail gateway writes one such line for each mail. */
const OF_MAIL = 'ESA_CONSOLIDATED_LOG_EVENT'
const ATTACK = /attack|intrusion|exploit|inject|brute|ransom/i
const FINDING =
  /attack|intrusion|\bips\b|\bids\b|threat|exploit|inject|violation|anomaly|brute|suspicious|phish|spam|\bdlp\b|alert|incident|watchlist|feed hit|blacklist|scan\b|\bappfw\b/i
/** Sensors that write only what they detected, besides the words about themselves. */
const SENSORS = /^(?:Vectra|Darktrace|Nozomi|Claroty|Dragos|Armis|ExtraHop|Cybereason|Cynet|Deep ?Instinct)\b/i
const OF_SENSOR = /audit|health|system|heartbeat|login|user ?action|campaign|license/i
/** Products whose lines are incidents about data. */
const OF_DATA = /\bdlp\b|data loss/i
/** Logs of proxies, of which every request is a line. */
const OF_REQUESTS = /^NSSWebLog$|web ?log|\bproxy|\bswg\b|web gateway/i
/** From this severity on the vendor expects an analyst to look at the event. */
const FINDING_SEVERITY = 6

/** Name, class id and category of an event. */
function wordsOf(header: Members, record: Members): string {
  return (
    [
      ...[header.name, header.event_id, header.device_event_class_id, record.cat, record.deviceEventCategory],
      record.eventDesc,
    ]
      .map((word) => (typeof word === 'string' ? word.slice(0, WORDS_MAX) : ''))
      .join(' ')
      // Codes are split into words too: `LOGIN_FAILED`, `userLogin`.
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
  )
}

export function kindOf(header: Members, record: Members, labelled: Labelled = labelledIn(record)): Kind {
  const words = wordsOf(header, record)
  const severity = severityOf(header.severity ?? record.sev)
  // An attack on a sign-in page is no logon.
  if (severity >= FINDING_SEVERITY && ATTACK.test(words)) return MALWARE.test(words) ? 'malware' : 'finding'
  const isNamed = has(record, USERS)
  if (isNamed && LOGOFF.test(words)) return 'logoff'
  if (isNamed && LOGON.test(words))
    return FAILED.test(words) ||
      FAILED.test(textOf(record.outcome)) ||
      [record.msg, record.status, record.result].some((value) => SAYS_FAILURE.test(textOf(value)))
      ? 'logon/failed'
      : 'logon'
  if (AS_ANOTHER.test(words) && has(record, ACTORS) && has(record, TARGETS))
    return FAILED.test(words) || FAILED.test(textOf(record.outcome)) ? 'logon/failed' : 'logon'
  if (header.device_event_class_id === OF_MAIL) return 'mail'
  const isRequest = has(record, METHOD_FIELDS) && has(record, ['request', 'url'])
  // The category of a page that a proxy blocked is no detection of malware.
  if (
    isRequest &&
    severity < FINDING_SEVERITY &&
    labelled.virus === undefined &&
    OF_REQUESTS.test(textOf(header.device_product))
  )
    return 'web'
  if (MALWARE.test(words) || labelled.virus !== undefined) return 'malware'
  if (header.device_vendor === 'Trend Micro' && TREND.test(textOf(header.device_event_class_id))) return 'malware'
  if (FINDING.test(words) && header.severity !== '0') return 'finding'
  if (severity > 0 && isDetected(header, record, words)) return 'finding'
  if (isRequest) return 'web'
  if (severity >= FINDING_SEVERITY) return 'finding'
  if (changedAccount(header, record) !== '') return 'account'
  const isFlow = has(record, ['src', 'shost']) && has(record, ['dst', 'dhost', 'dpt', 'dstPort'])
  if (isFlow && isAddressed(record)) return 'network'
  if (!ADDRESSES.some((name) => ip(record[name]) !== '')) return 'other'
  return isAct(record) ? 'audit' : 'addressed'
}

const ACTORS = ['suser', 'sourceUserName', 'usrName']
/** Names for the user to whom something is done, in CEF and in LEEF. */
export const TARGETS = [
  'duser',
  'destinationUserName',
  'targetUser',
  'targetUserName',
  'dstUser',
  'accountName',
] as const
const OF_ACCOUNTS = /\b(?:users?|accounts?|passwords?|logins?|administrators?|admins?)\b/i
const CHANGES: readonly (readonly [words: RegExp, activity: string])[] = [
  [/\bpassword\b.*\breset|\breset\b.*\bpassword/i, 'Password Reset'],
  [/\bpassword\b.*\bchange|\bchange[ds]?\b.*\bpassword/i, 'Password Change'],
  [/\bunlock/i, 'Unlock'],
  [/\block(?:ed|out)?\b/i, 'Lock'],
  [/\b(?:creat|add)(?:e|ed|ion)?\b/i, 'Create'],
  [/\b(?:delet|remov)(?:e|ed|al|ion)?\b/i, 'Delete'],
  [/\b(?:disabled?|deactivated?|suspended?)\b/i, 'Disable'],
  [/\b(?:enabled?|activated?)\b/i, 'Enable'],
  [/\b(?:modif(?:y|ied)|updated?|edited?|changed?)\b/i, 'Other'],
]

/** Activities of account_change under their captions. */
export const ACCOUNT_CHANGES: Readonly<Record<string, string>> = Object.fromEntries(
  CHANGES.map(([, activity]) => [activity, activity]),
)

/** The activity of a change of one user's account by another user; '' for any other event. */
export function changedAccount(header: Members, record: Members): string {
  if (!has(record, ACTORS) || !has(record, TARGETS)) return ''
  const words = wordsOf(header, record)
  return OF_ACCOUNTS.test(words) ? (CHANGES.find(([pattern]) => pattern.test(words))?.[1] ?? '') : ''
}

function isDetected(header: Members, record: Members, words: string): boolean {
  if (SENSORS.test(textOf(header.device_vendor)) && !OF_SENSOR.test(words)) return true
  if (
    has(record, ['fileHash', 'incidentId', 'incidentName']) &&
    /malicious|suspicious|detected|prevented/i.test(textOf(header.name))
  )
    return true
  return OF_DATA.test(textOf(header.device_product)) && has(record, ['externalId', 'eventId', 'fname', 'duser'])
}

/** True for the act of a named user at an address: no other end, and nothing that only connections have. */
function isAct(record: Members): boolean {
  const isNamed = has(record, ['suser', 'sourceUserName', 'usrName'])
  return isNamed && has(record, ['src', 'sourceAddress', 'c6a2']) && !has(record, OF_CONNECTIONS)
}

const OF_CONNECTIONS = [
  ...[
    'dst',
    'dhost',
    'destinationAddress',
    'c6a3',
    'spt',
    'dpt',
    'sourcePort',
    'destinationPort',
    'in',
    'out',
    'bytesIn',
  ],
  ...['proto', 'transportProtocol', 'deviceDirection'],
]

/** One known address is enough for a search by address. */
const ADDRESSES = ['src', 'dst', 'sourceAddress', 'destinationAddress', 'c6a2', 'c6a3'] as const

function has(record: Members, names: readonly string[]): boolean {
  return names.some((name) => known(record[name]) !== '')
}

/** A flow has an address or a name at one end at least. */
function isAddressed(record: Members): boolean {
  return (
    [record.src, record.dst].some((value) => typeof value === 'string' && /[.:]/.test(value)) ||
    has(record, ['shost', 'dhost'])
  )
}
