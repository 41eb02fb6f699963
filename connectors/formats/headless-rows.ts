/**
 * Rows of IIS, CloudFront, ProxySG and Exchange's proxy without their `#Fields:` line: a shipper that follows a file sends
 * the line once, and each later body begins in the middle. The columns are those of the defaults, and are told apart by
 * their number and by what stands in them: "W3C Logging", Internet Information Services; "Standard log file fields", Amazon
 * CloudFront; the log format `main`, ProxySG; `Logging\HttpProxy`, Exchange Server.
 */
import { plainAddress } from '../../platform/ip-address.ts'
import { valuesByColumn } from './columns.ts'
import { csvValues } from './csv.ts'
import type { Decoded } from './decoder.ts'
import { readTokens } from './tokens.ts'

const IIS =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken'
const IIS_ALL =
  'date time s-sitename s-computername s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs-version cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken'
const CLOUDFRONT =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end'

/** All fields of a log in real time in the order of the console, which has no header and no other names. */
const CLOUDFRONT_LIVE =
  'timestamp c-ip time-to-first-byte sc-status sc-bytes cs-method cs-protocol cs(Host) cs-uri-stem cs-bytes x-edge-location x-edge-request-id x-host-header time-taken cs-protocol-version c-ip-version cs(User-Agent) cs(Referer) cs(Cookie) cs-uri-query x-edge-response-result-type x-forwarded-for ssl-protocol ssl-cipher x-edge-result-type fle-encrypted-fields fle-status sc-content-type sc-content-len sc-range-start sc-range-end c-port x-edge-detailed-result-type c-country cs-accept-encoding cs-accept cache-behavior-path-pattern cs-headers cs-header-names cs-headers-count primary-distribution-id primary-distribution-dns-name origin-fbl origin-lbl asn'

const PROXYSG =
  'date time time-taken c-ip cs-username cs-auth-group x-exception-id sc-filter-result cs-categories cs(Referer) sc-status s-action cs-method rs(Content-Type) cs-uri-scheme cs-host cs-uri-port cs-uri-path cs-uri-query cs-uri-extension cs(User-Agent) s-ip sc-bytes cs-bytes x-virus-id x-bluecoat-application-name x-bluecoat-application-operation cs-threat-risk x-bluecoat-transaction-uuid'
const EXCHANGE =
  'DateTime RequestId MajorVersion MinorVersion BuildVersion RevisionVersion ClientRequestId Protocol UrlHost UrlStem ProtocolAction AuthenticationType IsAuthenticated AuthenticatedUser Organization AnchorMailbox UserAgent ClientIpAddress ServerHostName HttpStatus BackEndStatus ErrorCode Method ProxyAction TargetServer TargetServerVersion RoutingType RoutingHint BackEndCookie ServerLocatorHost ServerLocatorLatency RequestBytes ResponseBytes TargetOutstandingRequests AuthModulePerfContext HttpPipelineLatency'

const TRACKING =
  'date-time client-ip client-hostname server-ip server-hostname source-context connector-id source event-id internal-message-id message-id network-message-id recipient-address recipient-status total-bytes recipient-count related-recipient-address reference message-subject sender-address return-path message-info directionality tenant-id original-client-ip original-server-ip custom-data transport-traffic-type log-id schema-version'
const SMTP = 'date-time connector-id session-id sequence-number local-endpoint remote-endpoint event data context'
const EFT =
  'date time c-ip c-port cs-username cs-method cs-uri-stem cs-uri-query sc-status sc-bytes cs-bytes s-name s-port'

/** The columns of the defaults, by the number of values. */
const LISTS: ReadonlyMap<number, readonly string[]> = new Map(
  [
    // Up to version 7 there was no referrer.
    IIS.replace(' cs(Referer)', ''),
    IIS,
    `${IIS} X-Forwarded-For`,
    IIS_ALL,
  ].map((names) => {
    const list = names.split(' ')
    return [list.length, list] as const
  }),
)
const EDGE = CLOUDFRONT.split(' ')
const EDGE_MIN = 19
const PROXY = PROXYSG.split(' ')
/** Up to the virus; later versions have more. */
const PROXY_MIN = 25
const MAIL_PROXY = EXCHANGE.split(' ')
const VALUES_MAX = 64

const HEAD = /^\d{4}-\d\d-\d\d[ \t]\d\d:\d\d:\d\d[ \t]\S/
const METHOD = /^[A-Z][A-Z_]{2,15}$/
const STATUS = /^\d{3}$/
const PLACE = /^[A-Z]{3}\d{1,3}(?:-[A-Z]\d{1,2})?$/

function columnsOf(values: readonly string[]): readonly string[] | null {
  if (PLACE.test(values[2] ?? '') && values.length >= EDGE_MIN && values.length <= EDGE.length)
    return isFilled(EDGE, values) ? EDGE : null
  const names = LISTS.get(values.length)
  return names !== undefined && isFilled(names, values) ? names : null
}

function isFilled(names: readonly string[], values: readonly string[]): boolean {
  const at = (name: string) => values[names.indexOf(name)] ?? ''
  return plainAddress(at('c-ip')) !== '' && METHOD.test(at('cs-method')) && STATUS.test(at('sc-status'))
}

/** Time, duration, client, three names, and the verdict on the request. */
const PROXY_HEAD =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d{1,9} [\da-fA-F.:]{2,45} \S{1,256} (?:"[^"]{0,256}"|\S{1,256}) \S{1,64} (?:OBSERVED|DENIED|PROXIED|-) /
/** Time, request, version, the client's id of the request, and the protocol. */
const EXCHANGE_HEAD =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12},\d{1,3},\d{1,3},\d{1,5},\d{1,5},[^,]{0,128},\w{2,24},/

/** Time, client, its name, server and its name; the source and the event follow after two further columns. */
const TRACKING_HEAD =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[\da-fA-F.:]{0,45},[^,]{0,255},[\da-fA-F.:]{0,45},[^,]{0,255},(?:"[^"]{0,1024}"|[^,]{0,1024}),(?:"[^"]{0,255}"|[^,]{0,255}),(?:ADMIN|AGENT|APPROVAL|BOOTLOADER|DNS|DSN|GATEWAY|MAILBOXRULE|MEETINGMESSAGEPROCESSOR|ORAR|PICKUP|POISONMESSAGE|PUBLICFOLDER|QUEUE|REDUNDANCY|RESOLVER|ROUTING|SAFETYNET|SMTP|STOREDRIVER|X400),[A-Z]{3,32},/
/** Time, connector, session, number of the line, both ends and the mark of the line. */
const SMTP_HEAD =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,(?:"[^"]{0,255}"|[^,]{0,255}),[\dA-F]{16},\d{1,8},[\da-fA-F.:[\]]{0,52},[\da-fA-F.:[\]]{0,52},[-+<>*],/
/** Time, client, port or a dash, user, and the number of a session before its command. */
const EFT_HEAD = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [\da-fA-F.:]{2,45} (?:\d{1,5}|-) \S{1,128} \[\d{1,10}\]\w{2,32} \S/

/** Time, client, duration, status, bytes, method and protocol. */
const LIVE_HEAD =
  /^\d{10}(?:\.\d{1,6})?\t[\da-fA-F.:]{2,45}\t(?:\d{1,6}(?:\.\d{1,6})?|-)\t\d{3}\t\d{1,15}\t[A-Z]{3,16}\t(?:https?|wss?|grpcs?)\t/

const ROWS: readonly (readonly [head: RegExp, names: readonly string[], separator: ',' | ' ' | '\t'])[] = [
  [LIVE_HEAD, CLOUDFRONT_LIVE.split(' '), '\t'],
  [TRACKING_HEAD, TRACKING.split(' '), ','],
  [SMTP_HEAD, SMTP.split(' '), ','],
  [EFT_HEAD, EFT.split(' '), ' '],
]
const rowOf = (line: string) => ROWS.find(([head]) => head.test(line))

function rowByHead(line: string): Decoded | null {
  const [, names, separator] = rowOf(line) ?? []
  if (names === undefined || separator === undefined) return null
  const text = line.trimEnd()
  return valuesByColumn(names, separator === ',' ? csvValues(text).slice(0, ROW_MAX) : text.split(separator, ROW_MAX))
}

function rowOfProxy(line: string): Decoded | null {
  const values = readTokens(line.trimEnd())
  if (values === null || values.length < PROXY_MIN || values.length > VALUES_MAX) return null
  return isFilled(PROXY, values) ? valuesByColumn(PROXY, values) : null
}

const rowOfExchange = (line: string): Decoded => valuesByColumn(MAIL_PROXY, csvValues(line.trimEnd()).slice(0, ROW_MAX))

const ROW_MAX = 128
const valuesOf = (line: string): string[] => line.trimEnd().split(line.includes('\t') ? '\t' : ' ', VALUES_MAX)

export const isHeadlessRow = (line: string): boolean =>
  EXCHANGE_HEAD.test(line) ||
  rowOf(line) !== undefined ||
  (HEAD.test(line) && (PROXY_HEAD.test(line) || columnsOf(valuesOf(line)) !== null))

/** Null for any other line. */
export function headlessRow(line: string): Decoded | null {
  if (EXCHANGE_HEAD.test(line)) return rowOfExchange(line)
  const row = rowByHead(line)
  if (row !== null) return row
  if (!HEAD.test(line)) return null
  if (PROXY_HEAD.test(line)) return rowOfProxy(line)
  const values = valuesOf(line)
  const names = columnsOf(values)
  return names && valuesByColumn(names, values)
}
