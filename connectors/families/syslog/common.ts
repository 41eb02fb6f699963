/** Fields that every syslog message has, whatever it carries: RFC 3164 and RFC 5424. */
import { first, integer, ip, is, lookup, type Rows, text, time } from '../../mapping/table.ts'

const FACILITIES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit alert clock ' +
    'local0 local1 local2 local3 local4 local5 local6 local7'
  )
    .split(' ')
    .map((name, number) => [String(number), name]),
)

/** `rhost` and similar fields hold a name or an address, as the program knew it: this matches a name. */
export const A_NAME = /^(?!\d{1,3}(?:\.\d{1,3}){3}$)([^:]+)$/

/** The severities of syslog: notice and below are not a warning. */
export const SEVERITY = first(
  lookup('syslog.severity', {
    0: 'Critical',
    1: 'Critical',
    2: 'Critical',
    3: 'High',
    4: 'Low',
    5: 'Informational',
    6: 'Informational',
    7: 'Informational',
  }),
  lookup('syslog.level', {
    emerg: 'Critical',
    alert: 'Critical',
    crit: 'Critical',
    critical: 'Critical',
    err: 'High',
    error: 'High',
    warn: 'Low',
    warning: 'Low',
    notice: 'Informational',
    info: 'Informational',
    debug: 'Informational',
  }),
)

export const SYSLOG_HEADER: Rows = {
  time: time('syslog.time', 'syslog.timestamp'),
  severity_id: SEVERITY,
  'metadata.original_time': 'syslog.timestamp',
  'metadata.log_name': lookup('syslog.facility', FACILITIES),
  'metadata.log_provider': 'syslog.app_name',
  'metadata.event_code': 'syslog.msg_id',
  'metadata.sequence': integer('syslog.sequence'),
  'device.hostname': 'syslog.hostname',
  'device.ip': ip('syslog.address'),
  'device.type_id': is('Unknown'),
  message: text('syslog.message'),
}

/** The priority is facility and severity in one number. */
export const SYSLOG_RENDERINGS = ['syslog.pri', 'syslog.level', 'syslog.version']
