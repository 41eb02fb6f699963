/**
 * Entities in text that programs write for people: `login failed for user kim from 198.51.100.4 port 4242`,
 * `10.0.0.9:51000 -> 203.0.113.5:443`, `Accepted password for kim`. A name counts only where the words around it leave
 * no doubt.
 */
import { plainAddress } from '../../../platform/ip-address.ts'
import { type AccountChange, accountChangeIn } from './account-prose.ts'
import {
  DENIED_ABROAD,
  FAILED_ABROAD,
  FROM_ABROAD,
  LOGOFF_ABROAD,
  LOGON_ABROAD,
  NO_NAMES_ABROAD,
  SIDE_ABROAD,
  SUCCEEDED_ABROAD,
  USER_ABROAD,
} from './languages.ts'
import { withoutAccents } from './names.ts'
import { remembered } from './remembered.ts'
import { somebody } from './values.ts'

export type Prose = {
  srcIp: string
  srcPort: number
  dstIp: string
  dstPort: number
  user: string
  /** 1 success, 2 failure, 0 unknown. */
  outcome: number
  isLogon: boolean
  isLogoff: boolean
  /** The message begins with a logon and its pairs: `LOGIN, user=kim, ip=[...]`. */
  isLogin: boolean
  /** The words are a rule's decision on a connection. */
  isDenied: boolean
  isAllowed: boolean
  /** The words are about a connection. */
  isConnection: boolean
  method: string
  url: string
  httpStatus: number
  /** The change of an account; its names take precedence. */
  account: AccountChange | null
}

/** Number of characters that are read. */
export const PROSE_MAX = 2048

const IP = '(\\[?(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:.]{2,40})\\]?)'
/** `using TCP/23`, `source port 4711`: ports that are separate from their addresses. */
const SERVICE = /\b(?:tcp|udp)\/(\d{1,5})\b/
const SOURCE_PORT = /\bsource port:? ?(\d{1,5})\b/
/** An address on its own. Version numbers and object identifiers have letters, dots or digits around theirs. */
const LONE = /(?<![\w./-])((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})(?![\w]|\.\w|\/\d{1,2}\b)/g
/** Words before an address that is not the client's. */
const NOT_CLIENT =
  /\b(?:to|on|server|dst|dest|destination|target|against|at|listen(?:ing)?|into|gateway|nas|version|mask|netmask|sips?|local|node|device|interface|proxy|via|dns|manager)(?:[ _-]?(?:ip|addr(?:ess)?|host|id))?["'(<[]?\s?[:=@]?\s?["'(<[]{0,2}$/
/** Labels before a client's address, in any kind of event. */
const LABEL =
  /(?<!\b(?:server|local|dest(?:ination)?|dst|target|listen(?:er|ing)?|nas|host|gateway|interface|nat|own|device|management|bind|virtual|mapped|translated|router|proxy|collector|sensor|agent|node|peer|assigned|tunnel|public|private|pool|lease)[ _-]?)\bip(?:[ _-]?addr(?:ess)?)?\s?[:=]\s?\[?((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})\b/

const PORT = '(?:(?::|\\/|#|\\[| port[ =]| source port[ =:]| src_port[ =])(\\d{1,5})\\b)?'
/** `ipv4:` of Samba, and the name of an interface before an address. */
const BEFORE_IP = '(?:ipv[46]:|[\\w-]{1,32}:(?=\\d{1,3}\\.))?'
const SIDE_BEFORE = '(?:ip(?:[ -]?addr(?:ess)?)?|addr(?:ess)?|host|client|peer|remote host|machine|endpoint|source)'
const FROM = new RegExp(
  `\\b(?:from|failed for|${FROM_ABROAD}):? (?:(?:(?:the )?${SIDE_BEFORE}|${SIDE_ABROAD})[ :=]*)?["'(<]?(?:[\\w.-]{1,128} ?[[(])?${IP}${PORT}`,
)
/** `(ADDRESS=(PROTOCOL=tcp)(HOST=198.51.100.9)(PORT=50123))`. */
const LISTENER = new RegExp(`\\baddress=\\(protocol=\\w{1,8}\\)\\(host=${IP}\\)(?:\\(port=(\\d{1,5})\\))?`)
const CLIENT = new RegExp(
  `\\b(?:client|remote|peer|source|src|rhost|oip|attacker|caller|originating|origin|remote host|(?:blocked|banned|dropped|denied|unblocked) (?:host|client|source|ip)|(?:un)?block(?:ing|ed)|bann?(?:ing|ed))(?:[ _-]?(?:ip|addr(?:ess)?|host|computer))*(?: (?:is|was))?\\s?[:=]?\\s?["'(<[]?${BEFORE_IP}${IP}${PORT}`,
)
const ARROW = new RegExp(
  `${IP}(?:[:/#](\\d{1,5}))?\\s?(?:->|=>|→|-->|(?:connected|connecting|connection) to)\\s?(?:\\w{1,16}[: ])?${IP}(?:[:/#](\\d{1,5}))?`,
)
const FROM_TO = new RegExp(
  `\\bfrom:? (?:\\w{1,32}[:/])?${IP}(?:[:/#[](\\d{1,5})\\]?)? (?:\\([^)]{0,64}\\) )?to:? (?:\\w{1,32}[:/])?${IP}(?:[:/#[](\\d{1,5}))?`,
)
const TARGET = new RegExp(
  `\\b(?:dst|dest|destination|server|target)(?:[ _-]?(?:ip|addr(?:ess)?|host))*\\s?[:=]?\\s?["'(<[]?${BEFORE_IP}${IP}(?:[:/#[](\\d{1,5})\\b)?`,
)
const AT_IP = new RegExp(
  `(?:\\(|\\bip(?: address)?[ :=]{1,3}|(?<!\\bsips?:[\\w.+-]{1,64})@["'\`]?|\\bat |\\bvia |\\blog(?:in|out): [\\w.@\\\\$+-]{1,128} - )\\s?${IP}\\)?`,
)

const NAME = '([\\w\u00c0-\uffff][\\w\u00c0-\uffff.@\\\\$+/-]{0,127})'
const QUOTED = '["\'`<\\[]([^"\'`<>\\[\\]]{1,128})["\'`>\\]]'
const ENDS_NAME =
  '(?=,|;|\\)|\\]|$|\\.(?:\\s|$)|:? (?:from|logged|log|login|logon|signed|failed|authenticat\\w+|has|was|is|on|via|using|connect\\w*|at|in|by|with|success\\w*|denied|rejected|accepted|to|for|did|does|\\(|\\[|-|ip|due|because|because|src|client|exceeded|locked|attempted|deleted|created|modified|uploaded|downloaded|renamed|performed|executed|started|ran|opened|closed|disconnected|could|not|after))'
/** The head of a web server's line: `198.51.100.4 - kim [15/04/2026 12:50:04] "GET ...`. */
const REQUEST_HEAD = new RegExp(`(?:^|[\\s\\]])${IP}(?::\\d{1,5})? [\\w.-]{1,64} ([\\w.@\\\\$+-]{1,128}) \\[\\d`, 'd')
/** A program's own line of a request: `kim 198.51.100.4 "GET /agents"`. */
const CALLER = new RegExp(
  `(?:^|[\\s:])([\\w.@\\\\$+-]{1,128}) ${IP} "(?:get|post|put|delete|head|patch|options) /`,
  'd',
)
const USER_PATTERNS: readonly RegExp[] = [
  // `user [EXAMPLE]\\[kim]`, as Samba writes a domain and a name.
  /\buser \[[^\]]{0,64}\]\\\[([^\]]{1,128})\]/d,
  // `The user name that has been provided was "kim"`.
  new RegExp(`\\buser ?name (?:\\w{1,12} ){1,6}(?:was|is):? ${QUOTED}`, 'd'),
  // `for [100@pbx.example.com] from`.
  /\bfor \[([^\]\s]{1,128})\] from\b/d,
  new RegExp(
    `\\b(?:user(?:[ _-]?name)?|account(?: name)?|login(?: name)?|logname|principal|identity)\\s{0,2}[:=]?\\s{0,2}${QUOTED}`,
    'd',
  ),
  new RegExp(`\\b(?:users?(?:[ _-]?name)?|account name|logname|principal|username|userid)\\s?[:=]\\s?${NAME}`, 'd'),
  new RegExp(
    `\\b(?:for|of|by) (?:(?:invalid|illegal|unknown|local|remote|admin|domain|ldap|vpn) ){0,2}(?:user|account|administrator|operator) ${NAME}`,
    'd',
  ),
  new RegExp(`\\b(?:user|account) ${NAME}${ENDS_NAME}`, 'd'),
  new RegExp(
    `\\b(?:log(?:in|on|ged (?:in|on|out|off))|sign(?:ed)?[ -]?in|auth(?:entication|enticated)?|password|publickey|session)\\b(?: \\w{1,16}){0,2} (?:for|by|as|of) ${NAME}(?= (?:from|on|at|via|using|by|against|failed|succeeded|accepted|rejected|denied|was|has|\\(|\\[)|[,;.]?\\s*$|,)`,
    'd',
  ),
  new RegExp(
    `\\blog(?:in|on) (?:failed|failure|succeeded|successful):? ["'\`]?${NAME}["'\`]?(?= \\(| from|[,;.]?\\s*$)`,
    'd',
  ),
  new RegExp(`\\b(?:failed|success(?:ful)?) login(?: \\S{1,64}){0,4} as ${NAME}[,;.]?\\s*$`, 'd'),
  // `kim@example.com:198.51.100.4`, as mail servers join user and address.
  /(?:^|\s)([\w.+-]{1,64}@[\w.-]{0,128}):(?=\d{1,3}\.\d{1,3}\.)/d,
  // `198.51.100.4 - kim - SUCCESS LOGIN`.
  new RegExp(`\\d\\.\\d{1,3} - ${NAME}(?: \\([^)]{1,64}\\))? (?:- |")(?=.{0,200}log ?in)`, 'd'),
  new RegExp(
    `(?:^|[:\\]] )${NAME} (?:has |was |is |now |successfully |just ){0,2}(?:logged (?:in|on|out|off)|signed (?:in|out)|authenticated|failed to (?:log|sign|authenticate)\\w*|login failed|login from (?:ip )?(?=\\d))`,
    'd',
  ),
  new RegExp(`\\b(?:by|for|as|user) ["'<]?${NAME}["'>]?@["']?(?=\\d{1,3}\\.)`, 'd'),
  new RegExp(`\\blog(?:in|out): ${NAME} - (?=\\d{1,3}\\.)`, 'd'),
  new RegExp(`\\b(?:by|for|as|user|authentication of) ["']${NAME}["']`, 'd'),
  // `user denied: kim`, `failed for user (kim)`, `failed login of "kim"`, `[kim]: failed to log in`.
  new RegExp(`\\b(?:login|logon|user)[ _-]?id\\s?[:=]\\s?(?=[\\w.@$+-]{0,64}[a-z])${NAME}`, 'd'),
  new RegExp(`\\blogin[:=]${NAME}(?= from|,|;|$)`, 'd'),
  // `27.11.2026 10:11:12 - kim (198.51.100.9)> 230 Logged on`
  new RegExp(`- ${NAME} \\(\\d{1,3}(?:\\.\\d{1,3}){3}\\)>`, 'd'),
  new RegExp(`\\buser (?:denied|rejected|failed|locked|refused|blocked): ${NAME}`, 'd'),
  new RegExp(`\\b(?:user|account) \\(${NAME}\\)`, 'd'),
  // `[login|kim]` of SonarQube, `| kim called x.purge` of ActiveMQ, `user kim(roles)@198.51.100.9`, `for client : kim / 198.51.100.9`.
  new RegExp(`\\[(?:login|user(?:name)?)\\|${NAME}\\]`, 'd'),
  new RegExp(`\\| ${NAME} called `, 'd'),
  new RegExp(`\\buser ${NAME}\\([^()]{0,128}\\)@(?=\\d)`, 'd'),
  new RegExp(`\\bclient ?: ${NAME} ?\\/ ?(?=\\d)`, 'd'),
  new RegExp(`\\blog(?:in|on)(?: attempt)? (?:of|by|for|as) ["'\`]?${NAME}["'\`]?(?= from|[,;.]?\\s*$)`, 'd'),
  new RegExp(
    `(?<![\\d\\]])\\[(?=[^\\]]{0,127}[a-z])(?![\\w$]+\\.[\\w$]+\\.[\\w$.]+\\])${NAME}\\]:? (?:failed to log|logged (?:in|out)|log(?:in|on|out) |auth(?:enticat|[ :_]))`,
    'd',
  ),
  // `[198.51.100.9] plaintext kim SASL(-13)`, `[198.51.100.9] kim plaintext User logged in`, as servers of IMAP write.
  new RegExp(
    `\\d\\] (?:plain(?:text)?|login|cram-md5|digest-md5|gssapi|scram-[\\w-]{1,12}) ${NAME}(?= sasl| user| \\[|$)`,
    'd',
  ),
  new RegExp(
    `\\d\\] ${NAME} (?:plain(?:text)?|login|cram-md5|digest-md5|gssapi|scram-[\\w-]{1,12})\\+?(?:tls)? user logged in`,
    'd',
  ),
  new RegExp(`\\(\\d{1,3}(?:\\.\\d{1,3}){3}\\) for ${NAME}(?=:|,|;|$)`, 'd'),
]
/** Sentences in other languages are tried only if one of these words occurs. */
const ABROAD = new RegExp(`\\b(?:${USER_ABROAD})\\b`)
const ABROAD_PATTERNS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${USER_ABROAD})\\b\\s{0,2}[:=]?\\s{0,2}["'\`<\u00ab\u201e\u201c]{1,2}\\s?([^"'\`<>\u00bb\u201c\u201d]{1,128}?)\\s?["'\`>\u00bb\u201c\u201d]`,
    'd',
  ),
  new RegExp(`\\b(?:${USER_ABROAD})\\b\\s{0,2}[:=]?\\s{0,2}${NAME}`, 'd'),
]

const LOGON = abroad(
  /\b(?:log[ -]?(?:in|on)(?:s|fail(?:ed|ure)|success|succeeded|ok)?|logged[ -](?:in|on|into)|sign(?:ed)?[ -]?in|sign[ -]?on|authenticat(?:ed?|ion|ing)|(?:bad|wrong|invalid|incorrect|accepted|rejected|failed) (?:password|credentials?|publickey|otp)|password (?:is )?(?:mismatch|incorrect|rejected|invalid)|password fail(?:ed|ure)?|password for (?:user )?[\w.@\\$+-]{1,64} (?:accepted|rejected)|fail(?:ed)? login|(?:user|login|account) (?:denied|rejected): |password check(?:ed)? (?:failed|passed)|password (?:was |is )?not (?:accepted|correct|valid)|passwords? (?:do|does|did) not match|bad ?log(?:in|on)|auth ?(?:reject|accept)|auth fail\w*|auth(?:entication)? (?:succeeded|successful|ok)|access (?:permitted|granted|denied) for user\b|session opened|unauthori[sz]ed user attempting|mfa|2fa|two-factor)\b/,
  LOGON_ABROAD,
)
const LOGOFF = abroad(
  /\b(?:log[ -]?(?:out|off)|logged[ -](?:out|off)|sign(?:ed)?[ -]?out|session (?:closed|terminated|ended))\b/,
  LOGOFF_ABROAD,
)
const FAILED = abroad(
  /\b(?:(?:perm|temp|auth|log[io]n|sign-?in)?fail(?:ed|ure|ures|s)?|failing|badlogin|(?:authentication|log[io]n) error|denied|reject(?:ed|s)?|invalid|incorrect|wrong|bad|unauthori[sz]ed|refused?|forbidden|disallowed|not (?:accepted|successful|valid|verified|recogni[sz]ed)|(?:do|does|did) not match|too many (?:\w{1,16} ){0,2}attempts|attempts? limit (?:reached|exceeded)|locked(?: out)?|not (?:allowed|permitted|authori[sz]ed)|unsuccessful(?:ly)?|mismatch|unknown user|non-?existent user|expired)\b/,
  FAILED_ABROAD,
)
const SUCCEEDED =
  /\b(?:success(?:ful|fully)?|(?:log[io]n|auth|sign-?in)[ :]?(?:ok|success|passed)|succeeded|accepted|granted|authenticated|logged[ -](?:in|on|out|off)|signed[ -](?:in|out)|permitted|session opened|passed|approved|(?:xml|browser|ssh|web|cli|ipmi\/rmcp) log(?:in|out): [\w.@\\$+-]{1,128} - )(?:\b|(?<= ))/
const SUCCEEDED_ELSEWHERE = new RegExp(`\\b(?:${SUCCEEDED_ABROAD})\\b`)

const CONNECTION = /\b(?:connect(?:ion|ions|ed|ing)?|verbindung|connexion|conexion|conexao|connessione|verbinding)\b/

/** The pattern with words of other languages. It is tried on text in lower case without accents. */
function abroad(pattern: RegExp, words: string): RegExp {
  return new RegExp(`${pattern.source}|\\b(?:${words})\\b`)
}

/** `LOGIN, user=kim`, `telnet login by kim from`: lines that only logons have. */
const LOGIN_LINE =
  /^(?:login|logon|sign-?in)[,:;] |\b(?:telnet|ssh|web|console|https?|cli|gui|local|remote|admin|user) log(?:in|on) (?:by|from|of) \S/

/** These words describe a packet, a host or a connection. */
const DENIED = abroad(
  /\b(?:den(?:y|ied)|drop(?:ped|ping)?|block(?:ed|ing)?|discard(?:ed)?|reject(?:ed)?|refused?|prohibit(?:ed)?|forbidden|disallowed|filtered)\b/,
  DENIED_ABROAD,
)
const ALLOWED = /\b(?:permit(?:ted)?|allow(?:ed)?|accept(?:ed)?|pass(?:ed)?)\b/

const REQUEST =
  /"?\b(GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|CONNECT|TRACE) {1,8}"?(\/[^\s"]{0,2000}|https?:\/\/[^\s"]{1,2000})(?: HTTP\/\d(?:\.\d)?)?"?(?:,? (?:status[ =:]*|->\s?)?(\d{3})\b| with .{0,800} done in [\d.]{1,12}m?s: (\d{3})\b)?/
const REQUEST_MARK =
  / http\/|"(?:get|post|put|delete|head|patch|options) \/|\b(?:get|post|put|delete|head|patch|options) {1,8}"\//

/** `words` beyond `PROSE_MAX` are not read. */
export function readProse(words: string): Prose {
  const text = words.length > PROSE_MAX ? words.slice(0, PROSE_MAX) : words
  // Patterns are lower case; the few letters whose lower case is longer are left as they are.
  const small = text.toLowerCase()
  const low = small.length === text.length ? withoutAccents(small) : text
  const prose: Prose = {
    ...{ srcIp: '', srcPort: 0, dstIp: '', dstPort: 0, user: '', outcome: 0, isLogon: false, isLogoff: false },
    ...{ isLogin: false, isDenied: false, isAllowed: false, isConnection: false },
    ...{ method: '', url: '', httpStatus: 0, account: null },
  }
  // Splits codes into words: `LOGIN_FAILED`.
  const plain = low.includes('_') ? low.replaceAll('_', ' ') : low
  prose.isLogoff = LOGOFF.test(plain)
  prose.isLogon = !prose.isLogoff && LOGON.test(plain)
  prose.isLogin = prose.isLogon && LOGIN_LINE.test(low)
  prose.isDenied = DENIED.test(plain)
  prose.isAllowed = !prose.isDenied && ALLOWED.test(plain)
  prose.isConnection = CONNECTION.test(plain)
  if (HAS_ADDRESS.test(low)) addresses(low, prose)
  prose.outcome = outcomeIn(plain)
  prose.account = accountChangeIn(text, low)
  if (prose.account === null && MAY_NAME.test(low)) prose.user = userIn(text, low)
  const isRequest = REQUEST_MARK.test(low)
  if (isRequest && prose.user === '' && prose.account === null) prose.user = callerIn(text, low)
  const request = isRequest ? REQUEST.exec(text) : null
  if (request) {
    prose.method = request[1] as string
    prose.url = request[2] as string
    prose.httpStatus = Number(request[3] ?? request[4] ?? 0)
  }
  return prose
}

/** The user in the head of a request's line. */
function callerIn(text: string, low: string): string {
  const [start, end] = REQUEST_HEAD.exec(low)?.indices?.[2] ?? CALLER.exec(low)?.indices?.[1] ?? [0, 0]
  const name = text.slice(start, end)
  return NO_NAMES.has(name.toLowerCase()) || LEVELS.test(name) ? '' : somebody(name)
}

const LEVELS = /^(?:info|warn(?:ing)?|error|debug|notice|trace|fatal|critical)$/i

/** Every name that the patterns find has one of these words beside it. */
const MAY_NAME =
  /@|user|account|log|auth|sign|principal|identity|password|session|publickey|benutzer|nutzer|konto|utilis|usuario|cuenta|utiliz|utente|gebruiker|compte|conta | called |\b(?:for|by|as) /

const HAS_ADDRESS = /\d\.\d{1,3}\.\d|[0-9a-f]:[0-9a-f:]{2}/

/** `with /198.51.100.9 (channelId=...` of Kafka, `user kim(roles)@198.51.100.9:51234` of Artemis. */
const PEER = new RegExp(`(?:\\bwith \\/|\\)@)${IP}${PORT}`)
/** Envoy writes the forwarded address behind the answer, between quotes and before the browser. */
const FORWARDED = new RegExp(`" \\d{3} [^"]{0,64}(?:"-" [^"]{0,64})?"${IP}(?:, ?[^"]{0,256})?" "`)
/** `198.51.100.9.51234 > 10.0.0.5.22:` of tcpdump. */
const DUMPED = /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})\.(\d{1,5}) > (\d{1,3}(?:\.\d{1,3}){3})\.(\d{1,5}):/

/** `for 'kim' (198.51.100.9)`. */
const NAMED_AT = new RegExp(`\\b(?:for|of|by|user) ["'\`]?[\\w.@\\\\$+-]{1,64}["'\`]? [([]${IP}${PORT}[)\\]]`)
const FROM_PATTERNS = [PEER, FORWARDED, FROM, CLIENT, LISTENER, NAMED_AT]

/** Numbers of versions look like addresses: `upgraded from 7.10.0.1 to 7.11.0.2`. */
const VERSIONS =
  /\b(?:(?:up|down)grad\w{1,3}|version|firmware|release|build|updated|migrated)\b.{0,48}\b(?:from|to) v?\d{1,5}(?:\.\d{1,5}){3}/

function addresses(text: string, prose: Prose): void {
  if (VERSIONS.test(text)) return
  const isPair = text.includes('>') || text.includes('→') || / connect\w{0,4} to /.test(text)
  const both =
    (isPair ? (DUMPED.exec(text) ?? ARROW.exec(text)) : null) ?? (text.includes(' to') ? FROM_TO.exec(text) : null)
  if (both) {
    const [, src = '', srcPort, dst = '', dstPort] = both
    prose.srcIp = plainAddress(src)
    prose.dstIp = plainAddress(dst)
    prose.srcPort = portOf(srcPort)
    prose.dstPort = portOf(dstPort)
    if (prose.srcIp !== '' && prose.dstIp !== '') return
  }
  for (const pattern of FROM_PATTERNS) {
    const found = prose.srcIp === '' ? pattern.exec(text) : null
    if (!found) continue
    prose.srcIp = plainAddress(unbracketed(found[1] ?? ''))
    if (prose.srcIp !== '') prose.srcPort = portOf(found[2])
  }
  const target = TARGET.exec(text)
  if (target && prose.dstIp === '') {
    prose.dstIp = plainAddress(target[1] ?? '')
    if (prose.dstIp !== '') prose.dstPort = portOf(target[2])
  }
  if (target && prose.dstIp !== '' && prose.dstPort === 0) prose.dstPort = portOf(SERVICE.exec(text)?.[1])
  if (prose.srcIp !== '' && prose.srcPort === 0) prose.srcPort = portOf(SOURCE_PORT.exec(text)?.[1])
  if (prose.srcIp === '' && prose.dstIp === '') prose.srcIp = clientAlone(text, prose)
}

/** The first address of a list in brackets has one bracket. */
const unbracketed = (text: string): string => (text.startsWith('[') && !text.endsWith(']') ? text.slice(1) : text)

const HAS_REQUEST =
  /"(?:get|post|put|delete|head|patch|options|connect) (?:\/|https?:)|\b(?:get|post|put|delete|head|patch|options) {1,8}"\//

/** The address in a logon, a logoff or a request is the user's address. */
function clientAlone(text: string, { isLogon, isLogoff }: Prose): string {
  const isUsers = isLogon || isLogoff
  const at = isUsers ? plainAddress(AT_IP.exec(text)?.[1] ?? '') : ''
  const lone = at === '' && (isUsers || HAS_REQUEST.test(text)) ? loneAddress(text) : at
  return lone === '' ? plainAddress(LABEL.exec(text)?.[1] ?? '') : lone
}

/** The only address in the words, unless they mark it as another machine's; '' for none and for several. */
function loneAddress(text: string): string {
  let lone = ''
  for (const found of text.matchAll(LONE)) {
    const address = plainAddress(found[1] ?? '')
    if (address === '' || address === lone || isOwn(address)) continue
    if (lone !== '' || NOT_CLIENT.test(text.slice(Math.max(0, found.index - 32), found.index))) return ''
    lone = address
  }
  return lone
}

const isOwn = (address: string) => address.startsWith('127.') || address === '0.0.0.0'

function portOf(text: string | undefined): number {
  const port = Number(text ?? 0)
  return port > 0 && port <= 0xffff ? port : 0
}

/** Words of failure take precedence over words of success. */
export const outcomeOf = remembered(64, (text): number => outcomeIn(withoutAccents(text.toLowerCase())))

function outcomeIn(text: string): number {
  if (FAILED.test(text)) return 2
  return SUCCEEDED.test(text) || SUCCEEDED_ELSEWHERE.test(text) ? 1 : 0
}

export const isLogonWord = (text: string): boolean => LOGON.test(text.toLowerCase())
export const isLogoffWord = (text: string): boolean => LOGOFF.test(text.toLowerCase())

/** Words that may follow `user` and are not a name. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'token tokens from logged login logon log has is was with for on in at to by as authentication authenticated name account session password not ' +
    'does failed fail failure id agent space mode interface the a an this that and or via using successfully request requests attempt attempting trying tried accessing connecting ' +
    'attempts access data info list group profile sessions role roles type service server client process system: connection connections ' +
    'error information unknown invalid created deleted added removed changed updated ip address no into who you it they are been user users ' +
    'could cannot can activity database dn manager management ssh ssl tls http https web console local remote vpn public key publickey keyboard-interactive ' +
    'none null default all any new directory policy store control locked out entered exceeded denied rejected accepted ' +
    'success succeeded ok yet do did must should already again still only exists exist found here expired disabled enabled details settings number names ' +
    NO_NAMES_ABROAD
  ).split(' '),
)

/** In sudo's message the calling user comes first; `USER` is the user as whom the command runs. */
const SUDO = /^(?:sudo(?:\[\d{1,10}\])?: +)?([\w.@\\$+-]{1,128}) : .{0,1000}\buser=[^ ]{1,128} ; .{0,500}command=/d

function userIn(text: string, low: string): string {
  const sudo = low.includes(' ; ') ? SUDO.exec(low)?.indices?.[1] : undefined
  if (sudo) return somebody(text.slice(sudo[0], sudo[1]))
  for (const pattern of ABROAD.test(low) ? [...USER_PATTERNS, ...ABROAD_PATTERNS] : USER_PATTERNS) {
    const [start, end] = pattern.exec(low)?.indices?.[1] ?? [0, 0]
    const name = text.slice(start, end).replace(/[.,:]+$/, '')
    if (name === '' || NO_NAMES.has(name.toLowerCase()) || plainAddress(name) !== '' || /^\d{1,2}$/.test(name)) continue
    const user = somebody(name)
    if (user !== '') return user
  }
  return ''
}
