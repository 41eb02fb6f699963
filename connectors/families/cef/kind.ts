/** The kind of a CEF or LEEF event of an unknown vendor: first by words in its header, then by its keys. */

import { numberOf, textOf } from '../../mapping/text-of.ts'
import { ip } from '../../mapping/transforms.ts'

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
  | 'addressed'
  | 'other'

/** Fields with the method of a request, in vendors' spellings. */
export const METHOD_FIELDS = ['requestMethod', 'method', 'requestmethod']

/** Characters that are read of the name, of the class id and of the category. */
const WORDS_MAX = 256

const LOGOFF = /\blog(?:ged)?[ _-]?(?:off|out)\b|\bsign(?:ed)?[ _-]?out\b/i
const LOGON =
  /\blog(?:ged)?[ _-]?(?:on|in)\b|\bsign(?:ed)?[ _-]?in\b|authenticat|\bauthn\b|\bsso\b|\bvpn session started\b/i
const FAILED = /fail|invalid|denied|reject|unsuccess|wrong|bad password/i
/** A bare outcome; some vendors put it into the message. */
const SAYS_FAILURE = /^(?:failure|failed|denied)$/i
const OF_VIRUS = /virus|malware|(?:threat|detection) ?name/i
const LABELS = ['cs1Label', 'cs2Label', 'cs3Label', 'cs4Label', 'cs5Label', 'cs6Label'] as const

/** The value of a custom field whose label is the name of a virus; '' if there is none. */
export function virusIn(record: Members): string {
  for (const label of LABELS) {
    const written = record[label]
    if (typeof written !== 'string' || !OF_VIRUS.test(written) || !/name/i.test(written)) continue
    const value = record[label.slice(0, 3)]
    if (typeof value === 'string' && value.length > 1) return value
  }
  return ''
}

/** Trend Micro's products write the engine before the action: `AV:File cleaned`, `BM:Terminate`. */
export const TREND = /^(?:AV|SPY|BM|CnC|PML|VSAPI|ATSE|SandboxDetection|NCIE):/

const MALWARE = /malware|\bquarantin|virus|trojan|ransom|infection|botnet|callback|spyware|worm\b/i
/** Cisco's mail gateway writes one such line for each mail. */
const OF_MAIL = 'ESA_CONSOLIDATED_LOG_EVENT'
const FINDING =
  /attack|intrusion|\bips\b|\bids\b|threat|exploit|inject|violation|anomaly|brute|suspicious|phish|spam|\bdlp\b|alert|incident|watchlist|feed hit|blacklist|scan\b|\bappfw\b/i
/** From this severity on the vendor expects an analyst to look at the event. */
const FINDING_SEVERITY = 6

export function kindOf(header: Members, record: Members): Kind {
  const words = [header.name, header.event_id, header.device_event_class_id, record.cat, record.deviceEventCategory]
    .map((word) => (typeof word === 'string' ? word.slice(0, WORDS_MAX) : ''))
    .join(' ')
    // Codes are split into words too: `LOGIN_FAILED`, `userLogin`.
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
  const isNamed = has(record, ['suser', 'duser', 'sourceUserName', 'destinationUserName', 'usrName', 'suid', 'duid'])
  if (isNamed && LOGOFF.test(words)) return 'logoff'
  if (isNamed && LOGON.test(words))
    return FAILED.test(words) || FAILED.test(textOf(record.outcome)) || SAYS_FAILURE.test(textOf(record.msg))
      ? 'logon/failed'
      : 'logon'
  if (header.device_event_class_id === OF_MAIL) return 'mail'
  if (MALWARE.test(words) || virusIn(record) !== '') return 'malware'
  if (header.device_vendor === 'Trend Micro' && TREND.test(textOf(header.device_event_class_id))) return 'malware'
  if (FINDING.test(words) && header.severity !== '0') return 'finding'
  const isRequest = has(record, METHOD_FIELDS) && has(record, ['request', 'url'])
  if (isRequest) return 'web'
  if (numberOf(header.severity ?? record.sev) >= FINDING_SEVERITY) return 'finding'
  const isFlow = has(record, ['src', 'shost']) && has(record, ['dst', 'dhost', 'dpt', 'dstPort'])
  if (isFlow && isAddressed(record)) return 'network'
  return ADDRESSES.some((name) => ip(record[name]) !== '') ? 'addressed' : 'other'
}

/** One known address is enough for a search by address. */
const ADDRESSES = ['src', 'dst', 'sourceAddress', 'destinationAddress', 'c6a2', 'c6a3'] as const

function has(record: Members, names: readonly string[]): boolean {
  return names.some((name) => typeof record[name] === 'string' && record[name] !== '')
}

/** A flow has an address or a name at one end at least. */
function isAddressed(record: Members): boolean {
  return (
    [record.src, record.dst].some((value) => typeof value === 'string' && /[.:]/.test(value)) ||
    has(record, ['shost', 'dhost'])
  )
}
