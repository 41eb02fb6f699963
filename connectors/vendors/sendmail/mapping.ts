/**
 * Sendmail: the result for a message, in lines that share its queue id, `w3HM: name=value, name=value`; and the filter
 * of Proofpoint's gateway, which runs before it and writes pairs without commas. Names: "Sendmail Installation and
 * Operation Guide", chapter on the log.
 */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, integer, is, list, lookup, type Profile, type Rows, text } from '../../mapping/table.ts'

const LINE = /^([A-Za-z0-9]{10,20}): (?:to|from)=/
/** A rule set refuses a client, a sender or a recipient. */
const REFUSED = /^([A-Za-z0-9]{10,20}): ruleset=.{1,2048}, reject=/s
const FILTER = /^(rprt|mod|info) s=\S{1,32} m=\S{1,16} /

function read(message: string): PhraseValues | null {
  const [head = '', qid] = LINE.exec(message) ?? []
  if (qid !== undefined) {
    const fields = pairsOf(message.slice(qid.length + 2), ',')
    return Object.assign(fields, { qid, kind: head.endsWith('to=') ? 'delivery' : 'arrival' })
  }
  const refused = REFUSED.exec(message)
  if (refused) {
    const fields = pairsOf(message.slice((refused[1] ?? '').length + 2), ',')
    const [, sender] = /^check_(mail|rcpt)/.exec(fields.ruleset ?? '') ?? []
    if (sender !== undefined) fields[sender === 'mail' ? 'from' : 'to'] ??= fields.arg1 ?? ''
    return Object.assign(fields, { qid: refused[1], kind: 'rejected' })
  }
  if (!FILTER.test(message)) return null
  const values = pairsOf(message, ' ')
  values.kind = values.cmd === 'send' && values.rcpts ? 'filtered' : 'words'
  return values
}

const EMAIL: Rows = {
  'email.uid': text('parsed.qid'),
  'email.message_uid': capture('parsed.msgid', /^<?([^>]{1,255})/),
  'email.from': capture('parsed.from', /^<?([^>]{1,255})/, 'email'),
  'email.to': list(['parsed.to', 'parsed.rcpts'], /[,<>\s]+/, 'email'),
  'email.size': integer('parsed.size'),
  message_trace_uid: text('parsed.qid'),
  direction_id: is('Unknown'),
  protocol_name: 'parsed.mailer',
}

const PROFILES: readonly Profile[] = [
  on('delivery', {
    class: 'email_activity',
    activity: 'Send',
    rows: {
      ...EMAIL,
      'dst_endpoint.hostname': capture('parsed.relay', /^([\w.-]{1,254}\w)\.?(?: |$)/),
      'dst_endpoint.ip': capture('parsed.relay', /\[(?:IPv6:)?([\da-fA-F.:]{2,45})\]/, 'ip'),
      status_id: {
        kind: 'lookup',
        fields: 'parsed.stat',
        pattern: /^(Sent|Deferred|queued)/,
        words: { Sent: 'Success', Deferred: 'Unknown', queued: 'Unknown' },
        other: 'Failure',
      },
      status_code: 'parsed.dsn',
      status_detail: 'parsed.stat',
    },
  }),
  on('arrival', {
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      ...EMAIL,
      'src_endpoint.hostname': capture('parsed.relay', /^([\w.-]{1,254}\w)\.?(?: |$)/),
      'src_endpoint.ip': capture('parsed.relay', /\[(?:IPv6:)?([\da-fA-F.:]{2,45})\]/, 'ip'),
    },
  }),
  on('rejected', {
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      ...EMAIL,
      'src_endpoint.hostname': capture('parsed.relay', /^([\w.-]{1,254}\w)\.?(?: |$)/),
      'src_endpoint.ip': capture('parsed.relay', /\[(?:IPv6:)?([\da-fA-F.:]{2,45})\]/, 'ip'),
      status_id: is('Failure'),
      status_code: capture('parsed.reject', /^(\d{3})\b/),
      status_detail: 'parsed.reject',
      severity_id: is('Low'),
      action_id: is('Denied'),
      disposition_id: is('Rejected'),
    },
  }),
  on('filtered', { class: 'email_activity', activity: 'Scan', rows: { ...EMAIL, 'policy.name': 'parsed.profile' } }),
]

export const sendmail = syslogDevice({
  id: 'sendmail/1',
  vendor: 'Proofpoint',
  product: lookup('syslog.app_name', { sendmail: 'Sendmail', 'sm-mta': 'Sendmail' }, 'Protection Server'),
  programs: /^(?:sendmail|sm-mta|filter_instance\d{1,3})$/,
  is: (record, message) => {
    const program = syslogField(record, 'app_name')
    return /^(?:sendmail|sm-mta)$/.test(program) || (/^filter_instance\d{1,3}$/.test(program) && FILTER.test(message))
  },
  read,
  profiles: PROFILES,
  rest: 'lines of a message that name nobody, and the programs about themselves',
})
