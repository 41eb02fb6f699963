/**
 * Detects the format of a line by its first characters. It knows only formats in which each line is a complete event.
 */
import { isAccessLine } from './access-log.ts'
import { isAuditLine } from './auditd.ts'
import { cefStart } from './cef.ts'
import { isHeadlessRow } from './headless-rows.ts'
import { leefStart } from './leef.ts'
import { isOssecHead } from './ossec-alerts.ts'
import { isPostgresRow } from './postgres-rows.ts'
import { readStamp } from './syslog-stamp.ts'
import { lineCodes } from './text-codes.ts'
import { isUmbrellaRow } from './umbrella-rows.ts'
import { isFlowLine } from './vpcflow.ts'
import { isSnareLine } from './windows-text.ts'

export type LineFormat =
  | 'json'
  | 'windows-xml'
  | 'cef'
  | 'leef'
  | 'auditd'
  | 'syslog'
  | 'vpcflow'
  | 's3-access'
  | 'elb'
  | 'access-log'
  | 'bitbucket'
  | 'cri'
  | 'santa'
  | 'fast-alert'
  | 'nginx-error'
  | 'mysql-error'
  | 'dpkg'
  | 'umbrella-row'
  | 'postgres-row'
  | 'ossec-alerts'
  | 'kv'

/** Number of characters that are read: every mark is near the start of its line. */
const HEAD_MAX = 1024

type Look = { readonly format: LineFormat; readonly mark: string; readonly is: (head: string) => boolean }

/** The first match counts, so more certain marks come earlier. */
const LOOKS: readonly Look[] = [
  { format: 'json', mark: 'an opening brace', is: (head) => /^[ \t]{0,64}\{/.test(head) },
  {
    format: 'windows-xml',
    mark: 'an <Event> element',
    is: (head) => /^<(?:\?xml[\s\S]{0,200}?<)?Events?[\s>](?!<Timestamp data_type)/.test(head),
  },
  // A container's line holds another line, of any format.
  { format: 'cri', mark: 'time, stream and tag of a container', is: (head) => CRI_HEAD.test(head) },
  { format: 'cef', mark: 'CEF: and a version', is: (head) => cefStart(head) !== -1 },
  { format: 'leef', mark: 'LEEF: and a version', is: (head) => leefStart(head) !== -1 },
  { format: 'syslog', mark: 'a priority', is: (head) => /^<(?:1[0-8]\d|19[01]|\d\d?)>/.test(head) },
  { format: 'syslog', mark: 'an octet count and a priority', is: (head) => /^[1-9]\d{0,6} <\d{1,3}>/.test(head) },
  { format: 'syslog', mark: 'the mark of Snare or WinCollect', is: isSnareLine },
  { format: 'windows-xml', mark: 'a date, and LogName= below it', is: (head) => WINDOWS_TEXT.test(head) },
  { format: 'auditd', mark: 'type= and audit(time:serial)', is: isAuditLine },
  { format: 'vpcflow', mark: 'version, ids and addresses of a flow', is: isFlowLine },
  { format: 's3-access', mark: 'owner, bucket and a time in brackets', is: (head) => S3.test(head) },
  { format: 'elb', mark: 'type, time and name of a load balancer', is: (head) => ALB.test(head) || ELB.test(head) },
  { format: 'access-log', mark: 'a request time in brackets', is: (head) => isAccessLine(head) || TOMCAT.test(head) },
  { format: 'access-log', mark: 'the columns of IIS, CloudFront, ProxySG or Exchange', is: isHeadlessRow },
  { format: 'bitbucket', mark: 'columns of Bitbucket', is: (head) => BITBUCKET.test(head) },
  { format: 'santa', mark: 'a time in brackets and santad', is: (head) => SANTA.test(head) },
  { format: 'fast-alert', mark: 'a time, [**] and a signature', is: (head) => FAST_ALERT.test(head) },
  { format: 'nginx-error', mark: 'a time, a level and pid#tid:', is: (head) => NGINX_ERROR.test(head) },
  { format: 'mysql-error', mark: 'a time, a thread and a label', is: (head) => MYSQL_ERROR.test(head) },
  { format: 'dpkg', mark: 'a time and what was done to a package', is: (head) => DPKG.test(head) },
  { format: 'umbrella-row', mark: 'columns of Umbrella', is: isUmbrellaRow },
  { format: 'postgres-row', mark: "columns of PostgreSQL's log", is: isPostgresRow },
  { format: 'ossec-alerts', mark: 'the head of an alert of OSSEC', is: isOssecHead },
  { format: 'syslog', mark: 'a time and the four names of RFC 5424', is: (head) => UNPRIORED.test(head) },
  { format: 'syslog', mark: 'a time, a host and a tag', is: isSyslogFile },
  { format: 'kv', mark: 'name=value pairs', is: isPairs },
]

/** A relay's file of RFC 5424 without priority and version. */
const UNPRIORED =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) [\w.:-]{1,255} [\w./-]{1,48} (?:\d{1,10}|-) (?:-|\w{1,32}) (?:-|\[[\w@.-]{1,64}[ \]])/
const WINDOWS_TEXT = /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d(?:\.\d{1,9})? [AP]M\r?\nLogName=/
const S3 = /^[0-9a-f]{64} \S{1,255} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:/
const ALB = /^(?:https?|h2|wss?|grpcs?|tls [\d.]{1,4}) \d{4}-\d\d-\d\dT\S{8,30} \S{1,255} /
const ELB = /^\d{4}-\d\d-\d\dT\S{8,30} \S{1,255} \d{1,3}(?:\.\d{1,3}){3}:\d{1,5} /
const TOMCAT = /^\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] \S+ \S+ \S+ [A-Z]{1,16} /
const BITBUCKET = /^[\d.,:a-fA-F]{3,255} \| (?:https?|ssh|grpc|[A-Z]\w{3,64}Event) \| /
const CRI_HEAD = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) std(?:out|err) [PF] /
const SANTA = /^\[\d{4}-\d\d-\d\dT\S{8,20}\] [A-Z] \w{1,64}: /
const FAST_ALERT = /^\d\d\/\S{8,30} +\[\*\*\] \[\d+:\d+:\d+\] /

const SENT_ALERT = /^\[\d{1,8}:\d{1,10}:\d{1,8}\] .{1,900}\{[\w-]{1,32}\} /
const NGINX_ERROR = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]{4,6}\] \d{1,10}#\d{1,10}: /
const MYSQL_ERROR =
  /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\S{1,6} \d{1,20}|\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d:\d\d \d{1,20}|\d{6} {1,2}\d{1,2}:\d\d:\d\d) \[(?:System|Note|Warning|ERROR|Error)\] /
const DPKG =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:startup (?:archives|packages) |conffile \/|(?:install|upgrade|remove|purge|configure|trigproc|disappear|status [a-z-]{4,32}) [a-z0-9][a-z0-9.+-]{0,127}(?::[a-z0-9-]{2,32})? (?:<none>|\d))/

/** The file that a syslog daemon writes: no priority, and a host or a tag with a colon behind the time. */
function isSyslogFile(head: string): boolean {
  const stamp = readStamp(head, lineCodes.of(head), 0, 0)
  if (stamp === null) return false
  const rest = head.slice(stamp.end, stamp.end + 300)
  if (NO_HOST.test(rest)) return false
  return (
    /^:? +(?:\S{1,255} +)?(?:\S{1,255} +)?[^\s:[\]"]{1,96}(?:\[[^\]\s]{0,64}\])?:(?: |$)/.test(rest) ||
    /^[A-Z][a-z]{2} /.test(head)
  )
}

/**
 * Words behind a time that are not a host: the source of an entry in SQL Server's error log, a mail id of Exim (or
 * Exim's text without an id), the module of fail2ban, a rule of pf, a session of PostgreSQL.
 */
const NO_HOST =
  /^(?:,\d{3})? (?:(?:Logon|Server|Backup|spid\d{1,6}s?) {2}|\w{6}-\w{6,11}-\w{2,4} (?:[<=>*-]{2} |Completed)|\S{1,64} authenticator failed for |H=|fail2ban\.\w{1,16} |rule \d{1,8}\/\d{1,4}\(\w{1,16}\): )|^(?: UTC)?-[\da-f]{6,16}\.[\da-f]{1,8}-[A-Z\d]{3,9}: /

/** True when the line begins with a pair and has at least two more. */
function isPairs(head: string): boolean {
  if (!/^ *"?[A-Za-z_][\w.-]{0,127}"?=/.test(head)) return false
  let pairs = 0
  for (const _ of head.matchAll(/(?:^|[\s,;|^\t])"?[A-Za-z_][\w.-]{0,127}"?=/g)) if (++pairs >= 3) return true
  return false
}

/** Formats of whole lines that relays send behind a header, by the first character that each may have. */
const RELAYED: readonly {
  readonly format: RelayedFormat
  readonly first: RegExp
  readonly is: (head: string) => boolean
}[] = [
  { format: 'umbrella-row', first: /"/, is: isUmbrellaRow },
  { format: 'vpcflow', first: /[2-9]/, is: isFlowLine },
  { format: 'postgres-row', first: /\d/, is: isPostgresRow },
  { format: 'fast-alert', first: /\d/, is: (head) => FAST_ALERT.test(head) },
  { format: 'ossec-alerts', first: /\*/, is: isOssecHead },
  { format: 'sent-alert', first: /\[/, is: (head) => SENT_ALERT.test(head) },
  { format: 'nginx-error', first: /\d/, is: (head) => NGINX_ERROR.test(head) },
  { format: 'access-log', first: /\d/, is: isHeadlessRow },
  { format: 'elb', first: /[\dghtw]/, is: (head) => ALB.test(head) || ELB.test(head) },
  { format: 's3-access', first: /[\da-f]/, is: (head) => S3.test(head) },
]
export type RelayedFormat =
  | 'access-log'
  | 'postgres-row'
  | 'ossec-alerts'
  | 'umbrella-row'
  | 'vpcflow'
  | 'fast-alert'
  | 'sent-alert'
  | 'nginx-error'
  | 'elb'
  | 's3-access'
const MAY_BE_RELAYED = Uint8Array.from({ length: 128 }, (_, code) =>
  RELAYED.some(({ first }) => first.test(String.fromCharCode(code))) ? 1 : 0,
)

/** Returns null for most messages after a look at the first character. */
export function relayedForm(message: string): RelayedFormat | null {
  const first = message.charCodeAt(0)
  if (MAY_BE_RELAYED[first] !== 1) return null
  const head = message.slice(0, HEAD_MAX)
  const letter = head[0] as string
  return RELAYED.find((form) => form.first.test(letter) && form.is(head))?.format ?? null
}

export type LineLook = { readonly format: LineFormat; readonly mark: string }

/** Null when the line looks like no known format. */
export function lookAtLine(line: string): LineLook | null {
  const head = line.slice(0, HEAD_MAX).replace(/^\ufeff/, '')
  return LOOKS.find((look) => look.is(head)) ?? null
}
