/** Messages of the corpora that take the generic syslog table, and why: what is none of these wants a table. */
import { messageOf, syslogField } from '../../connectors/syslog/settle.ts'
import type { CorpusRecord } from './records.ts'
import { UNEXPLAINED } from './unknown.ts'

type Kind = { readonly reason: string; readonly program?: RegExp; readonly words?: RegExp }

const KINDS: readonly Kind[] = [
  {
    reason: 'a line of a stack trace: nothing in it names the program',
    words: /^(?:at [\w.$<>]+\(|Caused by: )/,
  },
  {
    reason: 'emptied or filled with placeholders by the collection: no words left to read',
    words: /^\s*$|\$\w+|^vectra_json\w* -:|\blss_time|^darktrace(?:_audit)?$|avi_time/,
  },
  {
    reason: 'written for a test of the header: programs and words that nobody has',
    program: /^(?:porttest|sc4splugin|log_tag|somrandomexe|a?process|client|perfmon|error|kqueue)$/,
    words:
      /^(?:test|something|log_tag |testing leap year|NetScreen this is|Some message does not matter)|^unable to locate real message|many syslog parsers|with another line|^MMM \d/,
  },
  {
    reason: 'what a container wrote, or an appliance whose containers write: lines of any program',
    program: /^(?:cmm-web\w*|tvcs|authp|std(?:out|err))$/,
    words: /^INFO .* \| | - local:|"stream":"std/,
  },
  {
    reason: 'switches, routers and access points about ports, neighbours and sessions of their own: no table yet',
    program: /^(?:STP|System|Security|swlogd|bgp#zebra|sport|Core|SYSMGR|app|a10logd)$/,
    words: /^(?:00179 mgr|-AAAType|\(Stack\)|%%10|%(?:LOG_|ACLLOG)|\[F0\d+|EVENT <|.*(?:switch: |logread\[)|Viptela)/,
  },
  {
    reason: 'storage, backup and virtual machines about themselves: no table yet',
    program:
      /^(?:cluster_audit|dataprotection_events|api_audit|cohesity_alerts|Veeam_MP|purity\.test|\/space_utility_json\.py|qumulo|Audit|NMS|nasapi|hx-[\w-]+|LocalityServer|nmreporting\.exe|vee-\w+.*|dsm@.*|View|Tanium)$/i,
    words: /Vserver \(|Volume Footprint|kern_audit|^Scrubbed@|<HwSource>|EEMI Audit event/,
  },
  {
    reason: 'hardware consoles, printers, power and clocks: no table yet',
    program: /^(?:#ILO4|DriveArray|printer|scanner|webcgi|PAM-tacplus|apache2|AasSipMgr|RICOH.*)$/,
    words: /^\[Login Failed\]|SNMP interface|^\[system\] Log daemon|RICOH|^RPRM |^-04:00 /,
  },
  {
    reason: 'security products seen in one to four messages, with columns or codes of their own: no table yet',
    program:
      /^(?:KES\|.*|CylancePROTECT|SecureAuth2|EPP-.*|Epic|PulseSecure:|M_\d+|alarm|log|bluecoat|ProxySG|ssldata|SSG|event|conduit|bmserver|SymantecDLPAlert|DNAC|program)$/,
    words:
      /^(?:vendor=Websense|h=\d|StealthINTERCEPT|NumberOfLogins=|Semperis|Carbon Black App Control|AirWatch|\[Device: |\[APIGW|Device=host|reason=|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\treason|ZscalerNSS|\[[\d.]+\] ZscalerNSS|"adf":|\[\d{4}.*Avi-Controller|\{"(?:LogTimestamp|appName|logVersion|level)")/,
  },
  {
    reason: 'relays and collectors about themselves, or events they wrapped',
    program: /^(?:syslogd|syslog-ng|haproxy|audit|filter_instance1|sendmail|audit_forwarder|systemd-journal)$/,
    words: /SPLUNK - COOKED|^I\/O error occurred|^--- last message repeated|^last message repeated/,
  },
  {
    reason: 'programs of appliances about their own start, updates and disks',
    program:
      /^(?:threat-protect-log|debug_mount|monitor|logger|ntpd|python|-serial_console|watchdog|rc6|periodic_scheduler|AptDaemon|com\.canonical\..*|org\.debian\.apt|dhclient|anacron)$/,
    words: /^Job `|CISE_System_Statistics|rhythmbox-collection|signature=dbus|^Connection matched pg_hba/,
  },
]

export function whyGeneric(record: CorpusRecord): string {
  const program = syslogField(record, 'app_name')
  const words = messageOf(record) || JSON.stringify({ ...record, syslog: undefined })
  const found = KINDS.find((kind) => kind.program?.test(program) || kind.words?.test(words === '{}' ? '' : words))
  return found?.reason ?? UNEXPLAINED
}
