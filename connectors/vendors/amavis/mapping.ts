/**
 * amavisd: its line for each mail that it checked, `(12345-01) Passed CLEAN {RelayedInbound}, [192.0.2.1]:25 <from> -> <to>, ...`,
 * in the forms of `$log_templ` since version 2.3: "amavisd-new: README.customize".
 */
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { email, integer, ip, is, list, lookup, lookupIn, type Profile, text } from '../../mapping/table.ts'

const CHECKED =
  /^\((\d{2,7}-[\w-]{1,16})\) (Passed|Blocked) ([A-Z][A-Z-]{2,24})(?: \(([^)]{1,512})\))?(?: \{([^}]{1,256})\})?,? ?/
const CLIENT = /(?:^|, |[A-Z]+ )\[(?:IPv6:)?([\da-fA-F.:]{2,45})\](?::(\d{1,5}))?/
const ENDS = /<([^<>]{0,320})> -> ((?:<[^<>]{0,320}>,? ?){1,64})/
const PAIR = /, ([A-Za-z][A-Za-z_-]{1,24}): (<[^<>]{0,998}>|[^,]{1,512})/g
const PAIRS_MAX = 32
const OWN = /^(?:127\.|::1$)/

function read(message: string): PhraseValues | null {
  const found = CHECKED.exec(message)
  if (!found) return null
  const [head, uid = '', verdict = '', content = '', threat, handling] = found
  const rest = message.slice(head.length)
  const fields: PhraseValues = { kind: 'mail', uid, verdict, content }
  if (threat !== undefined) fields.threat = threat
  if (handling !== undefined) fields.handling = handling
  const [, address = '', port] = CLIENT.exec(rest) ?? []
  if (address !== '' && !OWN.test(address)) fields.src_ip = address
  if (fields.src_ip !== undefined && port !== undefined) fields.src_port = port
  const [, from = '', to = ''] = ENDS.exec(rest) ?? []
  if (from !== '') fields.from = from
  if (to !== '') fields.to = to
  let pairs = 0
  for (const [, name = '', value = ''] of rest.matchAll(PAIR)) {
    if (++pairs > PAIRS_MAX) break
    fields[name.toLowerCase().replaceAll('-', '_')] ??= value.replace(/^<|>$/g, '').replace(/^"|"$/g, '')
  }
  return fields
}

const PROFILES: readonly Profile[] = [
  on('mail', {
    class: 'email_activity',
    activity: 'Scan',
    logSource: { categories: ['email'] },
    rows: {
      'src_endpoint.ip': ip('parsed.src_ip'),
      'src_endpoint.port': integer('parsed.src_port'),
      'email.from': email('parsed.from'),
      'email.to': list('parsed.to', /[,<>\s]+/, 'email'),
      'email.subject': 'parsed.subject',
      'email.message_uid': text('parsed.message_id'),
      'email.uid': text('parsed.queue_id', 'parsed.mail_id'),
      'email.size': integer('parsed.size'),
      direction_id: lookupIn(
        'parsed.handling',
        /(Inbound|Outbound|Internal)/,
        { Inbound: 'Inbound', Outbound: 'Outbound', Internal: 'Internal' },
        'Unknown',
        'Unknown',
      ),
      action_id: lookup('parsed.verdict', { Passed: 'Allowed', Blocked: 'Denied' }),
      disposition_id: lookup('parsed.verdict', { Passed: 'Allowed', Blocked: 'Blocked' }),
      status_id: lookup('parsed.verdict', { Passed: 'Success', Blocked: 'Failure' }),
      status_detail: ['parsed.threat', 'parsed.content'],
      severity_id: lookup(
        'parsed.content',
        { INFECTED: 'High', BANNED: 'Medium', SPAM: 'Low', SPAMMY: 'Low' },
        'Informational',
      ),
    },
  }),
]

export const amavis = syslogDevice({
  id: 'amavis/1',
  vendor: 'Amavis',
  product: 'amavisd',
  begins: /^\(\d{2,7}-[\w-]{1,16}\) (?:Passed|Blocked) [A-Z]/,
  programs: /^amavisd?(?:-new)?$/,
  read,
  rows: {
    'metadata.event_code': 'parsed.content',
    'metadata.correlation_uid': text('parsed.uid'),
    severity_id: is('Informational'),
  },
  profiles: PROFILES,
  rest: 'amavisd about its own work',
})
