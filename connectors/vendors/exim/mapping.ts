/**
 * Exim: mail that arrives (`<=`), is delivered (`=>`, `->`), is deferred (`==`) and bounces (`**`), and refusals by its
 * access lists. Form: "Log files", chapter of the Exim specification.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { email, integer, ip, is, list, lookup, type Rows, text } from '../../mapping/table.ts'

const TIME = String.raw`(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?(?: [+-]\d{4})? (?:\[\d{1,10}\] )?)?`
const MAIL = new RegExp(String.raw`^${TIME}(\w{6}-\w{6,11}-\w{2,4}) (<=|=>|->|==|\*\*|>>|Completed)(?: (\S{1,320}))?`)
const REFUSED = new RegExp(
  String.raw`^${TIME}(?:\w{6}-\w{6,11}-\w{2,4} )?(?=(?:H=|\S{1,64} authenticator failed for |rejected |login authenticator failed))`,
)
const AUTH =
  /^(\S{1,64}) authenticator failed for (?:(\S{1,255}) )?(?:\(([^)]{0,255})\) )?\[([\da-fA-F.:]{2,45})\](?::(\d{1,5}))?(?: I=\[[^\]]{1,64}\](?::\d{1,5})?)?: (.*)$/
const HOST = /\bH=(?:([\w.-]{1,255}) )?(?:\(([^)]{0,255})\) )?\[([\da-fA-F.:]{2,45})\](?::(\d{1,5}))?/
const KINDS: Readonly<Record<string, string>> = {
  '<=': 'arrival',
  '=>': 'sent',
  '->': 'sent',
  '>>': 'sent',
  '==': 'deferred',
  '**': 'bounced',
}

function read(message: string): PhraseValues | null {
  const mail = MAIL.exec(message)
  if (mail) return mailOf(mail, message)
  const head = REFUSED.exec(message)
  if (!head) return null
  const words = message.slice(head[0].length)
  const auth = AUTH.exec(words)
  if (auth) {
    const [, method = '', name, , address = '', port, reason = ''] = auth
    const user = /set_id=([^)\s]{1,256})/.exec(reason)?.[1]
    return {
      kind: 'refused',
      method,
      src_ip: address,
      reason,
      ...(name && { src_host: name }),
      ...(port && { src_port: port }),
      ...(user && { user }),
    }
  }
  const reject = /\b(rejected (?:RCPT|MAIL|DATA|EHLO|HELO|AUTH|connection|after DATA)[^:]{0,320})(?:: (.*))?$/.exec(
    words,
  )
  if (!reject) return null
  const to = /rejected RCPT <([^>]{1,320})>/.exec(words)?.[1]
  const from = /\bF=<([^>]{1,320})>/.exec(words)?.[1]
  return {
    kind: 'rejected',
    reason: reject[2] ?? reject[1] ?? '',
    ...hostOf(words),
    ...(to && { to }),
    ...(from && { from }),
  }
}

function mailOf([, qid = '', sign = '', address = '']: RegExpExecArray, message: string): PhraseValues {
  const kind = KINDS[sign] ?? 'words'
  const fields: PhraseValues = { kind, qid, ...hostOf(message) }
  if (address !== '' && address !== '<>') fields[kind === 'arrival' ? 'from' : 'to'] = address.replace(/^<|>$/g, '')
  const size = / S=(\d{1,12})/.exec(message)?.[1]
  const id = / id=(\S{1,255})/.exec(message)?.[1]
  const user = / A=[\w-]{1,64}:(\S{1,256})/.exec(message)?.[1]
  const reason =
    kind === 'bounced' || kind === 'deferred'
      ? /: (.{1,512})$/.exec(message)?.[1]
      : / C="([^"]{1,512})"/.exec(message)?.[1]
  const subject = / T="((?:[^"\\]|\\.){1,512})"/.exec(message)?.[1]
  const to = kind === 'arrival' ? / for ((?:\S{1,320}@\S{1,255} ?){1,64})$/.exec(message)?.[1] : undefined
  return Object.assign(fields, {
    ...(subject && { subject }),
    ...(to && { to }),
    ...(size && { size }),
    ...(id && { msgid: id }),
    ...(user && { user }),
    ...(reason && { reason }),
  })
}

function hostOf(text: string): PhraseValues {
  const [, name, , address, port] = HOST.exec(text) ?? []
  return { ...(name && { host: name }), ...(address && { ip: address }), ...(port && { port }) }
}

const EMAIL: Rows = {
  'email.uid': text('parsed.qid'),
  'email.message_uid': text('parsed.msgid'),
  'email.from': email('parsed.from'),
  'email.to': list('parsed.to', /[,\s]+/, 'email'),
  'email.size': integer('parsed.size'),
  'email.subject': 'parsed.subject',
  message_trace_uid: text('parsed.qid'),
  'actor.user.name': 'parsed.user',
  direction_id: is('Unknown'),
  status_detail: 'parsed.reason',
}
const end = (side: 'src_endpoint' | 'dst_endpoint'): Rows => ({
  [`${side}.hostname`]: 'parsed.host',
  [`${side}.ip`]: ip('parsed.ip'),
  [`${side}.port`]: integer('parsed.port'),
})

export const exim = syslogDevice({
  id: 'exim/1',
  vendor: 'Exim',
  product: 'Exim',
  begins: new RegExp(`(?:${MAIL.source})|(?:${REFUSED.source})`),
  is: (record, message) => /^(?:exim4?)?$/.test(syslogField(record, 'app_name')) && read(message) !== null,
  read,
  profiles: [
    logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium'), 'service.name': is('smtp') }),
    on('arrival', {
      class: 'email_activity',
      activity: 'Receive',
      rows: { ...EMAIL, ...end('src_endpoint'), status_id: is('Success') },
    }),
    on(['sent', 'deferred', 'bounced'], {
      class: 'email_activity',
      activity: 'Send',
      rows: {
        ...EMAIL,
        ...end('dst_endpoint'),
        status_id: lookup('parsed.kind', { sent: 'Success', bounced: 'Failure' }, 'Unknown'),
      },
    }),
    on('rejected', {
      class: 'email_activity',
      activity: 'Receive',
      rows: { ...EMAIL, ...end('src_endpoint'), status_id: is('Failure'), severity_id: is('Low') },
    }),
  ],
  rest: 'mail that is done with',
})
