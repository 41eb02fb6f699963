/**
 * Symantec Messaging Gateway (Brightmail): its message audit log. A message has many lines that share an audit id:
 * `epoch|audit id|event|values`. "Understanding Message Audit Log events sent to a remote syslog server",
 * knowledge.broadcom.com/external/article/191018.
 */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, integer, ip, is, list, lookup, type Profile, type Rows, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const AUDIT = /^\d{10}\|[\w-]{2,64}\|[A-Z_]{2,32}(?:\||$)/
const PROGRAMS = /^(?:bmserver|ecelerity|conduit|jlu-controller|mta)$/
/** Columns that are read separately: time, id, event and the values of `COLUMNS`. */
const COLUMNS_READ = 7

/** The kind of each line; only lines that name a sender or a recipient can be an email of OCSF. */
const KINDS: Readonly<Record<string, string>> = {
  VERDICT: 'verdict',
  FIRED: 'scan',
  UNTESTED: 'scan',
  SENDER: 'sender',
  ORCPTS: 'recipients',
  RCPTS: 'recipients',
  DELIVER: 'deliver',
}
/** The columns of each kind of line, after the event. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  verdict: ['to', 'verdict', 'group', 'policy'],
  scan: ['to'],
  deliver: ['dst_ip', 'to'],
  sender: ['from'],
}

function read(message: string): PhraseValues | null {
  if (!AUDIT.test(message)) return null
  const [at = '', uid = '', event = '', ...values] = message.split('|', COLUMNS_READ)
  const kind = KINDS[event] ?? 'words'
  const fields: PhraseValues = { kind, at, uid, event }
  if (kind === 'recipients') fields.to = listBehind(message, 3)
  for (const [column, name] of (COLUMNS[kind] ?? []).entries()) fields[name] = values[column]?.trim() ?? ''
  if (kind === 'scan') fields.rules = listBehind(message, 4)
  return fields
}

/** All columns after the given number, as one list. */
function listBehind(message: string, columns: number): string {
  let from = 0
  for (let i = 0; i < columns; i++) {
    const bar = message.indexOf('|', from)
    if (bar === -1) return ''
    from = bar + 1
  }
  return message.slice(from).replaceAll('|', ',')
}

const EMAIL: Rows = {
  'email.uid': text('parsed.uid'),
  'email.to': list('parsed.to', /[,;]/, 'email'),
  'email.from': { kind: 'email', fields: 'parsed.from' },
  message_trace_uid: text('parsed.uid'),
  direction_id: is('Unknown'),
  'dst_endpoint.ip': ip('parsed.dst_ip'),
}

const PROFILES: readonly Profile[] = [
  on('verdict', {
    class: 'email_activity',
    activity: 'Scan',
    rows: {
      ...EMAIL,
      'policy.name': 'parsed.policy',
      'policy.group.name': 'parsed.group',
      status_detail: 'parsed.verdict',
      severity_id: lookup('parsed.verdict', { virus: 'High', malware: 'High' }, 'Informational', 'Informational'),
    },
  }),
  on('scan', { class: 'email_activity', activity: 'Scan', rows: { ...EMAIL, status_detail: 'parsed.rules' } }),
  on(['sender', 'recipients'], { class: 'email_activity', activity: 'Trace', rows: EMAIL }),
  on('deliver', { class: 'email_activity', activity: 'Send', rows: EMAIL }),
]

export const messagingGateway = syslogDevice({
  id: 'symantec-messaging-gateway/1',
  vendor: 'Symantec',
  product: 'Messaging Gateway',
  begins: /^(?:\d{10}\||\[Brightmail\] )/,
  is: (record: Members, message) =>
    PROGRAMS.test(syslogField(record, 'app_name')) && (AUDIT.test(message) || message.startsWith('[Brightmail] ')),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'metadata.event_code': 'parsed.event',
    'metadata.correlation_uid': text('parsed.uid'),
    'metadata.log_level': capture('syslog.message', /^\[Brightmail\] \((\w{1,16}):/),
    'metadata.sequence': integer('syslog.sequence'),
  },
  profiles: PROFILES,
  rest: 'lines of a message that name neither its sender nor a recipient, to be put together by the audit id',
})
